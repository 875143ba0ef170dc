import type { Offer, Plan } from '../../../modules/catalogue/types.ts';

/** The available plan with the lowest price; without one, the cheapest of all. */
export function cheapestPlan(offers: readonly Offer[]): Plan | undefined {
  const plans = offers.flatMap((offer) => offer.plans);
  const buyable = plans.filter(({ available }) => available);
  return (buyable.length > 0 ? buyable : plans).toSorted((a, b) => a.price.amount - b.price.amount)[0];
}
