import { and, asc, eq, gt, inArray, or, sql } from 'drizzle-orm';
import type { Db, Queryable } from '../../db/database.ts';
import { strayProfiles, wholesaleOrders } from './schema.ts';

/** An order at a wholesaler: its id is unique at that wholesaler. */
export type VendorOrder = Pick<typeof strayProfiles.$inferSelect, 'wholesaler' | 'vendorOrderId'>;

export const isSameOrder = (one: VendorOrder, other: VendorOrder) =>
  one.wholesaler === other.wholesaler && one.vendorOrderId === other.vendorOrderId;

export type WholesaleRow = typeof wholesaleOrders.$inferSelect;

export async function insertWholesale(db: Queryable, row: WholesaleRow): Promise<void> {
  await db.insert(wholesaleOrders).values(row).onConflictDoNothing({ target: wholesaleOrders.lineId });
}

export async function findById(db: Queryable, id: string): Promise<WholesaleRow | null> {
  const [row] = await db.select().from(wholesaleOrders).where(eq(wholesaleOrders.id, id));
  return row ?? null;
}

export async function findByLine(db: Queryable, lineId: string): Promise<WholesaleRow | null> {
  const [row] = await db.select().from(wholesaleOrders).where(eq(wholesaleOrders.lineId, lineId));
  return row ?? null;
}

/** True for a row whose last call is at least this far from the database's time, on either side. */
const isPast = (seconds: number) =>
  sql`(${wholesaleOrders.submittedAt} is null or abs(extract(epoch from clock_timestamp() - ${wholesaleOrders.submittedAt})) >= ${seconds})`;

/**
 * Compare-and-set: claims the call for one process and stores it before it is made, with the database's time. Null also
 * when the last call is less than `stepSeconds` ago.
 */
export async function claimSubmission(
  db: Queryable,
  id: string,
  {
    stepSeconds,
    ...quote
  }: Pick<WholesaleRow, 'quotedNetCents' | 'reservedCents' | 'reservedOn'> & {
    stepSeconds: number;
  },
): Promise<WholesaleRow | null> {
  const [row] = await db
    .update(wholesaleOrders)
    .set({
      status: 'submitted',
      ...quote,
      submittedAt: sql`clock_timestamp()`,
      submissions: sql`${wholesaleOrders.submissions} + 1`,
      updatedAt: sql`clock_timestamp()`,
    })
    .where(and(eq(wholesaleOrders.id, id), inArray(wholesaleOrders.status, ['waiting', 'held']), isPast(stepSeconds)))
    .returning();
  return row ?? null;
}

/** A row as somebody has read it: its source, and how often it was called. */
export type RowAsRead = Pick<WholesaleRow, 'id' | 'submissions' | 'wholesaler' | 'packageId'>;

/** True for this row while nobody has called or moved on since it was read, and no call is in progress. */
export const isUnchanged = ({ id, submissions, wholesaler, packageId }: RowAsRead) =>
  and(
    eq(wholesaleOrders.id, id),
    inArray(wholesaleOrders.status, ['waiting', 'held']),
    eq(wholesaleOrders.submissions, submissions),
    eq(wholesaleOrders.wholesaler, wholesaler),
    eq(wholesaleOrders.packageId, packageId),
  );

/**
 * Changes a row without a call in progress, whose last call was at least `pastSeconds` ago by the database's time; false
 * when one is in progress, the row is closed, or it was called or has moved on since it was read.
 */
export async function changeUnsubmitted(
  db: Queryable,
  row: RowAsRead,
  change: Partial<WholesaleRow>,
  { pastSeconds = 0 }: { pastSeconds?: number } = {},
): Promise<boolean> {
  const changed = await db
    .update(wholesaleOrders)
    .set({ ...change, updatedAt: sql`clock_timestamp()` })
    .where(and(isUnchanged(row), isPast(pastSeconds)))
    .returning({ id: wholesaleOrders.id });
  return changed.length > 0;
}

/**
 * Compare-and-set: passes a row to another source. Only while no call is open and a search has covered every call that was
 * made: then the wholesalers that were asked have proved that they hold nothing. Null otherwise. The fault stays in the
 * tries: while the next source is asked, the line is not late.
 */
export async function switchSource(
  db: Queryable,
  row: RowAsRead,
  to: Pick<WholesaleRow, 'wholesaler' | 'packageId' | 'netCurrency'>,
): Promise<WholesaleRow | null> {
  const { submissions, searchedCalls } = wholesaleOrders;
  const [switched] = await db
    .update(wholesaleOrders)
    .set({ ...to, status: 'waiting', quotedNetCents: null, lastFault: null, updatedAt: sql`clock_timestamp()` })
    .where(and(isUnchanged(row), sql`${searchedCalls} >= ${submissions}`))
    .returning();
  return switched ?? null;
}

