import type { Db } from '../../db/database.ts';
import type { Limits } from '../../db/limits.ts';
import { IdentityError } from '../../modules/identity/error.ts';
import {
  type Account,
  hasAddress,
  type IdentityModule,
  type SignInProvider,
  type TokenSet,
} from '../../modules/identity/identity.ts';
import type { AccountMailQueue } from '../../modules/notifications/notifications.ts';
import type { SignedInAs } from './change-email.ts';

type Changed = { account: Account; tokens: TokenSet };

export type ChangePassword = {
  /**
   * Sets or replaces the password of the signed-in account. Throws IdentityError CREDENTIAL_TOO_OLD_LOGIN_AGAIN,
   * WEAK_PASSWORD …, MISSING_EMAIL (the account has no address).
   */
  change(request: { who: SignedInAs; password: string }): Promise<Changed>;
  /**
   * Adds an address and a password to an account that signs in another way, for example an anonymous one. Also throws
   * EMAIL_EXISTS, OPERATION_NOT_ALLOWED (the account has another address), PROVIDER_ALREADY_LINKED (it has a password),
   * AppError `too-many-requests`.
   */
  link(request: { who: SignedInAs; email: string; password: string; address: string }): Promise<Changed>;
};

type Ports = { db: Db; identity: IdentityModule; limits: Limits; notifications: AccountMailQueue };

/** A new password ends every session. The calling session continues with new tokens. The owner gets a mail. */
export function createChangePassword(ports: Ports): ChangePassword {
  const { identity, limits } = ports;
  return {
    async change({ who, password }) {
      if (who.account.email === null) throw new IdentityError('MISSING_EMAIL');
      identity.requireRecentLogin(who);
      // The session is no longer anonymous.
      const provider = who.session.provider === 'anonymous' ? 'password' : who.session.provider;
      return apply(ports, who, await identity.preparePassword(password, who.account.email), { provider });
    },

    async link({ who, email: given, password, address }) {
      await identity.checkNewCredentials({ email: given, password });
      const email = identity.checkEmail(given);
      const isOwnAddress = hasAddress(who.account, email);
      if (who.account.email !== null && !isOwnAddress)
        throw new IdentityError('OPERATION_NOT_ALLOWED', 'The account has another email.');
      identity.requireRecentLoginToAdd(who);
      if (isOwnAddress) {
        if (who.account.hasPassword) throw new IdentityError('PROVIDER_ALREADY_LINKED');
        return apply(ports, who, await identity.preparePassword(password, email), { provider: 'password' });
      }
      await limits.consume({ 'sign-ups-per-address': address });
      const { passwordHash } = await identity.prepareCredentials({ email, password });
      return apply(ports, who, passwordHash, { newEmail: email, provider: 'password' });
    },
  };
}

async function apply(
  { db, identity, notifications }: Ports,
  who: SignedInAs,
  passwordHash: string,
  { newEmail = null, provider }: { newEmail?: string | null; provider: SignInProvider },
): Promise<Changed> {
  const { session, authTime } = who;
  const { id } = who.account;
  const done = await db.transaction(async (tx) => {
    const before = await identity.lockSignedIn(tx, who);
    if (newEmail !== null) await identity.changeEmail(tx, id, { email: newEmail, verified: false });
    const account = await identity.setPassword(tx, id, passwordHash);
    await identity.revokeSessions(tx, id);
    await identity.securityEvent(tx, id, 'password-changed', { by: 'session', first: !before.hasPassword });
    const kind = newEmail === null ? 'password-changed' : 'verify-email';
    const { locale } = account;
    await notifications.queueAccountMail(tx, { kind, accountId: id, to: account.email!, locale });
    return { account, ...(await identity.openSession(tx, account, { ...session, provider, authTime })) };
  });
  return {
    account: done.account,
    tokens: { ...(await identity.issueIdToken(done.account, done.session)), refreshToken: done.refreshToken },
  };
}
