import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { packageWith, WHOLESALER } from '#test/support/catalogue.ts';
import { another, OTHER, PLAN, SECOND, twoWholesalers } from '#test/support/two-wholesalers.ts';
import { judgePlans } from './source-store.ts';
import type { WholesalePackage } from './wholesale-packages.ts';

/** The countries that a plan for several promises: France, Spain and Italy at first. */

const shop = twoWholesalers();
const { change, desk, open, query } = shop;
const WIDE = 'europe-3gb';
const ALL = ['FR', 'ES', 'IT'];
const LESS = ['FR', 'ES'];
const MORE = [...ALL, 'PT'];
const TOO_FEW = 'too-few-countries';
const BY = { by: 'ana', dryRun: false };

let first: string;
const second = 'other-europe';
/** Gives the plan a second source, whose package works in the same countries. */
const addSecond = () =>
  query(`insert into plan_sources (plan_id, position, wholesaler, package_id, created_at)
    values ('${WIDE}', 1, '${OTHER}', '${second}', now())`);
beforeEach(async () => {
  const [plan] = await query(`select package_id from plans where id = '${WIDE}'`);
  first = plan!.package_id as string;
  shop.listed[OTHER] = [another(), packageWith({ packageId: second, dataMb: 3072, days: 15, countryCodes: ALL })];
});

/** Reads the lists after this change of a package, as the hourly check does. */
async function checked(packageId?: string, terms: Partial<WholesalePackage> = {}) {
  if (packageId !== undefined) change(packageId === first ? WHOLESALER : OTHER, packageId, terms);
  await open().checkPlans();
  return state();
}
async function state() {
  const [found] = await desk().sources(WIDE);
  const [stated] = await query(`select country_codes as codes from plan_statements where plan_id = '${WIDE}'`);
  const sold = await open().planToSell(WIDE);
  return {
    faults: found!.sources.map(({ fault }) => fault),
    stated: stated!.codes as string[],
    sold: sold.plan.available ? sold.packageId : null,
  };
}
const expected = (faults: (string | null)[], stated: string[], sold: string | null) => ({
  faults,
  stated,
  sold,
});

describe('a plan for several countries with two sources', () => {
  beforeEach(async () => {
    await addSecond();
    expect(await checked()).toEqual(expected([null, null], ALL, first));
  });

  it.each([
    ['first', 0, [TOO_FEW, null]],
    ['further', 1, [null, TOO_FEW]],
  ])('skips the %s one while its package lacks a country', async (_, at, faults) => {
    const [shrunk, other] = at === 0 ? [first, second] : [second, first];
    expect(await checked(shrunk, { countryCodes: LESS })).toEqual(expected(faults, ALL, other));
    expect(await checked(shrunk, { countryCodes: ALL })).toEqual(expected([null, null], ALL, first));
  });

  it('promises less when none keeps all, and grows again by an act of an operator alone', async () => {
    await checked(first, { countryCodes: LESS });
    const both = await checked(second, { countryCodes: ['FR', 'IT'] });
    expect(both).toEqual(expected([null, TOO_FEW], LESS, first));
    expect(await checked(second, { countryCodes: ALL })).toEqual(expected([null, null], LESS, first));
    expect(await checked(first, { countryCodes: MORE })).toEqual(expected([null, null], LESS, first));
    await desk().price(WIDE, 2000, BY);
    expect((await state()).stated).toEqual(LESS);
    await desk().publish(WIDE, BY);
    expect(await state()).toEqual(expected([null, TOO_FEW], MORE, first));
  });

  it('states no country, network or 5G beyond what it promises', async () => {
    await checked(first, { countryCodes: LESS });
    const networks = Object.fromEntries(
      MORE.map((land) => [land, [{ name: 'One', generations: land === 'PT' ? ['4G', '5G'] : ['4G'] }]]),
    ) as WholesalePackage['networks'];
    expect((await checked(second, { countryCodes: MORE, networks })).stated).toEqual(ALL);
    const [row] = await query(`select networks, has_5g from plan_statements where plan_id = '${WIDE}'`);
    const { PT: _, ...promised } = networks;
    expect(row).toEqual({ networks: promised, has_5g: false });
  });

  it('is off sale while the one that keeps all is too dear, and shrinks when that one breaks another promise', async () => {
    await checked(second, { netPriceCents: 90_000 });
    const dear = await checked(first, { countryCodes: LESS });
    expect(dear).toEqual(expected([TOO_FEW, 'price-not-below-ours'], ALL, null));
    expect(await checked(second, { days: 1 })).toEqual(expected([null, 'too-few-days'], LESS, first));
  });

  it('promises what another first source gives, not less by a publication', async () => {
    await checked(first, { countryCodes: LESS });
    await desk().publish(WIDE, BY);
    expect(await state()).toEqual(expected([TOO_FEW, null], ALL, second));
    await checked(second, { countryCodes: MORE });
    await desk().orderSources(WIDE, [{ wholesaler: OTHER, packageId: second }], BY);
    expect(await state()).toEqual(expected([null, TOO_FEW], MORE, second));
    await desk().orderSources(WIDE, [{ wholesaler: WHOLESALER, packageId: first }], BY);
    expect(await state()).toEqual(expected([null, null], LESS, first));
  });
});

