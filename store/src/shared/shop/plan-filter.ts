import { minorUnits, type Money } from '../money.ts';

/** The requirements for a plan; null and false mean none. */
export type PlanFilter = {
  /** Minimum gigabytes; unlimited plans qualify. */
  data: number | null;
  days: number | null;
  /** The highest price, in units of its currency. */
  price: number | null;
  fiveG: boolean;
  hotspot: boolean;
};

export const NO_FILTER: PlanFilter = { data: null, days: null, price: null, fiveG: false, hotspot: false };

type FilteredPlan = { dataMb: number; unlimited: object | null; days: number; price: Money };

/** `place`: whether the plan reaches 5G there, and allows a hotspot; null is "not stated", which does not qualify. */
export function fitsFilter(
  plan: FilteredPlan,
  place: { fiveG: boolean; hotspot: boolean | null },
  { data, days, price, fiveG, hotspot }: PlanFilter,
): boolean {
  return (
    (data === null || plan.unlimited !== null || plan.dataMb >= data * 1024) &&
    (days === null || plan.days >= days) &&
    (price === null || plan.price.amount <= minorUnits(price, plan.price.currency)) &&
    (!fiveG || place.fiveG) &&
    (!hotspot || place.hotspot === true)
  );
}

export function isFiltering({ data, days, price, fiveG, hotspot }: PlanFilter): boolean {
  return data !== null || days !== null || price !== null || fiveG || hotspot;
}
