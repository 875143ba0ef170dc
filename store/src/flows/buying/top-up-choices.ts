import type { Plan } from '../../modules/catalogue/catalogue.ts';
import type { AddablePackage } from '../../modules/fulfilment/wholesaler.ts';

/** A plan of ours, and the package of the wholesaler that keeps its promise on an eSIM that exists. */
export type Chosen = { plan: Plan; added: AddablePackage };

/**
 * The plans on sale that these packages can deliver, the smallest first: for each the package with the lowest net price, then
 * the smallest. A package that several plans would get is offered once, at the lowest price. One that costs more than the
 * plan is left out.
 */
export function chosenFor(plans: readonly Plan[], offered: readonly AddablePackage[]): Chosen[] {
  const cheapest = new Map<string, Chosen>();
  for (const plan of plans) {
    const [added] = offered.filter((each) => keeps(each, plan)).toSorted(byPrice);
    const known = added && cheapest.get(added.packageId);
    if (added && plan.available && (!known || plan.price.amount < known.plan.price.amount))
      cheapest.set(added.packageId, { plan, added });
  }
  return [...cheapest.values()].toSorted(
    (a, b) => a.plan.price.amount - b.plan.price.amount || a.added.dataMb - b.added.dataMb,
  );
}

/** True when a package is all that the plan promises, and no loss. */
function keeps(added: AddablePackage, { dataMb, unlimited, days, price }: Plan): boolean {
  const hasData =
    unlimited === null
      ? !added.unlimited && added.dataMb >= dataMb
      : added.unlimitedTerms?.dailyMb === unlimited.dailyMb && added.unlimitedTerms.thenKbps === unlimited.thenKbps;
  const isPaid = added.netCurrency === price.currency && added.netPriceCents <= price.amount;
  return hasData && added.days >= days && isPaid;
}

const byPrice = (a: AddablePackage, b: AddablePackage) =>
  a.netPriceCents - b.netPriceCents || a.dataMb - b.dataMb || a.days - b.days;
