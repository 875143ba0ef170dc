import type { Db } from '../db/database.ts';
import type { Account, IdentityModule } from '../modules/identity/identity.ts';
import type { SignedInAs } from './change-email.ts';

export type Unlink = (wish: { who: SignedInAs; providers: readonly string[] }) => Promise<Account>;

/** Takes ways to sign in away from whoever signed in recently. Unknown ones are ignored. Throws IdentityFault CREDENTIAL_TOO_OLD_LOGIN_AGAIN. */
export function createUnlink({ db, identity }: { db: Db; identity: IdentityModule }): Unlink {
  return async ({ who: { account: before, authTime, session }, providers }) => {
    identity.requireRecentLogin(authTime);
    const gone = [
      ...before.providers.map(({ provider }) => provider),
      ...(before.hasPassword ? ['password'] : []),
    ].filter((each) => providers.includes(each));
    if (gone.length === 0) return before;
    return db.transaction(async (tx) => {
      const account = await identity.unlink(tx, before.id, gone, { exceptSession: session.id });
      for (const provider of gone) await identity.securityEvent(tx, account.id, 'provider-unlinked', { provider });
      return account;
    });
  };
}
