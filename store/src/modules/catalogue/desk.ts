import type { Db, Queryable, Tx } from '../../db/database.ts';
import * as store from './desk-store.ts';
import { lastLists, listsOfRun } from './package-store.ts';
import { type PriceRule, sellingPrice } from './pricing.ts';
import { type Action, awaitTurn, nextVersion, publishVersion } from './publication-store.ts';
import { acceptCosts, adoptSources, isPackageTaken, judgePlans, listSources } from './source-store.ts';
import { CodedError } from '../../shared/errors.ts';
import { formatMoney } from '../../i18n/format.ts';
import { type Currency, type Money, money } from '../../shared/money.ts';
import { didYouMean, nearestOf } from '../../shared/nearest.ts';

export type { DeskPlan } from './desk-store.ts';

export type ImportRequest = PriceRule & {
  /** Only this country; null: all. */
  countryCode: string | null;
  /** Only countries of this region; null: all. */
  region: string | null;
  /** Put on sale at once; otherwise the plans are drafts. */
  publish: boolean;
};

/** A package without a plan. The reason is that of the list, or `no-destination` or `plan-exists`. */
export type Refused = { wholesaler: string; packageId: string; reason: string };
export type Imported = { made: store.DeskPlan[]; refused: Refused[]; known: number; version: number | null };
export type Changed = { plans: store.DeskPlan[]; version: number | null };

/** How many names a refusal gives for a mistyped one. */
const MAX_NAMED = 3;

/** A change that the catalogue refuses, with its reason. */
export class CatalogueError extends CodedError<'catalogue-error'> {
  override readonly name = 'CatalogueError';

  constructor(message: string) {
    super('catalogue-error', message);
  }
}

export type PlanBook = ReturnType<typeof createPlanBook>;

/**
 * The operators' side of the catalogue. Each change runs in the caller's transaction and is one publication: a failed
 * change publishes nothing, and concurrent changes run one after the other. Prices are set in `currency`, in which the
 * store sells. `by`: the name of the operator.
 */
export const createPlanBook = ({ db, currency }: { db: Db; currency: Currency }) => ({
  currency,
  diff: (marginPercent: number) => diff(db, marginPercent),
  assertPlaces: (places: Pick<ImportRequest, 'countryCode' | 'region'>) => assertPlaces(db, places),
  /** The lists that a run has read, by wholesaler; null: it has not read them yet. */
  listsOfRun: (runId: string) => listsOfRun(db, runId),
  /** The last list of each wholesaler. */
  lists: () => lastLists(db),
  sources: (what: string) => sourcesOf(db, what),
  /** Every price of a plan, newest first. Throws `CatalogueError` for an unknown plan. */
  async history(planId: string) {
    await planNamed(db, planId);
    return store.listPrices(db, planId);
  },
  /** The last publications. */
  versions: () => store.listVersions(db),

  /** Waits for changes in progress. Returns the plans of an offer, or one by its id. Throws `CatalogueError`. */
  async lockNamed(tx: Tx, what: string): Promise<store.DeskPlan[]> {
    await awaitTurn(tx);
    return store.findPlans(tx, await namedBy(tx, what));
  },
  /** Waits for changes in progress. Throws `CatalogueError` for an unknown plan. */
  async lockPlan(tx: Tx, planId: string): Promise<store.DeskPlan> {
    await awaitTurn(tx);
    return planNamed(tx, planId);
  },
  import: (tx: Tx, request: ImportRequest, by: string) => importPlans(tx, { ...request, by, currency }),
  publish: (tx: Tx, what: string, by: string) => publish(tx, what, by),
  /** Takes plans off sale. Existing orders keep what they bought. */
  hide: (tx: Tx, what: string, by: string): Promise<Changed> =>
    change(tx, { action: 'hide', by }, async () => ({
      plans: await store.setStatus(tx, await namedBy(tx, what), 'hidden'),
    })),
  price: (tx: Tx, planId: string, cents: number, by: string) =>
    setPrice(tx, planId, { price: { amount: cents, currency }, by }),
  setPackage: (tx: Tx, planId: string, source: GivenSource, by: string) => setPackage(tx, planId, source, by),
});

/** The wholesaler's package that delivers a plan. `wholesaler`: default: that of the source before. */
type GivenSource = { packageId: string; wholesaler?: string | undefined };

/** Runs `act` under the lock and publishes the `plans` that it returns as one version, unless `isShown` is false. */
async function change<T extends { plans: store.DeskPlan[] }>(
  tx: Tx,
  { action, by, isShown = true }: { action: Action; by: string; isShown?: boolean },
  act: (version: number) => Promise<T>,
): Promise<T & { version: number | null }> {
  await awaitTurn(tx);
  await adoptSources(tx);
  const version = await nextVersion(tx);
  const outcome = await act(version);
  const shown = outcome.plans.length > 0 && isShown;
  if (shown) await publishVersion(tx, { version, action, by, plans: outcome.plans.length });
  return { ...outcome, version: shown ? version : null };
}

