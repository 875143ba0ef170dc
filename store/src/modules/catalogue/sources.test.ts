import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { packageWith, specifiedPackages, WHOLESALER } from '#test/support/catalogue.ts';
import { createCatalogueDesk } from '#test/support/catalogue-desk.ts';
import { freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { createCatalogue } from './catalogue.ts';
import { seedCatalogue } from './seed.ts';
import type { NetworkGeneration } from './types.ts';
import { NO_FILTER } from '../../shared/shop/plan-filter.ts';
import { currencyOf, DEFAULT_CURRENCY } from '../../shared/money.ts';
import type { PackageRefusal, WholesalePackage } from './wholesale-packages.ts';

/** Plans with packages of two wholesalers. `france-1gb` is 1 GB for 7 days at $4.50, from `france-7days-1gb`. */

const PLAN = 'france-1gb';
const FIRST = 'france-7days-1gb';
const SECOND = 'other-1gb';
const OTHER = 'other';

let fresh: TestDatabase;
let database: Database;
let clock = Date.UTC(2026, 0, 1);
/** What each wholesaler lists; a wholesaler without an entry does not answer. */
let listed: Record<string, WholesalePackage[] | undefined>;
let configured: string[];

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase(fresh.url, { max: 4, onError: () => undefined });
});
afterAll(async () => {
  await database?.close();
  await fresh?.drop();
});
beforeEach(async () => {
  await database.pool.query(
    'truncate destinations, offers, plans, plan_sources, plan_prices, catalogue_versions, wholesale_packages, wholesale_lists cascade',
  );
  await seedCatalogue(database.db, DEFAULT_CURRENCY);
  configured = [WHOLESALER, OTHER];
  listed = { [WHOLESALER]: specifiedPackages(), [OTHER]: [another()] };
});

/** The other wholesaler's package for the plan. */
const another = (terms: Partial<WholesalePackage> = {}) =>
  packageWith({ packageId: SECOND, countryCodes: ['FR'], netPriceCents: 200, ...terms });

const wholesalers = () => {
  const all = configured.map((name) => ({
    name,
    packages: async () => {
      const packages = listed[name];
      if (packages === undefined) throw new Error('no answer');
      return { packages, refused: [] as PackageRefusal[] };
    },
  }));
  return { all: () => all, find: (name: string) => all.find((each) => each.name === name) ?? null };
};
const open = () =>
  createCatalogue({
    currency: DEFAULT_CURRENCY,
    db: database.db,
    wholesalers: wholesalers(),
    knownNetworks: () => [],
    now: () => (clock += 1_000),
  });
const desk = () => createCatalogueDesk({ db: database.db, currency: DEFAULT_CURRENCY });
const query = async (text: string) => (await database.pool.query(text)).rows as Record<string, unknown>[];
const addSource = () =>
  query(`insert into plan_sources (plan_id, position, wholesaler, package_id, created_at)
    values ('${PLAN}', 1, '${OTHER}', '${SECOND}', now())`);
/** Reads all lists, then says for each source of the plan why it can't deliver, and from which one the plan is sold. */
async function checked() {
  const catalogue = open();
  await catalogue.checkPlans();
  const [found] = await desk().sources(PLAN);
  const sold = await catalogue.planToSell(PLAN);
  return {
    faults: found!.sources.map(({ fault }) => fault),
    sold: sold.plan.available ? `${sold.wholesaler} ${sold.packageId}` : null,
  };
}
const change = (name: string, packageId: string, terms: Partial<WholesalePackage>) => {
  listed[name] = listed[name]!.map((each) => (each.packageId === packageId ? { ...each, ...terms } : each));
};

