import type { Db, Tx } from '../../db/database.ts';
import { CatalogueError, change, type Changed, idsOf, namedBy, type PackageOf, planNamed } from './desk-change.ts';
import * as store from './desk-store.ts';
import { assertPlaces, diff, importPlans, type ImportRequest } from './import.ts';
import { lastLists, listsOfRun } from './package-store.ts';
import {
  addSource,
  type GivenSource,
  orderSources,
  removeSource,
  setPackage,
  sourcesOf,
  sourcesOfPlan,
} from './plan-sources.ts';
import { awaitTurn } from './publication-store.ts';
import { growPromises } from './promise-store.ts';
import { acceptCosts, judgePlans } from './source-store.ts';
import { formatMoney } from '../../i18n/format.ts';
import { type Currency, type Money, money } from '../../shared/money.ts';

export type { Changed, PackageOf } from './desk-change.ts';
export type { DeskPlan } from './desk-store.ts';
export type { Imported, ImportRequest } from './import.ts';
export { faultWords } from './source-faults.ts';

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
  /** As `lockPlan`, with its sources in order. */
  async lockSources(tx: Tx, planId: string) {
    await awaitTurn(tx);
    return sourcesOfPlan(tx, planId);
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
  addSource: (tx: Tx, planId: string, source: PackageOf, by: string) => addSource(tx, planId, source, by),
  orderSources: (tx: Tx, planId: string, first: readonly PackageOf[], by: string) =>
    orderSources(tx, planId, first, by),
  removeSource: (tx: Tx, planId: string, source: PackageOf, by: string) => removeSource(tx, planId, source, by),
});

async function assertSellable(tx: Tx, plans: readonly store.DeskPlan[]): Promise<void> {
  await judgePlans(tx);
  const judged = await store.findPlans(tx, idsOf(plans));
  const bad = judged.find(({ fault }) => fault === 'price-not-below-ours' || fault === 'below-minimum-price');
  if (bad) throw new CatalogueError(priceRefusal(bad));
}

/** Puts plans on sale: those of an offer, or one by its id. Throws `CatalogueError` for a price below cost. */
const publish = (tx: Tx, what: string, by: string): Promise<Changed> =>
  change(tx, { action: 'publish', by }, async () => {
    const ids = await namedBy(tx, what);
    const plans = await store.setStatus(tx, ids, 'published');
    await acceptCosts(tx, ids);
    await growPromises(tx, ids);
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

function priceRefusal({ id, priceAmount, currency, netPriceCents, minimumPriceCents }: store.DeskPlan): string {
  // The net price is in the same currency: a price in another one is not compared.
  const shown = (cents: number | null) => formatMoney(money(cents ?? 0, currency), 'en');
  const least =
    netPriceCents !== null && priceAmount <= netPriceCents
      ? `costs us ${shown(netPriceCents)}`
      : `may not be sold below ${shown(minimumPriceCents)}`;
  return `${id} ${least}: it can't be sold for ${shown(priceAmount)}.`;
}
