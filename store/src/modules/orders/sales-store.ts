import { and, desc, eq, gte, not, notInArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { GIVEN_BACK } from '../../shared/order-status.ts';
import { orderLines, orders } from './schema.ts';
import { isSample } from './store.ts';

/** Destinations by the number of eSIMs that were paid since this time and not refunded, most first. */
export async function listBestSold(
  db: Queryable,
  { since, limit }: { since: Date; limit: number },
): Promise<{ offerSlug: string; sold: number }[]> {
  const sold = sql<number>`count(*)::int`;
  return db
    .select({ offerSlug: orderLines.offerSlug, sold })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(
      and(
        gte(orders.paidAt, since),
        notInArray(orderLines.status, [...GIVEN_BACK]),
        eq(orderLines.purpose, 'profile'),
        not(isSample),
      ),
    )
    .groupBy(orderLines.offerSlug)
    .orderBy(desc(sold), orderLines.offerSlug)
    .limit(limit);
}
