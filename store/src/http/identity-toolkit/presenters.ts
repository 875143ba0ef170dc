import type { SignInAnswer } from '../../flows/signing-in/start-session.ts';
import type { Account, SecondFactor, TokenSet } from '../../modules/identity/identity.ts';
import { maskedNumber } from '../../shared/masked-number.ts';

/** Tokens as every sign-in answers them: seconds are text on this wire. */
export function tokenSet({ idToken, refreshToken, expiresIn }: TokenSet) {
  return { idToken, refreshToken, expiresIn: String(expiresIn) };
}

/** What a sign-in answers: tokens, or what the second step needs. */
export function signInAnswer(account: Account, answer: SignInAnswer) {
  if (!('pendingCredential' in answer)) return tokenSet(answer);
  return {
    mfaPendingCredential: answer.pendingCredential,
    mfaInfo: account.secondFactors.map((factor) =>
      secondFactor({ ...factor, phoneNumber: factor.phoneNumber && maskedNumber(factor.phoneNumber) }),
    ),
  };
}

/** The SDK needs `phoneInfo` or `totpInfo`. */
export function secondFactor({ id, displayName, phoneNumber, enrolledAt }: SecondFactor) {
  return {
    mfaEnrollmentId: id,
    ...(displayName === null ? {} : { displayName }),
    enrolledAt: enrolledAt.toISOString(),
    ...(phoneNumber === null ? { totpInfo: {} } : { phoneInfo: phoneNumber }),
  };
}

/** The same with the number twice, as the hosted service tells those who may know it. */
function ownFactor(factor: SecondFactor) {
  const { phoneNumber } = factor;
  return { ...secondFactor(factor), ...(phoneNumber !== null && { unobfuscatedPhoneInfo: phoneNumber }) };
}

/** What Google sends in place of a hash: base64 of "REDACTED". Clients only look whether there is one. */
const REDACTED = 'UkVEQUNURUQ=';

/** `createdAt` and `lastLoginAt` must be text, or the SDK can't restore a stored user. */
export function userInfo(account: Account) {
  return {
    localId: account.localId,
    ...profile(account),
    emailVerified: account.emailVerified,
    ...(account.phoneNumber === null ? {} : { phoneNumber: account.phoneNumber }),
    ...(account.customAttributes && { customAttributes: JSON.stringify(account.customAttributes) }),
    ...(account.hasPassword ? { passwordHash: REDACTED, passwordUpdatedAt: account.passwordUpdatedAt?.getTime() } : {}),
    providerUserInfo: providers(account),
    ...(account.secondFactors.length > 0 ? { mfaInfo: account.secondFactors.map(ownFactor) } : {}),
    validSince: String(Math.floor(account.validSince.getTime() / 1000)),
    disabled: account.disabled,
    createdAt: String(account.createdAt.getTime()),
    lastLoginAt: String(account.lastLoginAt.getTime()),
  };
}

/** Address, name and photo, those that are known. */
export function profile({ email, displayName, photoUrl }: Account) {
  return {
    ...(email === null ? {} : { email }),
    ...(displayName === null ? {} : { displayName }),
    ...(photoUrl === null ? {} : { photoUrl }),
  };
}

/**
 * The ways in which this account signs in. One that has nothing but a proven address uses mailed links, which this wire
 * counts as `password`; without an entry the SDK would go on calling it anonymous.
 */
export function providers(account: Account) {
  const links = account.providers.map(({ provider, rawId, email, displayName }) => ({
    providerId: provider,
    rawId,
    federatedId: rawId,
    ...(email === null ? {} : { email }),
    ...(displayName === null ? {} : { displayName }),
  }));
  const phone = account.phoneNumber;
  const others = [...links, ...(phone === null ? [] : [{ providerId: 'phone', rawId: phone, phoneNumber: phone }])];
  const byAddress = account.hasPassword || (account.emailVerified && others.length === 0);
  if (!byAddress || account.email === null) return others;
  return [...others, { providerId: 'password', rawId: account.email, federatedId: account.email, ...profile(account) }];
}

/** Names of the same ways, as createAuthUri answers them. A mailed link is one beside the others where one was used. */
export function signInMethods(account: Account, { usesLinks }: { usesLinks: boolean }): string[] {
  const methods = [
    ...account.providers.map(({ provider }) => provider as string),
    ...(account.hasPassword ? ['password'] : []),
    ...(usesLinks ? ['emailLink'] : []),
    ...(account.phoneNumber === null ? [] : ['phone']),
  ];
  return methods.length > 0 ? methods : ['emailLink'];
}
