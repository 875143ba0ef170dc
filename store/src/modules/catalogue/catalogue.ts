import type { Db } from '../../db/database.ts';
import { AppError, codeOf } from '../../shared/errors.ts';
import type { WholesalePackage, WholesalePackages } from './wholesale-packages.ts';
import { readNetworks } from './networks.ts';
import { createCheapest, createFitting } from './cheapest.ts';
import { neighboursOf } from './neighbours.ts';
import { keepPackages } from './package-store.ts';
import { secondsSinceList, unsellablePlans } from './standing-store.ts';
import { coverageOf, factsOf, offerOf, operatorsIn, planOf, readShelf, type Shelf } from './shelf.ts';
import { findPackage, findPlan, findPlanToSell, listProblems, listPlans, listTerms, readPublishedAt } from './store.ts';
import type {
  ActivationPolicy,
  CoveredCountry,
  Destination,
  DestinationDetails,
  DestinationNetworks,
  Localized,
  Offer,
  Operator,
  Plan,
  PlanProblem,
  PublicCatalogue,
  WideOffer,
} from './types.ts';

export type * from './types.ts';

/**
 * The result of the last read of the wholesaler's packages. `completed` is false when the call failed and nothing
 * changed.
 */
export type CheckReport = { completed: boolean; faults: readonly PlanProblem[] };

/** A plan for an order, with the names of its destination. Read from the table, not from the cache. */
export type PlanToSell = {
  plan: Plan;
  packageId: string;
  name: Localized;
  flag: string;
  /** Null: the wholesaler does not state it, or its list was not read yet. */
  activation: ActivationPolicy | null;
};

export type Catalogue = PublicCatalogue & {
  /** The version in memory; undefined when it is time to look for a newer one. */
  knownVersion(): string | undefined;
  /** When the newest publication was made; null before the first. */
  publishedAt(): Promise<Date | null>;
  /** Queries for the metrics; each runs on the connection that it gets. */
  standing: { secondsSinceList: typeof secondsSinceList; unsellablePlans: typeof unsellablePlans };
  /** One plan by its id, with the wholesaler's package. Throws `not-found` for an unknown id. */
  planToSell(id: string): Promise<PlanToSell>;
  /**
   * Reads the wholesaler's packages, stores them, and checks every plan. `runId`: the id under which a caller waits for
   * the result. Throws only on a database error.
   */
  checkPlans(runId?: string): Promise<CheckReport>;
  /**
   * The net price of a plan's package in US cents, as read from the wholesaler at `since` or later. Uses the last
   * reading when it is recent enough, otherwise reads all packages again. Null: the wholesaler does not state it.
   */
  netPriceOf(sold: { packageId: string }, since: Date): Promise<number | null>;
  /** Published plans that cannot be sold now, with the reason. */
  faults(): Promise<readonly PlanProblem[]>;
};

/** How long a process answers from memory before it looks for a newer publication. */
const LOOK_AGAIN_MS = 1_000;
/** Destinations whose plans are cached. */
const MOST_KEPT = 500;
const MOST_NEIGHBOURS = 6;

type PackagesById = ReadonlyMap<string, WholesalePackage>;
type Log = { info(details: object, message: string): void; warn(details: object, message: string): void };

/**
 * Front door of the catalogue for the parts that show and sell it; `desk.ts` is for operators. `knownNetworks` are the
 * consumer networks of a country or place in open data. `now` is a clock in milliseconds, for tests.
 */
