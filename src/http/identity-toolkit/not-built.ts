/** Calls of the protocol (reference, section 3) that this server does not offer: 501 says so, where 404 would say "no such call". */
export const NOT_BUILT: ReadonlySet<string> = new Set([
  'POST v2/accounts/mfaEnrollment:start',
  'POST v2/accounts/mfaEnrollment:finalize',
  'POST v2/accounts/mfaEnrollment:withdraw',
  'POST v2/accounts/mfaSignIn:start',
  'POST v2/accounts/mfaSignIn:finalize',
]);
