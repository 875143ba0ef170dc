import { beforeEach, describe, expect, it } from 'vitest';
import { packageWith, specifiedPackages, WHOLESALER } from '#test/support/catalogue.ts';
import { another, FIRST, OTHER, PLAN, SECOND, twoWholesalers } from '#test/support/two-wholesalers.ts';

const shop = twoWholesalers();
const { change, desk, open, query } = shop;
const me = { by: 'ana', dryRun: false };
const first = { wholesaler: WHOLESALER, packageId: FIRST };
const second = { wholesaler: OTHER, packageId: SECOND };
const third = { wholesaler: OTHER, packageId: 'other-again' };

beforeEach(async () => {
  shop.listed[OTHER] = [another(), another({ packageId: third.packageId, netPriceCents: 210 })];
  await open().checkPlans();
});

const sources = async () =>
  (await desk().sources(PLAN))[0]!.sources.map(({ packageId, fault }) =>
    fault === null ? packageId : `${packageId} ${fault}`,
  );
const version = async () => Number(await open().version());
const soldFrom = async () => (await open().planToSell(PLAN)).packageId;

describe('a source that is added', () => {
  it('is the last one, and is published', async () => {
    const before = await version();
    await desk().addSource(PLAN, second, me);
    await desk().addSource(PLAN, third, me);
    expect(await sources()).toEqual([FIRST, SECOND, third.packageId]);
    expect(await version()).toBe(before + 2);
    expect(await soldFrom()).toBe(FIRST);
    const priced = `select priced_at_net_cents as cents from plan_sources where plan_id = '${PLAN}' order by position`;
    expect(await query(priced)).toEqual([{ cents: 100 }, { cents: 200 }, { cents: 210 }]);
  });

  it.each([
    ['less data', { dataMb: 1023 }, 'it has less data than the plan'],
    ['fewer days', { days: 6 }, 'it has fewer days than the plan'],
    ['another country', { countryCodes: ['ES'] }, 'it works in fewer countries than the plan'],
    ['another currency', { netCurrency: 'EUR' }, 'its net price is in another currency than the price of the plan'],
  ] as const)('is refused with the rule that it breaks: %s', async (_, terms, rule) => {
    change(OTHER, SECOND, terms as object);
    await open().checkPlans();
    const before = await version();
    await expect(desk().addSource(PLAN, second, me)).rejects.toThrow(
      `other/${SECOND} can't be a source of ${PLAN}: ${rule}.`,
    );
    expect(await sources()).toEqual([FIRST]);
    expect(await version()).toBe(before);
  });

  it.each([
    ['starts earlier', { activation: 'first-usage' }, { activation: 'installation' }, 'its days may start before'],
    ['allows no hotspot', { hotspot: true }, { hotspot: false }, 'it allows no hotspot'],
  ] as const)('is refused when it %s than the first one states', async (_, stated, other, rule) => {
    const { facts } = another();
    change(WHOLESALER, FIRST, { facts: { ...facts, ...stated } });
    change(OTHER, SECOND, { facts: { ...facts, ...other } });
    await open().checkPlans();
    await expect(desk().addSource(PLAN, second, me)).rejects.toThrow(rule);
  });

  it('is taken when it only can not deliver now', async () => {
    shop.listed[OTHER] = [another({ packageId: third.packageId, netPriceCents: 500 })];
    await open().checkPlans();
    await desk().addSource(PLAN, second, me);
    await desk().addSource(PLAN, third, me);
    expect(await sources()).toEqual([FIRST, `${SECOND} missing-package`, `${third.packageId} price-not-below-ours`]);
  });

  it('is refused when it is unknown, taken, or a source already', async () => {
    const refusal = (packageId: string, wholesaler = OTHER, plan = PLAN) =>
      expect(desk().addSource(plan, { wholesaler, packageId }, me)).rejects;
    await refusal(SECOND, OTHER, 'france-4gb').toThrow('There is no plan "france-4gb".');
    await refusal('other-1bg').toThrow('The wholesaler lists no package "other-1bg". Did you mean "other-1gb"?');
    await refusal(SECOND, 'nobody').toThrow('never read packages of a wholesaler "nobody"');
    await refusal('spain-7days-1gb', WHOLESALER).toThrow(
      'Another plan is delivered from "spain-7days-1gb": spain-1gb.',
    );
    await refusal(FIRST, WHOLESALER).toThrow(`${PLAN} has airalo/${FIRST} as a source already.`);
    await desk().addSource(PLAN, second, me);
    await expect(desk().setPackage(PLAN, second, me)).rejects.toThrow('"catalogue source order" makes it the first');
  });

  it('is not kept by a dry run', async () => {
    await desk().addSource(PLAN, second, { ...me, dryRun: true });
    expect(await sources()).toEqual([FIRST]);
  });
});

