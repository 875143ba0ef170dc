import { and, desc, eq, gte, not, notInArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { GIVEN_BACK } from './line-state.ts';
import { orderLines, orders } from './schema.ts';
import { isSample } from './store.ts';

/** Destinations by how many eSIMs were paid for since an instant and not given back, the most first. */
export async function listBestSold(
  db: Queryable,
  { since, limit }: { since: Date; limit: number },
): Promise<{ offerSlug: string; sold: number }[]> {
  const sold = sql<number>`sum(${orderLines.quantity})::int`;
  return db
    .select({ offerSlug: orderLines.offerSlug, sold })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(and(gte(orders.paidAt, since), notInArray(orderLines.status, [...GIVEN_BACK]), not(isSample)))
    .groupBy(orderLines.offerSlug)
    .orderBy(desc(sold), orderLines.offerSlug)
    .limit(limit);
}
