import type { Db } from '../../db/database.ts';
import type { Limits } from '../../db/limits.ts';
import { IdentityError } from '../../modules/identity/error.ts';
import type { Captcha, Proof } from '../../modules/captcha/captcha.ts';
import type { IdentityModule } from '../../modules/identity/identity.ts';
import type { AccountMail, AccountMailQueue } from '../../modules/notifications/notifications.ts';
import { foldEmail } from '../../shared/email.ts';
import { codeOf } from '../../shared/errors.ts';
import type { Locale } from '../../shared/locale.ts';

type From = { locale: Locale; address: string; continueUrl: string | undefined };

/**
 * Mails links on request. The code in a link is made when the mail is rendered. Requests that name an arbitrary address
 * throw CaptchaError when a limit is near and the captcha proof is missing.
 */
export type RequestLink = {
  /**
   * A link to set a new password. Throws IdentityError MISSING_EMAIL, INVALID_EMAIL, RESET_PASSWORD_EXCEED_LIMIT;
   * without enumeration protection also EMAIL_NOT_FOUND.
   */
  passwordReset(request: From & { email: string; proof: Proof }): Promise<{ email: string }>;
  /**
   * A link to sign in, also for an address without an account. Throws IdentityError MISSING_EMAIL, INVALID_EMAIL,
   * AppError `too-many-requests`.
   */
  signIn(request: From & { email: string; proof: Proof }): Promise<{ email: string }>;
  /**
   * A link that verifies the address of the token's account. Sends nothing when it is already verified. Throws
   * IdentityError INVALID_ID_TOKEN …, MISSING_EMAIL (there is none), AppError `too-many-requests`.
   */
  verifyEmail(request: From & { idToken: string }): Promise<{ email: string }>;
  /**
   * A link that verifies a new address, which then replaces the old one. Throws IdentityError MISSING_NEW_EMAIL,
   * INVALID_EMAIL, CREDENTIAL_TOO_OLD_LOGIN_AGAIN; without enumeration protection also EMAIL_EXISTS.
   */
  changeEmail(
    request: From & { idToken: string; newEmail: string },
  ): Promise<{ email: string | null; newEmail: string }>;
};

type Ports = {
  db: Db;
  captcha: Captcha;
  identity: IdentityModule;
  limits: Limits;
  notifications: AccountMailQueue;
  enumerationProtection: boolean;
};

export function createRequestLink(ports: Ports): RequestLink {
  return {
    passwordReset: (request) => passwordReset(ports, request),
    signIn: (request) => signIn(ports, request),
    verifyEmail: (request) => verifyEmail(ports, request),
    changeEmail: (request) => changeEmail(ports, request),
  };
}

type RequestOf<Call extends keyof RequestLink> = Parameters<RequestLink[Call]>[0];

async function passwordReset(ports: Ports, request: RequestOf<'passwordReset'>): Promise<{ email: string }> {
  const { captcha, identity, enumerationProtection } = ports;
  const { email: given, locale, address, continueUrl, proof } = request;
  const email = identity.checkEmail(given);
  try {
    const { used } = await spend(ports, email, address);
    await captcha.redeem('send-link', used, proof);
  } catch (error) {
    if (codeOf(error) === 'too-many-requests') throw new IdentityError('RESET_PASSWORD_EXCEED_LIMIT');
    throw error;
  }
  if (!enumerationProtection && !(await identity.accountByEmail(email))) throw new IdentityError('EMAIL_NOT_FOUND');
  // The mail is queued whether or not the account exists, so that the response time does not reveal it.
  const detail = detailOf(continueUrl);
  await queue(ports, { kind: 'password-reset', accountId: null, to: email, locale, detail });
  return { email };
}

async function signIn(ports: Ports, request: RequestOf<'signIn'>): Promise<{ email: string }> {
  const { email: given, locale, address, continueUrl, proof } = request;
  const email = ports.identity.checkEmail(given);
  const { used } = await spend(ports, email, address);
  await ports.captcha.redeem('send-link', used, proof);
  const detail = detailOf(continueUrl);
  await queue(ports, { kind: 'email-sign-in', accountId: null, to: email, locale, detail });
  return { email };
}

async function verifyEmail(ports: Ports, request: RequestOf<'verifyEmail'>): Promise<{ email: string }> {
  const { idToken, locale, continueUrl } = request;
  const { account } = await ports.identity.accountOfIdToken(idToken);
  const { id: accountId, email } = account;
  if (email === null) throw new IdentityError('MISSING_EMAIL');
  if (!account.emailVerified) {
    await ports.limits.consume({ 'verify-mails-per-account': accountId });
    await queue(ports, { kind: 'verify-email', accountId, to: email, locale, detail: detailOf(continueUrl) });
  }
  return { email };
}

async function changeEmail(ports: Ports, request: RequestOf<'changeEmail'>) {
  const { identity, enumerationProtection } = ports;
  const { idToken, newEmail: given, locale, address, continueUrl } = request;
  const who = await identity.accountOfIdToken(idToken);
  const { account } = who;
  if (given === '') throw new IdentityError('MISSING_NEW_EMAIL');
  const newEmail = identity.checkEmail(given);
  identity.requireRecentLogin(who);
  await spend(ports, newEmail, address);
  if (!enumerationProtection) {
    const holder = await identity.accountByEmail(newEmail);
    if (holder && holder.id !== account.id) throw new IdentityError('EMAIL_EXISTS');
  }
  // An address that belongs to another account gets no mail. That is checked when the mail is rendered, so that the
  // response time does not reveal it.
  const detail = { ...detailOf(continueUrl), from: account.email ?? '' };
  await queue(ports, { kind: 'change-email', accountId: account.id, to: newEmail, locale, detail });
  return { email: account.email, newEmail };
}

const spend = ({ limits }: Pick<Ports, 'limits'>, email: string, address: string) =>
  limits.consume({ 'link-mails-per-address': address, 'link-mails-per-email': foldEmail(email) });

const queue = ({ db, notifications }: Pick<Ports, 'db' | 'notifications'>, mail: AccountMail) =>
  db.transaction((tx) => notifications.queueAccountMail(tx, mail));

const detailOf = (continueUrl: string | undefined): Record<string, string> =>
  continueUrl === undefined ? {} : { continueUrl };
