import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { deleteRows } from '../../db/delete-rows.ts';
import { disputes, fraudWarnings, paymentAttempts, paymentEvents, refunds } from './schema.ts';

export type AttemptRow = typeof paymentAttempts.$inferSelect;
export type RefundRow = typeof refunds.$inferSelect;
export type DisputeRow = typeof disputes.$inferSelect;
export type FraudWarningRow = typeof fraudWarnings.$inferSelect;
export type PaymentEventRow = typeof paymentEvents.$inferSelect;

export async function latestAttempt(db: Queryable, orderId: string): Promise<AttemptRow | null> {
  const [row] = await db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, orderId))
    .orderBy(desc(paymentAttempts.number))
    .limit(1);
  return row ?? null;
}

export async function findAttempt(db: Queryable, id: string): Promise<AttemptRow | null> {
  const [row] = await db.select().from(paymentAttempts).where(eq(paymentAttempts.id, id));
  return row ?? null;
}

export async function findAttemptBySession(db: Queryable, sessionId: string): Promise<AttemptRow | null> {
  const [row] = await db.select().from(paymentAttempts).where(eq(paymentAttempts.sessionId, sessionId));
  return row ?? null;
}

export async function findAttemptByIntent(db: Queryable, paymentIntentId: string): Promise<AttemptRow | null> {
  const [row] = await db.select().from(paymentAttempts).where(eq(paymentAttempts.paymentIntentId, paymentIntentId));
  return row ?? null;
}

/** The payment that counts for the order: settled as paid and not surplus. */
export async function findPaidAttempt(db: Queryable, orderId: string): Promise<AttemptRow | null> {
  const [row] = await db
    .select()
    .from(paymentAttempts)
    .where(
      and(eq(paymentAttempts.orderId, orderId), eq(paymentAttempts.status, 'paid'), eq(paymentAttempts.surplus, false)),
    )
    .orderBy(asc(paymentAttempts.settledAt))
    .limit(1);
  return row ?? null;
}

/** False when another process inserted this number first. */
export async function insertAttempt(db: Queryable, row: AttemptRow): Promise<boolean> {
  const inserted = await db
    .insert(paymentAttempts)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: paymentAttempts.id });
  return inserted.length > 0;
}

/** Compare-and-set: changes an attempt in one of the given states; false when it has another state. */
export async function updateAttempt(
  db: Queryable,
  id: string,
  from: AttemptRow['status'][],
  change: Partial<AttemptRow>,
): Promise<boolean> {
  const changed = await db
    .update(paymentAttempts)
    .set(change)
    .where(and(eq(paymentAttempts.id, id), inArray(paymentAttempts.status, from)))
    .returning({ id: paymentAttempts.id });
  return changed.length > 0;
}

/**
 * Claims open attempts that are due for a check. The interval grows to a quarter of the attempt's age, so that a page
 * that stays open all day costs about thirty calls.
 */
export async function takeUnsettled(db: Queryable, afterSeconds: number, limit: number): Promise<{ id: string }[]> {
  const { status, createdAt, checkedAt, id } = paymentAttempts;
  const due = sql`coalesce(${checkedAt}, ${createdAt}) < now() - greatest(make_interval(secs => ${afterSeconds}), (now() - ${createdAt}) / 4)`;
  const oldest = db
    .select({ id })
    .from(paymentAttempts)
    .where(and(inArray(status, ['opening', 'open']), due))
    .orderBy(asc(createdAt))
    .limit(limit);
  return db
    .update(paymentAttempts)
    .set({ checkedAt: sql`clock_timestamp()` })
    .where(inArray(id, oldest))
    .returning({ id });
}

/** Compare-and-set: stores this as the newest reading of the payment; false when a newer one was stored already. */
export async function claimReading(db: Queryable, id: string, readAt: Date): Promise<boolean> {
  const claimed = await db
    .update(paymentAttempts)
    .set({ syncedAt: readAt })
    .where(and(eq(paymentAttempts.id, id), or(isNull(paymentAttempts.syncedAt), lte(paymentAttempts.syncedAt, readAt))))
    .returning({ id: paymentAttempts.id });
  return claimed.length > 0;
}

/** False when the event was stored before. */
export async function insertEvent(db: Queryable, row: PaymentEventRow): Promise<boolean> {
  const inserted = await db.insert(paymentEvents).values(row).onConflictDoNothing().returning({ id: paymentEvents.id });
  return inserted.length > 0;
}

