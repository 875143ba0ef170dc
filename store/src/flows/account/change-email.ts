import type { Db, Tx } from '../../db/database.ts';
import { IdentityError } from '../../modules/identity/error.ts';
import {
  type Account,
  hasAddress,
  type IdentityModule,
  provedAddress,
  type Session,
  type TokenSet,
} from '../../modules/identity/identity.ts';
import type { AccountMailQueue } from '../../modules/notifications/notifications.ts';

/** The signed-in caller, read from an ID token. */
export type SignedInAs = { account: Account; authTime: Date; session: Session };

export type ChangeAddress = (tx: Tx, who: SignedInAs, to: { email: string; verified: boolean }) => Promise<Account>;

/**
 * Gives an account another address (its first one, or its current one now verified) and ends its sessions. If the old
 * address was verified, its owner gets a mail with a link that restores it. Throws IdentityError EMAIL_EXISTS,
 * CREDENTIAL_TOO_OLD_LOGIN_AGAIN.
 */
export function createChangeAddress({
  identity,
  notifications,
}: {
  identity: IdentityModule;
  notifications: AccountMailQueue;
}): ChangeAddress {
  return async (tx, who, { email, verified }) => {
    const before = await identity.lockSignedIn(tx, who);
    const { id } = before;
    if (hasAddress(before, email))
      return verified && provedAddress(before) === null ? identity.markVerified(tx, id) : before;
    identity.requireRecentLoginToAdd({ ...who, account: before });
    const account = await identity.changeEmail(tx, id, { email, verified });
    await identity.revokeSessions(tx, id);
    await notifyOfChange({ identity, notifications }, tx, before, email);
    return account;
  };
}

/**
 * Writes the audit line and mails the old address. An address that was never verified may belong to a stranger and gets
 * no link that restores it.
 */
export async function notifyOfChange(
  ports: { identity: IdentityModule; notifications: AccountMailQueue },
  tx: Tx,
  before: Account,
  newEmail: string,
): Promise<void> {
  await ports.identity.securityEvent(tx, before.id, 'email-changed');
  if (before.email === null || !before.emailVerified) return;
  await ports.notifications.queueAccountMail(tx, {
    kind: 'email-changed',
    accountId: before.id,
    to: before.email,
    locale: before.locale,
    detail: { newEmail },
  });
}

export type ChangeEmail = (request: {
  who: SignedInAs;
  email: string;
}) => Promise<{ account: Account; tokens: TokenSet | null }>;

/**
 * Changes an address directly, without a verification of the new one. Enumeration protection refuses this, as the
 * hosted service does; VERIFY_AND_CHANGE_EMAIL is then the way. `tokens` are null when nothing changed. Throws
 * IdentityError OPERATION_NOT_ALLOWED, INVALID_EMAIL, EMAIL_EXISTS, CREDENTIAL_TOO_OLD_LOGIN_AGAIN.
 */
export function createChangeEmail(ports: {
  db: Db;
  identity: IdentityModule;
  notifications: AccountMailQueue;
  changeAddress: ChangeAddress;
  enumerationProtection: boolean;
}): ChangeEmail {
  const { db, identity, notifications, changeAddress, enumerationProtection } = ports;
  return async ({ who, email: given }) => {
    const email = identity.checkEmail(given);
    if (hasAddress(who.account, email)) return { account: who.account, tokens: null };
    if (enumerationProtection)
      throw new IdentityError('OPERATION_NOT_ALLOWED', 'Please verify the new email before changing email.');
    identity.requireRecentLogin(who);
    const { account, session, refreshToken } = await db.transaction(async (tx) => {
      const account = await changeAddress(tx, who, { email, verified: false });
      await notifications.queueAccountMail(tx, {
        kind: 'verify-email',
        accountId: account.id,
        to: email,
        locale: account.locale,
      });
      return { account, ...(await identity.openSession(tx, account, { ...who.session, authTime: who.authTime })) };
    });
    return { account, tokens: { ...(await identity.issueIdToken(account, session)), refreshToken } };
  };
}
