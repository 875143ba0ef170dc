import { beforeEach, describe, expect, it, vi } from 'vitest';
import packagesFile from '#data/wholesale/packages.json' with { type: 'json' };
import type { Db } from '../../db/database.ts';
import type { WholesalePackage } from '../fulfilment/wholesaler.ts';
import { createCatalogue } from './catalogue.ts';
import { PLANS } from './offers.ts';
import { parsePackageIds } from './package-ids.ts';
import type { PlanCheck } from './store.ts';

/** The table plan_checks in memory; its SQL is shown by the flow tests. */
const table = vi.hoisted(() => ({ rows: new Map<string, unknown>(), reads: 0, down: false }));
vi.mock('./store.ts', () => ({
  readPlanChecks: async () => {
    if (table.down) throw new Error('no connection');
    table.reads += 1;
    return [...table.rows.values()];
  },
  findPlanCheck: async (_db: unknown, planId: string) => table.rows.get(planId) ?? null,
  writePlanChecks: async (_db: unknown, checks: PlanCheck[]) => {
    for (const check of checks) table.rows.set(check.planId, check);
  },
}));

const packageIds = parsePackageIds(
  packagesFile,
  PLANS.map((plan) => plan.id),
);
const everything = (): WholesalePackage[] =>
  PLANS.map((plan) => ({
    packageId: packageIds.get(plan.id) ?? '',
    title: '',
    operator: '',
    dataMb: plan.dataMb,
    unlimited: false,
    days: plan.days,
    netPriceCents: 100,
  }));

let onSale: () => Promise<WholesalePackage[]>;
let clock: number;
const open = (ids = packageIds) =>
  createCatalogue({ db: {} as Db, wholesaler: { packages: () => onSale() }, packageIds: ids, now: () => clock });

beforeEach(() => {
  table.rows.clear();
  table.reads = 0;
  table.down = false;
  clock = Date.UTC(2026, 0, 1);
  onSale = async () => everything();
});

describe('availability', () => {
  it('is false for a plan that was never checked', async () => {
    expect(await open().plan('france-1gb')).toMatchObject({ available: false });
    expect(await open().faults()).toHaveLength(PLANS.length);
  });

  it('is true for every plan once all packages passed', async () => {
    const catalogue = open();
    expect(await catalogue.checkPlans()).toEqual({ completed: true, faults: [] });
    expect((await catalogue.offers()).flatMap((offer) => offer.plans).every((plan) => plan.available)).toBe(true);
  });

  it('is false, with the reason, for just the plan whose package fails', async () => {
    onSale = async () => everything().filter((each) => each.packageId !== 'france-30days-3gb');
    const catalogue = open();
    const { faults } = await catalogue.checkPlans();
    expect(faults).toEqual([
      { planId: 'france-3gb', packageId: 'france-30days-3gb', fault: 'missing-package', checkedAt: new Date(clock) },
    ]);
    expect((await catalogue.offer('france'))?.plans.map((plan) => plan.available)).toEqual([true, false, true, true]);
  });

  it('stays as last known when the wholesaler does not answer or has nothing at all', async () => {
    const catalogue = open();
    await catalogue.checkPlans();
    onSale = async () => Promise.reject(new Error('unreachable'));
    expect(await catalogue.checkPlans()).toEqual({ completed: false, faults: [] });
    onSale = async () => [];
    expect(await catalogue.checkPlans()).toEqual({ completed: false, faults: [] });
    expect(await catalogue.plan('france-1gb')).toMatchObject({ available: true });
  });

  it('comes back when the package does', async () => {
    const catalogue = open();
    onSale = async () => everything().slice(1);
    await catalogue.checkPlans();
    const before = await catalogue.version();
    onSale = async () => everything();
    await catalogue.checkPlans();
    expect(await catalogue.faults()).toEqual([]);
    expect(await catalogue.version()).not.toBe(before);
  });

  it('is not carried over to another package of the same plan', async () => {
    await open().checkPlans();
    const changed = new Map([...packageIds, ['france-1gb', 'france-other']]);
    expect(await open(changed).plan('france-1gb')).toMatchObject({ available: false });
    expect(await open(changed).faults()).toEqual([
      { planId: 'france-1gb', packageId: 'france-other', fault: 'never-checked', checkedAt: null },
    ]);
  });
});

