import { and, asc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Queryable } from '../../../db/database.ts';
import { deleteRows } from '../../../db/delete-rows.ts';
import { paymentEvents } from '../schema.ts';

export type PaymentEventRow = typeof paymentEvents.$inferSelect;

/** False when the event was stored before. */
export async function insertEvent(db: Queryable, row: PaymentEventRow): Promise<boolean> {
  const inserted = await db.insert(paymentEvents).values(row).onConflictDoNothing().returning({ id: paymentEvents.id });
  return inserted.length > 0;
}

/** The events with this id: one per provider. */
export async function findEvents(db: Queryable, id: string): Promise<PaymentEventRow[]> {
  return db.select().from(paymentEvents).where(eq(paymentEvents.id, id));
}

export async function markEventHandled(
  db: Queryable,
  { id, provider }: Pick<PaymentEventRow, 'id' | 'provider'>,
): Promise<void> {
  await db
    .update(paymentEvents)
    .set({ handledAt: sql`clock_timestamp()` })
    .where(and(eq(paymentEvents.id, id), eq(paymentEvents.provider, provider), isNull(paymentEvents.handledAt)));
}

/** The number of unhandled events that are older than `olderThan`. */
export async function countUnhandledEvents(db: Queryable, olderThan: Date): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(paymentEvents)
    .where(and(isNull(paymentEvents.handledAt), lt(paymentEvents.receivedAt, olderThan)));
  return row?.count ?? 0;
}

/** Ids of unhandled events of these providers and that time, oldest first. */
export async function unhandledEvents(
  db: Queryable,
  { providers, since, before }: { providers: string[]; since: Date; before: Date },
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select({ id: paymentEvents.id })
    .from(paymentEvents)
    .where(
      and(
        isNull(paymentEvents.handledAt),
        inArray(paymentEvents.provider, providers),
        gt(paymentEvents.receivedAt, since),
        lt(paymentEvents.receivedAt, before),
      ),
    )
    .orderBy(asc(paymentEvents.receivedAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function deleteHandledEvents(db: Queryable, before: Date): Promise<void> {
  await deleteRows(db, paymentEvents, lt(paymentEvents.handledAt, before));
}