export function createCatalogue(deps: {
  db: Db;
  wholesaler: WholesalePackages;
  knownNetworks: (place: Pick<Destination, 'slug' | 'countryCode'>) => Operator[];
  log?: Log;
  now?: () => number;
}): Catalogue {
  const { db, wholesaler, knownNetworks, log, now = Date.now } = deps;
  let kept: { shelf: Shelf; lookedAt: number; details: Map<string, Promise<DestinationDetails | null>> } | undefined;
  let networks: { shelf: Shelf; found: Promise<ReadonlyMap<string, DestinationNetworks>> } | undefined;
  const cheapestWith = createCheapest(db);
  const fitting = createFitting(db);
  let reading: Promise<Shelf> | undefined;
  let checking: { checkedAt: Date; found: Promise<PackagesById | undefined> } | undefined;

  async function read(): Promise<Shelf> {
    const lookedAt = now();
    const shelf = await readShelf(db, kept?.shelf);
    kept = { shelf, lookedAt, details: shelf === kept?.shelf ? kept.details : new Map() };
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

  /** The newest publication, at most `LOOK_AGAIN_MS` old. Concurrent callers share one query. */
  async function current(): Promise<Shelf> {
    if (isRecent(kept)) return kept.shelf;
    reading ??= readOrKeep().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  async function readDetails(shelf: Shelf, slug: string): Promise<DestinationDetails | null> {
    const listed = shelf.bySlug.get(slug);
    if (listed === undefined) return null;
    const { destination } = listed;
    const wideHere = shelf.wide.find(({ offer }) => offer.slug === slug);
    const own = wideHere?.plans ?? (destination.own ? await listPlans(db, [slug]) : []);
    const code = destination.kind === 'local' ? destination.countryCode : null;
    const around = code === null ? [] : shelf.wide.filter(({ countryCodes }) => countryCodes.has(code));
    const wide = around.map(({ offer, plans }): WideOffer => {
      const operators = operatorsIn(plans, code);
      return { ...offer, operators, coverage: coverageOf(operators) };
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

  /** Cached per publication; the least recently used entries are evicted. */
  async function detailsOf(slug: string): Promise<DestinationDetails | null> {
    const shelf = await current();
    const details = kept?.shelf === shelf ? kept.details : new Map<string, Promise<DestinationDetails | null>>();
    const found = details.get(slug) ?? readDetails(shelf, slug);
    details.delete(slug);
    if (!shelf.bySlug.has(slug)) return null;
    details.set(slug, found);
    for (const oldest of details.keys()) {
      if (details.size <= MOST_KEPT) break;
      details.delete(oldest);
    }
    found.catch(() => details.delete(slug));
    return found;
  }

  /** Reads all packages and stores the result for each plan. Undefined: the wholesaler gave no usable list. */
  async function check(readAt: Date, runId?: string): Promise<PackagesById | undefined> {
    const { packages, refused, code } = await wholesaler
      .packages()
      .then((list) => ({ ...list, code: 'empty-list' as string | undefined }))
      .catch((error: unknown) => ({ packages: [], refused: [], code: codeOf(error) }));
    await keepPackages(db, { packages, refused }, { readAt, runId });
    if (packages.length > 0) return new Map(packages.map((each) => [each.packageId, each]));
    log?.warn({ code }, 'wholesale packages could not be checked');
    return undefined;
  }

  /** The running check if it began at `since` or later, otherwise a new one: concurrent orders share one reading. */
  function checkSince(since: Date): Promise<PackagesById | undefined> {
    if (checking && checking.checkedAt >= since) return checking.found;
    const checkedAt = new Date(now());
    const found = check(checkedAt).finally(() => {
      if (checking?.found === found) checking = undefined;
    });
    checking = { checkedAt, found };
    return found;
  }

  return {
    version: async () => String((await current()).version),
    knownVersion: () => (isRecent(kept) ? String(kept.shelf.version) : undefined),
    publishedAt: () => readPublishedAt(db),
    planCount: async () => (await current()).planCount,
    standing: { secondsSinceList, unsellablePlans },
    async featured() {
      const offers = await Promise.all((await current()).featured.map(detailsOf));
      return offers.flatMap((each) => each?.offer ?? []);
    },
    destinations: async () => (await current()).destinations,
    destinationBySlug: async (slug) => (await current()).bySlug.get(slug)?.destination ?? null,
    destination: detailsOf,
    offer: async (slug) => (await detailsOf(slug))?.offer ?? null,
    wideOffers: async () => (await current()).wide.map(({ offer }) => offer),
    async coveredBy(slug) {
      const { wide, destinations } = await current();
      const found = wide.find(({ offer }) => offer.slug === slug);
      if (found === undefined) return [];
      return destinations.flatMap((each): CoveredCountry[] => {
        if (each.countryCode === null || each.within !== null || !found.countryCodes.has(each.countryCode)) return [];
        const operators = operatorsIn(found.plans, each.countryCode);
        const { slug: country, countryCode, name, flag } = each;
        return [{ slug: country, countryCode, name, flag, operators, coverage: coverageOf(operators) }];
      });
    },
    async placeWithin(offerSlug, placeSlug) {
      const { wide, bySlug } = await current();
      const place = bySlug.get(placeSlug)?.destination;
      const found = wide.find(({ offer }) => offer.slug === offerSlug);
      const isThere =
        place?.kind === 'local' && place.countryCode !== null && found?.countryCodes.has(place.countryCode);
      return isThere ? place : null;
    },
    async networks() {
      const shelf = await current();
      if (networks?.shelf !== shelf) networks = { shelf, found: readNetworks(db, shelf, knownNetworks) };
      const { found } = networks;
      found.catch(() => {
        if (networks?.found === found) networks = undefined;
      });
      return found;
    },
    cheapestWith: async (filter, kind) => cheapestWith(await current(), filter, kind),
    fitting: async (wanted) => fitting(await current(), wanted),
    async findable() {
      const { destinations } = await current();
      const terms = await listTerms(db);
      return destinations.map(({ slug, kind, name, countryCode, region, own }) => ({
        slug,
        kind,
        name,
        countryCode,
        region,
        own,
        ...(terms.get(slug) ?? { aliases: [], cities: [] }),
      }));
    },
    async plan(id) {
      const row = await findPlan(db, id);
      return row && planOf(row);
    },
    async planToSell(id) {
      const row = await findPlanToSell(db, id);
      if (row === null) throw new AppError('not-found', { field: 'planId' });
      const { plan, name, flag, facts } = row;
      return { plan: planOf(plan), packageId: plan.packageId, name, flag, activation: facts?.activation ?? null };
    },
    faults,
    async netPriceOf({ packageId }, since) {
      const known = await findPackage(db, packageId);
      if (known && known.goneAt === null && known.seenAt >= since) return known.netPriceCents;
      return (await checkSince(since))?.get(packageId)?.netPriceCents ?? null;
    },
    async checkPlans(runId) {
      const found = runId === undefined ? await checkSince(new Date(now())) : await check(new Date(now()), runId);
      const left = await faults();
      // This process shows the new version at once, the others within a second.
      await read();
      // The last known results stay: an outage of the wholesaler must not close a store that was open. Orders placed
      // meanwhile are retried, and refunded when the outage lasts.
      if (found === undefined) return { completed: false, faults: left };
      for (const { planId, packageId, fault } of left) log?.warn({ planId, packageId, fault }, 'plan is unavailable');
      log?.info({ packages: found.size, unavailable: left.length }, 'plans checked against the wholesale packages');
      return { completed: true, faults: left };
    },
  };

  async function faults(): Promise<PlanProblem[]> {
    // The column is only written by the check and by the catalogue commands.
    return (await listProblems(db)).map((row) => ({ ...row, fault: row.fault as PlanProblem['fault'] }));
  }
}

const cheapest = ({ plans }: Pick<Offer, 'plans'>) =>
  Math.min(Number.POSITIVE_INFINITY, ...plans.filter(({ available }) => available).map(({ price }) => price.amount));

/** Without known neighbours, the first destinations of the same region. */
function neighbours(shelf: Shelf, { slug, kind, region }: Destination): Destination[] {
  const others = (slugs: readonly string[]) =>
    slugs.flatMap((other) => (other === slug ? [] : (shelf.bySlug.get(other)?.destination ?? [])));
  if (kind !== 'local') return others(shelf.wide.map(({ offer }) => offer.slug));
  const near = others(neighboursOf(slug));
  if (near.length > 0 || region === null) return near.slice(0, MOST_NEIGHBOURS);
  return shelf.destinations
    .filter((other) => other.kind === 'local' && other.region === region && other.slug !== slug)
    .slice(0, MOST_NEIGHBOURS);
}