it('a plan with one source promises what that one gives', async () => {
  for (const countryCodes of [ALL, LESS, MORE, ['PT']])
    expect(await checked(first, { countryCodes })).toEqual(expected([null], countryCodes, first));
});

it('a plan for one country promises that country', async () => {
  await shop.addSource();
  await checked(SECOND, { countryCodes: ['ES'] });
  const faults = `select fault from plan_sources where plan_id = '${PLAN}' order by position`;
  expect(await query(faults)).toEqual([{ fault: null }, { fault: TOO_FEW }]);
  expect(await query(`select promised_country_codes from plan_statements where plan_id = '${PLAN}'`)).toEqual([
    { promised_country_codes: null },
  ]);
});

describe('random changes of two packages', () => {
  type Source = { codes: string[]; other: 'price-not-below-ours' | 'too-few-days' | null };

  /** What is promised after a check, and the faults. */
  function model(promised: string[], sources: Source[]) {
    const lacks = (of: Source, codes: string[]) => codes.some((code) => !of.codes.includes(code));
    const usable = sources.filter(({ other }) => other !== 'too-few-days');
    const sharing = usable.filter(({ codes }) => codes.some((code) => promised.includes(code)));
    const heir = sharing.find(({ other }) => other === null) ?? sharing[0];
    const isKept = usable.some((each) => !lacks(each, promised));
    const next = isKept || !heir ? promised : promised.filter((code) => heir.codes.includes(code));
    const faults = sources.map((each) => {
      if (each.other === 'too-few-days') return each.other;
      return lacks(each, next) ? TOO_FEW : each.other;
    });
    return { next, faults };
  }

  const change = fc.record({
    at: fc.constantFrom(0, 1),
    codes: fc.subarray(MORE, { minLength: 1 }),
    other: fc.constantFrom<Source['other'][]>(null, null, 'price-not-below-ours', 'too-few-days'),
    isPromisedAgain: fc.boolean(),
  });

  it('give what a model of the rule gives', async () => {
    await addSecond();
    await checked();
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
        const sources: Source[] = [first, second].map(() => ({ codes: ALL, other: null }));
        for (const [at, source] of sources.entries()) await write(at, source);
        let promised = ALL;
        await promise(ALL);
        for (const { at, isPromisedAgain, ...source } of changes) {
          sources[at] = source;
          await write(at, source);
          if (isPromisedAgain) await promise((promised = ALL));
          await shop.db().transaction((tx) => judgePlans(tx));
          const { next, faults } = model(promised, sources);
          expect(await kept()).toMatchObject({ faults, promised: next });
          const { stated } = await kept();
          if (faults.includes(null)) expect(stated.toSorted()).toEqual(next.toSorted());
          else expect(next).toEqual(expect.arrayContaining(stated));
          promised = next;
        }
      }),
      { numRuns: 40, seed: 23 },
    );
  });

  const write = (at: number, { codes, other }: Source) =>
    query(`update wholesale_packages set country_codes = '{${codes.join(',')}}',
      days = ${other === 'too-few-days' ? 1 : 15}, net_price_cents = ${other === 'price-not-below-ours' ? 90_000 : 100}
      where id = '${[first, second][at]}'`);
  const promise = (codes: string[]) =>
    query(`update plan_statements set promised_country_codes = '{${codes.join(',')}}' where plan_id = '${WIDE}'`);
  async function kept() {
    const [row] = await query(`select promised_country_codes as promised, country_codes as stated,
      array(select fault from plan_sources s where s.plan_id = t.plan_id order by position) as faults
      from plan_statements t where plan_id = '${WIDE}'`);
    return row as { promised: string[]; stated: string[]; faults: (string | null)[] };
  }
});