describe('a plan with two sources', () => {
  beforeEach(addSource);

  it('is sold from the first while that can deliver it', async () => {
    expect(await checked()).toEqual({ faults: [null, null], sold: `${WHOLESALER} ${FIRST}` });
  });

  it.each([
    ['is gone', { missing: true }, 'missing-package'],
    ['has shrunk', { dataMb: 1023 }, 'too-little-data'],
    ['is shorter', { days: 6 }, 'too-few-days'],
    ['works elsewhere', { countryCodes: ['ES'], networks: {} }, 'too-few-countries'],
    ['is dearer than its price', { netPriceCents: 450 }, 'price-not-below-ours'],
    ['is paid in another currency', { netCurrency: 'EUR' }, 'other-currency'],
  ] as const)('is sold from the second when the first %s, and off sale when both are', async (_, terms, fault) => {
    const broken = (name: string, packageId: string) =>
      'missing' in terms
        ? (listed[name] = [
            ...listed[name]!.filter((each) => each.packageId !== packageId),
            packageWith({ packageId: `${name}-x` }),
          ])
        : change(name, packageId, terms as Partial<WholesalePackage>);
    await open().checkPlans();
    broken(WHOLESALER, FIRST);
    expect(await checked()).toEqual({ faults: [fault, null], sold: `${OTHER} ${SECOND}` });
    broken(OTHER, SECOND);
    expect(await checked()).toEqual({ faults: [fault, fault], sold: null });
    expect(await query(`select fault from plans where id = '${PLAN}'`)).toEqual([{ fault }]);
  });

  it.each([
    ['a hotspot', { facts: { hotspot: true } }, { facts: { hotspot: false } }, 'no-hotspot'],
    [
      'a start on first use',
      { facts: { activation: 'first-usage' } },
      { facts: { activation: 'installation' } },
      'starts-earlier',
    ],
    [
      'a start on first use, which the second does not state',
      { facts: { activation: 'first-usage' } },
      { facts: { activation: null } },
      'starts-earlier',
    ],
  ])('is not sold from a second that lacks what the first states: %s', async (_, first, second, fault) => {
    const withFacts = (each: WholesalePackage, { facts }: { facts: object }) =>
      ({
        ...each,
        facts: { ...each.facts, ...facts },
      }) as WholesalePackage;
    listed[WHOLESALER] = listed[WHOLESALER]!.map((each) => (each.packageId === FIRST ? withFacts(each, first) : each));
    listed[OTHER] = [withFacts(another(), second)];
    expect((await checked()).faults).toEqual([null, fault]);
  });

  it('for several countries is not sold from a second that works in fewer', async () => {
    await query(`insert into plan_sources (plan_id, position, wholesaler, package_id, created_at)
      values ('europe-3gb', 1, '${OTHER}', 'other-europe', now())`);
    const wide = { packageId: 'other-europe', dataMb: 3072, days: 15 };
    const faults = async (countryCodes: string[]) => {
      listed[OTHER] = [packageWith({ ...wide, countryCodes })];
      await open().checkPlans();
      return (await desk().sources('europe-3gb'))[0]!.sources.map(({ fault }) => fault);
    };
    expect(await faults(['FR', 'ES'])).toEqual([null, 'too-few-countries']);
    expect(await faults(['FR', 'ES', 'IT', 'PT'])).toEqual([null, null]);
  });
});

