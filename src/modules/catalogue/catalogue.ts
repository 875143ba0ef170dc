import type { Db } from '../../db/database.ts';
import { AppError, codeOf } from '../../shared/errors.ts';
import type { Money } from '../../shared/money.ts';
import type { Wholesaler, WholesalePackage } from '../fulfilment/wholesaler.ts';
import { snapshotOf, type PlanFault, type Snapshot } from './availability.ts';
import { PLANS } from './offers.ts';
import { checkPackage } from './package-check.ts';
import type { PackageIds } from './package-ids.ts';
import { findPlanCheck, readPlanChecks, writePlanChecks } from './store.ts';

export type OfferKind = 'local' | 'regional' | 'global';

/** What can be bought. `id` is stable and public (`france-3gb`); 1 GB is 1024 MB. */
export type Plan = {
  id: string;
  offerSlug: string;
  dataMb: number;
  days: number;
  price: Money;
  /** False while the wholesaler's package fails our check: shown as unavailable, cannot be bought. */
  available: boolean;
};

export type NetworkGeneration = '4G' | '5G';

/** A consumer network a traveller may connect to (data/operators). */
export type Operator = { name: string; generations: NetworkGeneration[] };

/** Facts about an offer that a person reads as a feature line; words are in `src/i18n` under `features.<id>`. */
export type FeatureId = 'data-only' | 'keeps-number' | 'qr-delivery' | 'starts-on-first-use' | 'no-contract';

/** A destination with its plans. The name is looked up in `src/i18n` under `offers.<slug>`. */
export type Offer = {
  slug: string;
  kind: OfferKind;
  /** File name under /flags: a flag such as `fr` or `tz`, or the mark of a region, such as `europe` or `globe`. */
  flag: string;
  plans: Plan[];
  /** Country offers: two or three networks; others: none. */
  operators: Operator[];
  /** Country offers: `4G` or `4G, 5G`; others: null. */
  coverage: '4G' | '4G, 5G' | null;
  /** Regional and global offers: 190 for "190+ countries"; others: null. */
  regionCount: number | null;
  features: FeatureId[];
};

/** What the last look at the wholesaler's packages gave. Not `completed`: the call failed and nothing was changed. */
export type CheckReport = { completed: boolean; faults: readonly PlanFault[] };

export type Catalogue = {
  /** All offers in the specification's order, at most a few seconds behind the last check of any process. */
  offers(): Promise<readonly Offer[]>;
  /** One offer by its slug; null: we sell no such thing. */
  offer(slug: string): Promise<Offer | null>;
  /** One plan by its id; null: we sell no such thing. An unavailable plan is found, with `available` false. */
  plan(id: string): Promise<Plan | null>;
  /** The wholesaler's package of one of our plans. Throws `not-found` for any other id. */
  packageOf(planId: string): string;
  /** Compares every plan with the wholesaler's packages and keeps the outcome. Throws only when the database does. */
  checkPlans(): Promise<CheckReport>;
  /**
   * What a plan's package costs us, in US cents, as the wholesaler had it at `since` or later: what was last read when it is
   * young enough, else all packages are read anew. Null: the wholesaler does not say.
   */
  netPriceOf(sold: { planId: string; packageId: string }, since: Date): Promise<number | null>;
  /** Plans that cannot be bought now, and why. */
  faults(): Promise<readonly PlanFault[]>;
  /** Changes when the availability of any plan does: for caches of pages that show offers. */
  version(): Promise<string>;
};

/** How long a process may answer from memory before it looks at the table, which all processes share. */
const SNAPSHOT_MS = 2_000;

type PackagesById = ReadonlyMap<string, WholesalePackage>;
type Log = { info(details: object, message: string): void; warn(details: object, message: string): void };

