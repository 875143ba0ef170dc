import type { Db, Queryable } from '../../db/database.ts';
import { AppError, codeOf } from '../../shared/errors.ts';
import type { Currency } from '../../shared/money.ts';
import type { PackageSources, WholesalePackage, WholesalePackages } from './wholesale-packages.ts';
import { readNetworks } from './networks.ts';
import { createCheapest, createFitting } from './cheapest.ts';
import { neighboursOf } from './neighbours.ts';
import { keepPackages } from './package-store.ts';
import { adoptSources, canDeliver, chooseSource } from './source-store.ts';
import { secondsSinceLists, unsellablePlans } from './standing-store.ts';
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
 * The result of a reading of the wholesalers' packages. `completed` is false when one of them gave no usable list: its
 * packages are as last read.
 */
export type CheckReport = { completed: boolean; faults: readonly PlanProblem[] };

/** A package of a wholesaler. */
type PackageOf = { wholesaler: string; packageId: string };

/**
 * A plan for an order, with the names of its destination and the first of its sources that can deliver it. Read from the
 * table, not from the cache.
 */
export type PlanToSell = PackageOf & {
  plan: Plan;
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
  standing: {
    secondsSinceLists(db: Queryable): ReturnType<typeof secondsSinceLists>;
    unsellablePlans: typeof unsellablePlans;
  };
  /** One plan by its id, with the source that would deliver it. Throws `not-found` for an unknown id. */
  planToSell(id: string): Promise<PlanToSell>;
  /**
   * The source from which a line is delivered: the one that was sold while it can deliver the plan, otherwise the first
   * that can, if its net price is in the currency of the order; else the one that was sold. `currency`: of the order.
   */
  sourceFor(
    tx: Queryable,
    line: PackageOf & { planId: string },
    currency: Currency,
  ): Promise<PackageOf & { netCurrency: Currency }>;
  /**
   * Reads the packages of all wholesalers, stores them, and checks every plan. `runId`: the id under which a caller waits for
   * the result. Throws only on a database error.
   */
  checkPlans(runId?: string): Promise<CheckReport>;
  /**
   * The net price of a package in cents of this currency, as read from its wholesaler at `since` or later. Uses the last
   * reading when it is recent enough, otherwise reads all packages of the wholesaler again. Null: the wholesaler does not
   * state it in this currency, or is not configured.
   */
  netPriceOf(sold: PackageOf & { netCurrency: Currency }, since: Date): Promise<number | null>;
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
  wholesalers: PackageSources;
  /** The currency in which the store sells. */
  currency: Currency;
  knownNetworks: (place: Pick<Destination, 'slug' | 'countryCode'>) => Operator[];
  log?: Log;
  now?: () => number;
}): Catalogue {
  const { db, wholesalers, currency, knownNetworks, log, now = Date.now } = deps;
  let kept: { shelf: Shelf; lookedAt: number; details: Map<string, Promise<DestinationDetails | null>> } | undefined;
  let networks: { shelf: Shelf; found: Promise<ReadonlyMap<string, DestinationNetworks>> } | undefined;
  const cheapestWith = createCheapest(db);
  const fitting = createFitting(db);
  let reading: Promise<Shelf> | undefined;
  /** The running check of each wholesaler. */
  const checking = new Map<string, { checkedAt: Date; found: Promise<PackagesById | undefined> }>();
  const configured = () => wholesalers.all().map(({ name }) => name);

  async function read(): Promise<Shelf> {
    const lookedAt = now();
    const shelf = await readShelf(db, currency, kept?.shelf);
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
    const own = wideHere?.plans ?? (destination.own ? await listPlans(db, [slug], currency) : []);
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

  /**
   * Reads all packages of a wholesaler and stores the result for each plan. Undefined: it gave no usable list. `runId`:
   * for the last list of the run.
   */
  async function check(wholesaler: WholesalePackages, readAt: Date, runId?: string): Promise<PackagesById | undefined> {
    const { name } = wholesaler;
    const { packages, refused, code } = await wholesaler
      .packages()
      .then((list) => ({ ...list, code: 'empty-list' as string | undefined }))
      .catch((error: unknown) => ({ packages: [], refused: [], code: codeOf(error) }));
    const list = { wholesaler: name, packages, refused, readAt };
    await keepPackages(db, list, { id: runId, configured: configured() });
    if (packages.length > 0) return new Map(packages.map((each) => [each.packageId, each]));
    log?.warn({ wholesaler: name, code }, 'wholesale packages could not be checked');
    return undefined;
  }

  /** The running check if it began at `since` or later, otherwise a new one: concurrent orders share one reading. */
  function checkSince(wholesaler: WholesalePackages, since: Date): Promise<PackagesById | undefined> {
    const { name } = wholesaler;
    const running = checking.get(name);
    if (running && running.checkedAt >= since) return running.found;
    const checkedAt = new Date(now());
    const found = check(wholesaler, checkedAt).finally(() => {
      if (checking.get(name)?.found === found) checking.delete(name);
    });
    checking.set(name, { checkedAt, found });
    return found;
  }

  /** Checks all wholesalers, side by side. The last list of a run is stored when the others are. */
  async function checkAll(runId: string | undefined): Promise<(PackagesById | undefined)[]> {
    const readAt = new Date(now());
    const all = wholesalers.all();
    if (runId === undefined) return Promise.all(all.map((each) => checkSince(each, readAt)));
    const others = await Promise.all(all.slice(0, -1).map((each) => check(each, readAt)));
    const last = await Promise.all(all.slice(-1).map((each) => check(each, readAt, runId)));
    return [...others, ...last];
  }

  return {
    version: async () => String((await current()).version),
    knownVersion: () => (isRecent(kept) ? String(kept.shelf.version) : undefined),
    publishedAt: () => readPublishedAt(db),
    planCount: async () => (await current()).planCount,
    standing: { secondsSinceLists: (on) => secondsSinceLists(on, configured()), unsellablePlans },
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
      const row = await findPlan(db, id, currency);
      return row && planOf(row);
    },
    async planToSell(id) {
      const row = await findPlanToSell(db, id, currency);
      if (row === null) throw new AppError('not-found', { field: 'planId' });
      const { plan, name, flag } = row;
      const source = row.source ?? (await adopted(id));
      if (source === null) throw new AppError('plan-unavailable', { field: 'planId' });
      const { wholesaler, packageId, facts } = source;
      const { available, ...sold } = planOf(plan);
      // A command of an operator may have chosen a source of which it can't know that it is not configured.
      const canBeSold = available && wholesalers.find(wholesaler) !== null;
      return {
        plan: { ...sold, available: canBeSold },
        wholesaler,
        packageId,
        name,
        flag,
        activation: facts?.activation ?? null,
      };
    },
    async sourceFor(tx, { planId, wholesaler, packageId }, paidIn) {
      const sold = { wholesaler, packageId };
      const chosen = (await canDeliver(tx, planId, sold)) ? null : await chooseSource(tx, planId);
      const isBetter = chosen?.fault === null && chosen.netCurrency === paidIn;
      const source = isBetter ? { wholesaler: chosen.wholesaler, packageId: chosen.packageId } : sold;
      return { ...source, netCurrency: (await findPackage(tx, source))?.netCurrency ?? paidIn };
    },
    faults,
    async netPriceOf({ wholesaler: name, packageId, netCurrency }, since) {
      const wholesaler = wholesalers.find(name);
      if (wholesaler === null) return null;
      const stored = await findPackage(db, { wholesaler: name, packageId });
      const isFresh = stored !== null && stored.goneAt === null && stored.seenAt >= since;
      const known = isFresh ? stored : (await checkSince(wholesaler, since))?.get(packageId);
      return known?.netCurrency === netCurrency ? known.netPriceCents : null;
    },
    async checkPlans(runId) {
      const found = await checkAll(runId);
      const left = await faults();
      // This process shows the new version at once, the others within a second.
      await read();
      // The last known results stay: an outage of a wholesaler must not close a store that was open. Orders placed
      // meanwhile are retried, and refunded when the outage lasts.
      if (found.includes(undefined)) return { completed: false, faults: left };
      for (const { checkedAt: _, ...plan } of left) log?.warn(plan, 'plan is unavailable');
      const packages = found.reduce((sum, each) => sum + (each?.size ?? 0), 0);
      log?.info({ packages, unavailable: left.length }, 'plans checked against the wholesale packages');
      return { completed: true, faults: left };
    },
  };

  /** The source of a plan that version 1.0.0 made. */
  async function adopted(planId: string) {
    await adoptSources(db);
    return chooseSource(db, planId);
  }

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
