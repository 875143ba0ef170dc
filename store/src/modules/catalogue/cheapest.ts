import type { Queryable } from '../../db/database.ts';
import { usd, type Money } from '../../shared/money.ts';
import { fitsFilter, type PlanFilter } from '../../shared/shop/plan-filter.ts';
import { operatorsIn, planOf, type Shelf, type WideShelf } from './shelf.ts';
import { listCheapestOwn } from './store.ts';
import type { OfferKind } from './types.ts';

/** Filters whose result is cached for one publication. */
const MOST_KEPT = 50;

type Cheapest = ReadonlyMap<string, Money>;

/** `findCheapest` with a cache for the newest publication, because a filter reads every plan. */
export function createCheapest(db: Queryable) {
  const kept = new WeakMap<Shelf, Map<string, Promise<Cheapest>>>();
  return (shelf: Shelf, filter: PlanFilter, kind: OfferKind | null): Promise<Cheapest> => {
    const answers = kept.get(shelf) ?? new Map<string, Promise<Cheapest>>();
    kept.set(shelf, answers);
    const key = JSON.stringify([filter, kind]);
    const answer = answers.get(key) ?? findCheapest(db, shelf, filter, kind);
    answers.delete(key);
    answers.set(key, answer);
    if (answers.size > MOST_KEPT) answers.delete(answers.keys().next().value!);
    answer.catch(() => answers.delete(key));
    return answer;
  };
}

/**
 * The price of the cheapest available plan that matches and works in each destination, by slug. `kind`: only these
 * plans. A destination's own plans come before wider ones, as in its summary.
 */
async function findCheapest(
  db: Queryable,
  { destinations, wide }: Shelf,
  filter: PlanFilter,
  kind: OfferKind | null,
): Promise<Cheapest> {
  const own = await listCheapestOwn(db, filter, kind);
  const around = wide.filter(({ offer }) => kind === null || offer.kind === kind);
  /** Several places share a country. */
  const byCountry = new Map<string, number | undefined>();
  function inCountry(code: string): number | undefined {
    if (!byCountry.has(code)) byCountry.set(code, cheapestWide(around, filter, code));
    return byCountry.get(code);
  }
  const found = new Map<string, Money>();
  for (const destination of destinations) {
    const { slug, countryCode } = destination;
    const isCountry = destination.kind === 'local' && countryCode !== null;
    const amount = own.get(slug) ?? (isCountry ? inCountry(countryCode) : undefined);
    if (amount !== undefined) found.set(slug, usd(amount));
  }
  return found;
}

function cheapestWide(wide: readonly WideShelf[], filter: PlanFilter, countryCode: string): number | undefined {
  const amounts = wide
    .filter(({ countryCodes }) => countryCodes.has(countryCode))
    .flatMap(({ plans }) => plans)
    .filter((plan) => {
      const fiveG = operatorsIn([plan], countryCode).some(({ generations }) => generations.includes('5G'));
      const hotspot = plan.package?.facts.hotspot ?? null;
      return plan.fault === null && fitsFilter(planOf(plan), { fiveG, hotspot }, filter);
    })
    .map(({ priceAmount }) => priceAmount);
  return amounts.length === 0 ? undefined : Math.min(...amounts);
}
