import type { Queryable } from '../../db/database.ts';
import { type Currency, money } from '../../shared/money.ts';
import { coverageOf } from './statements.ts';
import { listDestinations, listPlans, readVersion, type ListedDestination, type StatedPlan } from './store.ts';
import type { Coverage, Destination, FeatureId, NetworkGeneration, Offer, Operator, Plan, PlanFacts } from './types.ts';

/** One publication of the catalogue in memory: summaries of all destinations, and the plans of the wide offers only. */
export type Shelf = {
  version: number;
  /** Of every price. */
  currency: Currency;
  /** Every destination with a plan, in catalogue order. */
  destinations: readonly Destination[];
  bySlug: ReadonlyMap<string, Listed>;
  /** The number of published plans. */
  planCount: number;
  /** Slugs of the specified offers of the home page, in their order. */
  featured: readonly string[];
  /** Regional and global offers with plans on sale. */
  wide: readonly WideShelf[];
};

export type Listed = { destination: Destination; statedCountries: number | null };
export type WideShelf = { offer: Offer; plans: readonly StatedPlan[]; countryCodes: ReadonlySet<string> };

/**
 * Features of an offer, in the order of display. `starts-on-first-use` is left out where the wholesaler contradicts it.
 */
const FEATURES: readonly FeatureId[] = [
  'keeps-number',
  'starts-on-first-use',
  'no-contract',
  'qr-delivery',
  'data-only',
];

/**
 * Reads the newest publication; returns `known` when it is still the newest. Destinations without a plan in this currency
 * are left out.
 */
export async function readShelf(db: Queryable, currency: Currency, known?: Shelf): Promise<Shelf> {
  // The version is read first: a publication during the read is then, at worst, read early and read again under its own
  // version.
  const version = await readVersion(db);
  if (version === known?.version) return known;
  const listed = await listDestinations(db, currency);
  const wideRows = listed.filter(({ kind, published }) => kind !== 'local' && published > 0);
  const widePlans = await listPlans(
    db,
    wideRows.map(({ slug }) => slug),
    currency,
  );
  const wide = wideRows.map((row): WideShelf => {
    const own = widePlans.filter(({ offerSlug }) => offerSlug === row.slug);
    return {
      offer: offerOf(
        {
          destination: summaryOf(row, { wide: [], countries: new Set(row.members), currency }),
          statedCountries: row.statedCountries,
        },
        own,
      ),
      plans: own,
      countryCodes: countriesOf(own, row.members),
    };
  });
  const entries = listed
    .map((row): Listed => {
      const countries = wide.find(({ offer }) => offer.slug === row.slug)?.countryCodes ?? new Set<string>();
      return { destination: summaryOf(row, { wide, countries, currency }), statedCountries: row.statedCountries };
    })
    .filter(({ destination }) => destination.own || destination.from !== null || destination.coverage !== null);
  return {
    version,
    currency,
    destinations: entries.map(({ destination }) => destination),
    bySlug: new Map(entries.map((entry) => [entry.destination.slug, entry])),
    planCount: listed.reduce((sum, { published }) => sum + published, 0),
    featured: listed
      .filter(({ featured, published }) => featured !== null && published > 0)
      .toSorted((a, b) => a.featured! - b.featured!)
      .map(({ slug }) => slug),
    wide,
  };
}

/** Countries in which every plan of an offer works, as stated; before the first reading, its members. */
function countriesOf(plans: readonly StatedPlan[], members: readonly string[]): ReadonlySet<string> {
  const stated = plans.flatMap((plan) => (plan.stated?.countryCodes.length ? [new Set(plan.stated.countryCodes)] : []));
  const [first, ...others] = stated;
  if (first === undefined) return new Set(members);
  return new Set([...first].filter((code) => others.every((each) => each.has(code))));
}

