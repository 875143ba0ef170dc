import { and, asc, eq, gte, isNull, lte, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import type { Currency } from '../../shared/money.ts';
import { plans } from './schema.ts';
import { listDeliverable } from './source-store.ts';
import { findPackage } from './store.ts';
import type { UnlimitedTerms } from './types.ts';

/** A plan as it was bought. */
type Bought = {
  planId: string;
  offerSlug: string;
  wholesaler: string;
  packageId: string;
  dataMb: number;
  unlimited: UnlimitedTerms | null;
  days: number;
};

/**
 * The cheapest plan for the same destination that can be delivered now, with as much data and as many days as are left, and
 * with no more than was bought in all (`mostMb`, `mostDays`). Without one, the plan that was bought, from the source that was sold. With the source
 * that is asked first, and its net price as last read (null: not known).
 */
export async function planForRest(
  db: Queryable,
  bought: Bought,
  {
    leftMb,
    leftDays,
    mostMb,
    mostDays,
    currency,
  }: { leftMb: number; leftDays: number; mostMb: number; mostDays: number; currency: Currency },
) {
  const { offerSlug, unlimited, wholesaler, packageId } = bought;
  const hasEnoughData =
    unlimited === null
      ? and(isNull(plans.unlimited), gte(plans.dataMb, leftMb), lte(plans.dataMb, mostMb))
      : sql`${plans.unlimited} = ${JSON.stringify(unlimited)}::jsonb`;
  const [found] = await db
    .select({ planId: plans.id, dataMb: plans.dataMb, days: plans.days })
    .from(plans)
    .where(
      and(
        eq(plans.offerSlug, offerSlug),
        eq(plans.status, 'published'),
        isNull(plans.fault),
        hasEnoughData,
        gte(plans.days, leftDays),
        lte(plans.days, mostDays),
      ),
    )
    .orderBy(asc(plans.priceAmount), asc(plans.dataMb), asc(plans.id))
    .limit(1);
  const sold = { wholesaler, packageId };
  const sourceOf = async (planId: string) => (await listDeliverable(db, planId, sold, currency))[0];
  const cheapest = found && (await sourceOf(found.planId));
  const plan = cheapest ? found : { planId: bought.planId, dataMb: bought.dataMb, days: bought.days };
  const source = cheapest ?? (await sourceOf(bought.planId)) ?? { ...sold, netCurrency: currency };
  const read = await findPackage(db, source);
  const netCents = read?.netCurrency === source.netCurrency ? read.netPriceCents : null;
  return { ...plan, ...source, netCents };
}
