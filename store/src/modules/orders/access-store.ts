import { and, desc, eq, gt, inArray, isNull, lt, ne, notExists, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { OWNER_DELETED } from './forget-store.ts';
import { deleteRows } from '../../db/delete-rows.ts';
import { orderAccess, orderEvents, orders } from './schema.ts';

export type AccessRow = typeof orderAccess.$inferSelect;
/** `days`: how long it is valid, from now. */
export type NewAccess = Pick<AccessRow, 'hash' | 'orderId' | 'kind' | 'mailId'> & { days: number };

/** The database's time: a process whose clock is wrong neither keeps an ended link alive nor ends a new one. */
const NOW = sql`clock_timestamp()`;
const inDays = (days: number) => sql`clock_timestamp() + make_interval(hours => ${days * 24})`;

/**
 * Stores a secret's hash and deletes the oldest of its kind (and mail) beyond `most`. A browser that repeats its order gets
 * the same secret again: it is valid from now on.
 */
export async function insertAccess(db: Queryable, { days, ...row }: NewAccess, most: number): Promise<void> {
  const valid = { createdAt: NOW, expiresAt: inDays(days) };
  await db
    .insert(orderAccess)
    .values({ ...row, ...valid })
    .onConflictDoUpdate({ target: orderAccess.hash, set: valid });
  await forgetOldest(db, row, most);
}

/**
 * Like `insertAccess`, for the link in a mail to `emailKey`. False, and nothing is stored, when the order's address has
 * changed.
 */
export async function insertMailAccess(
  db: Queryable,
  row: NewAccess,
  to: { emailKey: string; most: number },
): Promise<boolean> {
  // The lock waits for a concurrent correction of the address, which ends the existing links.
  const inserted = await db.execute(sql`
    insert into order_access (hash, order_id, kind, mail_id, created_at, expires_at)
    select ${row.hash}, orders.id, ${row.kind}, ${row.mailId}, ${NOW}, ${inDays(row.days)}
    from (select id from orders where id = ${row.orderId} and email_key = ${to.emailKey} for share) as orders`);
  if (inserted.rowCount === 0) return false;
  await forgetOldest(db, row, to.most);
  return true;
}

async function forgetOldest(
  db: Queryable,
  { orderId, kind, mailId }: Omit<NewAccess, 'days'>,
  most: number,
): Promise<void> {
  const tooMany = db
    .select({ hash: orderAccess.hash })
    .from(orderAccess)
    .where(
      and(
        eq(orderAccess.orderId, orderId),
        eq(orderAccess.kind, kind),
        mailId === null ? undefined : eq(orderAccess.mailId, mailId),
      ),
    )
    .orderBy(desc(orderAccess.createdAt))
    .offset(most);
  await db.delete(orderAccess).where(inArray(orderAccess.hash, tooMany));
}

/** Ends the mailed links of an order that were made before this time; without it, all that were made until now. */
export async function endMailLinks(db: Queryable, orderId: string, before?: Date): Promise<void> {
  await db
    .delete(orderAccess)
    .where(
      and(eq(orderAccess.orderId, orderId), eq(orderAccess.kind, 'mail'), lt(orderAccess.createdAt, before ?? NOW)),
    );
}

/** Ends an order's mailed links and the cookies made from them. */
export async function endLinkAccess(db: Queryable, orderId: string): Promise<void> {
  await db.delete(orderAccess).where(and(eq(orderAccess.orderId, orderId), ne(orderAccess.kind, 'browser')));
}

/**
 * Ends the access to an account's orders without a sign-in. An exception is the payer's own browser for an order that
 * was added through its mailed link, because a stranger may have added it. Returns the orders.
 */
export async function endAccessOf(db: Queryable, accountId: string): Promise<string[]> {
  const theirs = await db
    .select({ id: orders.id, via: orders.accountVia })
    .from(orders)
    .where(eq(orders.accountId, accountId));
  const idsOf = (rows: typeof theirs) => rows.map(({ id }) => id);
  await db
    .delete(orderAccess)
    .where(
      or(
        inArray(orderAccess.orderId, idsOf(theirs.filter(({ via }) => via !== 'link'))),
        and(inArray(orderAccess.orderId, idsOf(theirs)), ne(orderAccess.kind, 'browser')),
      ),
    );
  return idsOf(theirs);
}

/** Removes an order from an account that got it through its mail or its address. */
export async function leaveAccount(db: Queryable, id: string): Promise<void> {
  await db
    .update(orders)
    .set({ accountId: null, accountSince: null })
    .where(and(eq(orders.id, id), inArray(orders.accountVia, ['link', 'address'])));
}

/** The row of a secret that opens this order; null for any other or an expired one. */
export async function findAccess(db: Queryable, hash: string, orderId: string): Promise<AccessRow | null> {
  const [row] = await db
    .select()
    .from(orderAccess)
    .where(and(eq(orderAccess.hash, hash), eq(orderAccess.orderId, orderId), gt(orderAccess.expiresAt, NOW)));
  return row ?? null;
}

/** Adds an order to an account, unless it belongs to another one. */
export async function joinOrder(
  db: Queryable,
  id: string,
  to: { accountId: string; via: 'browser' | 'link' },
): Promise<boolean> {
  const joined = await db
    .update(orders)
    .set({ accountId: to.accountId, accountVia: to.via, accountSince: null, updatedAt: sql`clock_timestamp()` })
    .where(and(eq(orders.id, id), or(isNull(orders.accountId), eq(orders.accountId, to.accountId))))
    .returning({ id: orders.id });
  return joined.length > 0;
}

/** Adds the guest orders of an address to an account, except those of a deleted account. Returns their ids. */
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
    .set({ accountId: to.accountId, accountVia: 'address', accountSince: to.since, updatedAt: sql`clock_timestamp()` })
    .where(and(isNull(orders.accountId), eq(orders.emailKey, emailKey), notExists(ownerDeleted)))
    .returning({ id: orders.id });
  return joined.map(({ id }) => id);
}

export async function deleteExpiredAccess(db: Queryable): Promise<void> {
  await deleteRows(db, orderAccess, lt(orderAccess.expiresAt, NOW));
}
