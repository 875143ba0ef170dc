import type { Db } from '../../db/database.ts';
import type { Account, IdentityModule } from '../../modules/identity/identity.ts';
import type { AccountMailQueue } from '../../modules/notifications/notifications.ts';
import type { SignedInAs } from './change-email.ts';

export type Unlink = (input: { who: SignedInAs; providers: readonly string[] }) => Promise<Account>;

/**
 * Removes ways to sign in, after a recent sign-in. Unknown ones are ignored. The owner gets a mail about each. Throws
 * IdentityError CREDENTIAL_TOO_OLD_LOGIN_AGAIN, TOKEN_EXPIRED.
 */
export function createUnlink({
  db,
  identity,
  notifications,
}: {
  db: Db;
  identity: IdentityModule;
  notifications: AccountMailQueue;
}): Unlink {
  return async ({ who, providers }) => {
    identity.requireRecentLogin(who);
    return db.transaction(async (tx) => {
      const before = await identity.lockSignedIn(tx, who);
      const { id, email, locale } = before;
      const gone = [
        ...before.providers.map(({ provider }) => provider),
        ...(before.hasPassword ? ['password'] : []),
        ...(before.phoneNumber === null ? [] : ['phone']),
      ].filter((each) => providers.includes(each));
      if (gone.length === 0) return before;
      const account = await identity.unlink(tx, id, gone, { exceptSession: who.session.id });
      for (const provider of gone) {
        await identity.securityEvent(tx, id, 'provider-unlinked', { provider });
        if (email !== null)
          await notifications.queueAccountMail(tx, {
            kind: 'provider-unlinked',
            accountId: id,
            to: email,
            locale,
            detail: { provider },
          });
      }
      return account;
    });
  };
}