/** Names the source that has delivered a row, where it is another than the one that was asked last. */
export async function setSource(
  db: Queryable,
  id: string,
  source: Pick<WholesaleRow, 'wholesaler' | 'packageId' | 'quotedNetCents'>,
): Promise<void> {
  await db.update(wholesaleOrders).set(source).where(eq(wholesaleOrders.id, id));
}

/** Removes a reservation that was taken off its budgets. */
export async function clearReservation(db: Queryable, id: string): Promise<void> {
  await db.update(wholesaleOrders).set({ reservedCents: 0, reservedOn: null }).where(eq(wholesaleOrders.id, id));
}

/** Accepts the price for which the order is held. Null when it is not held. */
export async function releaseHeld(db: Queryable, lineId: string): Promise<WholesaleRow | null> {
  const [row] = await db
    .update(wholesaleOrders)
    .set({ status: 'waiting', acceptedNetCents: wholesaleOrders.quotedNetCents, updatedAt: sql`clock_timestamp()` })
    .where(and(eq(wholesaleOrders.lineId, lineId), eq(wholesaleOrders.status, 'held')))
    .returning();
  return row ?? null;
}

/** Held rows, nearest deadline first. */
export async function listHeld(db: Queryable, limit: number): Promise<WholesaleRow[]> {
  return db
    .select()
    .from(wholesaleOrders)
    .where(eq(wholesaleOrders.status, 'held'))
    .orderBy(asc(wholesaleOrders.deadline))
    .limit(limit);
}

/**
 * Compare-and-set: changes the row if it still has the submission that the caller read, and at least `pastSeconds` have
 * passed since by the database's time; false otherwise.
 */
export async function changeSubmitted(
  db: Queryable,
  row: WholesaleRow,
  change: Partial<WholesaleRow>,
  { pastSeconds = 0 }: { pastSeconds?: number } = {},
): Promise<boolean> {
  const changed = await db
    .update(wholesaleOrders)
    .set({ ...change, updatedAt: sql`clock_timestamp()` })
    .where(
      and(
        eq(wholesaleOrders.id, row.id),
        eq(wholesaleOrders.status, 'submitted'),
        eq(wholesaleOrders.submissions, row.submissions),
        isPast(pastSeconds),
      ),
    )
    .returning({ id: wholesaleOrders.id });
  return changed.length > 0;
}

/** Brings times of open rows that lie in the future, or too far in it, to those of a row that begins now. */
export async function fitTimes(db: Queryable, deadlineSeconds: number): Promise<void> {
  const { submittedAt, deadline, status } = wholesaleOrders;
  const latest = sql`clock_timestamp() + make_interval(secs => ${deadlineSeconds})`;
  await db
    .update(wholesaleOrders)
    .set({ submittedAt: sql`least(${submittedAt}, clock_timestamp())`, deadline: sql`least(${deadline}, ${latest})` })
    .where(
      and(
        inArray(status, ['waiting', 'held', 'submitted']),
        sql`(${submittedAt} > clock_timestamp() or ${deadline} > ${latest})`,
      ),
    );
}

/** Closes the row; false when it was already closed. */
export async function closeWholesale(
  db: Queryable,
  id: string,
  change: Pick<WholesaleRow, 'status'> & Partial<WholesaleRow>,
): Promise<boolean> {
  const changed = await db
    .update(wholesaleOrders)
    .set({ ...change, updatedAt: sql`clock_timestamp()` })
    .where(and(eq(wholesaleOrders.id, id), inArray(wholesaleOrders.status, ['waiting', 'held', 'submitted'])))
    .returning({ id: wholesaleOrders.id });
  return changed.length > 0;
}

/** The fault of a row whose delivery may have been made in a time that the database lost. */
export const LOST_TIME = 'lost-time';

/**
 * Marks every row that may have been carried out in a time that the database lost. Open rows become submitted now, so
 * their next step is a search. Stopped rows count as doubted, so they are searched for when a won dispute opens them
 * again. The other states are final. Uses only columns of version 1.0.0: a restore runs it on the tables of the backup.
 */