/** Front door of the catalogue. `now` is a clock in milliseconds, for tests. */
export function createCatalogue(deps: {
  db: Db;
  wholesaler: Pick<Wholesaler, 'packages'>;
  packageIds: PackageIds;
  log?: Log;
  now?: () => number;
}): Catalogue {
  const { db, wholesaler, packageIds, log, now = Date.now } = deps;
  let kept: { snapshot: Snapshot; readAt: number } | undefined;
  let reading: Promise<Snapshot> | undefined;
  let checking: { checkedAt: Date; found: Promise<PackagesById | undefined> } | undefined;

  async function read(): Promise<Snapshot> {
    const readAt = now();
    const snapshot = snapshotOf(await readPlanChecks(db), packageIds);
    kept = { snapshot, readAt };
    return snapshot;
  }

  /** A look around stays possible while the database restarts; a purchase then fails by itself. */
  async function readOrKeep(): Promise<Snapshot> {
    try {
      return await read();
    } catch (error) {
      if (kept === undefined) throw error;
      log?.warn({ code: codeOf(error) }, 'offers are shown as last known: the database did not answer');
      kept = { snapshot: kept.snapshot, readAt: now() };
      return kept.snapshot;
    }
  }

  /** The snapshot, read again when it is old; callers that come meanwhile share the one query. */
  async function current(): Promise<Snapshot> {
    if (kept !== undefined && now() - kept.readAt < SNAPSHOT_MS) return kept.snapshot;
    reading ??= readOrKeep().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  /** The wholesaler's packages by id; undefined when it gave no usable list. */
  async function onSale(): Promise<PackagesById | undefined> {
    try {
      const packages = await wholesaler.packages();
      if (packages.length > 0) return new Map(packages.map((each) => [each.packageId, each]));
      // A wholesaler with nothing at all to sell is one with a fault: taken at its word it would close the shop.
      log?.warn({ code: 'empty-list' }, 'wholesale packages could not be checked');
    } catch (error) {
      log?.warn({ code: codeOf(error) }, 'wholesale packages could not be checked');
    }
    return undefined;
  }

  function packageOf(planId: string): string {
    const packageId = packageIds.get(planId);
    if (packageId === undefined) throw new AppError('not-found', { field: 'planId' });
    return packageId;
  }

  /** Reads all packages and keeps what follows for each plan. Undefined: the wholesaler gave no usable list. */
  async function check(checkedAt: Date): Promise<PackagesById | undefined> {
    const found = await onSale();
    if (found === undefined) return undefined;
    const checks = PLANS.map((plan) => {
      const packageId = packageOf(plan.id);
      return { planId: plan.id, packageId, checkedAt, ...checkPackage(plan, found.get(packageId)) };
    });
    await writePlanChecks(db, checks);
    return found;
  }

  /** The check under way when it began at `since` or later, else a new one: many orders that wait share one reading. */
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
    packageOf,
    offers: async () => (await current()).offers,
    offer: async (slug) => (await current()).offers.find((offer) => offer.slug === slug) ?? null,
    plan: async (id) => (await current()).plans.get(id) ?? null,
    faults: async () => (await current()).faults,
    version: async () => (await current()).version,
    async netPriceOf({ planId, packageId }, since) {
      const known = await findPlanCheck(db, planId);
      if (known?.packageId === packageId && known.checkedAt >= since) return known.netPriceCents;
      return (await checkSince(since))?.get(packageId)?.netPriceCents ?? null;
    },
    async checkPlans() {
      const found = await checkSince(new Date(now()));
      // The last known results stay: the wholesaler's outage must not close a shop that was open. Orders placed
      // meanwhile are retried, and refunded when the outage lasts.
      if (found === undefined) return { completed: false, faults: (await read()).faults };

      const { faults } = await read();
      for (const { planId, packageId, fault } of faults) log?.warn({ planId, packageId, fault }, 'plan is unavailable');
      log?.info({ plans: PLANS.length, unavailable: faults.length }, 'plans checked against the wholesale packages');
      return { completed: true, faults };
    },
  };
}
