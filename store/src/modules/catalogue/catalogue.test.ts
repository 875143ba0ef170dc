import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneWholesaler, packageWith, specifiedPackages, WHOLESALER } from '#test/support/catalogue.ts';
import { createCatalogueDesk } from '#test/support/catalogue-desk.ts';
import { freshDatabase } from '#test/support/database.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { NO_FILTER } from '../../shared/shop/plan-filter.ts';
import type { WholesalePackage } from './wholesale-packages.ts';
import { createCatalogue } from './catalogue.ts';
import { seedCatalogue } from './seed.ts';
import { DEFAULT_CURRENCY } from '../../shared/money.ts';
import type { WantedPlans } from './types.ts';

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let database: Database;
let onSale: () => Promise<WholesalePackage[]>;
let clock: number;

const open = (db = database.db, changes: Partial<Parameters<typeof createCatalogue>[0]> = {}) =>
  createCatalogue({
    currency: DEFAULT_CURRENCY,
    db,
    wholesalers: oneWholesaler(async () => ({ packages: await onSale(), refused: [] })),
    knownNetworks: () => [],
    now: () => clock,
    ...changes,
  });
const available = async (catalogue: ReturnType<typeof open>, id: string) => (await catalogue.plan(id))?.available;

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase(fresh.url, { max: 8, onError: () => undefined });
  clock = Date.UTC(2026, 0, 1);
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});
beforeEach(async () => {
  clock += 86_400_000;
  onSale = async () => specifiedPackages();
  await database.pool.query(
    'truncate destinations, offers, plans, plan_sources, plan_prices, catalogue_versions, wholesale_packages, wholesale_lists cascade',
  );
  await seedCatalogue(database.db, DEFAULT_CURRENCY);
});

describe('the first start', () => {
  it('loads the specified offers in their order, and another start keeps later changes', async () => {
    await database.pool.query("update plans set price_amount = 999 where id = 'france-1gb'");
    await seedCatalogue(database.db, DEFAULT_CURRENCY);
    const catalogue = open();
    const offers = await catalogue.featured();
    expect(offers.map(({ slug }) => slug).slice(0, 3)).toEqual(['united-states', 'france', 'spain']);
    expect(offers).toHaveLength(17);
    expect(offers.flatMap(({ plans }) => plans)).toHaveLength(68);
    expect(offers[1]).toMatchObject({ name: { en: 'France', fr: 'France' }, flag: 'fr', kind: 'local' });
    expect((await catalogue.plan('france-1gb'))?.price.amount).toBe(999);
    expect(await catalogue.version()).toBe('1');
  });

  it('names the prices of the files that are ignored, except those that an operator has set', async () => {
    expect(await seedCatalogue(database.db, DEFAULT_CURRENCY)).toEqual([]);
    // As after a change of the files: the price in the database is an older one of theirs.
    await database.pool.query("update plans set price_amount = 440 where id = 'france-1gb'");
    expect(await seedCatalogue(database.db, DEFAULT_CURRENCY)).toEqual([
      { planId: 'france-1gb', seedCents: 450, cents: 440, currency: 'USD' },
    ]);
    await createCatalogueDesk({ db: database.db, currency: DEFAULT_CURRENCY }).price('france-1gb', 430, {
      by: 'ana',
      dryRun: false,
    });
    expect(await seedCatalogue(database.db, DEFAULT_CURRENCY)).toEqual([]);
  });
});

