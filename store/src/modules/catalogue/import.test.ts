import { describe, expect, it } from 'vitest';
import { packageWith, specifiedPackages, WHOLESALER } from '#test/support/catalogue.ts';
import type { ImportRequest } from '#test/support/catalogue-desk.ts';
import { another, FIRST, OTHER, PLAN, SECOND, twoWholesalers } from '#test/support/two-wholesalers.ts';
import type { WholesalePackage } from './wholesale-packages.ts';

/** Packages of all wholesalers that become sources of plans, and the reason of each that does not. */

const shop = twoWholesalers();
const { desk, open } = shop;
const request = (changes: Partial<ImportRequest> = {}): ImportRequest => ({
  by: 'ana',
  dryRun: false,
  countryCode: null,
  region: null,
  marginPercent: 30,
  roundCents: 50,
  publish: true,
  sources: false,
  ...changes,
});
async function read(packages: WholesalePackage[], others: WholesalePackage[] = []) {
  shop.listed = { [WHOLESALER]: [...specifiedPackages(), ...others], [OTHER]: packages };
  await open().checkPlans();
}
const japan = (packageId: string, terms: Partial<WholesalePackage> = {}) =>
  packageWith({ packageId, countryCodes: ['JP'], ...terms });
const namesOf = (added: readonly { planId: string; packageId: string }[]) =>
  added.map(({ planId, packageId }) => `${planId} ${packageId}`);
const reasonsOf = (refused: readonly { packageId: string; reason: string; planId?: string }[]) =>
  refused.map(({ packageId, reason, planId }) => [packageId, reason, planId ?? null]);
const sourcesOf = async (planId: string) =>
  (await desk().sources(planId))[0]!.sources.map(({ packageId, fault }) =>
    fault ? `${packageId} ${fault}` : packageId,
  );

describe('packages of two wholesalers with the same data and days', () => {
  it('make one plan: the cheapest is its first source, and those that keep its promise follow', async () => {
    const { facts } = another();
    await read(
      [
        japan('other-cheap', { netPriceCents: 90, facts: { ...facts, hotspot: true } }),
        japan('other-dear', { netPriceCents: 140 }),
        japan('other-denies', { facts: { ...facts, hotspot: false } }),
        japan('other-costs', { netPriceCents: 150 }),
        japan('other-euro', { netCurrency: 'EUR' }),
      ],
      [japan('japan-7days-1gb', { netPriceCents: 100 })],
    );
    const { made, added, proposed, refused } = await desk().import(request());
    expect(made).toMatchObject([{ id: 'japan-1gb-7d', packageId: 'other-cheap', priceAmount: 150, fault: null }]);
    expect(namesOf(added)).toEqual(['japan-1gb-7d japan-7days-1gb', 'japan-1gb-7d other-dear']);
    expect(proposed).toEqual([]);
    expect(reasonsOf(refused)).toEqual([
      ['other-euro', 'other-currency', null],
      ['other-denies', 'no-hotspot', 'japan-1gb-7d'],
      ['other-costs', 'price-not-below-ours', 'japan-1gb-7d'],
    ]);
    expect(await sourcesOf('japan-1gb-7d')).toEqual(['other-cheap', 'japan-7days-1gb', 'other-dear']);
    expect((await open().destination('japan'))!.facts['japan-1gb-7d']).toMatchObject({ hotspot: null });
    expect(await desk().import(request())).toMatchObject({ made: [], added: [], version: null });
  });
});

