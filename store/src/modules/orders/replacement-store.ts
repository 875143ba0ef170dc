import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import type { LineStatus } from '../../shared/order-status.ts';
import { OPEN_REPLACEMENTS, type ReplacementState } from '../../shared/replacement.ts';
import { orderLines, orders, replacements } from './schema.ts';

export type ReplacementRow = typeof replacements.$inferSelect;

/** False when the eSIM is being replaced, or was: the unique index decides. */
export async function insertReplacement(db: Queryable, row: ReplacementRow): Promise<boolean> {
  const inserted = await db.insert(replacements).values(row).onConflictDoNothing().returning({ id: replacements.id });
  return inserted.length > 0;
}

export async function findReplacement(db: Queryable, id: string): Promise<ReplacementRow | null> {
  const [row] = await db.select().from(replacements).where(eq(replacements.id, id));
  return row ?? null;
}

/** The replacements of these orders, newest first. */
export async function replacementsOf(db: Queryable, orderIds: readonly string[]): Promise<ReplacementRow[]> {
  if (orderIds.length === 0) return [];
  return db
    .select()
    .from(replacements)
    .where(inArray(replacements.orderId, [...orderIds]))
    .orderBy(desc(replacements.createdAt), desc(replacements.id));
}

/** Oldest first. */
export async function listInStates(
  db: Queryable,
  states: readonly ReplacementState[],
  limit: number,
): Promise<ReplacementRow[]> {
  return db
    .select()
    .from(replacements)
    .where(inArray(replacements.state, [...states]))
    .orderBy(asc(replacements.createdAt), asc(replacements.id))
    .limit(limit);
}

/** Compare-and-set: null when it is in none of these states. */
export async function moveReplacement(
  db: Queryable,
  id: string,
  from: readonly ReplacementState[],
  change: Pick<ReplacementRow, 'state'> & Partial<Pick<ReplacementRow, 'oldProfile' | 'fault' | 'byRule'>>,
): Promise<ReplacementRow | null> {
  const [moved] = await db
    .update(replacements)
    .set({ ...change, updatedAt: sql`clock_timestamp()` })
    .where(and(eq(replacements.id, id), inArray(replacements.state, [...from])))
    .returning();
  if (!moved) return null;
  // The page of the order shows it.
  await db
    .update(orders)
    .set({ updatedAt: sql`clock_timestamp()` })
    .where(eq(orders.id, moved.orderId));
  return moved;
}

/** What a state of its line means for a replacement. */
const SETTLED_BY: Partial<Record<LineStatus, ReplacementState>> = {
  fulfilled: 'done',
  failed: 'failed',
  refunding: 'withdrawn',
};

/** Follows a line that has moved: its own replacement, or those of the line that was bought when its money goes back. */
export async function settleReplacements(
  db: Queryable,
  lineId: string,
  { purpose, to, fault }: { purpose: string; to: LineStatus; fault: string | null },
): Promise<void> {
  const state = SETTLED_BY[to];
  if (purpose === 'replacement' && state) await moveReplacement(db, lineId, ['delivering'], { state, fault });
  if (purpose === 'replacement' || to !== 'refunding') return;
  await db
    .update(replacements)
    .set({ state: 'withdrawn', updatedAt: sql`clock_timestamp()` })
    .where(and(eq(replacements.lineId, lineId), inArray(replacements.state, [...OPEN_REPLACEMENTS])));
}

type LineRow = typeof orderLines.$inferInsert;

/** Adds the line of a replacement at the end of its order, whose row the caller has locked. */
export async function addLine(db: Queryable, line: Omit<LineRow, 'position' | 'status'>): Promise<void> {
  const [last] = await db
    .select({ position: sql<number>`max(${orderLines.position})::int` })
    .from(orderLines)
    .where(eq(orderLines.orderId, line.orderId));
  await db.insert(orderLines).values({ ...line, status: 'waiting', position: (last?.position ?? -1) + 1 });
}

/** Lines of replacements on their way: their orders are delivered, so no search for open orders finds them. */
export async function openReplacementLines(db: Queryable, limit: number) {
  return db
    .select({ id: orderLines.id, status: orderLines.status })
    .from(replacements)
    .innerJoin(orderLines, eq(orderLines.id, replacements.id))
    .where(and(eq(replacements.state, 'delivering'), inArray(orderLines.status, ['waiting', 'fulfilling'])))
    .orderBy(asc(replacements.createdAt))
    .limit(limit);
}
