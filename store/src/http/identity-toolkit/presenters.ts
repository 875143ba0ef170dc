import type { SignInAnswer } from '../../flows/signing-in/start-session.ts';
import type { Account, SecondFactor, TokenSet } from '../../modules/identity/identity.ts';
import { maskedNumber } from '../../shared/masked-number.ts';
import { isKnownTime } from '../../shared/unknown-time.ts';

/** The tokens of every sign-in: seconds are text on this wire. */
export function tokenSet({ idToken, refreshToken, expiresIn }: TokenSet) {
  return { idToken, refreshToken, expiresIn: String(expiresIn) };
}

/** The answer of a sign-in: tokens, or the data for the second step. */
export function signInAnswer(account: Account, answer: SignInAnswer) {
  if (!('pendingCredential' in answer)) return tokenSet(answer);
  return {
    mfaPendingCredential: answer.pendingCredential,
    mfaInfo: account.secondFactors.map((factor) =>
      secondFactor({ ...factor, phoneNumber: factor.phoneNumber && maskedNumber(factor.phoneNumber) }),
    ),
  };
}

/** The SDK requires `phoneInfo` or `totpInfo`. */
export function secondFactor({ wireId, displayName, phoneNumber, enrolledAt }: SecondFactor) {
  return {
    mfaEnrollmentId: wireId,
    ...(displayName === null ? {} : { displayName }),
    ...(isKnownTime(enrolledAt) && { enrolledAt: enrolledAt.toISOString() }),
    ...(phoneNumber === null ? { totpInfo: {} } : { phoneInfo: phoneNumber }),
  };
}

/** A second factor with both number fields, as the hosted service answers the owner. */
function ownFactor(factor: SecondFactor) {
  const { phoneNumber } = factor;
  return { ...secondFactor(factor), ...(phoneNumber !== null && { unobfuscatedPhoneInfo: phoneNumber }) };
}

/** Google's replacement for a hash: base64 of "REDACTED". Clients only check whether it is present. */
const REDACTED = 'UkVEQUNURUQ=';

/** `createdAt` and `lastLoginAt` must be text, if present, or the SDK cannot restore a stored user. */
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
    ...(isKnownTime(account.lastLoginAt) && { lastLoginAt: String(account.lastLoginAt.getTime()) }),
  };
}

/** Address, name and photo, as far as they are set. */
export function profile({ email, displayName, photoUrl }: Account) {
  return {
    ...(email === null ? {} : { email }),
    ...(displayName === null ? {} : { displayName }),
    ...(photoUrl === null ? {} : { photoUrl }),
  };
}

/**
 * The ways to sign in of this account. One with nothing but a verified address uses mailed links, which this wire
 * counts as `password`; without an entry the SDK would still treat it as anonymous.
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

/** The names of the same ways in createAuthUri. A mailed link is listed where one was used. */
export function signInMethods(account: Account, { usesLinks }: { usesLinks: boolean }): string[] {
  const methods = [
    ...account.providers.map(({ provider }) => provider as string),
    ...(account.hasPassword ? ['password'] : []),
    ...(usesLinks ? ['emailLink'] : []),
    ...(account.phoneNumber === null ? [] : ['phone']),
  ];
  return methods.length > 0 ? methods : ['emailLink'];
}