describe('plan availability', () => {
  it('is false before the first check, and true once the package passed', async () => {
    const catalogue = open();
    expect(await available(catalogue, 'france-1gb')).toBe(false);
    expect((await catalogue.faults()).map(({ fault }) => fault)).toEqual(Array(68).fill('never-checked'));
    expect(await catalogue.checkPlans()).toEqual({ completed: true, faults: [] });
    expect(await available(catalogue, 'france-1gb')).toBe(true);
  });

  it.each([
    ['is gone', undefined, 'missing-package'],
    ['holds less data', { dataMb: 1023 }, 'too-little-data'],
    ['lasts for fewer days', { days: 6 }, 'too-few-days'],
    ['costs us what we ask', { netPriceCents: 450 }, 'price-not-below-ours'],
    ['may not be sold for so little', { minimumPriceCents: 451 }, 'below-minimum-price'],
  ])('is false, with the reason, only for the plan whose package %s', async (_, change, fault) => {
    onSale = async () =>
      specifiedPackages().flatMap((each) =>
        each.packageId !== 'france-7days-1gb' ? [each] : change === undefined ? [] : [{ ...each, ...change }],
      );
    const catalogue = open();
    const { faults } = await catalogue.checkPlans();
    expect(faults).toMatchObject([{ planId: 'france-1gb', packageId: 'france-7days-1gb', fault }]);
    expect((await catalogue.offer('france'))?.plans.map((plan) => plan.available)).toEqual([false, true, true, true]);
  });

  it('stays true for a package with more data or days than promised, or an unlimited one', async () => {
    onSale = async () =>
      specifiedPackages().map((each) =>
        each.packageId === 'france-7days-1gb'
          ? { ...each, dataMb: 0, unlimited: true, days: 8, netPriceCents: 449 }
          : each,
      );
    expect((await open().checkPlans()).faults).toEqual([]);
  });

  it('keeps the last result when the wholesaler does not answer or lists nothing', async () => {
    const catalogue = open();
    await catalogue.checkPlans();
    clock += 1;
    onSale = async () => Promise.reject(new Error('unreachable'));
    expect(await catalogue.checkPlans()).toEqual({ completed: false, faults: [] });
    clock += 1;
    onSale = async () => [];
    expect(await catalogue.checkPlans()).toEqual({ completed: false, faults: [] });
    expect(await available(catalogue, 'france-1gb')).toBe(true);
  });

  it('ignores an older reading that ends later', async () => {
    const catalogue = open();
    await catalogue.checkPlans();
    clock -= 1;
    onSale = async () => specifiedPackages().map((each) => ({ ...each, netPriceCents: 450 }));
    await catalogue.checkPlans();
    expect(await available(catalogue, 'france-1gb')).toBe(true);
  });
});

describe('catalogue versions', () => {
  it('increase when shown data changes, also by another process, and not otherwise', async () => {
    const [here, there] = [open(), open()];
    expect(await here.version()).toBe('1');
    await there.checkPlans();
    clock += 1_000;
    expect(await here.version()).toBe('2');
    await there.checkPlans();
    clock += 1_000;
    expect(await here.version()).toBe('2');
    onSale = async () => specifiedPackages().slice(1);
    await there.checkPlans();
    clock += 1_000;
    expect([await here.version(), await there.version()]).toEqual(['3', '3']);
  });

  it('are served during a database outage, but the first read requires the database', async () => {
    const lost = openDatabase(fresh.url, { max: 1, onError: () => undefined });
    const catalogue = open(lost.db);
    await catalogue.checkPlans();
    await catalogue.featured();
    await lost.close();
    clock += 10_000;
    expect((await catalogue.featured())[0]).toMatchObject({ slug: 'united-states' });
    await expect(open(lost.db).featured()).rejects.toThrow();
  });
});

describe('destinations', () => {
  beforeEach(async () => {
    await open().checkPlans();
  });

  it('are the places where a plan works, with the cheapest price there', async () => {
    const catalogue = open();
    const bySlug = new Map((await catalogue.destinations()).map((each) => [each.slug, each]));
    expect(bySlug.get('france')).toMatchObject({ own: true, from: { amount: 450 }, coverage: '4G' });
    expect(bySlug.get('japan')).toMatchObject({ own: false, from: { amount: 500 }, coverage: '4G', countryCode: 'JP' });
    expect(bySlug.get('global')).toMatchObject({ own: true, from: { amount: 900 }, countries: 4 });
    expect(bySlug.has('germany')).toBe(false);
    expect(await catalogue.destinationBySlug('germany')).toBeNull();
    expect(await catalogue.destination('germany')).toBeNull();
  });

  it('list their own plans and the regional ones that work there, cheapest first, with the networks there', async () => {
    const catalogue = open();
    const japan = await catalogue.destination('japan');
    expect(japan?.offer).toBeNull();
    expect(japan?.wide.map(({ slug, operators }) => [slug, operators.map(({ name }) => name)])).toEqual([
      ['asia', ['JP Mobile']],
      ['global', ['JP Mobile']],
    ]);
    expect(Object.keys(japan?.facts ?? {})).toHaveLength(8);
    const france = await catalogue.destination('france');
    expect(france?.offer?.plans.map(({ id }) => id)).toEqual(['france-1gb', 'france-3gb', 'france-5gb', 'france-10gb']);
    expect(france?.wide.map(({ slug }) => slug)).toEqual(['europe', 'global']);
  });

  it('have sellable neighbours, nearest first; regions have the other regions', async () => {
    const catalogue = open();
    await catalogue.checkPlans();
    const around = async (slug: string) => (await catalogue.destination(slug))?.neighbours.map((each) => each.slug);
    expect((await around('france'))?.slice(0, 2)).toEqual(['spain', 'italy']);
    expect(await around('france')).not.toContain('germany');
    expect(await around('asia')).toEqual(['global', 'europe', 'africa', 'americas']);
  });

  it('of a wide offer are those where each of its plans works', async () => {
    onSale = async () =>
      specifiedPackages().map((each) =>
        each.packageId === 'europe-30days-5gb' ? { ...each, countryCodes: ['FR', 'ES'] } : each,
      );
    clock += 1;
    const catalogue = open();
    await catalogue.checkPlans();
    expect((await catalogue.coveredBy('europe')).map(({ slug }) => slug)).toEqual(['france', 'spain']);
  });

  it('of a wide offer are the countries of its packages', async () => {
    const catalogue = open();
    expect((await catalogue.coveredBy('europe')).map(({ slug }) => slug)).toEqual(['france', 'spain', 'italy']);
    expect((await catalogue.offer('europe'))?.regionCount).toBe(30);
    expect(await catalogue.coveredBy('france')).toEqual([]);
  });
});

