import type { Db, Queryable, Tx } from '../../db/database.ts';
import { transactOrTry } from '../../db/dry-run.ts';
import * as store from './desk-store.ts';
import { lastList } from './package-store.ts';
import { type PriceRule, sellingPrice } from './pricing.ts';
import { type Action, awaitTurn, judgePlans, nextVersion, publishVersion } from './publication-store.ts';
import { CodedError } from '../../shared/errors.ts';
import { didYouMean, nearestOf } from '../../shared/nearest.ts';

/** The name of the operator, and whether the change is a dry run. */
export type Acting = { by: string; dryRun: boolean };

export type ImportRequest = Acting &
  PriceRule & {
    /** Only this country; null: all. */
    countryCode: string | null;
    /** Only countries of this region; null: all. */
    region: string | null;
    /** Put on sale at once; otherwise the plans are drafts. */
    publish: boolean;
  };

/** A package without a plan. The reason is that of the list, or `no-destination` or `plan-exists`. */
export type Refused = { packageId: string; reason: string };
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

/**
 * The operators' side of the catalogue. Each change is one transaction and one publication: a failed change publishes
 * nothing, and concurrent changes run one after the other. A dry run does the same work and rolls it back.
 */
export function createCatalogueDesk({ db }: { db: Db }) {
  /** Runs `change` under the lock and publishes the `plans` that it returns as one version. */
  async function change<T extends { plans: store.DeskPlan[] }>(
    action: Action,
    { by, dryRun }: Acting,
    act: (tx: Tx, version: number) => Promise<T>,
    isShown: (outcome: T) => boolean = () => true,
  ): Promise<T & { version: number | null }> {
    return transactOrTry(db, dryRun, async (tx) => {
      await awaitTurn(tx);
      const version = await nextVersion(tx);
      const outcome = await act(tx, version);
      const shown = outcome.plans.length > 0 && isShown(outcome);
      if (shown) await publishVersion(tx, { version, action, by, plans: outcome.plans.length });
      return { ...outcome, version: shown ? version : null };
    });
  }

  /** The packages that the last list of the wholesaler refused. */
  async function refusedBy(db: Queryable): Promise<readonly Refused[]> {
    const list = await lastList(db);
    if (list === null) throw new CatalogueError('The wholesaler’s packages were never read: nothing was changed.');
    return list.refused;
  }

  async function assertSellable(tx: Tx, plans: readonly store.DeskPlan[]): Promise<void> {
    await judgePlans(tx);
    const judged = await store.findPlans(
      tx,
      plans.map(({ id }) => id),
    );
    const bad = judged.find(({ fault }) => fault === 'price-not-below-ours' || fault === 'below-minimum-price');
    if (bad) throw new CatalogueError(priceRefusal(bad));
  }

  return {
    /**
     * Compares the wholesaler's packages as last read with our plans. Lists packages that no plan sells, plans whose
     * package has another net price than when theirs was set, plans whose package was removed, and plans with a margin
     * below `marginPercent` of their price.
     */
    async diff(marginPercent: number) {
      const [refused, unsold, plans] = await Promise.all([
        refusedBy(db),
        store.listUnsold(db),
        store.listPlansWithCost(db),
      ]);
      return {
        refused,
        unsold,
        changed: plans.filter(
          ({ pricedAtNetCents, netPriceCents }) =>
            pricedAtNetCents !== null && netPriceCents !== null && pricedAtNetCents !== netPriceCents,
        ),
        gone: plans.filter(({ fault }) => fault === 'missing-package'),
        thin: plans.filter(
          ({ netPriceCents, priceAmount }) =>
            netPriceCents !== null && (priceAmount - netPriceCents) * 100 < priceAmount * marginPercent,
        ),
      };
    },

    /** Throws `CatalogueError` for a country or a region that is no destination. */
    async assertPlaces({ countryCode, region }: Pick<ImportRequest, 'countryCode' | 'region'>): Promise<void> {
      const known = await store.listPlaces(db);
      if (countryCode !== null && !known.some((place) => place.countryCode === countryCode))
        throw new CatalogueError(`There is no country ${countryCode}.`);
      const regions = [...new Set(known.flatMap((place) => place.region ?? []))].toSorted();
      if (region !== null && !regions.includes(region))
        throw new CatalogueError(
          `There is no region "${region}".${slipOf(region, regions)} There are: ${regions.join(', ')}.`,
        );
    },

    /**
     * Creates plans from the wholesaler's packages for one country that have none yet. The price leaves the margin, and is
     * rounded.
     */
    async import(request: ImportRequest): Promise<Imported> {
      const { plans, refused, known, version } = await change(
        'import',
        request,
        async (tx, next) => {
          const found = await store.listImportable(tx, request);
          const refusals = [...(await refusedBy(tx))];
          const rows: store.NewPlan[] = [];
          const taken = new Set<string>();
          for (const each of found.packages) {
            const id = each.destination === null ? null : planId(each.destination, each);
            if (each.destination === null || id === null)
              refusals.push({ packageId: each.id, reason: 'no-destination' });
            else if (taken.has(id) || found.planIds.has(id))
              refusals.push({ packageId: each.id, reason: 'plan-exists' });
            else {
              taken.add(id);
              const status = request.publish ? ('published' as const) : ('draft' as const);
              rows.push({ ...each, id, offerSlug: each.destination, priceAmount: sellingPrice(each, request), status });
            }
          }
          const made = await store.insertPlans(tx, rows);
          await store.writePrices(tx, made, { version: next, by: request.by });
          await judgePlans(tx);
          const judged = await store.findPlans(
            tx,
            made.map(({ id }) => id),
          );
          return { plans: judged, refused: refusals, known: found.known };
        },
        () => request.publish,
      );
      return { made: plans, refused, known, version };
    },

    /** Puts plans on sale: those of an offer, or one by its id. Throws `CatalogueError` for a price below cost. */
    publish: (what: string, acting: Acting): Promise<Changed> =>
      change('publish', acting, async (tx) => {
        const ids = await namedBy(tx, what);
        const plans = await store.setStatus(tx, ids, 'published');
        await store.acceptCosts(tx, ids);
        await assertSellable(tx, plans);
        return { plans };
      }),

    /** Takes plans off sale. Existing orders keep what they bought. */
    hide: (what: string, acting: Acting): Promise<Changed> =>
      change('hide', acting, async (tx) => ({ plans: await store.setStatus(tx, await namedBy(tx, what), 'hidden') })),

    /** Sets the price of a plan, in cents. Throws `CatalogueError` for a price below cost. */
    price: (planId: string, cents: number, acting: Acting): Promise<Changed> =>
      change('price', acting, async (tx, version) => {
        const plan = await planNamed(tx, planId);
        if (plan.priceAmount === cents) return { plans: [] };
        const plans = await store.setPrice(tx, planId, cents);
        await store.writePrices(tx, plans, { version, by: acting.by, before: plan.priceAmount });
        await assertSellable(tx, plans);
        return { plans };
      }),

    /** Changes the wholesaler's package from which a plan is delivered. Refuses one that the last list does not have. */
    setPackage: (planId: string, packageId: string, acting: Acting): Promise<Changed> =>
      change('package', acting, async (tx) => {
        await planNamed(tx, planId);
        if (await store.isPackageTaken(tx, packageId, planId))
          throw new CatalogueError(`Another plan is delivered from "${packageId}".`);
        await store.setPackage(tx, planId, packageId);
        await judgePlans(tx);
        const plans = await store.findPlans(tx, [planId]);
        if (plans[0]?.fault === 'missing-package' && (await lastList(tx)) !== null)
          throw new CatalogueError(
            `The wholesaler lists no package "${packageId}".${slipOf(packageId, (await store.listNames(tx)).packages)} "catalogue diff" lists those that no plan sells.`,
          );
        return { plans };
      }),

    /** Every price of a plan, newest first. Throws `CatalogueError` for an unknown plan. */
    async history(planId: string) {
      await planNamed(db, planId);
      return store.listPrices(db, planId);
    },
    /** The last publications. */
    versions: () => store.listVersions(db),
  };

  async function namedBy(tx: Tx, what: string): Promise<string[]> {
    const ids = await store.findIds(tx, what);
    if (ids.length > 0) return ids;
    const known = await store.listNames(tx);
    const slip = slipOf(what, [...known.offers, ...known.plans]);
    throw new CatalogueError(`There is no plan and no destination "${what}".${slip}`);
  }

  async function planNamed(tx: Queryable, planId: string): Promise<store.DeskPlan> {
    const [plan] = await store.findPlans(tx, [planId]);
    if (plan) return plan;
    const slip = slipOf(planId, (await store.listNames(tx)).plans);
    throw new CatalogueError(`There is no plan "${planId}".${slip}`);
  }
}

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

function priceRefusal({ id, priceAmount, netPriceCents, minimumPriceCents }: store.DeskPlan): string {
  const dollars = (cents: number | null) => `$${((cents ?? 0) / 100).toFixed(2)}`;
  const least =
    netPriceCents !== null && priceAmount <= netPriceCents
      ? `costs us ${dollars(netPriceCents)}`
      : `may not be sold below ${dollars(minimumPriceCents)}`;
  return `${id} ${least}: it can't be sold for ${dollars(priceAmount)}.`;
}
