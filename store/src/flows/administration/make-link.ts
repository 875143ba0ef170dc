import { IdentityError } from '../../modules/identity/error.ts';
import type { Account } from '../../modules/identity/identity.ts';
import type { Locale } from '../../shared/locale.ts';
import type { AdministrationPorts } from './ports.ts';

export type LinkRequest = {
  by: string;
  kind: 'PASSWORD_RESET' | 'EMAIL_SIGNIN' | 'VERIFY_EMAIL' | 'VERIFY_AND_CHANGE_EMAIL';
  email: string;
  newEmail: string;
  continueUrl: string | undefined;
  locale: Locale;
};

/** The result of a request; `code` and `link` are null when they were mailed. */
type Made = { email: string; newEmail: string | null; code: string | null; link: string | null };

/** The kind of mail that contains each link. */
const MAILS = {
  PASSWORD_RESET: 'password-reset',
  EMAIL_SIGNIN: 'email-sign-in',
  VERIFY_EMAIL: 'verify-email',
  VERIFY_AND_CHANGE_EMAIL: 'change-email',
} as const;

/**
 * Creates the link that a mail would contain and returns it to an administrator, who delivers it. With `mail`, sends
 * the mail instead, as if the owner had requested it. The link works once. Throws IdentityError MISSING_EMAIL,
 * EMAIL_NOT_FOUND, USER_NOT_FOUND, USER_DISABLED, MISSING_NEW_EMAIL, EMAIL_EXISTS.
 */
export function createMakeLink(ports: Pick<AdministrationPorts, 'db' | 'identity' | 'notifications'>) {
  const { db, identity, notifications } = ports;
  return { answer, mail };

  async function answer(request: LinkRequest): Promise<Made> {
    const { by, kind, continueUrl, locale } = request;
    const { account, email, newEmail } = await checked(request);
    const made = await identity.createCode(kind, {
      accountId: account?.id ?? null,
      email,
      newEmail,
      locale,
      ...(continueUrl !== undefined && { continueUrl }),
    });
    await identity.securityEvent(null, account?.id ?? null, 'link-made-by-administrator', { by, kind });
    return { email, newEmail, code: made.code, link: made.link };
  }

  async function mail(request: LinkRequest): Promise<Made> {
    const { by, kind, continueUrl, locale } = request;
    const { account, email, newEmail } = await checked(request);
    // Mails for a new password or a sign-in find their account when they are rendered.
    const accountId = kind === 'VERIFY_EMAIL' || kind === 'VERIFY_AND_CHANGE_EMAIL' ? (account?.id ?? null) : null;
    await db.transaction(async (tx) => {
      await notifications.queueAccountMail(tx, {
        kind: MAILS[kind],
        accountId,
        to: newEmail ?? email,
        locale,
        detail: { ...(continueUrl !== undefined && { continueUrl }), ...(newEmail !== null && { from: email }) },
      });
      await identity.securityEvent(tx, account?.id ?? null, 'link-made-by-administrator', { by, kind, mailed: true });
    });
    return { email, newEmail, code: null, link: null };
  }

  /** Validates the request; returns the account and the normalised addresses. */
  async function checked({ kind, email: given, newEmail: to }: LinkRequest) {
    const email = identity.checkEmail(given);
    const account = await identity.accountByEmail(email);
    checkAccount(account, kind);
    const newEmail = kind === 'VERIFY_AND_CHANGE_EMAIL' ? await freeAddress(to) : null;
    return { account, email, newEmail };
  }

  async function freeAddress(given: string): Promise<string> {
    if (given === '') throw new IdentityError('MISSING_NEW_EMAIL');
    const newEmail = identity.checkEmail(given);
    if (await identity.accountByEmail(newEmail)) throw new IdentityError('EMAIL_EXISTS');
    return newEmail;
  }
}

/** Only a sign-in link may go to an address without an account. */
function checkAccount(account: Account | null, kind: LinkRequest['kind']): void {
  if (account?.disabled) throw new IdentityError('USER_DISABLED');
  if (account || kind === 'EMAIL_SIGNIN') return;
  throw new IdentityError(kind === 'PASSWORD_RESET' ? 'EMAIL_NOT_FOUND' : 'USER_NOT_FOUND');
}
