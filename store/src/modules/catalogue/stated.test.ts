import { beforeEach, describe, expect, it } from 'vitest';
import { WHOLESALER } from '#test/support/catalogue.ts';
import { another, FIRST, OTHER, PLAN, SECOND, twoWholesalers } from '#test/support/two-wholesalers.ts';
import { NO_FILTER } from '../../shared/shop/plan-filter.ts';
import type { NetworkGeneration } from './types.ts';
import type { WholesalePackage } from './wholesale-packages.ts';

const shop = twoWholesalers();
const { addSource, change, open } = shop;

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
    shop.listed[WHOLESALER] = shop.listed[WHOLESALER]!.map((each) =>
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