describe('destination networks', () => {
  const called = (operators: readonly { name: string }[] | undefined) => operators?.map(({ name }) => name);

  it('are those of the own plans, each once, otherwise of the wide ones; open data beside them', async () => {
    onSale = async () =>
      specifiedPackages().map((each) =>
        each.packageId === 'france-7days-1gb'
          ? { ...each, networks: { FR: [{ name: 'FR Mobile', generations: ['5G'] }], ES: [] } }
          : each,
      );
    const catalogue = open(database.db, {
      knownNetworks: ({ countryCode }) => [{ name: `${countryCode} Telecom`, generations: ['4G'] }],
    });
    await catalogue.checkPlans();
    const networks = await catalogue.networks();
    expect(networks.get('france')?.used).toEqual([{ name: 'FR Mobile', generations: ['4G', '5G'] }]);
    expect(called(networks.get('france')?.known)).toEqual(['FR Telecom']);
    expect(called(networks.get('japan')?.used)).toEqual(['JP Mobile']);
    expect(networks.has('europe')).toBe(false);
    expect(networks.has('germany')).toBe(false);
  });

  it('are read once per publication', async () => {
    const catalogue = open();
    await catalogue.checkPlans();
    const first = await catalogue.networks();
    expect(await catalogue.networks()).toBe(first);
    clock += 1_000;
    onSale = async () => specifiedPackages().slice(1);
    await catalogue.checkPlans();
    expect(await catalogue.networks()).not.toBe(first);
  });
});

describe('plans that fit a filter', () => {
  it('are in the same destinations as the cheapest of them', async () => {
    const catalogue = open();
    onSale = async () =>
      specifiedPackages().map((each) => ({
        ...each,
        facts: { ...each.facts, hotspot: each.kind === 'global' },
        ...(each.countryCodes.includes('ES') && {
          networks: { ES: [{ name: 'Movistar', generations: ['4G', '5G'] }] },
        }),
      }));
    await catalogue.checkPlans();
    const wanted: WantedPlans[] = [
      { filter: NO_FILTER, kind: null },
      { filter: NO_FILTER, kind: 'regional' },
      { filter: { ...NO_FILTER, data: 5, days: 30 }, kind: null },
      { filter: { ...NO_FILTER, price: 20, fiveG: true }, kind: 'local' },
      { filter: { ...NO_FILTER, hotspot: true }, kind: 'global' },
      { filter: { ...NO_FILTER, price: 1 }, kind: null },
    ];
    const fitting = await catalogue.fitting(wanted);
    const found = wanted.map((_, i) => [...fitting].flatMap(([slug, fits]) => (fits[i] === true ? [slug] : [])));
    const cheapest = await Promise.all(wanted.map(({ filter, kind }) => catalogue.cheapestWith(filter, kind)));
    expect(found).toEqual(cheapest.map((each) => [...each.keys()]));
    expect(found.map(({ length }) => length > 0)).toEqual([true, true, true, true, true, false]);
  });
});

