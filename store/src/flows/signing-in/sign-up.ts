import type { Limits } from '../../db/limits.ts';
import type { Captcha, Proof } from '../../modules/captcha/captcha.ts';
import type { Account, IdentityModule, TokenSet } from '../../modules/identity/identity.ts';
import type { AccountMailQueue } from '../../modules/notifications/notifications.ts';
import type { Locale } from '../../shared/locale.ts';
import type { Admission } from './admission.ts';
import type { Caller } from './sign-in-facts.ts';
import type { StartSession } from './start-session.ts';

export type SignedIn = { account: Account; tokens: TokenSet };
export type SignUp = (request: {
  email: string;
  password: string;
  displayName?: string | null;
  locale: Locale;
  caller: Caller;
  proof: Proof;
}) => Promise<SignedIn>;

/**
 * Creates an account and signs in: the account, the session and the mail that verifies the address are one transaction.
 * Throws IdentityError for invalid input, CaptchaError, AppError `too-many-requests` or `unavailable`.
 */
export function createSignUp(ports: {
  admission: Pick<Admission, 'transaction'>;
  captcha: Captcha;
  identity: IdentityModule;
  limits: Limits;
  notifications: AccountMailQueue;
  startSession: StartSession;
}): SignUp {
  const { admission, captcha, identity, limits, notifications, startSession } = ports;
  return async ({ email, password, displayName, locale, caller, proof }) => {
    await identity.checkNewCredentials({ email, password });
    // Consumed before the account look-up: the limit also slows down account enumeration.
    const { used } = await limits.consume({ 'sign-ups-per-address': caller.address });
    await captcha.redeem('sign-up', used, proof);
    // Hashing is slow and happens before a database connection is taken.
    const credentials = await identity.prepareCredentials({ email, password });

    const { account, session, refreshToken } = await admission.transaction(async (tx) => {
      const account = await identity.createAccount(tx, { ...credentials, displayName, locale });
      const opened = await startSession(tx, account, { provider: 'password', isNew: true, caller });
      await notifications.queueAccountMail(tx, {
        kind: 'verify-email',
        accountId: account.id,
        to: credentials.email,
        locale,
      });
      return { account, ...opened };
    });
    return { account, tokens: { ...(await identity.issueIdToken(account, session)), refreshToken } };
  };
}

export type SignUpAnonymously = (request: { locale: Locale; caller: Caller }) => Promise<SignedIn>;

/**
 * Creates an account without address and password, which can be upgraded later. Throws AppError `too-many-requests`.
 */
export function createSignUpAnonymously(ports: {
  admission: Pick<Admission, 'transaction'>;
  identity: IdentityModule;
  limits: Limits;
  startSession: StartSession;
}): SignUpAnonymously {
  const { admission, identity, limits, startSession } = ports;
  return async ({ locale, caller }) => {
    await limits.consume({ 'sign-ups-per-address': caller.address });
    const { account, session, refreshToken } = await admission.transaction(async (tx) => {
      const account = await identity.createAccount(tx, { email: null, locale });
      return { account, ...(await startSession(tx, account, { provider: 'anonymous', isNew: true, caller })) };
    });
    return { account, tokens: { ...(await identity.issueIdToken(account, session)), refreshToken } };
  };
}
