import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { orderLines, orders } from './schema.ts';

/** The lines that were paid for plans on these eSIMs, oldest first. */
export async function paidTopUpsOf(db: Queryable, esimIds: readonly string[]) {
  if (esimIds.length === 0) return [];
  const { esimId, orderId, dataMb, unlimited, days, unitAmount, status } = orderLines;
  const { number, paidAt, currency } = orders;
  return db
    .select({ esimId, orderId, number, paidAt, dataMb, unlimited, days, unitAmount, currency, status })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderId))
    .where(and(inArray(esimId, [...esimIds]), eq(orderLines.purpose, 'plan'), isNotNull(paidAt)))
    .orderBy(asc(paidAt), asc(orders.id));
}
