import type { Db, Queryable } from '../../db/database.ts';
import { AppError } from '../../shared/errors.ts';
import type { Currency } from '../../shared/money.ts';
import type { PackageSources } from './wholesale-packages.ts';
import { createCheapest, createFitting } from './cheapest.ts';
import { createPackageChecks, type PackageChecks } from './package-checks.ts';
import { createShelfCache, type ShelfCache } from './shelf-cache.ts';
import { adoptSources, chooseSource, listDeliverable, planOfPackage } from './source-store.ts';
import { secondsSinceLists, unsellablePlans } from './standing-store.ts';
import { coverageIn, operatorsIn, planOf, type Shelf } from './shelf.ts';
import {
  findPackage,
  findPlan,
  findPlanToSell,
  listPackageStatements,
  listProblems,
  listTerms,
  readPublishedAt,
} from './store.ts';
import type {
  ActivationPolicy,
  CoveredCountry,
  Destination,
  Localized,
  Operator,
  Plan,
  PlanProblem,
  PublicCatalogue,
} from './types.ts';

export type * from './types.ts';
export { planForRest } from './rest-store.ts';
export { listProblems } from './store.ts';
export { COUNTRY_CODES, countryOfZone } from './zones.ts';

/**
 * The result of a reading of the wholesalers' packages. `completed` is false when one of them gave no usable list: its
 * packages are as last read.
 */
export type CheckReport = { completed: boolean; faults: readonly PlanProblem[] };

/** A package of a wholesaler. */
type PackageOf = { wholesaler: string; packageId: string };

type Source = PackageOf & { netCurrency: Currency };
/** The sources of a line in order: there is one at least. */
export type Sources = [Source, ...Source[]];

/**
 * A plan for an order, with the names of its destination and the first of its sources that can deliver it. Read from the
 * table, not from the cache.
 */
export type PlanToSell = PackageOf & {
  plan: Plan;
  name: Localized;
  flag: string;
  /** What all sources keep. Null: a wholesaler does not state it, or its list was not read yet. */
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
   * The sources from which a line may be delivered, in the order in which they are asked: the one that was sold while it
   * can deliver the plan, then the others that can, then those whose net price is not below the price of the plan (the
   * limits of loss decide about them). Only sources whose net price is in the currency of the order; without one, the one
   * that was sold.
   */
  sourcesFor(tx: Queryable, line: PackageOf & { planId: string }, currency: Currency): Promise<Sources>;
  /** True when this package is a source of the plan, whether it can deliver it now or not. */
  isSource(tx: Queryable, planId: string, source: PackageOf): Promise<boolean>;
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
  /** What these packages state, as last read: an eSIM is what its package gives, not what its plan states. */
  packageStatements(of: readonly PackageOf[]): ReturnType<typeof listPackageStatements>;
  /** Published plans that cannot be sold now, with the reason. */
  faults(): Promise<readonly PlanProblem[]>;
};

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
  const cache = createShelfCache({ db, currency, knownNetworks, log, now });
  const { current, detailsOf } = cache;
  const checks = createPackageChecks({ db, wholesalers, log, now });
  const cheapestWith = createCheapest(db);
  const fitting = createFitting(db);
  const ports = { db, currency, wholesalers, cache, checks, log };

  return {
    version: async () => String((await current()).version),
    knownVersion: cache.knownVersion,
    publishedAt: () => readPublishedAt(db),
    planCount: async () => (await current()).planCount,
    standing: {
      secondsSinceLists: (on) =>
        secondsSinceLists(
          on,
          wholesalers.all().map(({ name }) => name),
        ),
      unsellablePlans,
    },
    async featured() {
      const offers = await Promise.all((await current()).featured.map(detailsOf));
      return offers.flatMap((each) => each?.offer ?? []);
    },
    destinations: async () => (await current()).destinations,
    destinationBySlug: async (slug) => (await current()).bySlug.get(slug)?.destination ?? null,
    destination: detailsOf,
    offer: async (slug) => (await detailsOf(slug))?.offer ?? null,
    wideOffers: async () => (await current()).wide.map(({ offer }) => offer),
    coveredBy: async (slug) => coveredBy(await current(), slug),
    placeWithin: async (offerSlug, placeSlug) => placeWithin(await current(), offerSlug, placeSlug),
    networks: cache.networksOf,
    cheapestWith: async (filter, kind) => cheapestWith(await current(), filter, kind),
    fitting: async (wanted) => fitting(await current(), wanted),
    findable: async () => findable(db, await current()),
    async plan(id) {
      const row = await findPlan(db, id, currency);
      return row && planOf(row);
    },
    planToSell: (id) => planToSell(ports, id),
    sourcesFor,
    isSource: async (tx, planId, source) => (await planOfPackage(tx, source)) === planId,
    packageStatements: (of) => listPackageStatements(db, of),
    faults: () => faults(db),
    netPriceOf: (sold, since) => netPriceOf(ports, sold, since),
    checkPlans: (runId) => checkPlans(ports, runId),
  };
}

