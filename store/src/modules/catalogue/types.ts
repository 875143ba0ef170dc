import type { Reason, SearchDocument } from '../../search/types.ts';
import type { Locale, Localized } from '../../shared/locale.ts';
import type { Money } from '../../shared/money.ts';
import type { PlanFilter } from '../../shared/shop/plan-filter.ts';

export type { Localized };

export type OfferKind = 'local' | 'regional' | 'global';

/** Full speed up to `dailyMb` a day, then `thenKbps` until the next day; null: not stated. */
export type UnlimitedTerms = { dailyMb: number | null; thenKbps: number | null };

/** A plan on sale. `id` is stable and public (`france-3gb`); 1 GB is 1024 MB. */
export type Plan = {
  id: string;
  offerSlug: string;
  /** 0 for an unlimited plan, which has `unlimited` instead. */
  dataMb: number;
  unlimited: UnlimitedTerms | null;
  days: number;
  price: Money;
  /** False while the wholesaler's package fails our check: shown as unavailable, cannot be bought. */
  available: boolean;
};

export type NetworkGeneration = '4G' | '5G';

/** A consumer network a traveller may connect to. */
export type Operator = { name: string; generations: NetworkGeneration[] };

/** `4G` or `4G, 5G`, as in the specification. */
export type Coverage = '4G' | '4G, 5G';

/** Ids of the feature lines of an offer; their text is in `src/i18n` under `features.<id>`. */
export type FeatureId = 'data-only' | 'keeps-number' | 'qr-delivery' | 'starts-on-first-use' | 'no-contract';

/** A destination's own plans, with the data of its card. */
export type Offer = {
  slug: string;
  kind: OfferKind;
  name: Localized;
  /** File name under /flags: a flag such as `fr` or `tz`, or a region's symbol, such as `europe` or `globe`. */
  flag: string;
  /** Published plans only, in catalogue order. */
  plans: Plan[];
  /** Country offers: the networks of their plans; empty for others. */
  operators: Operator[];
  /** Country offers: the coverage of the networks; null for others. */
  coverage: Coverage | null;
  /** Regional and global offers: 190 for "190+ countries"; null for others. */
  regionCount: number | null;
  features: FeatureId[];
};

/** A destination in a list: its names, its search data and its lowest price. */
export type Destination = {
  slug: string;
  kind: OfferKind;
  name: Localized;
  flag: string;
  /** ISO 3166-1 alpha-2 of the country that a local destination is or lies in; null for regions and the world. */
  countryCode: string | null;
  /** The slug of the country that contains the place: `indonesia` for Bali. */
  within: string | null;
  /** The slug of its region (`europe`, `africa`, `americas`, `asia`, or another one); null: none. */
  region: string | null;
  /** True when it has plans of its own; false when only regional and global plans work there. */
  own: boolean;
  /** The price of the cheapest available plan that works there; null: none is available. */
  from: Money | null;
  /** Local destinations: the coverage of their plans' networks, where the wholesaler states it. */
  coverage: Coverage | null;
  /** Regional and global ones: the number of covered countries; 0 for local ones. */
  countries: number;
};

/** When the validity of a plan starts: at the first connection, or with the installation. */
export type ActivationPolicy = 'first-usage' | 'installation';

/** The wholesaler's statements about a plan. Null means "not stated". */
export type PlanFacts = {
  hotspot: boolean | null;
  topUp: boolean | null;
  activation: ActivationPolicy | null;
  /** Days within which the eSIM must be installed. */
  installWindowDays: number | null;
  /** What happens when the data is used up: the connection stops (`none`) or slows down. */
  throttling: { kind: 'none' } | { kind: 'slower'; kbps: number } | null;
  /** ISO code of the country in which the traffic enters the internet. */
  exitCountry: string | null;
};

/** A regional or global offer as seen in one country. */
export type WideOffer = Omit<Offer, 'operators' | 'coverage'> & { operators: Operator[]; coverage: Coverage | null };

/** Everything that a destination's page shows. */
export type DestinationDetails = {
  destination: Destination;
  /** Its own plans; null: none. */
  offer: Offer | null;
  /** Regional and global offers that work there, cheapest first, with the networks that they use there. */
  wide: WideOffer[];
  /** By plan id, for all plans above. */
  facts: Record<string, PlanFacts>;
  /** Consumer networks of the country in open data (data/operators), including those that no plan uses. */
  knownNetworks: Operator[];
  /** Nearby places, nearest first; for a region, the other regions. */
  neighbours: Destination[];
};

