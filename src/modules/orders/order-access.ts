import type { Db, Queryable, Tx } from '../../db/database.ts';
import { hashSecret, newSecret } from '../../db/vault.ts';
import { foldEmail } from '../../shared/email.ts';
import * as access from './access-store.ts';
import { insertEvent, type OrderRow } from './store.ts';

/** Who asks to see an order: a signed-in account, the secret that its browser sent, or both. */
export type Viewer = {
  account: { accountId: string; sessionStartedAt: Date } | null;
  browserSecret: string | null;
};

/** Why somebody may see an order: its account, the cookie of the browser that ordered, or one from a mailed link. */
export type OrderAccess = 'account' | 'browser' | 'link';

/** Who may open an order, and whose account it joins (decisions 0001 and 0010). Part of the orders module. */
export function createOrderAccess({ db, accessDays }: { db: Db; accessDays: number }) {
  async function grant(tx: Queryable, orderId: string, kind: access.AccessRow['kind']): Promise<string> {
    const { secret, hash } = newSecret();
    const createdAt = new Date();
    const expiresAt = new Date(createdAt.getTime() + accessDays * 86_400_000);
    await access.insertAccess(tx, { hash, orderId, kind, createdAt, expiresAt });
    return secret;
  }

  return {
    /** A new secret that opens this order: for the cookie of the browser that orders. Only its hash is kept. */
    grantBrowser: (orderId: string, tx: Queryable = db) => grant(tx, orderId, 'browser'),
    /** A new secret for a mailed link; worth nothing as a cookie. */
    grantMail: (orderId: string, tx: Queryable = db) => grant(tx, orderId, 'mail'),
    /** The secret for the cookie of a browser that opened a mailed link; null when the link is wrong or has ended. */
    async openMailedLink(orderId: string, secret: string): Promise<string | null> {
      const kind = await access.findAccess(db, hashSecret(secret), orderId);
      return kind === 'mail' ? grant(db, orderId, 'link') : null;
    },

    /** Why this viewer may see the order; null when they may not. */
    async accessOf(order: OrderRow, { account, browserSecret }: Viewer): Promise<OrderAccess | null> {
      if (account && order.accountId === account.accountId && isInSight(order, account.sessionStartedAt))
        return 'account';
      const kind = browserSecret === null ? null : await access.findAccess(db, hashSecret(browserSecret), order.id);
      return kind === 'mail' ? null : kind;
    },

    /** Adds a guest's order to an account; false when it is another account's. Throws nothing when it is this one's already. */
    async addToAccount(
      tx: Tx,
      orderId: string,
      to: { accountId: string; via: Exclude<OrderAccess, 'account'> },
    ): Promise<boolean> {
      if (!(await access.joinOrder(tx, orderId, to))) return false;
      await insertEvent(tx, orderId, 'joined-account', { via: to.via });
      return true;
    },

    /**
     * Adds all guest orders of an address to the account whose owner has just proved it by signing in. `since` is the start
     * of that session: older ones don't get to see them; null when none is left. Answers the orders.
     */
    async addProven(tx: Tx, to: { accountId: string; email: string; since: Date | null }): Promise<string[]> {
      // Whole seconds: a session that takes this one's place keeps the time of the sign-in without its milliseconds.
      const since = to.since && new Date(Math.floor(to.since.getTime() / 1000) * 1000);
      const joined = await access.joinOrdersOf(tx, foldEmail(to.email), { accountId: to.accountId, since });
      for (const id of joined) await insertEvent(tx, id, 'joined-account', { via: 'address' });
      return joined;
    },
  };
}

/** False for an order that joined the account after this session was opened. */
function isInSight({ accountSince }: OrderRow, sessionStartedAt: Date): boolean {
  return accountSince === null || accountSince <= sessionStartedAt;
}