describe('the snapshot', () => {
  it('asks the table once for many readers, and again when two seconds old', async () => {
    const catalogue = open();
    await Promise.all([catalogue.offers(), catalogue.version(), catalogue.plan('bali-1gb')]);
    clock += 1_999;
    await catalogue.offers();
    expect(table.reads).toBe(1);
    clock += 1;
    await catalogue.offers();
    expect(table.reads).toBe(2);
  });

  it('sees the check of another process', async () => {
    const [here, there] = [open(), open()];
    const before = await here.version();
    await there.checkPlans();
    clock += 2_000;
    expect(await here.version()).not.toBe(before);
    expect(await here.version()).toBe(await there.version());
  });

  it('outlives the database, but does not start without it', async () => {
    const catalogue = open();
    await catalogue.checkPlans();
    table.down = true;
    clock += 10_000;
    expect(await catalogue.plan('france-1gb')).toMatchObject({ available: true });
    await expect(open().offers()).rejects.toThrow('no connection');
  });
});

describe('what we do not sell', () => {
  it('is null, or not found', async () => {
    const catalogue = open();
    expect(await catalogue.offer('atlantis')).toBeNull();
    expect(await catalogue.plan('france-2gb')).toBeNull();
    expect(() => catalogue.packageOf('france-2gb')).toThrow('not-found');
    expect(catalogue.packageOf('europe-3gb')).toBe('europe-15days-3gb');
  });
});

describe('the net price of a package', () => {
  const france = { planId: 'france-1gb', packageId: packageIds.get('france-1gb')! };
  const priced = (netPriceCents: number) => everything().map((each) => ({ ...each, netPriceCents }));
  let readings: number;
  beforeEach(() => {
    readings = 0;
    onSale = async () => {
      readings += 1;
      return priced(100 + readings);
    };
  });

  it('is the last one read while that is young enough, and read anew after that', async () => {
    const catalogue = open();
    await catalogue.checkPlans();
    const readAt = new Date(clock);
    clock += 3_600_000;
    expect(await catalogue.netPriceOf(france, readAt)).toBe(101);
    expect(await catalogue.netPriceOf(france, new Date(readAt.getTime() + 1))).toBe(102);
    // What was read anew is kept for all.
    expect(await open().netPriceOf(france, new Date(clock))).toBe(102);
    expect(readings).toBe(2);
  });

  it('is read once for many orders that wait for it', async () => {
    const catalogue = open();
    const since = new Date(clock);
    expect(await Promise.all([1, 2, 3].map(() => catalogue.netPriceOf(france, since)))).toEqual([101, 101, 101]);
    expect(readings).toBe(1);
  });

  it('of a package that our file no longer names is read from the wholesaler', async () => {
    const catalogue = open();
    await catalogue.checkPlans();
    onSale = async () => [...everything(), { ...everything()[0]!, packageId: 'of-old', netPriceCents: 77 }];
    expect(await catalogue.netPriceOf({ planId: 'france-1gb', packageId: 'of-old' }, new Date(0))).toBe(77);
    expect(await catalogue.netPriceOf({ planId: 'gone', packageId: 'never-there' }, new Date(0))).toBeNull();
  });

  it('is not known while the wholesaler gives no list, however young what is known', async () => {
    const catalogue = open();
    await catalogue.checkPlans();
    onSale = async () => {
      throw new Error('down');
    };
    expect(await catalogue.netPriceOf(france, new Date(clock + 1))).toBeNull();
    expect(await catalogue.netPriceOf(france, new Date(clock))).toBe(101);
  });
});
