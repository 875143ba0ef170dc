import { and, asc, desc, eq, gt, gte, inArray, isNull, lt, lte, not, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { uuidv7 } from '../../shared/ids.ts';
import type { OrderStatus } from '../../shared/order-status.ts';
import { predecessorsOf } from './order-state.ts';
import { orderEvents, orderLines, orders } from './schema.ts';

export type OrderRow = typeof orders.$inferSelect;
export type LineRow = typeof orderLines.$inferSelect;
export type OrderWithLine = OrderRow & { line: LineRow };
export type EventDetail = Record<string, string | number | boolean | null>;

/** One line per order: `position` 0 is what the buyer bought. */
const withLine = (db: Queryable) =>
  db
    .select({ order: orders, line: orderLines })
    .from(orders)
    .innerJoin(orderLines, and(eq(orderLines.orderId, orders.id), eq(orderLines.position, 0)));

const join = (row: { order: OrderRow; line: LineRow }): OrderWithLine => ({ ...row.order, line: row.line });

export async function findOrder(db: Queryable, id: string): Promise<OrderWithLine | null> {
  const [row] = await withLine(db).where(eq(orders.id, id));
  return row ? join(row) : null;
}

export async function glanceAt(db: Queryable, id: string) {
  const { accountId, accountVia, accountSince, updatedAt } = orders;
  const [row] = await db
    .select({ id: orders.id, accountId, accountVia, accountSince, updatedAt })
    .from(orders)
    .where(eq(orders.id, id));
  return row ?? null;
}

export async function findByNumber(db: Queryable, number: string): Promise<OrderWithLine | null> {
  const [row] = await withLine(db).where(eq(orders.number, number));
  return row ? join(row) : null;
}

export async function findByIdempotencyKey(db: Queryable, key: string): Promise<OrderWithLine | null> {
  const [row] = await withLine(db).where(eq(orders.idempotencyKey, key));
  return row ? join(row) : null;
}

/** Inserts the order with its line. False when the idempotency key is taken: the caller then reads the order that has it. */
export async function insertOrder(db: Queryable, order: OrderRow, line: LineRow): Promise<boolean> {
  const inserted = await db
    .insert(orders)
    .values(order)
    .onConflictDoNothing({ target: orders.idempotencyKey })
    .returning({ id: orders.id });
  if (inserted.length === 0) return false;
  await db.insert(orderLines).values(line);
  await insertEvent(db, order.id, 'opened', { planId: line.planId });
  return true;
}

/** Locks the order's row until the end of the transaction. */
export async function lockOrder(db: Queryable, id: string): Promise<OrderRow | null> {
  const [row] = await db.select().from(orders).where(eq(orders.id, id)).for('update');
  return row ?? null;
}

/**
 * Moves an order to `to` if the transition table allows it from where it stands: one statement compares, sets and writes
 * the history. Answers the state it came from, or null when nothing was changed.
 */
export async function moveOrder(
  db: Queryable,
  id: string,
  to: OrderStatus,
  detail: EventDetail = {},
): Promise<OrderStatus | null> {
  const stamps =
    to === 'paid'
      ? sql`, paid_at = coalesce(paid_at, now())`
      : to === 'fulfilled'
        ? sql`, fulfilled_at = now()`
        : sql``;
  const result = await db.execute<{ from_status: OrderStatus }>(sql`
    with before as (
      select id, status from orders where id = ${id} and status in ${predecessorsOf(to)} for update
    ), moved as (
      update orders set status = ${to}, updated_at = now()${stamps} from before where orders.id = before.id
      returning orders.id, before.status as from_status
    )
    insert into order_events (id, order_id, kind, from_status, to_status, detail, at)
    select ${uuidv7()}::uuid, moved.id, 'status', moved.from_status, ${to}, ${JSON.stringify(detail)}::jsonb, now() from moved
    returning from_status`);
  return result.rows[0]?.from_status ?? null;
}

/** Moves an order whose dispute is over back to where it was; false when it is not disputed. */
export async function resumeOrder(db: Queryable, id: string, to: OrderStatus): Promise<boolean> {
  const resumed = await db
    .update(orders)
    .set({ status: to, updatedAt: new Date() })
    .where(and(eq(orders.id, id), eq(orders.status, 'disputed')))
    .returning({ id: orders.id });
  if (resumed.length === 0) return false;
  const event = { id: uuidv7(), orderId: id, kind: 'status', fromStatus: 'disputed', toStatus: to, at: new Date() };
  await db.insert(orderEvents).values(event);
  return true;
}

export async function insertEvent(
  db: Queryable,
  orderId: string,
  kind: string,
  detail: EventDetail = {},
): Promise<void> {
  await db.insert(orderEvents).values({ id: uuidv7(), orderId, kind, detail, at: new Date() });
}

export async function listEvents(db: Queryable, orderId: string) {
  return db
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(asc(orderEvents.at), asc(orderEvents.id));
}

export async function updateEmail(
  db: Queryable,
  id: string,
  email: { email: string; emailKey: string },
): Promise<void> {
  await db
    .update(orders)
    .set({ ...email, updatedAt: new Date() })
    .where(eq(orders.id, id));
}

/** A part of an account's orders: those made before the order `before`, in these states only. */
export type OrderPage = { before?: string; statuses?: readonly OrderStatus[]; limit: number };

/**
 * Orders of an account, newest first (ids are UUIDv7), without those that joined it after the session began.
 */
export async function listForAccount(
  db: Queryable,
  { accountId, sessionStartedAt }: { accountId: string; sessionStartedAt: Date },
  { before, statuses, limit }: OrderPage,
): Promise<OrderWithLine[]> {
  const rows = await withLine(db)
    .where(
      and(
        eq(orders.accountId, accountId),
        or(isNull(orders.accountSince), lte(orders.accountSince, sessionStartedAt)),
        before === undefined ? undefined : lt(orders.id, before),
        statuses && inArray(orders.status, [...statuses]),
      ),
    )
    .orderBy(desc(orders.id))
    .limit(limit);
  return rows.map(join);
}

export async function listByStatus(
  db: Queryable,
  statuses: readonly OrderStatus[],
  options: { limit: number },
): Promise<OrderWithLine[]> {
  const rows = await withLine(db)
    .where(inArray(orders.status, [...statuses]))
    .orderBy(asc(orders.updatedAt))
    .limit(options.limit);
  return rows.map(join);
}

/** Orders that no vendor knows: samples of the demo account. */
const isSample = sql`exists (select from ${orderEvents} where ${orderEvents.orderId} = ${orders.id} and ${orderEvents.detail} ? 'demo')`;

/** Ids of real orders that changed since an instant, or of all of them, in pages: `after` is the last id of the page before. */
export async function listChangedIds(
  db: Queryable,
  { since, after, limit }: { since: Date | null; after: string | null; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        since === null ? undefined : gte(orders.updatedAt, since),
        after === null ? undefined : gt(orders.id, after),
        not(isSample),
      ),
    )
    .orderBy(asc(orders.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function listByIds(db: Queryable, ids: string[]): Promise<OrderRow[]> {
  return ids.length === 0 ? [] : db.select().from(orders).where(inArray(orders.id, ids));
}

export async function countByStatus(db: Queryable): Promise<Partial<Record<OrderStatus, number>>> {
  const rows = await db
    .select({ status: orders.status, count: sql<number>`count(*)::int` })
    .from(orders)
    .groupBy(orders.status);
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}
