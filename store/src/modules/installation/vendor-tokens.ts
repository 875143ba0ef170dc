import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db, Queryable } from '../../db/database.ts';
import type { Vault } from '../../db/vault.ts';
import type { TokenStore, WholesaleToken } from '../fulfilment/wholesaler.ts';
import { vendorTokens } from './schema.ts';

/** A vendor's access token in PostgreSQL: encrypted, shared by all processes, renewed by one process at a time. */
export function createTokenStore({
  db,
  vault,
  vendor,
  account,
}: {
  db: Db;
  vault: Vault;
  vendor: string;
  account: string;
}): TokenStore {
  const mine = and(eq(vendorTokens.vendor, vendor), eq(vendorTokens.account, account));
  const context = `vendor-token:${vendor}:${account}`;

  async function read(from: Queryable): Promise<WholesaleToken | null> {
    const [row] = await from
      .select()
      .from(vendorTokens)
      .where(and(mine, gt(vendorTokens.expiresAt, new Date())));
    return row ? { token: vault.open(row.sealed, context), expiresAt: row.expiresAt } : null;
  }

  return {
    read: () => read(db),
    renew: (fetchNew) =>
      db.transaction(async (tx) => {
        await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
        await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${context}))`);
        const renewed = await read(tx);
        if (renewed) return renewed;
        const fresh = await fetchNew();
        const row = { sealed: vault.seal(fresh.token, context), expiresAt: fresh.expiresAt };
        await tx
          .insert(vendorTokens)
          .values({ vendor, account, ...row })
          .onConflictDoUpdate({ target: [vendorTokens.vendor, vendorTokens.account], set: row });
        return fresh;
      }),
    forget: (token) =>
      db.transaction(async (tx) => {
        const current = await read(tx);
        if (current?.token === token) await tx.delete(vendorTokens).where(mine);
      }),
  };
}