/** The packages that the last lists of the wholesalers refused. */
async function refusedBy(from: Queryable): Promise<readonly Refused[]> {
  const lists = await lastLists(from);
  if (lists.length === 0) throw new CatalogueError('The wholesaler’s packages were never read: nothing was changed.');
  return lists.flatMap(({ wholesaler, refused }) => refused.map((each) => ({ ...each, wholesaler })));
}

async function assertSellable(tx: Tx, plans: readonly store.DeskPlan[]): Promise<void> {
  await judgePlans(tx);
  const judged = await store.findPlans(tx, idsOf(plans));
  const bad = judged.find(({ fault }) => fault === 'price-not-below-ours' || fault === 'below-minimum-price');
  if (bad) throw new CatalogueError(priceRefusal(bad));
}

/**
 * Compares the wholesalers' packages as last read with the sources of our plans. Lists packages that no plan sells,
 * sources with another net price than when the plan's price was set, sources whose package was removed, and those that
 * leave a margin below `marginPercent` of the price.
 */
async function diff(db: Db, marginPercent: number) {
  const [refused, unsold, plans] = await Promise.all([
    refusedBy(db),
    store.listUnsold(db),
    store.listPlansWithCost(db),
  ]);
  return {
    refused,
    unsold,
    changed: plans.filter(
      ({ pricedAtNetCents, pricedAtNetCurrency, netPriceCents, netCurrency }) =>
        pricedAtNetCents !== null &&
        netPriceCents !== null &&
        (pricedAtNetCents !== netPriceCents || pricedAtNetCurrency !== netCurrency),
    ),
    gone: plans.filter(({ sourceFault }) => sourceFault === 'missing-package'),
    thin: plans.filter(
      ({ netPriceCents, netCurrency, priceAmount, currency: pricedIn }) =>
        netPriceCents !== null &&
        netCurrency === pricedIn &&
        (priceAmount - netPriceCents) * 100 < priceAmount * marginPercent,
    ),
  };
}

/** Throws `CatalogueError` for a country or a region that is no destination. */
async function assertPlaces(
  db: Db,
  { countryCode, region }: Pick<ImportRequest, 'countryCode' | 'region'>,
): Promise<void> {
  const known = await store.listPlaces(db);
  if (countryCode !== null && !known.some((place) => place.countryCode === countryCode))
    throw new CatalogueError(`There is no country ${countryCode}.`);
  const regions = [...new Set(known.flatMap((place) => place.region ?? []))].toSorted();
  if (region !== null && !regions.includes(region))
    throw new CatalogueError(
      `There is no region "${region}".${slipOf(region, regions)} There are: ${regions.join(', ')}.`,
    );
}

/**
 * Creates plans from the wholesaler's packages for one country that have none yet. The price leaves the margin, and is
 * rounded. A package that is paid in another currency than the store sells in is refused.
 */
async function importPlans(tx: Tx, request: ImportRequest & { by: string; currency: Currency }): Promise<Imported> {
  const { by, publish: isShown } = request;
  const { plans, refused, known, version } = await change(tx, { action: 'import', by, isShown }, async (next) => {
    const found = await store.listImportable(tx, request);
    const { rows, refused: refusals } = rowsOf(found, request);
    const before = await refusedBy(tx);
    const made = await store.insertPlans(tx, rows);
    await store.writePrices(tx, made, { version: next, by });
    await judgePlans(tx);
    const judged = await store.findPlans(tx, idsOf(made));
    return { plans: judged, refused: [...before, ...refusals], known: found.known };
  });
  return { made: plans, refused, known, version };
}

/** The plans of new packages, and the packages that become none. */
function rowsOf(
  { packages, planIds }: Awaited<ReturnType<typeof store.listImportable>>,
  request: ImportRequest & { currency: Currency },
): { rows: store.NewPlan[]; refused: Refused[] } {
  const { currency } = request;
  const status = request.publish ? ('published' as const) : ('draft' as const);
  const rows = new Map<string, store.NewPlan>();
  const refused: Refused[] = [];
  for (const each of packages) {
    const id = each.destination === null ? null : planId(each.destination, each);
    if (each.destination === null || id === null) refused.push({ ...sourceOf(each), reason: 'no-destination' });
    else if (each.netCurrency !== currency) refused.push({ ...sourceOf(each), reason: 'other-currency' });
    else if (rows.has(id) || planIds.has(id)) refused.push({ ...sourceOf(each), reason: 'plan-exists' });
    else {
      const priceAmount = sellingPrice(each, request);
      rows.set(id, { ...each, id, offerSlug: each.destination, priceAmount, currency, status });
    }
  }
  return { rows: [...rows.values()], refused };
}

