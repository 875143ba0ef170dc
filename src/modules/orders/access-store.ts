import { and, eq, gt, isNull, notExists, or, lt } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { OWNER_DELETED } from './forget-store.ts';
import { deleteRows } from '../../db/delete-rows.ts';
import { orderAccess, orderEvents, orders } from './schema.ts';

export type AccessRow = typeof orderAccess.$inferSelect;

export async function insertAccess(db: Queryable, row: AccessRow): Promise<void> {
  await db.insert(orderAccess).values(row);
}

/** The kind of a secret that opens this order; null for one that does not, or no longer. */
export async function findAccess(db: Queryable, hash: string, orderId: string): Promise<AccessRow['kind'] | null> {
  const [row] = await db
    .select({ kind: orderAccess.kind })
    .from(orderAccess)
    .where(and(eq(orderAccess.hash, hash), eq(orderAccess.orderId, orderId), gt(orderAccess.expiresAt, new Date())));
  return row?.kind ?? null;
}

/** Gives an order to an account, unless it is another one's. */
export async function joinOrder(
  db: Queryable,
  id: string,
  to: { accountId: string; via: 'browser' | 'link' },
): Promise<boolean> {
  const joined = await db
    .update(orders)
    .set({ accountId: to.accountId, accountVia: to.via, accountSince: null, updatedAt: new Date() })
    .where(and(eq(orders.id, id), or(isNull(orders.accountId), eq(orders.accountId, to.accountId))))
    .returning({ id: orders.id });
  return joined.length > 0;
}

/** Gives the guest orders of an address to an account, but for those of an account that was deleted. Answers their ids. */
export async function joinOrdersOf(
  db: Queryable,
  emailKey: string,
  to: { accountId: string; since: Date | null },
): Promise<string[]> {
  const ownerDeleted = db
    .select({ id: orderEvents.id })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orders.id), eq(orderEvents.kind, OWNER_DELETED)));
  const joined = await db
    .update(orders)
    .set({ accountId: to.accountId, accountVia: 'address', accountSince: to.since, updatedAt: new Date() })
    .where(and(isNull(orders.accountId), eq(orders.emailKey, emailKey), notExists(ownerDeleted)))
    .returning({ id: orders.id });
  return joined.map(({ id }) => id);
}

export async function deleteExpiredAccess(db: Queryable): Promise<void> {
  await deleteRows(db, orderAccess, lt(orderAccess.expiresAt, new Date()));
}
