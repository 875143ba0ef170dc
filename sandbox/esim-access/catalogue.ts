import places from '#data/catalogue/destinations.json' with { type: 'json' };
import openNetworks from '#data/operators/countries.json' with { type: 'json' };
import rows from './packages.json' with { type: 'json' };

/*
 * The wholesaler's whole offer: the packages of packages.json (made by scripts/data/esim-access.mjs) and, for each that
 * allows it, the top-up of the same data and days. The countries of the wide plans and the networks of other countries
 * are open data (store/data).
 */

export type Network = { name: string; type: string };
/** A package of the offer, before a test changes it. `price` and `retailPrice` are in 10,000ths of the currency. */
export type Entry = {
  packageCode: string;
  slug: string;
  name: string;
  price: number;
  retailPrice: number;
  currencyCode: string;
  /** Bytes; per day for a daily plan. */
  volume: number;
  /** Days. */
  duration: number;
  /** 1: data in total; 2, 3, 4: per day, then slower, cut off, unlimited. */
  dataType: number;
  fupPolicy: string | null;
  location: readonly string[];
  /** By country code; open data where the vendor states none of its own. */
  networks: ReadonlyMap<string, readonly Network[]>;
  /** 1: starts at the installation; 2: at the first connection. */
  activeType: number;
  /** A sentence about the hotspot, or none. */
  description: string;
  ipExport: string | null;
  apn: string;
  supportTopUpType: number;
  /** Days until an unused profile expires. */
  unusedValidTime: number;
  isTopUp: boolean;
};

type Row = {
  name: string;
  place: string;
  location?: string[];
  networks?: Network[];
  only4g?: boolean;
  hotspot: boolean | null;
  ipExport: string | null;
  unusedValidTime: number;
  apn: string;
  activeType?: number;
  currencyCode?: string;
  supportTopUpType?: number;
  packages: {
    packageCode: string;
    slug: string;
    price: number;
    retailPrice: number;
    volume: number;
    duration: number;
    dataType?: number;
    fupPolicy?: string;
  }[];
};

/** The number of networks per country in a plan for several countries. */
const NETWORKS_ABROAD = 2;
const GIGABYTE = 1024 ** 3;
export const TOP_UP = 'TOPUP_';

function networksIn(code: string, { only4g = false, most = Infinity }): Network[] {
  const known: Record<string, { name: string; generations: string[] }[]> = openNetworks;
  return (known[code] ?? []).slice(0, most).map(({ name, generations }) => ({
    name,
    type: generations.filter((each) => !only4g || each === '4G').join('/'),
  }));
}

function networksOf({ networks, only4g = false }: Row, location: readonly string[]): Map<string, readonly Network[]> {
  const most = location.length > 1 ? NETWORKS_ABROAD : Infinity;
  return new Map(location.map((code) => [code, networks ?? networksIn(code, { only4g, most })]));
}

/** `France 1GB 7Days`. */
const title = (place: string, volume: number, days: number) =>
  `${place} ${Number((volume / GIGABYTE).toFixed(2))}GB ${days}Days`;

function hotspotSentence(allowed: boolean | null): string {
  if (allowed === null) return '';
  return allowed ? ' Hotspot is allowed.' : ' Hotspot is not supported.';
}

function entriesOf(row: Row): Entry[] {
  const location = row.location ?? places.find(({ slug }) => slug === row.place)?.members ?? [];
  const networks = networksOf(row, location);
  return row.packages.map((each) => {
    const name = title(row.name, each.volume, each.duration);
    return {
      ...each,
      name,
      currencyCode: row.currencyCode ?? 'USD',
      dataType: each.dataType ?? 1,
      fupPolicy: each.fupPolicy ?? null,
      location,
      networks,
      activeType: row.activeType ?? 2,
      description: `${name}.${hotspotSentence(row.hotspot)}`,
      ipExport: row.ipExport,
      apn: row.apn,
      supportTopUpType: row.supportTopUpType ?? 2,
      unusedValidTime: row.unusedValidTime,
      isTopUp: false,
    };
  });
}

const base = (rows as Row[]).flatMap(entriesOf);
const topUps = base
  .filter(({ supportTopUpType }) => supportTopUpType > 1)
  .map((entry) => ({ ...entry, packageCode: TOP_UP + entry.packageCode, isTopUp: true }));

/** Packages of new profiles in the order of the list, then their top-ups. */
export const OFFER: readonly Entry[] = [...base, ...topUps];

const byCode = new Map(OFFER.map((entry) => [entry.packageCode, entry]));
const bySlug = new Map(base.map((entry) => [entry.slug, entry]));

/** A package by its code, or, for a new profile, by its slug. */
export const entryOf = (codeOrSlug: string): Entry | undefined => byCode.get(codeOrSlug) ?? bySlug.get(codeOrSlug);
/** A package by its slug, which a package and its top-up share. */
export const topUpBySlug = (slug: string): Entry | undefined => topUps.find((entry) => entry.slug === slug);

const names = new Intl.DisplayNames('en', { type: 'region' });
/** Where the vendor's name of a country differs from the one of the Unicode data. */
const OWN_NAMES: Record<string, string> = { HK: 'Hong Kong (China)', MO: 'Macao (China)', TR: 'Turkey' };
/** The English name of a country, as the vendor writes it. */
export const countryName = (code: string): string => OWN_NAMES[code] ?? names.of(code) ?? code;
