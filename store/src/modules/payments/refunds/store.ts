import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../../db/database.ts';
import { refunds } from '../schema.ts';

export type RefundRow = typeof refunds.$inferSelect;

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

/** Without `providers`: those of all. */
export async function listRefundsByStatus(
  db: Queryable,
  { statuses, providers }: { statuses: RefundRow['status'][]; providers?: string[] },
  limit: number,
): Promise<RefundRow[]> {
  return db
    .select()
    .from(refunds)
    .where(
      and(
        inArray(refunds.status, statuses),
        providers === undefined ? undefined : inArray(refunds.provider, providers),
      ),
    )
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