describe('what pages state about a plan with two sources', () => {
  beforeEach(addSource);
  const orange = (...generations: NetworkGeneration[]) => ({ name: 'Orange', generations });
  const first = (terms: Partial<WholesalePackage>) => change(WHOLESALER, FIRST, terms);
  const second = (terms: Partial<WholesalePackage>) => change(OTHER, SECOND, terms);
  const NOTHING = another().facts;
  /** What the pages of France state about the plan and its networks, after a reading of all lists. */
  async function shown() {
    const catalogue = open();
    await catalogue.checkPlans();
    const { facts, offer } = (await catalogue.destination('france'))!;
    const { coverage } = (await catalogue.destinationBySlug('france'))!;
    const used = (await catalogue.networks()).get('france')!.used.map(({ name }) => name);
    const [version, { activation }] = [await catalogue.version(), await catalogue.planToSell(PLAN)];
    return { facts: facts[PLAN]!, operators: offer!.operators, coverage, used, version, activation };
  }

  /** The other plans of France name no network. */
  beforeEach(() => {
    listed[WHOLESALER] = listed[WHOLESALER]!.map((each) =>
      each.countryCodes.includes('FR') && each.packageId !== FIRST && each.kind === 'local'
        ? { ...each, networks: {} }
        : each,
    );
  });

  it('is what both keep', async () => {
    first({
      facts: { ...NOTHING, hotspot: true, activation: 'installation', installWindowDays: 365, exitCountry: 'FR' },
      networks: { FR: [orange('4G', '5G'), { name: 'SFR', generations: ['4G'] }] },
    });
    second({
      facts: { ...NOTHING, activation: 'first-usage', installWindowDays: 180, exitCountry: 'PL' },
      networks: { FR: [{ name: 'Free', generations: ['5G'] }, orange('4G')] },
    });
    expect(await shown()).toMatchObject({
      facts: { ...NOTHING, hotspot: null, activation: 'installation', installWindowDays: 180 },
      operators: [orange('4G')],
      coverage: '4G',
      used: ['Orange'],
      activation: 'installation',
    });
  });

  it('names no network where they share none, and the weaker coverage', async () => {
    first({ networks: { FR: [orange('4G', '5G')] } });
    second({ networks: { FR: [{ name: 'SFR', generations: ['4G', '5G'] }] } });
    expect(await shown()).toMatchObject({ operators: [], coverage: '4G, 5G' });
    const fiveG = { ...NO_FILTER, fiveG: true };
    const has5g = async () => (await open().cheapestWith(fiveG, 'local')).has('france');
    expect(await has5g()).toBe(true);
    second({ networks: { FR: [{ name: 'SFR', generations: ['4G'] }] } });
    expect(await shown()).toMatchObject({ operators: [], coverage: '4G' });
    expect(await has5g()).toBe(false);
  });

  it('is what the other states while one can not deliver it, also when it only costs too much', async () => {
    first({ networks: { FR: [orange('4G', '5G')] } });
    second({ networks: { FR: [orange('4G')] } });
    const { version } = await shown();
    second({ days: 6 });
    expect(await shown()).toMatchObject({ operators: [orange('4G', '5G')], version: String(Number(version) + 1) });
    second({ days: 7, netPriceCents: 500 });
    expect(await shown()).toMatchObject({ operators: [orange('4G')], version: String(Number(version) + 2) });
  });

  it('is published when it changes at the further source, and only then', async () => {
    const { version } = await shown();
    second({ netPriceCents: 210 });
    expect((await shown()).version).toBe(version);
    second({ networks: { FR: [{ name: 'FR Mobile', generations: ['5G'] }] } });
    expect((await shown()).version).toBe(String(Number(version) + 1));
  });

  it('is found by the filter for a hotspot only when both state one', async () => {
    const hotspots = async () => {
      await open().checkPlans();
      return (await open().cheapestWith({ ...NO_FILTER, hotspot: true }, 'local')).has('france');
    };
    first({ facts: { ...NOTHING, hotspot: true } });
    expect(await hotspots()).toBe(false);
    second({ facts: { ...NOTHING, hotspot: true } });
    expect(await hotspots()).toBe(true);
  });

  it('is what the first states when no source can deliver it', async () => {
    first({ networks: { FR: [orange('4G')] }, days: 6 });
    second({ days: 6 });
    expect(await shown()).toMatchObject({ operators: [orange('4G')] });
  });
});

describe('the sources from which a line may be delivered', () => {
  const THIRD = 'third-1gb';
  beforeEach(async () => {
    await addSource();
    await query(`insert into plan_sources (plan_id, position, wholesaler, package_id, created_at)
      values ('${PLAN}', 2, '${OTHER}', '${THIRD}', now())`);
    listed[OTHER] = [another(), another({ packageId: THIRD })];
  });

  const sourcesFor = async (wholesaler: string, packageId: string, currency = DEFAULT_CURRENCY) => {
    await open().checkPlans();
    const sources = await open().sourcesFor(database.db, { planId: PLAN, packageId, wholesaler }, currency);
    return sources.map((each) => each.packageId);
  };

  it('are the one that was sold, then the others in their order', async () => {
    expect(await sourcesFor(WHOLESALER, FIRST)).toEqual([FIRST, SECOND, THIRD]);
    expect(await sourcesFor(OTHER, THIRD)).toEqual([THIRD, FIRST, SECOND]);
    // Another one was sold, and is a source no more.
    expect(await sourcesFor(OTHER, 'before')).toEqual([FIRST, SECOND, THIRD]);
  });

  it('have those last that cost more than the plan', async () => {
    change(WHOLESALER, FIRST, { netPriceCents: 450 });
    expect(await sourcesFor(WHOLESALER, FIRST)).toEqual([SECOND, THIRD, FIRST]);
    change(OTHER, SECOND, { netPriceCents: 450 });
    change(OTHER, THIRD, { netPriceCents: 450 });
    expect(await sourcesFor(OTHER, SECOND)).toEqual([SECOND, FIRST, THIRD]);
  });

  it.each([
    ['break the promise', { dataMb: 1023 }],
    ['are paid in another currency', { netCurrency: 'EUR' }],
    ['may not be sold at the price', { minimumPriceCents: 500 }],
  ])('are without those that %s', async (_, terms) => {
    change(OTHER, SECOND, terms);
    expect(await sourcesFor(OTHER, SECOND)).toEqual([FIRST, THIRD]);
  });

  it('are without those of a wholesaler that is not configured', async () => {
    await open().checkPlans();
    configured = [WHOLESALER];
    expect(await sourcesFor(OTHER, SECOND)).toEqual([FIRST]);
  });

  it('are the one that was sold, when there is no other', async () => {
    expect(await sourcesFor(OTHER, SECOND, currencyOf('EUR'))).toEqual([SECOND]);
    expect(await sourcesFor(OTHER, 'never-read')).toEqual([FIRST, SECOND, THIRD]);
    await query(`update plan_sources set fault = 'not-configured' where plan_id = '${PLAN}'`);
    const sold = { wholesaler: OTHER, packageId: SECOND };
    expect(await open().sourcesFor(database.db, { planId: PLAN, ...sold }, DEFAULT_CURRENCY)).toEqual([
      { ...sold, netCurrency: 'USD' },
    ]);
  });
});

