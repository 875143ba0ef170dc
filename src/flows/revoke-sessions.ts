import type { Db } from '../db/database.ts';
import type { IdentityModule } from '../modules/identity/identity.ts';
import { type WayIn, waysInto } from '../shared/ways-in.ts';

export type SignOutEverywhere = (who: { accountId: string }) => Promise<WayIn[]>;

/** Ends every session of the account, the one that asks included. Answers the ways in that remain. Throws IdentityFault USER_NOT_FOUND. */
export function createSignOutEverywhere({ db, identity }: { db: Db; identity: IdentityModule }): SignOutEverywhere {
  return async ({ accountId }) => {
    return db.transaction(async (tx) => {
      const account = await identity.lockAccount(tx, accountId);
      const sessions = await identity.revokeSessions(tx, accountId);
      await identity.securityEvent(tx, accountId, 'sessions-revoked', { sessions });
      return waysInto(account);
    });
  };
}

export type RevokeToken = (wish: { idToken: string; token: string }) => Promise<void>;

/** Ends the session that a token of the signed-in account belongs to; any other token is none of our business. Throws IdentityFault INVALID_ID_TOKEN … */
export function createRevokeToken({ identity }: { identity: IdentityModule }): RevokeToken {
  return async ({ idToken, token }) => {
    const { account } = await identity.accountOfIdToken(idToken);
    if (await identity.revokeByToken(account.id, token))
      await identity.securityEvent(null, account.id, 'sessions-revoked', { sessions: 1 });
  };
}
