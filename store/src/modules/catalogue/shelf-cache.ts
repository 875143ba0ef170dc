import { setTimeout as pause } from 'node:timers/promises';
import neighboursBySlug from '#data/catalogue/neighbours.json' with { type: 'json' };
import type { Db } from '../../db/database.ts';
import { type BoundedCache, createBoundedCache } from '../../shared/bounded-cache.ts';
import { codeOf } from '../../shared/errors.ts';
import type { Currency } from '../../shared/money.ts';
import { readNetworks } from './networks.ts';
import { coverageIn, factsOf, offerOf, operatorsIn, readShelf, type Shelf } from './shelf.ts';
import { listPlans } from './store.ts';
import type { Destination, DestinationDetails, DestinationNetworks, Offer, Operator, WideOffer } from './types.ts';

/** How long a process answers from memory before it looks for a newer publication. */
const LOOK_AGAIN_MS = 1_000;
/** How long readers wait for that look. While all connections are in use, or the database is silent, it takes longer. */
const LOOK_MS = 1_000;
/** Destinations whose plans are cached. */
const MAX_CACHED = 500;
const MAX_NEIGHBOURS = 6;

type Ports = {
  db: Db;
  currency: Currency;
  knownNetworks: (place: Pick<Destination, 'slug' | 'countryCode'>) => Operator[];
  log?: { warn(details: object, message: string): void } | undefined;
  now: () => number;
};

type DetailsCache = BoundedCache<Promise<DestinationDetails | null>>;
type Kept = { shelf: Shelf; lookedAt: number; details: DetailsCache };

export type ShelfCache = ReturnType<typeof createShelfCache>;

/** The newest publication, in the memory of this process. */
export function createShelfCache(ports: Ports) {
  const { db, currency, knownNetworks, log, now } = ports;
  let kept: Kept | undefined;
  let networks: { shelf: Shelf; found: Promise<ReadonlyMap<string, DestinationNetworks>> } | undefined;
  let reading: Promise<Shelf> | undefined;

  async function read(): Promise<Shelf> {
    const lookedAt = now();
    const shelf = await readShelf(db, currency, kept?.shelf);
    kept = { shelf, lookedAt, details: shelf === kept?.shelf ? kept.details : createBoundedCache(MAX_CACHED) };
    return shelf;
  }

  /** Pages stay available during a database outage. A purchase then fails in its own transaction. */
  async function readOrKeep(): Promise<Shelf> {
    try {
      return await read();
    } catch (error) {
      if (kept === undefined) throw error;
      log?.warn({ code: codeOf(error) }, 'the catalogue is shown as last known: the database did not answer');
      kept = { ...kept, lookedAt: now() };
      return kept.shelf;
    }
  }

  const isRecent = (shelf: typeof kept): shelf is NonNullable<typeof kept> =>
    shelf !== undefined && now() - shelf.lookedAt < LOOK_AGAIN_MS;

  /** The newest publication, or the one in memory when the database takes longer than readers wait. */
  function look(): Promise<Shelf> {
    const newest = readOrKeep().finally(() => {
      reading = undefined;
    });
    return kept === undefined ? newest : Promise.race([newest, pause(LOOK_MS, kept.shelf, { ref: false })]);
  }

  /** The newest publication, at most `LOOK_AGAIN_MS` old while the database answers. Concurrent callers share one query. */
  async function current(): Promise<Shelf> {
    if (isRecent(kept)) return kept.shelf;
    reading ??= look();
    return reading;
  }

  /** Cached per publication; the least recently used entries are evicted. */
  async function detailsOf(slug: string): Promise<DestinationDetails | null> {
    const shelf = await current();
    if (!shelf.bySlug.has(slug)) return null;
    if (kept?.shelf !== shelf) return readDetails(ports, shelf, slug);
    const { details } = kept;
    const found = details.getOrMake(slug, () => readDetails(ports, shelf, slug));
    found.catch(() => details.drop(slug, found));
    return found;
  }

  /** The networks of every place, read once for each publication. */
  async function networksOf(): Promise<ReadonlyMap<string, DestinationNetworks>> {
    const shelf = await current();
    if (networks?.shelf !== shelf) networks = { shelf, found: readNetworks(db, shelf, knownNetworks) };
    const { found } = networks;
    found.catch(() => {
      if (networks?.found === found) networks = undefined;
    });
    return found;
  }

  return {
    /** Reads the newest publication now. */
    read,
    current,
    /** The version in memory; undefined when it is time to look for a newer one. */
    knownVersion: () => (isRecent(kept) ? String(kept.shelf.version) : undefined),
    detailsOf,
    networksOf,
  };
}

async function readDetails(
  { db, currency, knownNetworks }: Ports,
  shelf: Shelf,
  slug: string,
): Promise<DestinationDetails | null> {
  const listed = shelf.bySlug.get(slug);
  if (listed === undefined) return null;
  const { destination } = listed;
  const wideHere = shelf.wide.find(({ offer }) => offer.slug === slug);
  const own = wideHere?.plans ?? (destination.own ? await listPlans(db, [slug], currency) : []);
  const code = destination.kind === 'local' ? destination.countryCode : null;
  const around = code === null ? [] : shelf.wide.filter(({ countryCodes }) => countryCodes.has(code));
  const wide = around.map(({ offer, plans }): WideOffer => {
    return { ...offer, operators: operatorsIn(plans, code), coverage: coverageIn(plans, code) };
  });
  return {
    destination,
    offer: own.length === 0 ? null : offerOf(listed, own),
    wide: wide.toSorted((a, b) => cheapest(a) - cheapest(b)),
    facts: { ...factsOf(own), ...Object.assign({}, ...around.map(({ plans }) => factsOf(plans))) },
    knownNetworks: knownNetworks(destination),
    neighbours: neighbours(shelf, destination),
  };
}

const cheapest = ({ plans }: Pick<Offer, 'plans'>) =>
  Math.min(Number.POSITIVE_INFINITY, ...plans.filter(({ available }) => available).map(({ price }) => price.amount));

/** Without known neighbours, the first destinations of the same region. */
function neighbours(shelf: Shelf, { slug, kind, region }: Destination): Destination[] {
  const others = (slugs: readonly string[]) =>
    slugs.flatMap((other) => (other === slug ? [] : (shelf.bySlug.get(other)?.destination ?? [])));
  if (kind !== 'local') return others(shelf.wide.map(({ offer }) => offer.slug));
  const near = others(neighboursOf(slug));
  if (near.length > 0 || region === null) return near.slice(0, MAX_NEIGHBOURS);
  return shelf.destinations
    .filter((other) => other.kind === 'local' && other.region === region && other.slug !== slug)
    .slice(0, MAX_NEIGHBOURS);
}

/** Slugs of the places around a destination, nearest first (scripts/data/neighbours.mjs); empty when none are known. */
function neighboursOf(slug: string): readonly string[] {
  return (neighboursBySlug as Record<string, string[]>)[slug] ?? [];
}
