import type { Localized } from '../../shared/locale.ts';
import type { Money } from '../../shared/money.ts';

export type { Localized };

export type OfferKind = 'local' | 'regional' | 'global';

/** Full speed up to `dailyMb` a day, then `thenKbps` until the next day; null: not stated. */
export type UnlimitedTerms = { dailyMb: number | null; thenKbps: number | null };

/** What can be bought. `id` is stable and public (`france-3gb`); 1 GB is 1024 MB. */
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

/** `4G` or `4G, 5G`, as the specification writes it. */
export type Coverage = '4G' | '4G, 5G';

/** Facts about an offer that a person reads as a feature line; words are in `src/i18n` under `features.<id>`. */
export type FeatureId = 'data-only' | 'keeps-number' | 'qr-delivery' | 'starts-on-first-use' | 'no-contract';

/** A destination's own plans, with what a card shows of it. */
export type Offer = {
  slug: string;
  kind: OfferKind;
  name: Localized;
  /** File name under /flags: a flag such as `fr` or `tz`, or the mark of a region, such as `europe` or `globe`. */
  flag: string;
  /** Published plans only, in the shop's order. */
  plans: Plan[];
  /** Country offers: the networks of the plans there; others: none. */
  operators: Operator[];
  /** Country offers: what the networks reach; others: null. */
  coverage: Coverage | null;
  /** Regional and global offers: 190 for "190+ countries"; others: null. */
  regionCount: number | null;
  features: FeatureId[];
};

/** A destination in a list: what is needed to find it, name it and say what it costs from. */
export type Destination = {
  slug: string;
  kind: OfferKind;
  name: Localized;
  flag: string;
  /** ISO 3166-1 alpha-2 of the country that a local destination is or lies in; null for regions and the world. */
  countryCode: string | null;
  /** The slug of the country that a place lies in: `indonesia` for Bali. */
  within: string | null;
  /** The slug of its region (`europe`, `africa`, `americas`, `asia`, or another one); null: none. */
  region: string | null;
  /** True when it has plans of its own; false: regional and global plans work there. */
  own: boolean;
  /** The cheapest plan that can be bought now and works there; null: none can. */
  from: Money | null;
  /** Local destinations: what the networks of the plans there reach, where the wholesaler says so. */
  coverage: Coverage | null;
  /** Regional and global ones: how many countries the plans cover, 0 for local ones. */
  countries: number;
};

/** When the days of a plan begin to count: at the first connection, or with the installation. */
export type ActivationPolicy = 'first-usage' | 'installation';

/** What the wholesaler states about a plan. Null is "not stated". */
export type PlanFacts = {
  hotspot: boolean | null;
  topUp: boolean | null;
  activation: ActivationPolicy | null;
  /** Days within which the eSIM must be installed. */
  installWindowDays: number | null;
  /** What happens at the end of the data: it stops (`none`), or goes on slowly. */
  throttling: { kind: 'none' } | { kind: 'slower'; kbps: number } | null;
  /** ISO code of the country through which the traffic reaches the internet. */
  exitCountry: string | null;
};

/** A regional or global offer as it works in one country. */
export type WideOffer = Omit<Offer, 'operators' | 'coverage'> & { operators: Operator[]; coverage: Coverage | null };

/** Everything that a destination's page shows. */
export type DestinationDetails = {
  destination: Destination;
  /** Plans of its own; null: none. */
  offer: Offer | null;
  /** Regional and global offers that work there, the cheapest first; with the networks that they use there. */
  wide: WideOffer[];
  /** By plan id, for all plans above. */
  facts: Record<string, PlanFacts>;
  /** Consumer networks of the country in open data (data/operators), whether or not a plan uses them. */
  knownNetworks: Operator[];
  /** Places around it, the nearest first; of a region the other regions. */
  neighbours: Destination[];
};

/** One country of a regional or global offer. */
export type CoveredCountry = {
  /** Slug of the country's own page. */
  slug: string;
  countryCode: string;
  name: Localized;
  flag: string;
  operators: Operator[];
  coverage: Coverage | null;
};

/** The networks of a country or place: those that our plans use there, and the others that open data knows. */
export type DestinationNetworks = {
  /** Of its own plans, else of the regional and global ones that work there. */
  used: Operator[];
  /** Consumer networks in open data (data/operators), those that our plans use among them. */
  known: Operator[];
};

/** What a search over all destinations reads. */
export type Findable = Pick<Destination, 'slug' | 'kind' | 'name' | 'countryCode' | 'region' | 'own'> & {
  /** Other names, in both languages. */
  aliases: readonly string[];
  cities: readonly string[];
};

/** A plan that cannot be bought, and why; the first that holds, in this order. */
export type PackageProblem =
  | 'missing-package'
  | 'too-little-data'
  | 'too-few-days'
  | 'price-not-below-ours'
  | 'below-minimum-price';
export type PlanProblem = {
  planId: string;
  packageId: string;
  fault: PackageProblem | 'never-checked';
  checkedAt: Date | null;
};