export async function doubtRows(db: Pick<Db, 'update'>): Promise<void> {
  const now = sql`clock_timestamp()`;
  await db
    .update(wholesaleOrders)
    .set({ status: 'submitted', submittedAt: now, lastFault: LOST_TIME, updatedAt: now })
    .where(inArray(wholesaleOrders.status, ['waiting', 'held', 'submitted']));
  await db
    .update(wholesaleOrders)
    .set({ doubts: sql`${wholesaleOrders.doubts} + 1`, submittedAt: now, lastFault: LOST_TIME })
    .where(eq(wholesaleOrders.status, 'stopped'));
}

/** Stops the line's row unless it is closed. A call in progress counts as unknown: it may still produce a profile. */
export async function stopByLine(db: Queryable, lineId: string): Promise<void> {
  await db
    .update(wholesaleOrders)
    .set({
      status: 'stopped',
      doubts: sql`${wholesaleOrders.doubts} + (${wholesaleOrders.status} = 'submitted')::int`,
      updatedAt: sql`clock_timestamp()`,
    })
    .where(and(eq(wholesaleOrders.lineId, lineId), inArray(wholesaleOrders.status, ['waiting', 'held', 'submitted'])));
}

/** Opens a stopped row again. After an unknown outcome it becomes submitted, so that its next step is a search. */
export async function restartByLine(db: Queryable, lineId: string, deadline: Date): Promise<void> {
  await db
    .update(wholesaleOrders)
    .set({
      status: sql`case when ${wholesaleOrders.doubts} > 0 then 'submitted' else 'waiting' end`,
      deadline,
      updatedAt: sql`clock_timestamp()`,
    })
    .where(and(eq(wholesaleOrders.lineId, lineId), eq(wholesaleOrders.status, 'stopped')));
}

/** Rows for which a second profile may still appear at the wholesaler. */
export async function listDoubtful(db: Queryable, since: Date, limit: number): Promise<WholesaleRow[]> {
  return db
    .select()
    .from(wholesaleOrders)
    .where(
      and(
        gt(wholesaleOrders.updatedAt, since),
        inArray(wholesaleOrders.status, ['done', 'given_up', 'stopped']),
        or(
          gt(wholesaleOrders.doubts, 0),
          // A refusal may arrive after the effect.
          gt(wholesaleOrders.submissions, 1),
          inArray(wholesaleOrders.status, ['given_up', 'stopped']),
        ),
      ),
    )
    .orderBy(asc(wholesaleOrders.updatedAt))
    .limit(limit);
}

/** True when it was not listed before. Moves one that version 1.0.0 listed on another line of its order. */
export async function insertStray(db: Queryable, row: typeof strayProfiles.$inferInsert): Promise<boolean> {
  const inserted = await db
    .insert(strayProfiles)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: strayProfiles.vendorOrderId });
  if (inserted.length > 0) return true;
  const { wholesaler, vendorOrderId, wholesaleOrderId } = row;
  await db
    .update(strayProfiles)
    .set({ wholesaleOrderId })
    .where(and(eq(strayProfiles.wholesaler, wholesaler), eq(strayProfiles.vendorOrderId, vendorOrderId)));
  return false;
}

export async function listStrays(db: Queryable, limit: number) {
  return db
    .select({
      wholesaler: strayProfiles.wholesaler,
      vendorOrderId: strayProfiles.vendorOrderId,
      orderId: wholesaleOrders.orderId,
      foundAt: strayProfiles.foundAt,
    })
    .from(strayProfiles)
    .innerJoin(wholesaleOrders, eq(wholesaleOrders.id, strayProfiles.wholesaleOrderId))
    .orderBy(asc(strayProfiles.foundAt), asc(strayProfiles.wholesaler), asc(strayProfiles.vendorOrderId))
    .limit(limit);
}

export async function listByOrders(db: Queryable, orderIds: string[]): Promise<WholesaleRow[]> {
  return orderIds.length === 0
    ? []
    : db.select().from(wholesaleOrders).where(inArray(wholesaleOrders.orderId, orderIds));
}

/** The wholesale orders among these rows' that are listed as strays. */
export async function listStraysOf(db: Queryable, rowIds: string[]) {
  return rowIds.length === 0
    ? []
    : db.select().from(strayProfiles).where(inArray(strayProfiles.wholesaleOrderId, rowIds));
}

/** In batches, because a full comparison reads every order. */
export async function listByReferences(db: Queryable, references: string[]): Promise<WholesaleRow[]> {
  const rows: WholesaleRow[] = [];
  for (let at = 0; at < references.length; at += 1_000)
    rows.push(
      ...(await db
        .select()
        .from(wholesaleOrders)
        .where(inArray(wholesaleOrders.reference, references.slice(at, at + 1_000)))),
    );
  return rows;
}
