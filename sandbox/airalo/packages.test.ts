import { describe, expect, it } from 'vitest';
import places from '#data/catalogue/destinations.json' with { type: 'json' };
import { type PackageChange, packageVerb, vendorPackages } from './packages.ts';

const listed = (filter: { type?: string; country?: string } = {}, changes: readonly PackageChange[] = []) =>
  vendorPackages(filter, (id) => changes.find((each) => each.id === id)).map(({ operators: [operator], ...rest }) => ({
    ...rest,
    operator: operator!,
  }));

describe("the wholesaler's list", () => {
  it('covers what the specification states: 190+ countries, 30+, 25+, 35+, 20+', () => {
    const covered = new Map(listed({ type: 'global' }).map(({ slug, operator }) => [slug, operator.coverages]));
    for (const [slug, least] of Object.entries({ global: 190, europe: 30, africa: 25, americas: 35, asia: 20 })) {
      const codes = covered.get(slug)?.map(({ code }) => code) ?? [];
      expect(new Set(codes).size, slug).toBeGreaterThanOrEqual(least);
      expect(codes, slug).toEqual(places.find((place) => place.slug === slug)?.members);
    }
    const unknown = covered.get('global')?.filter(({ networks }) => networks.length === 0);
    expect(unknown?.map(({ code }) => code)).toEqual(['PS', 'SM']);
  });

  it('has plans for 150 countries beside those of the specification, and some plan for every destination', () => {
    const local = listed({ type: 'local' });
    expect(local.length - 12).toBeGreaterThanOrEqual(150);
    for (const { country_code, operator } of local) {
      expect(operator.coverages.map(({ code }) => code)).toEqual([country_code]);
      expect(operator.coverages[0]?.networks.length, country_code).toBeGreaterThan(0);
      expect(operator.packages.length, country_code).toBeGreaterThanOrEqual(4);
    }
    const reached = new Set(listed().flatMap(({ operator }) => operator.coverages.map(({ code }) => code)));
    expect(places.filter(({ countryCode }) => countryCode !== null && !reached.has(countryCode))).toEqual([]);
  });

  it('names each package once, with a price above its net price, and uses 0 for unlimited data', () => {
    const packages = listed().flatMap(({ operator }) => operator.packages);
    expect(new Set(packages.map(({ id }) => id)).size).toBe(packages.length);
    expect(packages.filter((each) => each.net_price <= 0 || each.net_price >= each.price)).toEqual([]);
    expect(packages.filter((each) => each.is_unlimited !== (each.amount === 0))).toEqual([]);
    expect(packages.find(({ id }) => id === 'japan-10days-unlimited')).toMatchObject({
      title: 'Unlimited - 10 Days',
      data: 'Unlimited',
      is_fair_usage_policy: true,
      fair_usage_policy: '2 GB per day at full speed, then 512 kbps until midnight.',
    });
  });

  it('states facts of some operators and not of others', () => {
    const operators = listed().map(({ operator }) => operator);
    for (const fact of ['rechargeability', 'activation_policy', 'install_window_days'] as const) {
      expect(operators.filter((each) => each[fact] === null).length, fact).toBeGreaterThan(0);
      expect(operators.filter((each) => each[fact] !== null).length, fact).toBeGreaterThan(100);
    }
    const hotspot = operators.map(({ info }) => info.find((sentence) => sentence.startsWith('Hotspot')));
    expect(new Set(hotspot)).toEqual(new Set(['Hotspot is allowed.', 'Hotspot is not supported.', undefined]));
    expect(operators.filter(({ other_info }) => other_info !== null).length).toBeGreaterThan(0);
    const minimums = operators.flatMap(({ packages }) => packages.map((each) => each.minimum_selling_price));
    expect(new Set(minimums.map((each) => typeof each))).toEqual(new Set(['number', 'undefined']));
  });

  it('has the faults that a test sets: a duplicate id, a negative price, no days, one unknown currency', () => {
    const sets = {
      'france-7days-1gb': { duplicate: true },
      'france-30days-3gb': { net_price: -1 },
      'france-30days-5gb': { day: 0 },
      'france-30days-10gb': { currency: 'XYZ' },
    };
    const changes = Object.entries(sets).map(([id, set]) => ({ ...packageVerb.parse({ id, set }).set, id }));
    const { packages } = listed({ country: 'fr', type: 'local' }, changes)[0]!.operator;
    expect(packages).toMatchObject([
      { id: 'france-7days-1gb', net_price: 1.2 },
      { id: 'france-7days-1gb', net_price: 2.2 },
      { id: 'france-30days-3gb', net_price: -1 },
      { id: 'france-30days-5gb', day: 0 },
      { id: 'france-30days-10gb', prices: { net_price: { XYZ: 8.4 } } },
    ]);
    expect(packages.at(-1)?.prices.net_price).toEqual({ XYZ: 8.4 });
  });
});
