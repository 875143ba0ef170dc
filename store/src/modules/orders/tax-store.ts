import { and, asc, eq, gt, gte, isNotNull, lt, not } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/database.ts';
import type { LineTax } from '../../shared/tax.ts';
import { orderLines, orders } from './schema.ts';
import { isSample } from './store.ts';

/** Lines that were paid with tax between two moments, in pages by id; without sample orders. */
export async function taxedBetween(
  db: Queryable,
  { from, to, after, limit }: { from: Date; to: Date; after: string | null; limit: number },
) {
  const { id, unitAmount, taxCountry, taxRateBp, taxAmount } = orderLines;
  const { paidAt, currency } = orders;
  return db
    .select({ id, unitAmount, taxCountry, taxRateBp, taxAmount, paidAt, currency })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(
      and(
        gte(paidAt, from),
        lt(paidAt, to),
        isNotNull(taxCountry),
        not(isSample),
        after === null ? undefined : gt(id, after),
      ),
    )
    .orderBy(asc(id))
    .limit(limit);
}

export async function updateTax(tx: Tx, lineId: string, { country, rateBp, amount }: LineTax): Promise<void> {
  await tx
    .update(orderLines)
    .set({ taxCountry: country, taxRateBp: rateBp, taxAmount: amount })
    .where(eq(orderLines.id, lineId));
}