function summaryOf(
  row: ListedDestination,
  { wide, countries, currency }: { wide: readonly WideShelf[]; countries: ReadonlySet<string>; currency: Currency },
): Destination {
  const { slug, kind, name, flag, countryCode, region, within } = row;
  const around =
    kind === 'local' && countryCode !== null ? wide.filter((each) => each.countryCodes.has(countryCode)) : [];
  const own = row.published > 0;
  const wideFrom = around
    .flatMap(({ offer }) => offer.plans.filter(({ available }) => available))
    .map(({ price }) => price.amount);
  const from = own && row.fromAmount !== null ? row.fromAmount : wideFrom.length > 0 ? Math.min(...wideFrom) : null;
  return {
    slug,
    kind,
    name,
    flag,
    countryCode,
    region,
    within,
    own,
    from: from === null ? null : money(from, currency),
    coverage:
      kind !== 'local'
        ? null
        : row.has5g === null
          ? coverageIn(
              around.flatMap(({ plans }) => plans),
              countryCode,
            )
          : row.has5g
            ? '4G, 5G'
            : '4G',
    countries: countries.size,
  };
}

/** An offer for cards and pages. `plans` are its published ones. `countryCode` defaults to its own country. */
export function offerOf(
  { destination, statedCountries }: Listed,
  plans: readonly StatedPlan[],
  countryCode: string | null = destination.countryCode,
): Offer {
  const { slug, kind, name, flag, countries } = destination;
  return {
    slug,
    kind,
    name,
    flag,
    plans: plans.map(planOf),
    operators: operatorsIn(plans, countryCode),
    coverage: coverageIn(plans, countryCode),
    regionCount: kind === 'local' ? null : (statedCountries ?? countries),
    features: FEATURES.filter((feature) => feature !== 'starts-on-first-use' || plans.every(startsOnFirstUse)),
  };
}

/** Converts a row to a plan. */
export function planOf(row: Omit<StatedPlan, 'stated'>): Plan {
  return {
    id: row.id,
    offerSlug: row.offerSlug,
    dataMb: row.dataMb,
    unlimited: row.unlimited,
    days: row.days,
    price: money(row.priceAmount, row.currency),
    available: row.status === 'published' && row.fault === null,
  };
}

/** What is stated about these plans, by plan id. */
export function factsOf(plans: readonly StatedPlan[]): Record<string, PlanFacts> {
  return Object.fromEntries(plans.map((plan) => [plan.id, plan.stated?.facts ?? NOTHING_STATED]));
}

/** Before the wholesaler's list was read, the usual rule applies: the validity starts on first use. */
function startsOnFirstUse(plan: StatedPlan): boolean {
  return !plan.stated || plan.stated.facts.activation === 'first-usage';
}

const NOTHING_STATED: PlanFacts = {
  hotspot: null,
  topUp: null,
  activation: null,
  installWindowDays: null,
  throttling: null,
  exitCountry: null,
};

/** Networks that are stated for these plans in a country, without duplicates, in the wholesaler's order. */
export function operatorsIn(plans: readonly StatedPlan[], countryCode: string | null): Operator[] {
  if (countryCode === null) return [];
  return joinOperators(plans.map((plan) => plan.stated?.networks[countryCode] ?? []));
}

/** Merges several lists of networks. Each network keeps all generations that any list names. */
export function joinOperators(lists: readonly (readonly Operator[])[]): Operator[] {
  const found = new Map<string, Set<NetworkGeneration>>();
  for (const { name, generations } of lists.flat())
    found.set(name, new Set([...(found.get(name) ?? []), ...generations]));
  return [...found].map(([name, generations]) => ({ name, generations: [...generations].toSorted() }));
}

/** The combined coverage of these plans in a country, also where the sources of a plan share no network; null: not known. */
export function coverageIn(plans: readonly StatedPlan[], countryCode: string | null): Coverage | null {
  if (countryCode === null) return null;
  const coverages = plans.flatMap(({ stated }) => stated?.coverage[countryCode] ?? []);
  const ofNetworks = coverageOf(operatorsIn(plans, countryCode));
  return coverages.includes('4G, 5G') ? '4G, 5G' : (ofNetworks ?? coverages[0] ?? null);
}