export async function findEvent(db: Queryable, id: string): Promise<PaymentEventRow | null> {
  const [row] = await db.select().from(paymentEvents).where(eq(paymentEvents.id, id));
  return row ?? null;
}

export async function markEventHandled(db: Queryable, id: string): Promise<void> {
  await db
    .update(paymentEvents)
    .set({ handledAt: sql`clock_timestamp()` })
    .where(and(eq(paymentEvents.id, id), isNull(paymentEvents.handledAt)));
}

/** `createdAt` is the vendor's time of a refund that was made there. Without it the refund was made now. */
export async function insertRefund(
  db: Queryable,
  row: Omit<RefundRow, 'createdAt' | 'updatedAt'> & { createdAt?: Date },
): Promise<RefundRow> {
  const now = sql`clock_timestamp()`;
  const [inserted] = await db
    .insert(refunds)
    .values({ createdAt: now, updatedAt: now, ...row })
    .returning();
  return inserted!;
}

export async function findRefund(db: Queryable, id: string): Promise<RefundRow | null> {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, id));
  return row ?? null;
}

/** Every refund of a payment, oldest first. */
export async function refundsOfAttempt(db: Queryable, attemptId: string): Promise<RefundRow[]> {
  return db
    .select()
    .from(refunds)
    .where(eq(refunds.attemptId, attemptId))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
}

export async function updateRefund(db: Queryable, id: string, change: Partial<RefundRow>): Promise<void> {
  await db
    .update(refunds)
    .set({ ...change, updatedAt: sql`clock_timestamp()` })
    .where(eq(refunds.id, id));
}

/** The reference comes after the refund was made: the time of its last change of state stays. */
export async function updateRefundReference(db: Queryable, id: string, bankReference: string): Promise<void> {
  await db.update(refunds).set({ bankReference }).where(eq(refunds.id, id));
}

export async function listRefundsByStatus(
  db: Queryable,
  statuses: RefundRow['status'][],
  limit: number,
): Promise<RefundRow[]> {
  return db
    .select()
    .from(refunds)
    .where(inArray(refunds.status, statuses))
    .orderBy(asc(refunds.updatedAt))
    .limit(limit);
}

/** Every refund of these orders, oldest first. */
export async function refundsOfOrders(db: Queryable, orderIds: string[]): Promise<RefundRow[]> {
  if (orderIds.length === 0) return [];
  return db
    .select()
    .from(refunds)
    .where(inArray(refunds.orderId, orderIds))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
}

export async function disputesOfAttempt(db: Queryable, attemptId: string): Promise<DisputeRow[]> {
  return db
    .select()
    .from(disputes)
    .where(eq(disputes.attemptId, attemptId))
    .orderBy(asc(disputes.openedAt), asc(disputes.vendorId));
}

/** Inserts or updates a dispute. */
export async function upsertDispute(db: Queryable, row: DisputeRow): Promise<void> {
  const { vendorId, orderId, attemptId, openedAt, ...state } = row;
  await db
    .insert(disputes)
    .values({ vendorId, orderId, attemptId, openedAt, ...state })
    .onConflictDoUpdate({ target: disputes.vendorId, set: state });
}

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
  const { actionable, updatedAt } = row;
  await db
    .insert(fraudWarnings)
    .values(row)
    .onConflictDoUpdate({ target: fraudWarnings.vendorId, set: { actionable, updatedAt } });
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

/** The number of unhandled events that are older than `olderThan`. */
export async function countUnhandledEvents(db: Queryable, olderThan: Date): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(paymentEvents)
    .where(and(isNull(paymentEvents.handledAt), lt(paymentEvents.receivedAt, olderThan)));
  return row?.count ?? 0;
}

/** Ids of unhandled events of that time, oldest first. */
export async function unhandledEvents(
  db: Queryable,
  { since, before }: { since: Date; before: Date },
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select({ id: paymentEvents.id })
    .from(paymentEvents)
    .where(
      and(isNull(paymentEvents.handledAt), gt(paymentEvents.receivedAt, since), lt(paymentEvents.receivedAt, before)),
    )
    .orderBy(asc(paymentEvents.receivedAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function deleteHandledEvents(db: Queryable, before: Date): Promise<void> {
  await deleteRows(db, paymentEvents, lt(paymentEvents.handledAt, before));
}
