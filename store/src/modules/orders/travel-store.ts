import { and, asc, between, eq, gt, isNotNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { orders } from './schema.ts';
import { isSample } from './store.ts';

/** When the buyer of an order travels, and the zone in which they said it; null: not known. */
export type Travel = { travelDate: string | null; timeZone: string | null };

export async function updateTravel(db: Queryable, id: string, travel: Travel): Promise<void> {
  await db
    .update(orders)
    .set({ ...travel, updatedAt: sql`clock_timestamp()` })
    .where(eq(orders.id, id));
}

type Travelling = { id: string; travelDate: string; timeZone: string | null };

/** Paid orders with a travel date between two days, in pages by id: `after` is the last one of the page before. */
export async function listTravelling(
  db: Queryable,
  { from, to, after, limit }: { from: string; to: string; after: string | null; limit: number },
): Promise<Travelling[]> {
  const rows = await db
    .select({ id: orders.id, travelDate: orders.travelDate, timeZone: orders.timeZone })
    .from(orders)
    .where(
      and(
        between(orders.travelDate, from, to),
        isNotNull(orders.paidAt),
        after === null ? undefined : gt(orders.id, after),
      ),
    )
    .orderBy(asc(orders.id))
    .limit(limit);
  return rows.map(({ travelDate, ...order }) => ({ ...order, travelDate: travelDate! }));
}

/** True for a sample order of the demo account. */
export async function isSampleOrder(db: Queryable, id: string): Promise<boolean> {
  const found = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, id), isSample));
  return found.length > 0;
}
