import { and, asc, count, desc, eq, gte, inArray, lt, or, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/database.ts';
import type { Standing } from '../../shared/standing.ts';
import { OPEN_REFUND_REQUESTS, type RefundRequestState } from '../../shared/refund-request.ts';
import { refundRequests } from './schema.ts';

export type RequestRow = typeof refundRequests.$inferSelect;

/** False when the line has an open one: the unique index decides. */
export async function insertRequest(db: Queryable, row: RequestRow): Promise<boolean> {
  const inserted = await db
    .insert(refundRequests)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: refundRequests.id });
  return inserted.length > 0;
}

export async function findRequest(db: Queryable, id: string): Promise<RequestRow | null> {
  const [row] = await db.select().from(refundRequests).where(eq(refundRequests.id, id));
  return row ?? null;
}

/** The requests of these orders, newest first. */
export async function requestsOf(db: Queryable, orderIds: readonly string[]): Promise<RequestRow[]> {
  if (orderIds.length === 0) return [];
  return db
    .select()
    .from(refundRequests)
    .where(inArray(refundRequests.orderId, [...orderIds]))
    .orderBy(desc(refundRequests.createdAt), desc(refundRequests.id));
}

/** Oldest first. */
export async function listInStates(
  db: Queryable,
  states: readonly RefundRequestState[],
  limit: number,
): Promise<RequestRow[]> {
  return db
    .select()
    .from(refundRequests)
    .where(inArray(refundRequests.state, [...states]))
    .orderBy(asc(refundRequests.createdAt), asc(refundRequests.id))
    .limit(limit);
}

/** Requests with something to do at a wholesaler, unchanged since this time; the oldest first. */
export async function listUnfinished(db: Queryable, unchangedSince: Date, limit: number): Promise<RequestRow[]> {
  return db
    .select()
    .from(refundRequests)
    .where(
      and(
        or(eq(refundRequests.state, 'giving-back'), inArray(refundRequests.profile, ['to-return', 'to-end'])),
        lt(refundRequests.updatedAt, unchangedSince),
      ),
    )
    .orderBy(asc(refundRequests.updatedAt))
    .limit(limit);
}

type Change = Partial<
  Pick<
    RequestRow,
    | 'kind'
    | 'mailbox'
    | 'reason'
    | 'seen'
    | 'why'
    | 'askedVia'
    | 'amount'
    | 'kept'
    | 'answerBy'
    | 'answer'
    | 'decidedBy'
    | 'refundId'
    | 'profile'
    | 'returnedSince'
  >
>;

/** Compare-and-set: null when it is in none of these states. */
export async function moveRequest(
  db: Queryable,
  id: string,
  from: readonly RefundRequestState[],
  change: Change & { state: RefundRequestState },
): Promise<RequestRow | null> {
  const [moved] = await db
    .update(refundRequests)
    .set({ ...change, updatedAt: sql`clock_timestamp()` })
    .where(and(eq(refundRequests.id, id), inArray(refundRequests.state, [...from])))
    .returning();
  return moved ?? null;
}

/** Compare-and-set of what becomes of the profile: null when it is at none of these outcomes. `seen`: what was read of it. */
export async function updateProfile(
  db: Queryable,
  id: string,
  from: readonly NonNullable<RequestRow['profile']>[],
  profile: NonNullable<RequestRow['profile']>,
  seen?: NonNullable<RequestRow['seen']>,
): Promise<RequestRow | null> {
  const [moved] = await db
    .update(refundRequests)
    .set({ profile, ...(seen && { seen }), updatedAt: sql`clock_timestamp()` })
    .where(and(eq(refundRequests.id, id), inArray(refundRequests.profile, [...from])))
    .returning();
  return moved ?? null;
}

/** Stores that its wholesaler is asked to take the profile back. False when it was asked before. */
export async function markReturning(db: Queryable, id: string, at: Date): Promise<boolean> {
  const marked = await db
    .update(refundRequests)
    .set({ returnedSince: at })
    .where(and(eq(refundRequests.id, id), sql`${refundRequests.returnedSince} is null`))
    .returning({ id: refundRequests.id });
  return marked.length > 0;
}

/** Orders, and the mailbox in whose name refunds were made. */
export type Counted = { orderIds: readonly string[]; mailbox: string | null };

/** How many lines of these orders, or in the name of this mailbox, were refunded by oneself since this time. */
export async function countByOneself(db: Queryable, { orderIds, mailbox }: Counted, since: Date): Promise<number> {
  const theirs = or(
    orderIds.length === 0 ? undefined : inArray(refundRequests.orderId, [...orderIds]),
    mailbox === null ? undefined : eq(refundRequests.mailbox, mailbox),
  );
  if (theirs === undefined) return 0;
  const [row] = await db
    .select({ count: count() })
    .from(refundRequests)
    .where(
      and(
        theirs,
        gte(refundRequests.createdAt, since),
        eq(refundRequests.kind, 'unused'),
        inArray(refundRequests.state, ['giving-back', 'refunding', 'done']),
      ),
    );
  return row?.count ?? 0;
}

/** Lets requests of one buyer, or with one card, run one after the other until the end of the transaction. */
export async function lockKeys(tx: Tx, keys: readonly string[]): Promise<void> {
  for (const key of keys.toSorted()) await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 26))`);
}

/** Removes what buyers wrote, and what was answered. */
export async function forgetWords(db: Queryable, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return;
  await db
    .update(refundRequests)
    .set({ mailbox: null, place: null, period: null, words: null, answer: null })
    .where(inArray(refundRequests.orderId, [...orderIds]));
}

/** Requests without an answer after the promised time, by kind. */
export async function overdueRequests(db: Queryable): Promise<Standing[]> {
  const { rows } = await db.execute<Standing>(sql`
    select kind as state, count(*)::int as count, extract(epoch from now() - min(answer_by))::float8 as "oldestSeconds"
    from ${refundRequests} where state = 'asked' and answer_by < now() group by kind`);
  return rows;
}

/** Open requests, by state. */
export async function openRequests(db: Queryable): Promise<Standing[]> {
  const { rows } = await db.execute<Standing>(sql`
    select state, count(*)::int as count, extract(epoch from now() - min(updated_at))::float8 as "oldestSeconds"
    from ${refundRequests} where state in ${[...OPEN_REFUND_REQUESTS]} group by state`);
  return rows;
}