type Ports = {
  db: Db;
  currency: Currency;
  wholesalers: PackageSources;
  cache: ShelfCache;
  checks: PackageChecks;
  log: Log | undefined;
};

function coveredBy({ wide, destinations }: Shelf, slug: string): CoveredCountry[] {
  const found = wide.find(({ offer }) => offer.slug === slug);
  if (found === undefined) return [];
  return destinations.flatMap((each): CoveredCountry[] => {
    if (each.countryCode === null || each.within !== null || !found.countryCodes.has(each.countryCode)) return [];
    const { slug: country, countryCode, name, flag } = each;
    const operators = operatorsIn(found.plans, countryCode);
    return [{ slug: country, countryCode, name, flag, operators, coverage: coverageIn(found.plans, countryCode) }];
  });
}

function placeWithin({ wide, bySlug }: Shelf, offerSlug: string, placeSlug: string): Destination | null {
  const place = bySlug.get(placeSlug)?.destination;
  const found = wide.find(({ offer }) => offer.slug === offerSlug);
  const isThere = place?.kind === 'local' && place.countryCode !== null && found?.countryCodes.has(place.countryCode);
  return isThere ? place : null;
}

async function findable(db: Db, { destinations }: Shelf) {
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
}

async function planToSell({ db, currency, wholesalers }: Ports, id: string): Promise<PlanToSell> {
  const row = await findPlanToSell(db, id, currency);
  if (row === null) throw new AppError('not-found', { field: 'planId' });
  const { plan, name, flag, facts } = row;
  const source = row.source ?? (await adopted(db, id));
  if (source === null) throw new AppError('plan-unavailable', { field: 'planId' });
  const { wholesaler, packageId } = source;
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
}

/** The source of a plan that version 1.0.0 made. */
async function adopted(db: Db, planId: string) {
  await adoptSources(db);
  return chooseSource(db, planId);
}

async function sourcesFor(
  tx: Queryable,
  { planId, wholesaler, packageId }: PackageOf & { planId: string },
  paidIn: Currency,
): Promise<Sources> {
  const sold = { wholesaler, packageId };
  const [first, ...others] = await listDeliverable(tx, planId, sold, paidIn);
  if (first !== undefined) return [first, ...others];
  return [{ ...sold, netCurrency: (await findPackage(tx, sold))?.netCurrency ?? paidIn }];
}

async function netPriceOf(
  { db, wholesalers, checks }: Ports,
  { wholesaler: name, packageId, netCurrency }: PackageOf & { netCurrency: Currency },
  since: Date,
): Promise<number | null> {
  const wholesaler = wholesalers.find(name);
  if (wholesaler === null) return null;
  const stored = await findPackage(db, { wholesaler: name, packageId });
  const isFresh = stored !== null && stored.goneAt === null && stored.seenAt >= since;
  const known = isFresh ? stored : (await checks.checkSince(wholesaler, since))?.get(packageId);
  return known?.netCurrency === netCurrency ? known.netPriceCents : null;
}

async function checkPlans({ db, cache, checks, log }: Ports, runId: string | undefined): Promise<CheckReport> {
  const found = await checks.checkAll(runId);
  const left = await faults(db);
  // This process shows the new version at once, the others within a second.
  await cache.read();
  // The last known results stay: an outage of a wholesaler must not close a store that was open. Orders placed
  // meanwhile are retried, and refunded when the outage lasts.
  if (found.includes(undefined)) return { completed: false, faults: left };
  for (const { checkedAt: _, ...plan } of left) log?.warn(plan, 'plan is unavailable');
  const packages = found.reduce((sum, each) => sum + (each?.size ?? 0), 0);
  log?.info({ packages, unavailable: left.length }, 'plans checked against the wholesale packages');
  return { completed: true, faults: left };
}

async function faults(db: Db): Promise<PlanProblem[]> {
  // The column is only written by the check and by the catalogue commands.
  return (await listProblems(db)).map((row) => ({ ...row, fault: row.fault as PlanProblem['fault'] }));
}
