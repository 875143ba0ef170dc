import { asc, eq, isNull, or } from 'drizzle-orm';
import type { Queryable } from '../../../db/database.ts';
import { disputes, fraudWarnings } from '../schema.ts';

export type DisputeRow = typeof disputes.$inferSelect;
export type FraudWarningRow = typeof fraudWarnings.$inferSelect;

export async function disputesOfAttempt(db: Queryable, attemptId: string): Promise<DisputeRow[]> {
  return db
    .select()
    .from(disputes)
    .where(eq(disputes.attemptId, attemptId))
    .orderBy(asc(disputes.openedAt), asc(disputes.vendorId));
}

export async function disputesOfOrder(db: Queryable, orderId: string): Promise<DisputeRow[]> {
  return db
    .select()
    .from(disputes)
    .where(eq(disputes.orderId, orderId))
    .orderBy(asc(disputes.openedAt), asc(disputes.vendorId));
}

export async function warningsOfOrder(db: Queryable, orderId: string): Promise<FraudWarningRow[]> {
  return db
    .select()
    .from(fraudWarnings)
    .where(eq(fraudWarnings.orderId, orderId))
    .orderBy(asc(fraudWarnings.openedAt), asc(fraudWarnings.vendorId));
}

/** Inserts or updates a dispute. */
export async function upsertDispute(db: Queryable, row: DisputeRow): Promise<void> {
  const { vendorId, orderId, attemptId, provider, openedAt, ...state } = row;
  const written = await db
    .insert(disputes)
    .values({ vendorId, orderId, attemptId, provider, openedAt, ...state })
    .onConflictDoUpdate({ target: disputes.vendorId, set: state, setWhere: eq(disputes.provider, provider) })
    .returning({ provider: disputes.provider });
  if (written.length === 0) throw new Error(OTHERS_ID);
}

/** The key is the id alone (docs/old-columns.md). */
const OTHERS_ID = 'a dispute or warning of another provider has this id';

/** Open disputes and lost ones; nearest deadline first. */
export async function listDisputes(db: Queryable, limit: number): Promise<DisputeRow[]> {
  return db
    .select()
    .from(disputes)
    .where(or(isNull(disputes.outcome), eq(disputes.outcome, 'lost')))
    .orderBy(asc(disputes.dueAt), asc(disputes.vendorId))
    .limit(limit);
}

export async function upsertFraudWarning(db: Queryable, row: FraudWarningRow): Promise<void> {
  const { actionable, updatedAt, provider } = row;
  const written = await db
    .insert(fraudWarnings)
    .values(row)
    .onConflictDoUpdate({
      target: fraudWarnings.vendorId,
      set: { actionable, updatedAt },
      setWhere: eq(fraudWarnings.provider, provider),
    })
    .returning({ provider: fraudWarnings.provider });
  if (written.length === 0) throw new Error(OTHERS_ID);
}

/** Warnings that can still be acted on, oldest first. */
export async function listFraudWarnings(db: Queryable, limit: number): Promise<FraudWarningRow[]> {
  return db
    .select()
    .from(fraudWarnings)
    .where(eq(fraudWarnings.actionable, true))
    .orderBy(asc(fraudWarnings.openedAt), asc(fraudWarnings.vendorId))
    .limit(limit);
}