describe('the order of sources', () => {
  beforeEach(async () => {
    await desk().addSource(PLAN, second, me);
    await desk().addSource(PLAN, third, me);
  });

  it('begins with the named ones; the first one is sold, also by version 1.0.0, and published', async () => {
    const before = await version();
    await desk().orderSources(PLAN, [third], me);
    expect(await sources()).toEqual([third.packageId, FIRST, SECOND]);
    expect(await soldFrom()).toBe(third.packageId);
    expect(await query(`select package_id, priced_at_net_cents as cents from plans where id = '${PLAN}'`)).toEqual([
      { package_id: third.packageId, cents: 210 },
    ]);
    expect(await version()).toBe(before + 1);
    await desk().orderSources(PLAN, [second, first, third], me);
    expect(await sources()).toEqual([SECOND, FIRST, third.packageId]);
    expect(await desk().orderSources(PLAN, [second], me)).toEqual({ plans: [], version: null });
  });

  it('makes the first one state what the others must keep', async () => {
    change(OTHER, SECOND, { facts: { ...another().facts, hotspot: true } });
    change(WHOLESALER, FIRST, { facts: { ...another().facts, hotspot: false } });
    await open().checkPlans();
    expect(await sources()).toEqual([FIRST, SECOND, third.packageId]);
    await desk().orderSources(PLAN, [second], me);
    expect(await sources()).toEqual([SECOND, `${FIRST} no-hotspot`, third.packageId]);
  });

  it('refuses what is no source', async () => {
    await expect(desk().orderSources(PLAN, [{ wholesaler: OTHER, packageId: 'x' }], me)).rejects.toThrow(
      `other/x is no source of ${PLAN}. Its sources are: airalo/${FIRST}, other/${SECOND}, other/${third.packageId}.`,
    );
  });
});

describe('a source that is removed', () => {
  it('delivers no more; the next one becomes the first', async () => {
    await desk().addSource(PLAN, second, me);
    await desk().removeSource(PLAN, first, me);
    expect(await sources()).toEqual([SECOND]);
    expect(await soldFrom()).toBe(SECOND);
    // A line that was sold from it keeps it, unless another source can deliver.
    await query(`update plan_sources set fault = 'missing-package' where plan_id = '${PLAN}'`);
    expect(
      await open().sourcesFor(
        shop.db(),
        { planId: PLAN, ...first },
        (await open().planToSell(PLAN)).plan.price.currency,
      ),
    ).toEqual([{ ...first, netCurrency: 'USD' }]);
  });

  it('is refused when it is the last one, or none', async () => {
    await expect(desk().removeSource(PLAN, first, me)).rejects.toThrow(`${PLAN} has no other source.`);
    await expect(desk().removeSource(PLAN, second, me)).rejects.toThrow(`other/${SECOND} is no source of ${PLAN}.`);
  });

  it('is free for another plan', async () => {
    await desk().addSource(PLAN, second, me);
    await desk().removeSource(PLAN, second, me);
    shop.listed[WHOLESALER] = [...specifiedPackages(), packageWith({ packageId: 'x' })];
    await desk().addSource('france-1gb', second, me);
    expect(await sources()).toEqual([FIRST, SECOND]);
  });
});

describe('two operators', () => {
  it('add the same package to one plan: it is added once', async () => {
    const both = await Promise.allSettled([1, 2].map(() => desk().addSource(PLAN, second, me)));
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await sources()).toEqual([FIRST, SECOND]);
  });
});