/** Puts plans on sale: those of an offer, or one by its id. Throws `CatalogueError` for a price below cost. */
const publish = (tx: Tx, what: string, by: string): Promise<Changed> =>
  change(tx, { action: 'publish', by }, async () => {
    const ids = await namedBy(tx, what);
    const plans = await store.setStatus(tx, ids, 'published');
    await acceptCosts(tx, ids);
    await assertSellable(tx, plans);
    return { plans };
  });

/** Sets the price of a plan. Throws `CatalogueError` for a price below cost. */
const setPrice = (tx: Tx, id: string, { price, by }: { price: Money; by: string }): Promise<Changed> =>
  change(tx, { action: 'price', by }, async (version) => {
    const { priceAmount, currency: before } = await planNamed(tx, id);
    if (priceAmount === price.amount && before === price.currency) return { plans: [] };
    const plans = await store.setPrice(tx, id, price);
    const last = await store.priceIn(tx, id, price.currency);
    await store.writePrices(tx, plans, { version, by, before: last });
    await assertSellable(tx, plans);
    return { plans };
  });

/** Changes the package from which a plan is delivered first. Refuses one that the last list of its wholesaler lacks. */
const setPackage = (tx: Tx, id: string, { packageId, wholesaler: named }: GivenSource, by: string): Promise<Changed> =>
  change(tx, { action: 'package', by }, async () => {
    const { wholesaler: before } = await planNamed(tx, id);
    const wholesaler = named ?? before;
    if (named !== undefined && !(await lastLists(tx)).some((list) => list.wholesaler === named))
      throw new CatalogueError(`The store never read packages of a wholesaler "${named}".`);
    if (await isPackageTaken(tx, { wholesaler, packageId }, id))
      throw new CatalogueError(`Another plan is delivered from "${packageId}".`);
    await store.setSource(tx, id, { wholesaler, packageId });
    await judgePlans(tx);
    const plans = await store.findPlans(tx, [id]);
    if (plans[0]?.sourceFault === 'missing-package')
      throw new CatalogueError(
        `The wholesaler lists no package "${packageId}".${slipOf(packageId, (await store.listNames(tx)).packages)} "catalogue diff" lists those that no plan sells.`,
      );
    return { plans };
  });

/** The sources of a plan, or of all plans of an offer, in order of preference. */
async function sourcesOf(db: Db, what: string) {
  const plans = await store.findPlans(db, await namedBy(db, what));
  const sources = await listSources(db, idsOf(plans));
  return plans.map((plan) => ({ plan, sources: sources.filter(({ planId: of }) => of === plan.id) }));
}

async function namedBy(from: Queryable, what: string): Promise<string[]> {
  const ids = await store.findIds(from, what);
  if (ids.length > 0) return ids;
  const known = await store.listNames(from);
  const slip = slipOf(what, [...known.offers, ...known.plans]);
  throw new CatalogueError(`There is no plan and no destination "${what}".${slip}`);
}

async function planNamed(from: Queryable, id: string): Promise<store.DeskPlan> {
  const [plan] = await store.findPlans(from, [id]);
  if (plan) return plan;
  const slip = slipOf(id, (await store.listNames(from)).plans);
  throw new CatalogueError(`There is no plan "${id}".${slip}`);
}

const idsOf = (plans: readonly { id: string }[]) => plans.map(({ id }) => id);

const sourceOf = ({ wholesaler, packageId }: { wholesaler: string; packageId: string }) => ({ wholesaler, packageId });

/** The nearest names of a mistyped one. */
const slipOf = (given: string, known: readonly string[]) =>
  didYouMean(
    nearestOf(known.map((name) => ({ known: name, given })))
      .slice(0, MAX_NAMED)
      .map((pair) => pair.known),
  );

/** For example `japan-3gb-30d`. The id contains the terms, so that two packages with the same terms collide. */
function planId(
  destination: string,
  { dataMb, unlimited, days }: { dataMb: number; unlimited: boolean; days: number },
) {
  const size = unlimited ? 'unlimited' : dataMb % 1024 === 0 ? `${dataMb / 1024}gb` : `${dataMb}mb`;
  return `${destination}-${size}-${days}d`;
}

function priceRefusal({ id, priceAmount, currency, netPriceCents, minimumPriceCents }: store.DeskPlan): string {
  // The net price is in the same currency: a price in another one is not compared.
  const shown = (cents: number | null) => formatMoney(money(cents ?? 0, currency), 'en');
  const least =
    netPriceCents !== null && priceAmount <= netPriceCents
      ? `costs us ${shown(netPriceCents)}`
      : `may not be sold below ${shown(minimumPriceCents)}`;
  return `${id} ${least}: it can't be sold for ${shown(priceAmount)}.`;
}