/** One country of a regional or global offer. */
export type CoveredCountry = {
  /** Slug of the country's page. */
  slug: string;
  countryCode: string;
  name: Localized;
  flag: string;
  operators: Operator[];
  coverage: Coverage | null;
};

/** The networks of a country or place: those that our plans use, and the others from open data. */
export type DestinationNetworks = {
  /** Of its own plans, or otherwise of the regional and global ones that work there. */
  used: Operator[];
  /** Consumer networks in open data (data/operators), including those that our plans use. */
  known: Operator[];
};

/** The search data of a destination. */
export type Findable = Pick<Destination, 'slug' | 'kind' | 'name' | 'countryCode' | 'region' | 'own'> & {
  /** Other names, in both languages. */
  aliases: readonly string[];
  cities: readonly string[];
};

/**
 * The reason why a source cannot deliver its plan; the first that applies, in this order. `starts-earlier` and
 * `no-hotspot`: it does not give what the first source states.
 */
export type SourceFault =
  | 'not-configured'
  | 'never-checked'
  | 'missing-package'
  | 'too-little-data'
  | 'too-few-days'
  | 'too-few-countries'
  | 'starts-earlier'
  | 'no-hotspot'
  | 'other-currency'
  | 'price-not-below-ours'
  | 'below-minimum-price';
/** A plan that cannot be bought, with its first source and the reason there. */
export type PlanProblem = {
  planId: string;
  /** Null for a plan without a source. */
  wholesaler: string | null;
  packageId: string;
  fault: SourceFault | 'no-source';
  checkedAt: Date | null;
};

/** Plans that a traveller asks for. `kind`: only plans for one country, a region or the world; null: all. */
export type WantedPlans = { filter: PlanFilter; kind: OfferKind | null };

/** The public part of the catalogue: everything that pages read. */
export type PublicCatalogue = {
  /** The number of the newest publication, the same in every process. Caches of catalogue pages use it as their key. */
  version(): Promise<string>;
  /** The number of plans on sale. */
  planCount(): Promise<number>;
  /** The specification's offers that are on sale, in its order. */
  featured(): Promise<Offer[]>;
  /** Every destination in which some plan works, in catalogue order. */
  destinations(): Promise<readonly Destination[]>;
  /** One destination; null when no plan works there or the slug is unknown. */
  destinationBySlug(slug: string): Promise<Destination | null>;
  /** Everything that a destination's page shows; null as above. */
  destination(slug: string): Promise<DestinationDetails | null>;
  /** A destination's own plans; null: it has none on sale. */
  offer(slug: string): Promise<Offer | null>;
  /** Regional and global offers, in catalogue order. */
  wideOffers(): Promise<readonly Offer[]>;
  /** The countries of a regional or global offer, by the slug of the country's page. */
  coveredBy(slug: string): Promise<readonly CoveredCountry[]>;
  /** The country or place of this slug, when a regional or global offer works there; null otherwise. */
  placeWithin(offerSlug: string, placeSlug: string): Promise<Destination | null>;
  /** The networks of every local destination, by slug. Read once per publication. */
  networks(): Promise<ReadonlyMap<string, DestinationNetworks>>;
  /**
   * By slug, the price of the cheapest available plan that matches the filter and works there. Destinations without one
   * are left out. `kind`: only plans for one country, a region or the world.
   */
  cheapestWith(filter: PlanFilter, kind: OfferKind | null): Promise<ReadonlyMap<string, Money>>;
  /** By slug, for each of `wanted` whether such a plan is available and works there. */
  fitting(wanted: readonly WantedPlans[]): Promise<ReadonlyMap<string, readonly boolean[]>>;
  /** The names and other search terms of destinations. */
  findable(): Promise<readonly Findable[]>;
  /** One plan by its id; a hidden one has `available` false. Null for an id that was never sold. */
  plan(id: string): Promise<Plan | null>;
};

export type FoundDestination = { destination: Destination; reason: Reason };

/** A destination with its search terms. */
export type SearchedDestination = Destination & SearchDocument;

export type DestinationSearch = {
  /** Every destination with its search terms, in catalogue order: the input of an index. */
  documents(): Promise<readonly SearchedDestination[]>;
  /** Destinations that match a query, best first, each with the reason. */
  find(query: string, options: { locale: Locale; limit?: number }): Promise<FoundDestination[]>;
};