describe('a list of one wholesaler', () => {
  it('never takes packages of another off sale, and a wholesaler that does not answer changes nothing', async () => {
    await addSource();
    await open().checkPlans();
    listed[OTHER] = undefined;
    const report = await open().checkPlans();
    expect(report).toMatchObject({ completed: false, faults: [] });
    expect(
      await query(
        'select wholesaler, count(*)::int as gone from wholesale_packages where gone_at is not null group by 1',
      ),
    ).toEqual([]);
    listed[OTHER] = [packageWith({ packageId: 'other-x' })];
    await open().checkPlans();
    expect(await query('select wholesaler, id from wholesale_packages where gone_at is not null')).toEqual([
      { wholesaler: OTHER, id: SECOND },
    ]);
  });

  it('is refused for a package whose id another wholesaler has, and the rest is kept', async () => {
    await open().checkPlans();
    listed[OTHER] = [another(), another({ packageId: FIRST, netPriceCents: 1 })];
    await open().checkPlans();
    expect((await desk().diff(0)).refused).toEqual([{ wholesaler: OTHER, packageId: FIRST, reason: 'id-taken' }]);
    expect(await query(`select wholesaler, net_price_cents from wholesale_packages where id = '${FIRST}'`)).toEqual([
      { wholesaler: WHOLESALER, net_price_cents: 100 },
    ]);
    expect(await query(`select id from wholesale_packages where id = '${SECOND}'`)).toHaveLength(1);
  });

  it('prices only its own packages', async () => {
    await open().checkPlans();
    const of = { wholesaler: OTHER, packageId: SECOND, netCurrency: DEFAULT_CURRENCY };
    const now = new Date((clock += 1_000));
    expect(await open().netPriceOf(of, now)).toBe(200);
    expect(await open().netPriceOf({ ...of, wholesaler: WHOLESALER }, now)).toBeNull();
    expect(await open().netPriceOf({ ...of, netCurrency: currencyOf('EUR') }, now)).toBeNull();
    configured = [WHOLESALER];
    expect(await open().netPriceOf(of, new Date(0))).toBeNull();
  });
});