describe('what is kept for the addresses of visitors', () => {
  const countQueries = async (work: () => Promise<unknown>) => {
    let queries = 0;
    const count = () => void (queries += 1);
    database.pool.on('acquire', count);
    await work();
    database.pool.off('acquire', count);
    return queries;
  };

  it('is the cheapest plans of 50 filters: the least recently used one is read again', async () => {
    const catalogue = open();
    await catalogue.checkPlans();
    const days = (atLeast: number) => catalogue.cheapestWith({ ...NO_FILTER, days: atLeast }, null);
    for (let n = 1; n <= 50; n += 1) await days(n);
    expect(await countQueries(() => days(1))).toBe(0);
    await days(51);
    expect(await countQueries(() => days(1))).toBe(0);
    expect(await countQueries(() => days(2))).toBeGreaterThan(0);
  });

  it('is the plans of 500 destinations', async () => {
    await database.pool.query(`insert into destinations (slug, kind, country_code, name, flag, position)
      select 'place-' || n, kind, country_code, name, flag, 1000 + n
      from destinations, generate_series(1, 501) as n where slug = 'france'`);
    let read = 0;
    const catalogue = createCatalogue({
      currency: DEFAULT_CURRENCY,
      db: database.db,
      wholesalers: oneWholesaler(async () => ({ packages: await onSale(), refused: [] })),
      knownNetworks: () => {
        read += 1;
        return [];
      },
      now: () => clock,
    });
    await catalogue.checkPlans();
    for (let n = 1; n <= 500; n += 1) expect(await catalogue.destination(`place-${n}`)).not.toBeNull();
    await catalogue.destination('place-1');
    expect(read).toBe(500);
    await catalogue.destination('place-501');
    await catalogue.destination('place-2');
    expect(read).toBe(502);
  });
});

describe('an unknown plan or destination', () => {
  it('is null or throws not-found', async () => {
    const catalogue = open();
    expect(await catalogue.offer('atlantis')).toBeNull();
    expect(await catalogue.plan('france-2gb')).toBeNull();
    await expect(catalogue.planToSell('france-2gb')).rejects.toMatchObject({ code: 'not-found' });
    expect(await catalogue.planToSell('europe-3gb')).toMatchObject({ packageId: 'europe-15days-3gb' });
  });
});

describe("the start of a plan's validity", () => {
  it('is what the wholesaler states; an offer promises "first use" only if all its plans do', async () => {
    onSale = async () =>
      specifiedPackages().map((each) => {
        const activation = each.packageId === 'france-7days-1gb' ? ('installation' as const) : ('first-usage' as const);
        return { ...each, facts: { ...each.facts, activation } };
      });
    const catalogue = open();
    await catalogue.checkPlans();
    expect((await catalogue.planToSell('france-1gb')).activation).toBe('installation');
    expect((await catalogue.offer('france'))!.features).not.toContain('starts-on-first-use');
    expect((await catalogue.planToSell('spain-1gb')).activation).toBe('first-usage');
    expect((await catalogue.offer('spain'))!.features).toContain('starts-on-first-use');
  });
});

describe('the net price of a package', () => {
  const france = { wholesaler: WHOLESALER, packageId: 'france-7days-1gb', netCurrency: DEFAULT_CURRENCY };
  let readings: number;
  beforeEach(() => {
    readings = 0;
    onSale = async () => {
      readings += 1;
      return specifiedPackages().map((each) => ({ ...each, netPriceCents: 100 + readings }));
    };
  });

  it('is cached while it is fresh, then read again', async () => {
    const catalogue = open();
    await catalogue.checkPlans();
    const readAt = new Date(clock);
    clock += 3_600_000;
    expect(await catalogue.netPriceOf(france, readAt)).toBe(101);
    expect(await catalogue.netPriceOf(france, new Date(readAt.getTime() + 1))).toBe(102);
    // The new reading is shared by all processes.
    expect(await open().netPriceOf(france, new Date(clock))).toBe(102);
    expect(readings).toBe(2);
  });

  it('is read once for concurrent orders', async () => {
    const catalogue = open();
    const since = new Date(clock);
    expect(await Promise.all([1, 2, 3].map(() => catalogue.netPriceOf(france, since)))).toEqual([101, 101, 101]);
    expect(readings).toBe(1);
  });

  it('is null while the wholesaler gives no list, even with a fresh cache, and for a removed package', async () => {
    const catalogue = open();
    await catalogue.checkPlans();
    onSale = async () => {
      throw new Error('down');
    };
    expect(await catalogue.netPriceOf(france, new Date(clock + 1))).toBeNull();
    expect(await catalogue.netPriceOf(france, new Date(clock))).toBe(101);
    clock += 1;
    onSale = async () => [packageWith({ packageId: 'another' })];
    await catalogue.checkPlans();
    expect(await catalogue.netPriceOf(france, new Date(clock))).toBeNull();
  });
});
