import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import type { LossState } from '../../shared/refund-request.ts';
import { openLosses } from './schema.ts';

export type LossRow = typeof openLosses.$inferSelect;

/** A line has one: a second insert changes nothing. */
export async function insertLoss(db: Queryable, row: LossRow): Promise<void> {
  await db.insert(openLosses).values(row).onConflictDoNothing();
}

export async function findLoss(db: Queryable, id: string): Promise<LossRow | null> {
  const [row] = await db.select().from(openLosses).where(eq(openLosses.id, id));
  return row ?? null;
}

/** Oldest first. */
export async function listLosses(db: Queryable, states: readonly LossState[], limit: number): Promise<LossRow[]> {
  return db
    .select()
    .from(openLosses)
    .where(inArray(openLosses.state, [...states]))
    .orderBy(asc(openLosses.createdAt), asc(openLosses.id))
    .limit(limit);
}

/** Compare-and-set: null when it is in none of these states. */
export async function moveLoss(
  db: Queryable,
  id: string,
  from: readonly LossState[],
  change: { state: LossState; claimRef?: string | null },
): Promise<LossRow | null> {
  const [moved] = await db
    .update(openLosses)
    .set({ ...change, updatedAt: sql`clock_timestamp()` })
    .where(and(eq(openLosses.id, id), inArray(openLosses.state, [...from])))
    .returning();
  return moved ?? null;
}
