import type { Queryable } from '../../db/database.ts';
import { type BoundedCache, createBoundedCache } from '../../shared/bounded-cache.ts';
import { money, type Money } from '../../shared/money.ts';
import { fitsFilter, type PlanFilter } from '../../shared/shop/plan-filter.ts';
import { coverageIn, planOf, type Shelf } from './shelf.ts';
import { listCheapestOwn, listFittingOwn } from './store.ts';
import type { OfferKind, Plan, WantedPlans } from './types.ts';

/** Filters whose result is cached for one publication. */
const MAX_CACHED = 50;
/** Sets of wanted plans whose result, which is larger, is cached for one publication. */
const MAX_CACHED_FITTING = 20;

type Cheapest = ReadonlyMap<string, Money>;
type Fitting = ReadonlyMap<string, readonly boolean[]>;

/** `findCheapest` with a cache for the newest publication, because a filter reads every plan. */
export function createCheapest(db: Queryable) {
  const keep = keptPerShelf<Cheapest>(MAX_CACHED);
  return (shelf: Shelf, filter: PlanFilter, kind: OfferKind | null): Promise<Cheapest> =>
    keep(shelf, JSON.stringify([filter, kind]), () => findCheapest(db, shelf, { filter, kind }));
}

/** `findFitting` with a cache in the same way. */
export function createFitting(db: Queryable) {
  const keep = keptPerShelf<Fitting>(MAX_CACHED_FITTING);
  return (shelf: Shelf, wanted: readonly WantedPlans[]): Promise<Fitting> =>
    keep(shelf, JSON.stringify(wanted), () => findFitting(db, shelf, wanted));
}

/** A cache of answers for each publication. A failure is not cached. */
function keptPerShelf<T>(max: number) {
  const kept = new WeakMap<Shelf, BoundedCache<Promise<T>>>();
  return (shelf: Shelf, key: string, find: () => Promise<T>): Promise<T> => {
    const answers = kept.get(shelf) ?? createBoundedCache<Promise<T>>(max);
    kept.set(shelf, answers);
    const answer = answers.getOrMake(key, find);
    answer.catch(() => answers.drop(key, answer));
    return answer;
  };
}

/**
 * The price of the cheapest available plan that matches and works in each destination, by slug. `kind`: only these
 * plans. A destination's own plans come before wider ones, as in its summary.
 */
async function findCheapest(db: Queryable, shelf: Shelf, wanted: WantedPlans): Promise<Cheapest> {
  const own = await listCheapestOwn(db, wanted, shelf.currency);
  const inCountry = perCountry(shelf, (plans) => {
    const amounts = plans.filter((each) => fits(each, wanted)).map(({ plan }) => plan.price.amount);
    return amounts.length === 0 ? undefined : Math.min(...amounts);
  });
  const found = new Map<string, Money>();
  for (const { slug, kind, countryCode } of shelf.destinations) {
    const amount = own.get(slug) ?? (kind === 'local' && countryCode !== null ? inCountry(countryCode) : undefined);
    if (amount !== undefined) found.set(slug, money(amount, shelf.currency));
  }
  return found;
}

/** By slug, for each wanted kind of plan whether an available one works there; the same plans as in `findCheapest`. */
async function findFitting(db: Queryable, shelf: Shelf, wanted: readonly WantedPlans[]): Promise<Fitting> {
  const own = await listFittingOwn(db, wanted, shelf.currency);
  const inCountry = perCountry(shelf, (plans) => wanted.map((each) => plans.some((plan) => fits(plan, each))));
  return new Map(
    shelf.destinations.map(({ slug, kind, countryCode }) => {
      const wide = kind === 'local' && countryCode !== null ? inCountry(countryCode) : [];
      const alone = own.get(slug) ?? [];
      return [slug, wanted.map((_, i) => alone[i] === true || wide[i] === true)];
    }),
  );
}

/** A regional or global plan as it is in one country. */
type PlanThere = { kind: OfferKind; plan: Plan; reach: { fiveG: boolean; hotspot: boolean | null } };

const fits = ({ kind, plan, reach }: PlanThere, wanted: WantedPlans) =>
  (wanted.kind === null || kind === wanted.kind) && fitsFilter(plan, reach, wanted.filter);

/** Computes once per country, because several places share one, from the regional and global plans that work there. */
function perCountry<T>({ wide }: Shelf, compute: (plans: readonly PlanThere[]) => T): (countryCode: string) => T {
  const known = new Map<string, T>();
  return (countryCode) => {
    if (!known.has(countryCode)) known.set(countryCode, compute(plansThere(wide, countryCode)));
    return known.get(countryCode)!;
  };
}

function plansThere(wide: Shelf['wide'], countryCode: string): PlanThere[] {
  return wide
    .filter(({ countryCodes }) => countryCodes.has(countryCode))
    .flatMap(({ offer, plans }) => plans.map((plan) => ({ offer, plan })))
    .filter(({ plan }) => plan.fault === null)
    .map(({ offer, plan }) => ({
      kind: offer.kind,
      plan: planOf(plan),
      reach: {
        fiveG: coverageIn([plan], countryCode) === '4G, 5G',
        hotspot: plan.stated?.facts.hotspot ?? null,
      },
    }));
}
