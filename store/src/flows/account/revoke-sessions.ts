import type { Db } from '../../db/database.ts';
import type { Notices } from '../../db/notices.ts';
import type { Account, IdentityModule, TokenSet } from '../../modules/identity/identity.ts';
import type { Orders } from '../../modules/orders/orders.ts';
import { type WayIn, waysInto } from '../../shared/ways-in.ts';
import type { SignedInAs } from './change-email.ts';

export type SignOutEverywhere = (who: { accountId: string }) => Promise<WayIn[]>;

type Ports = {
  db: Db;
  identity: IdentityModule;
  notices: Pick<Notices, 'accessEnded'>;
  orders: Pick<Orders, 'endAccessOf'>;
};

/**
 * Ends every session of the account, including the caller's, and the cookies and mailed links of its orders. Returns
 * the remaining ways to sign in. Throws IdentityError USER_NOT_FOUND.
 */
export function createSignOutEverywhere({ db, identity, notices, orders }: Ports): SignOutEverywhere {
  return async ({ accountId }) => {
    const { account, orderIds } = await db.transaction(async (tx) => {
      const account = await identity.lockAccount(tx, accountId);
      const sessions = await identity.revokeSessions(tx, accountId);
      await identity.securityEvent(tx, accountId, 'sessions-revoked', { sessions });
      return { account, orderIds: await orders.endAccessOf(tx, accountId) };
    });
    await notices.accessEnded([accountId, ...orderIds]);
    return waysInto(account);
  };
}

export type RevokeOtherTokens = (who: SignedInAs) => Promise<{ account: Account; tokens: TokenSet }>;

/**
 * Ends every session and token of the account; the caller continues with new tokens of the same sign-in. Throws
 * IdentityError TOKEN_EXPIRED …
 */
export function createRevokeOtherTokens({ db, identity, notices }: Omit<Ports, 'orders'>): RevokeOtherTokens {
  return async (who) => {
    const { authTime, session: before } = who;
    const { account, session, refreshToken } = await db.transaction(async (tx) => {
      const locked = await identity.lockSignedIn(tx, who);
      const sessions = await identity.revokeSessions(tx, locked.id);
      const account = await identity.administration.change(tx, locked, { validSince: new Date() });
      await identity.securityEvent(tx, account.id, 'sessions-revoked', { sessions });
      return { account, ...(await identity.openSession(tx, account, { ...before, authTime })) };
    });
    await notices.accessEnded([account.id]);
    return { account, tokens: { ...(await identity.issueIdToken(account, session)), refreshToken } };
  };
}

export type RevokeToken = (request: { idToken: string; token: string }) => Promise<void>;

/**
 * Ends the session of a token, if it belongs to the signed-in account. Any other token is ignored. Throws IdentityError
 * INVALID_ID_TOKEN …
 */
export function createRevokeToken({ identity, notices }: Pick<Ports, 'identity' | 'notices'>): RevokeToken {
  return async ({ idToken, token }) => {
    const { account } = await identity.accountOfIdToken(idToken);
    if (!(await identity.revokeByToken(account.id, token))) return;
    await identity.securityEvent(null, account.id, 'sessions-revoked', { sessions: 1 });
    await notices.accessEnded([account.id]);
  };
}