describe('a source of a wholesaler that is not configured', () => {
  beforeEach(async () => {
    listed[OTHER] = [another(), packageWith({ packageId: 'other-x', countryCodes: ['ES'] })];
    await open().checkPlans();
    await query(`update plan_sources set wholesaler = '${OTHER}', package_id = '${SECOND}' where plan_id = '${PLAN}'`);
    await query(`update plans set package_id = '${SECOND}' where id = '${PLAN}'`);
    configured = [WHOLESALER];
  });

  it('is shown as such and takes the plan off sale, until the wholesaler is configured again', async () => {
    expect(await checked()).toEqual({ faults: ['not-configured'], sold: null });
    // A command of an operator does not know the configuration, and changes nothing of it.
    await desk().price(PLAN, 460, { by: 'ana', dryRun: false });
    expect((await desk().sources(PLAN))[0]!.sources).toMatchObject([{ fault: 'not-configured', wholesaler: OTHER }]);
    configured = [WHOLESALER, OTHER];
    expect(await checked()).toEqual({ faults: [null], sold: `${OTHER} ${SECOND}` });
  });

  it('is not sold when an operator chooses it', async () => {
    await desk().setPackage('spain-1gb', { packageId: 'other-x', wholesaler: OTHER }, { by: 'ana', dryRun: false });
    expect(await query(`select fault from plans where id = 'spain-1gb'`)).toEqual([{ fault: null }]);
    expect((await open().planToSell('spain-1gb')).plan.available).toBe(false);
    await expect(
      desk().setPackage('spain-1gb', { packageId: 'x', wholesaler: 'nobody' }, { by: 'ana', dryRun: false }),
    ).rejects.toThrow('never read packages of a wholesaler "nobody"');
  });

  it('is found also while the configured wholesaler does not answer', async () => {
    listed[WHOLESALER] = undefined;
    expect(await checked()).toEqual({ faults: ['not-configured'], sold: null });
  });
});

describe('beside a process of version 1.0.0', () => {
  it('a plan that it made gets its source when it is sold, and at the next check', async () => {
    await open().checkPlans();
    await query(`delete from plan_sources where plan_id in ('${PLAN}', 'spain-1gb')`);
    expect(await open().planToSell(PLAN)).toMatchObject({ wholesaler: WHOLESALER, packageId: FIRST });
    await open().checkPlans();
    expect(await query(`select plan_id, wholesaler, fault from plan_sources where plan_id = 'spain-1gb'`)).toEqual([
      { plan_id: 'spain-1gb', wholesaler: WHOLESALER, fault: null },
    ]);
  });

  it('the cost at which it priced a plan is in the currency of the plan', async () => {
    await open().checkPlans();
    await query(`update plans set priced_at_net_cents = 99 where id = '${PLAN}'`);
    await query(`delete from plan_sources where plan_id = '${PLAN}'`);
    await open().checkPlans();
    const priced = `select priced_at_net_cents as cents, priced_at_net_currency as currency from plan_sources`;
    expect(await query(`${priced} where plan_id = '${PLAN}'`)).toEqual([{ cents: 99, currency: 'USD' }]);
  });

  it('its change of a package is followed, and ours is written for it', async () => {
    listed[WHOLESALER] = [...specifiedPackages(), packageWith({ packageId: 'france-better', countryCodes: ['FR'] })];
    await open().checkPlans();
    await query(`update plans set package_id = 'france-better' where id = '${PLAN}'`);
    expect(await checked()).toEqual({ faults: [null], sold: `${WHOLESALER} france-better` });
    await desk().setPackage(PLAN, { packageId: SECOND, wholesaler: OTHER }, { by: 'ana', dryRun: false });
    expect(await query(`select package_id from plans where id = '${PLAN}'`)).toEqual([{ package_id: SECOND }]);
    expect(await checked()).toEqual({ faults: [null], sold: `${OTHER} ${SECOND}` });
  });

  it('a list and a package that it wrote belong to the wholesaler that it knew', async () => {
    await query(
      `insert into wholesale_lists (id, packages, refused, read_at) values (gen_random_uuid(), 1, '[]', now())`,
    );
    await query(`insert into wholesale_packages (id, title, operator, kind, data_mb, unlimited, days, net_price_cents, country_codes,
      networks, has_5g, facts, seen_at) values ('old', '', '', 'local', 1, false, 1, 1, '{}', '{}', false, '{}', now())`);
    expect(await query(`select wholesaler, net_currency from wholesale_packages where id = 'old'`)).toEqual([
      { wholesaler: WHOLESALER, net_currency: 'USD' },
    ]);
    expect(await query('select wholesaler from wholesale_lists')).toEqual([{ wholesaler: WHOLESALER }]);
    // As its reading of the list writes.
    await query(`insert into wholesale_packages (id, title, operator, kind, data_mb, unlimited, days, net_price_cents, country_codes,
      networks, has_5g, facts, seen_at) values ('old', '', '', 'local', 2, false, 1, 1, '{}', '{}', false, '{}', now())
      on conflict (id) do update set data_mb = excluded.data_mb`);
    expect(await query(`select data_mb from wholesale_packages where id = 'old'`)).toEqual([{ data_mb: 2 }]);
  });
});
