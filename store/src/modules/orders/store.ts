import { alias } from 'drizzle-orm/pg-core';
import { and, asc, desc, eq, gt, gte, inArray, isNull, lt, lte, not, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { uuidv7 } from '../../shared/ids.ts';
import { currentTraceparent } from '../../shared/trace-context.ts';
import type { LineStatus, OrderStatus } from '../../shared/order-status.ts';
import { linePredecessorsOf } from './line-state.ts';
import { predecessorsOf } from './order-state.ts';
import { settleReplacements } from './replacement-store.ts';
import { orderEvents, orderLines, orders } from './schema.ts';

export type OrderRow = typeof orders.$inferSelect;
/** Without an old column that no code reads (docs/old-columns.md). */
export type LineRow = Omit<typeof orderLines.$inferSelect, 'quantity'>;
/**
 * An order with the lines that were bought (at least one), in the order of the buyer's selection. `replacements`: lines that
 * were not bought, which deliver an eSIM again; oldest first. Sums, receipts and refunds know only `lines`.
 */
export type OrderWithLines = OrderRow & { lines: [LineRow, ...LineRow[]]; replacements: LineRow[] };
export type EventDetail = Record<string, string | number | boolean | null>;

/** Reads the lines of these orders with one query. */
async function withLines(db: Queryable, found: OrderRow[]): Promise<OrderWithLines[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const rows = await db
    .select()
    .from(orderLines)
    .where(inArray(orderLines.orderId, ids))
    .orderBy(asc(orderLines.orderId), asc(orderLines.position));
  const linesOf = Map.groupBy(rows, ({ orderId }) => orderId);
  return found.map((order) => ({ ...order, ...divided(linesOf.get(order.id)) }));
}

/** The rows of an order: what was bought, and what replaces it. */
const divided = (rows: LineRow[] = []): Pick<OrderWithLines, 'lines' | 'replacements'> => ({
  lines: someLines(rows.filter(({ purpose }) => purpose !== 'replacement')),
  replacements: rows.filter(({ purpose }) => purpose === 'replacement'),
});

/** Checks that there is at least one line; throws otherwise. */
export function someLines([first, ...others]: LineRow[] = []): OrderWithLines['lines'] {
  if (!first) throw new Error('the order has no lines');
  return [first, ...others];
}

/** One order with its lines in one query. */
async function findOne(db: Queryable, where: SQL): Promise<OrderWithLines | null> {
  const rows = await db
    .select({ order: orders, line: orderLines })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(where)
    .orderBy(asc(orderLines.position));
  const [first] = rows;
  return first ? { ...first.order, ...divided(rows.map(({ line }) => line)) } : null;
}

export const findOrder = (db: Queryable, id: string) => findOne(db, eq(orders.id, id));

export async function glanceAt(db: Queryable, id: string) {
  const { accountId, accountVia, accountSince, updatedAt } = orders;
  const [row] = await db
    .select({ id: orders.id, accountId, accountVia, accountSince, updatedAt })
    .from(orders)
    .where(eq(orders.id, id));
  return row ?? null;
}

export async function listChangedOf(db: Queryable, seen: readonly { id: string; at: Date }[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select orders.id from orders
    join unnest(${sql.param(seen.map(({ id }) => id))}::uuid[], ${sql.param(seen.map(({ at }) => at.toISOString()))}::timestamptz[])
      as seen (id, at) on seen.id = orders.id
    where date_trunc('milliseconds', orders.updated_at) <> seen.at`);
  return rows.map(({ id }) => id);
}

export const findByNumber = (db: Queryable, number: string) => findOne(db, eq(orders.number, number));

export const findByIdempotencyKey = (db: Queryable, key: string) => findOne(db, eq(orders.idempotencyKey, key));

export async function findLine(db: Queryable, id: string): Promise<LineRow | null> {
  const [row] = await db.select().from(orderLines).where(eq(orderLines.id, id));
  return row ?? null;
}

/** Where a line is shown. A replacement stands at the line that it replaces. */
export type LineNumber = { orderId: string; line: number; purpose: LineRow['purpose'] };

/** The numbers of these lines in their orders, from 1. */
export async function numbersOf(db: Queryable, lineIds: readonly string[]): Promise<Map<string, LineNumber>> {
  if (lineIds.length === 0) return new Map();
  const bought = alias(orderLines, 'bought');
  const rows = await db
    .select({
      id: orderLines.id,
      orderId: orderLines.orderId,
      position: sql<number>`coalesce(${bought.position}, ${orderLines.position})`,
      purpose: orderLines.purpose,
    })
    .from(orderLines)
    .leftJoin(bought, eq(bought.id, orderLines.replaces))
    .where(inArray(orderLines.id, [...lineIds]));
  return new Map(rows.map(({ id, position, ...at }) => [id, { ...at, line: position + 1 }]));
}

/**
 * Inserts the order with its lines. False when the idempotency key is taken: the caller then reads the existing order.
 */
export async function insertOrder(
  db: Queryable,
  { lines, replacements: _, ...order }: OrderWithLines,
): Promise<boolean> {
  const inserted = await db
    .insert(orders)
    .values(order)
    .onConflictDoNothing({ target: orders.idempotencyKey })
    .returning({ id: orders.id });
  if (inserted.length === 0) return false;
  await db.insert(orderLines).values(lines);
  const traceparent = currentTraceparent();
  const planId = lines.map((line) => line.planId).join(', ');
  await insertEvent(db, order.id, 'opened', { planId, ...(traceparent && { traceparent }) });
  return true;
}

/** The trace in which an order was created; undefined when it was not traced. */
export async function traceparentOf(db: Queryable, orderId: string): Promise<string | undefined> {
  const [opened] = await db
    .select({ detail: orderEvents.detail })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), eq(orderEvents.kind, 'opened')))
    .limit(1);
  const traceparent = opened?.detail['traceparent'];
  return typeof traceparent === 'string' ? traceparent : undefined;
}

/** Locks the order's row until the end of the transaction. Its lines change only under this lock. */
export async function lockOrder(db: Queryable, id: string): Promise<OrderWithLines | null> {
  const locked = await db.select().from(orders).where(eq(orders.id, id)).for('update');
  return (await withLines(db, locked))[0] ?? null;
}

/**
 * Moves an order to `to` if the transition table allows it: one statement compares, sets and writes the history.
 * Returns the previous state, or null when nothing was changed.
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

/**
 * Moves a line to `to` if the transition table allows it: one statement compares and sets, and writes the history for
 * an order of several lines. For a single line the order's own history has the same content. Null when nothing was
 * changed.
 */
export async function moveLine(
  db: Queryable,
  id: string,
  to: LineStatus,
  detail: EventDetail = {},
): Promise<LineStatus | null> {
  const result = await db.execute<{ from_status: LineStatus; purpose: string }>(sql`
    with before as (
      select id, status from order_lines where id = ${id} and status in ${linePredecessorsOf(to)} for update
    ), moved as (
      update order_lines set status = ${to} from before where order_lines.id = before.id
      returning order_lines.id, order_lines.order_id, order_lines.position, order_lines.purpose,
                before.status as from_status
    ), touched as (
      update orders set updated_at = now() from moved where orders.id = moved.order_id
    ), noted as (
      insert into order_events (id, order_id, kind, from_status, to_status, detail, at)
      select ${uuidv7()}::uuid, moved.order_id, 'line', moved.from_status, ${to},
             jsonb_build_object('line', moved.position + 1) || ${JSON.stringify(detail)}::jsonb, now()
      from moved
      where exists (select from order_lines other where other.order_id = moved.order_id and other.id <> moved.id)
    )
    select from_status, purpose from moved`);
  const [moved] = result.rows;
  if (!moved) return null;
  const { fault = null } = detail;
  await settleReplacements(db, id, { purpose: moved.purpose, to, fault: typeof fault === 'string' ? fault : null });
  return moved.from_status;
}

/** Stores how much of a line's price stays paid for use. */
export async function updateKept(db: Queryable, id: string, keptAmount: number): Promise<void> {
  await db.update(orderLines).set({ keptAmount }).where(eq(orderLines.id, id));
}

/** Moves an order after a dispute to the state of its lines and its payment; false when it is not disputed. */
export async function resumeOrder(db: Queryable, id: string, to: OrderStatus): Promise<boolean> {
  const resumed = await db
    .update(orders)
    .set({ status: to, updatedAt: sql`clock_timestamp()` })
    .where(and(eq(orders.id, id), eq(orders.status, 'disputed')))
    .returning({ id: orders.id });
  if (resumed.length === 0) return false;
  const event = {
    id: uuidv7(),
    orderId: id,
    kind: 'status',
    fromStatus: 'disputed',
    toStatus: to,
    at: sql`clock_timestamp()`,
  };
  await db.insert(orderEvents).values(event);
  return true;
}

export async function insertEvent(
  db: Queryable,
  orderId: string,
  kind: string,
  detail: EventDetail = {},
): Promise<void> {
  await db.insert(orderEvents).values({ id: uuidv7(), orderId, kind, detail, at: sql`clock_timestamp()` });
}

export async function listEvents(db: Queryable, orderId: string) {
  return db
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(asc(orderEvents.at), asc(orderEvents.id));
}

export async function lastEvent(db: Queryable, orderId: string) {
  const [row] = await db
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(desc(orderEvents.at), desc(orderEvents.id))
    .limit(1);
  return row ?? null;
}

export async function updateEmail(
  db: Queryable,
  id: string,
  email: { email: string; emailKey: string },
): Promise<void> {
  await db
    .update(orders)
    .set({ ...email, updatedAt: sql`clock_timestamp()` })
    .where(eq(orders.id, id));
}

export async function updateCountryEvidence(
  db: Queryable,
  id: string,
  countryEvidence: OrderRow['countryEvidence'],
): Promise<void> {
  await db.update(orders).set({ countryEvidence }).where(eq(orders.id, id));
}

/** A page of an account's orders: those older than the order `before`, in these states only. */
export type OrderPage = { before?: string; statuses?: readonly OrderStatus[]; limit: number };

/** Orders of an account, newest first (ids are UUIDv7), without those that joined it after the session started. */
export async function listForAccount(
  db: Queryable,
  { accountId, sessionStartedAt }: { accountId: string; sessionStartedAt: Date },
  { before, statuses, limit }: OrderPage,
): Promise<OrderWithLines[]> {
  const found = await db
    .select()
    .from(orders)
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
  return withLines(db, found);
}

/** Orders of this address, or of these accounts, newest first. */
export async function listOf(
  db: Queryable,
  { emailKey, accountIds }: { emailKey: string | null; accountIds: readonly string[] },
  limit: number,
): Promise<OrderWithLines[]> {
  const theirs = or(
    emailKey === null ? undefined : eq(orders.emailKey, emailKey),
    accountIds.length === 0 ? undefined : inArray(orders.accountId, [...accountIds]),
  );
  if (theirs === undefined) return [];
  return withLines(db, await db.select().from(orders).where(theirs).orderBy(desc(orders.id)).limit(limit));
}

export async function listByStatus(
  db: Queryable,
  statuses: readonly OrderStatus[],
  options: { limit: number },
): Promise<OrderWithLines[]> {
  const found = await db
    .select()
    .from(orders)
    .where(inArray(orders.status, [...statuses]))
    .orderBy(asc(orders.updatedAt))
    .limit(options.limit);
  return withLines(db, found);
}

/** Sample orders of the demo account, which no vendor knows. */
export const isSample = sql`exists (select from ${orderEvents} where ${orderEvents.orderId} = ${orders.id} and ${orderEvents.detail} ? 'demo')`;

/**
 * Ids of real orders that changed since this time, or of all of them, in pages: `after` is the last id of the previous
 * page.
 */
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

export async function listByIds(db: Queryable, ids: string[]): Promise<OrderWithLines[]> {
  return ids.length === 0 ? [] : withLines(db, await db.select().from(orders).where(inArray(orders.id, ids)));
}

export async function countByStatus(db: Queryable): Promise<Partial<Record<OrderStatus, number>>> {
  const rows = await db
    .select({ status: orders.status, count: sql<number>`count(*)::int` })
    .from(orders)
    .groupBy(orders.status);
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}
