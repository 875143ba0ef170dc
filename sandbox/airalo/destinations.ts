import places from '#data/catalogue/destinations.json' with { type: 'json' };
import openNetworks from '#data/operators/countries.json' with { type: 'json' };
import countries from './countries.json' with { type: 'json' };
import curated from './packages.json' with { type: 'json' };

/*
 * The wholesaler's whole offer: the 17 destinations of packages.json unchanged, and one country for each row of
 * countries.json (made by scripts/data/wholesale.mjs). The countries and networks of regional and global plans come
 * from the open data in data/.
 */

export type Network = { name: string; types: string[] };
/** A package in the list, before a test changes it. Prices are US dollars. */
export type Entry = {
  id: string;
  /** Megabytes; 0 for an unlimited one. */
  amount: number;
  day: number;
  price: number;
  net_price: number;
  is_unlimited: boolean;
  minimum_selling_price: number | null;
  /** Null: there is none, and the data ends. Undefined: the vendor does not state it. */
  fair_usage_policy: string | null | undefined;
};
export type Destination = {
  slug: string;
  country_code: string;
  title: string;
  type: 'local' | 'global';
  operator: string;
  apn: string | null;
  coverages: { code: string; networks: Network[] }[];
  /** What the vendor states about the operator's packages. Null or missing: not stated. */
  rechargeability: boolean | null;
  activation_policy: string | null;
  install_window_days: number | null;
  info: string[];
  other_info: string | null;
  packages: Entry[];
};

const DATA_ONLY = 'Data-only eSIM.';
const STARTS: Record<string, string> = {
  'first-usage': 'The validity starts when the eSIM connects to a supported network.',
  installation: 'The validity starts when the eSIM is installed.',
};
const HOTSPOT = 'Hotspot is allowed.';
const NO_HOTSPOT = 'Hotspot is not supported.';
/** The number of networks per country in a plan for several countries. */
const NETWORKS_ABROAD = 2;

function networksIn(code: string, { only4g = false, most = Infinity } = {}): Network[] {
  const known: Record<string, { name: string; generations: string[] }[]> = openNetworks;
  return (known[code] ?? []).slice(0, most).map(({ name, generations }) => ({
    name,
    types: generations.flatMap((each) => (each === '4G' ? ['LTE'] : only4g ? [] : [each])),
  }));
}

const wideCoverage = (slug: string) =>
  (places.find((place) => place.slug === slug)?.members ?? []).map((code) => ({
    code,
    networks: networksIn(code, { most: NETWORKS_ABROAD }),
  }));

const hotspotInfo = (allowed: boolean | null) => (allowed === null ? [] : [allowed ? HOTSPOT : NO_HOTSPOT]);

/** What happens when the data is used up: it ends (0), continues slowly, or is not stated (null). */
function atTheEnd(kbps: number | null): string | null | undefined {
  if (kbps === null) return undefined;
  return kbps === 0 ? null : `When the data is used up, the speed is ${kbps} kbps.`;
}

function specified({ hotspot, ...each }: (typeof curated)[number]): Destination {
  const coverages = each.networks ? [{ code: each.country_code, networks: each.networks }] : wideCoverage(each.slug);
  return {
    ...each,
    type: each.networks ? 'local' : 'global',
    coverages,
    rechargeability: true,
    activation_policy: 'first-usage',
    install_window_days: 365,
    info: [DATA_ONLY, STARTS['first-usage']!, ...hotspotInfo(hotspot)],
    other_info: null,
    packages: each.packages.map((entry) => ({
      ...entry,
      is_unlimited: false,
      minimum_selling_price: null,
      fair_usage_policy: null,
    })),
  };
}

function country({ facts, ...each }: (typeof countries)[number]): Destination {
  const minimum = (net: number) => (each.minimum === undefined ? null : Math.round(net * each.minimum * 100) / 100);
  const entry = (size: string, rest: Pick<Entry, 'amount' | 'day' | 'net_price' | 'price' | 'fair_usage_policy'>) => ({
    id: `${each.slug}-${rest.day}days-${size}`,
    is_unlimited: rest.amount === 0,
    minimum_selling_price: minimum(rest.net_price),
    ...rest,
  });
  const packages = each.sizes.map(([gb = 0, day = 0, net_price = 0, price = 0]) => {
    return entry(`${gb}gb`, {
      amount: gb * 1024,
      day,
      net_price,
      price,
      fair_usage_policy: atTheEnd(facts.slowerKbps),
    });
  });
  if (each.unlimited) {
    const { net, price, policy } = each.unlimited;
    packages.push(entry('unlimited', { amount: 0, day: 10, net_price: net, price, fair_usage_policy: policy }));
  }
  const start = facts.activation === null ? [] : [STARTS[facts.activation] ?? ''];
  return {
    slug: each.slug,
    country_code: each.code,
    title: places.find(({ slug }) => slug === each.slug)?.name.en ?? each.slug,
    type: 'local',
    operator: each.operator,
    apn: null,
    coverages: [{ code: each.code, networks: networksIn(each.code, { only4g: each.only4g ?? false }) }],
    rechargeability: facts.topUp,
    activation_policy: facts.activation,
    install_window_days: facts.installDays,
    info: [DATA_ONLY, ...start, ...hotspotInfo(facts.hotspot)],
    other_info: facts.breakout ? `IP breakout: ${facts.breakout}` : null,
    packages,
  };
}

/** The destination of a package. */
export const destinationOf = (packageId: string): Destination | undefined => byPackage.get(packageId);

/** In the order of the list: countries of the specification, other countries, regional and global plans. */
export const DESTINATIONS: readonly Destination[] = [
  ...curated.filter(({ type }) => type === 'local').map(specified),
  ...countries.map(country),
  ...curated.filter(({ type }) => type === 'global').map(specified),
];

const byPackage = new Map(DESTINATIONS.flatMap((each) => each.packages.map(({ id }) => [id, each])));
