import type { TripPlan } from '#src/modules/trip/problem.ts';

/** Days of a wide offer's plans in the specification. */
export const WIDE_DAYS = [7, 15, 30, 30];

/** The specification's four sizes of an offer, at these prices. `days` are those of a country unless given. */
export const plansOf = (
  name: string,
  cents: readonly number[],
  countries: readonly string[],
  days: readonly number[] = [7, 30, 30, 30],
): TripPlan[] =>
  [1, 3, 5, 10].map((gb, at) => ({
    id: `${name}-${gb}gb`,
    cents: cents[at]!,
    dataMb: gb * 1024,
    dailyMb: null,
    days: days[at]!,
    countries: new Set(countries),
  }));
