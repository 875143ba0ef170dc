import { beforeEach, describe, expect, it } from 'vitest';
import { packageWith, specifiedPackages, WHOLESALER } from '#test/support/catalogue.ts';
import { another, FIRST, OTHER, PLAN, SECOND, twoWholesalers } from '#test/support/two-wholesalers.ts';
import { currencyOf, DEFAULT_CURRENCY } from '../../shared/money.ts';
import type { WholesalePackage } from './wholesale-packages.ts';

const shop = twoWholesalers();
const { addSource, change, desk, open, query } = shop;

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
        ? (shop.listed[name] = [
            ...shop.listed[name]!.filter((each) => each.packageId !== packageId),
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
    shop.listed[WHOLESALER] = shop.listed[WHOLESALER]!.map((each) =>
      each.packageId === FIRST ? withFacts(each, first) : each,
    );
    shop.listed[OTHER] = [withFacts(another(), second)];
    expect((await checked()).faults).toEqual([null, fault]);
  });

  it('for several countries is not sold from a second that works in fewer', async () => {
    await query(`insert into plan_sources (plan_id, position, wholesaler, package_id, created_at)
      values ('europe-3gb', 1, '${OTHER}', 'other-europe', now())`);
    const wide = { packageId: 'other-europe', dataMb: 3072, days: 15 };
    const faults = async (countryCodes: string[]) => {
      shop.listed[OTHER] = [packageWith({ ...wide, countryCodes })];
      await open().checkPlans();
      return (await desk().sources('europe-3gb'))[0]!.sources.map(({ fault }) => fault);
    };
    expect(await faults(['FR', 'ES'])).toEqual([null, 'too-few-countries']);
    expect(await faults(['FR', 'ES', 'IT', 'PT'])).toEqual([null, null]);
  });
});

describe('the sources from which a line may be delivered', () => {
  const THIRD = 'third-1gb';
  beforeEach(async () => {
    await addSource();
    await query(`insert into plan_sources (plan_id, position, wholesaler, package_id, created_at)
      values ('${PLAN}', 2, '${OTHER}', '${THIRD}', now())`);
    shop.listed[OTHER] = [another(), another({ packageId: THIRD })];
  });

  const sourcesFor = async (wholesaler: string, packageId: string, currency = DEFAULT_CURRENCY) => {
    await open().checkPlans();
    const sources = await open().sourcesFor(shop.db(), { planId: PLAN, packageId, wholesaler }, currency);
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
    shop.configured = [WHOLESALER];
    expect(await sourcesFor(OTHER, SECOND)).toEqual([FIRST]);
  });

  it('are the one that was sold, when there is no other', async () => {
    expect(await sourcesFor(OTHER, SECOND, currencyOf('EUR'))).toEqual([SECOND]);
    expect(await sourcesFor(OTHER, 'never-read')).toEqual([FIRST, SECOND, THIRD]);
    await query(`update plan_sources set fault = 'not-configured' where plan_id = '${PLAN}'`);
    const sold = { wholesaler: OTHER, packageId: SECOND };
    expect(await open().sourcesFor(shop.db(), { planId: PLAN, ...sold }, DEFAULT_CURRENCY)).toEqual([
      { ...sold, netCurrency: 'USD' },
    ]);
  });
});

describe('a list of one wholesaler', () => {
  it('never takes packages of another off sale, and a wholesaler that does not answer changes nothing', async () => {
    await addSource();
    await open().checkPlans();
    shop.listed[OTHER] = undefined;
    const report = await open().checkPlans();
    expect(report).toMatchObject({ completed: false, faults: [] });
    expect(
      await query(
        'select wholesaler, count(*)::int as gone from wholesale_packages where gone_at is not null group by 1',
      ),
    ).toEqual([]);
    shop.listed[OTHER] = [packageWith({ packageId: 'other-x' })];
    await open().checkPlans();
    expect(await query('select wholesaler, id from wholesale_packages where gone_at is not null')).toEqual([
      { wholesaler: OTHER, id: SECOND },
    ]);
  });

  it('is refused for a package whose id another wholesaler has, and the rest is kept', async () => {
    await open().checkPlans();
    shop.listed[OTHER] = [another(), another({ packageId: FIRST, netPriceCents: 1 })];
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
    const now = new Date(shop.tick());
    expect(await open().netPriceOf(of, now)).toBe(200);
    expect(await open().netPriceOf({ ...of, wholesaler: WHOLESALER }, now)).toBeNull();
    expect(await open().netPriceOf({ ...of, netCurrency: currencyOf('EUR') }, now)).toBeNull();
    shop.configured = [WHOLESALER];
    expect(await open().netPriceOf(of, new Date(0))).toBeNull();
  });
});

describe('a source of a wholesaler that is not configured', () => {
  beforeEach(async () => {
    shop.listed[OTHER] = [another(), packageWith({ packageId: 'other-x', countryCodes: ['ES'] })];
    await open().checkPlans();
    await query(`update plan_sources set wholesaler = '${OTHER}', package_id = '${SECOND}' where plan_id = '${PLAN}'`);
    await query(`update plans set package_id = '${SECOND}' where id = '${PLAN}'`);
    shop.configured = [WHOLESALER];
  });

  it('is shown as such and takes the plan off sale, until the wholesaler is configured again', async () => {
    expect(await checked()).toEqual({ faults: ['not-configured'], sold: null });
    // A command of an operator does not know the configuration, and changes nothing of it.
    await desk().price(PLAN, 460, { by: 'ana', dryRun: false });
    expect((await desk().sources(PLAN))[0]!.sources).toMatchObject([{ fault: 'not-configured', wholesaler: OTHER }]);
    shop.configured = [WHOLESALER, OTHER];
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
    shop.listed[WHOLESALER] = undefined;
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
    shop.listed[WHOLESALER] = [
      ...specifiedPackages(),
      packageWith({ packageId: 'france-better', countryCodes: ['FR'] }),
    ];
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