describe('a package with the data and days of a plan that exists', () => {
  it('makes no plan, and is proposed as a source; only --sources adds it', async () => {
    await read([another()]);
    const before = await open().version();
    const proposal = { wholesaler: OTHER, packageId: SECOND, planId: PLAN };
    expect((await desk().diff(0)).proposed).toMatchObject([proposal]);
    expect(await desk().import(request())).toMatchObject({ made: [], added: [], proposed: [proposal], version: null });
    expect(await open().version()).toBe(before);
    expect(await sourcesOf(PLAN)).toEqual([FIRST]);
    const dry = await desk().import(request({ sources: true, dryRun: true }));
    expect(dry).toMatchObject({ added: [proposal] });
    expect(await sourcesOf(PLAN)).toEqual([FIRST]);
    // Drafts are not shown, but a further source of a plan on sale is.
    const { added, version } = await desk().import(request({ sources: true, publish: false }));
    expect(added).toMatchObject([proposal]);
    expect(version).toBe(Number(before) + 1);
    expect(await sourcesOf(PLAN)).toEqual([FIRST, SECOND]);
    expect((await desk().diff(0)).proposed).toEqual([]);
  });

  it('is added in the countries of the import only', async () => {
    await read([another(), another({ packageId: 'other-spain', countryCodes: ['ES'] })]);
    const { added } = await desk().import(request({ sources: true, countryCode: 'ES' }));
    expect(namesOf(added)).toEqual(['spain-1gb other-spain']);
    expect(namesOf((await desk().import(request({ sources: true, region: 'europe' }))).added)).toEqual([
      `${PLAN} ${SECOND}`,
    ]);
  });
});

describe('a package with more than a plan', () => {
  it('is proposed where its wholesaler has no package with the same data and days, the cheapest one', async () => {
    await read([
      another({ packageId: 'more-days', days: 8, netPriceCents: 210 }),
      another({ packageId: 'more-data', dataMb: 2048, netPriceCents: 205 }),
      another({ packageId: 'other-3gb', dataMb: 3072, days: 30, netPriceCents: 100 }),
    ]);
    const { proposed, unsold } = await desk().diff(0);
    // The package of 3 GB costs the least, and is the one for the plan of 3 GB.
    expect(namesOf(proposed)).toEqual([`${PLAN} more-data`, 'france-3gb other-3gb']);
    expect(unsold.map(({ packageId, nearest }) => [packageId, nearest?.planId, nearest?.reason])).toEqual([
      ['more-days', PLAN, 'not-needed'],
    ]);
    // Without --sources it makes a plan of its own.
    const { made } = await desk().import(request());
    expect(made.map(({ id }) => id).toSorted()).toEqual(['france-1gb-8d', 'france-2gb-7d']);
  });
});

describe('a package that becomes no source', () => {
  it.each<[string, Partial<WholesalePackage>, string]>([
    ['less data', { dataMb: 900 }, 'too-little-data'],
    ['fewer days', { days: 6 }, 'too-few-days'],
    ['another currency', { netCurrency: 'EUR' }, 'other-currency'],
    ['a net price that is not below ours', { netPriceCents: 450 }, 'price-not-below-ours'],
    ['a minimum above our price', { minimumPriceCents: 451 }, 'below-minimum-price'],
  ])('is listed with its reason and the nearest plan: %s', async (_, terms, reason) => {
    await read([another(terms)]);
    const { proposed, unsold } = await desk().diff(0);
    expect(proposed).toEqual([]);
    expect(unsold).toMatchObject([{ packageId: SECOND, nearest: { planId: PLAN, reason } }]);
  });

  it('is listed when it works in fewer countries than the plan of a region', async () => {
    const wide = { dataMb: 3072, days: 15, netPriceCents: 100 };
    await read([
      packageWith({ ...wide, packageId: 'few', countryCodes: ['FR', 'ES'] }),
      packageWith({ ...wide, packageId: 'all', countryCodes: ['FR', 'ES', 'IT', 'PT'] }),
    ]);
    const { proposed, unsold } = await desk().diff(0);
    expect(namesOf(proposed)).toEqual(['europe-3gb all']);
    expect(unsold).toMatchObject([
      { packageId: 'few', nearest: { planId: 'europe-3gb', reason: 'too-few-countries' } },
    ]);
  });
});
