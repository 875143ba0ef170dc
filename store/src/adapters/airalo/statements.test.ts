import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packageList } from './packages.ts';
import { dailyMbIn, exitCountryIn, hotspotIn, slowSpeedIn } from './statements.ts';

it.each([
  ['Hotspot is allowed.', true],
  ['Data only. Tethering is not supported', false],
  ['Hotspot is allowed, no extra fee', true],
  ['No calls, hotspot included', true],
  ['Hotspot: yes', true],
  ['Hotspot is allowed, but not in China', null],
  ['Hotspot works with some networks only', null],
  ['Hotspot allowed in FR; hotspot not allowed in DE', null],
  ['Data only.', null],
])('reads the hotspot statement in "%s": %j', (said, hotspot) => {
  expect(hotspotIn(said)).toBe(hotspot);
});

it.each([
  ['IP breakout: SG', 'SG'],
  ['Breakout NL.', 'NL'],
  ['The breakout is local', null],
  ['IP breakout in Germany', null],
  ['', null],
])('reads the exit country in "%s": %j', (said, country) => {
  expect(exitCountryIn(said)).toBe(country);
});

it.each([
  ['2 GB per day at full speed, then 512 kbps until midnight.', 2048, 512],
  ['When the data is used up, the speed is 128 kbps.', null, 128],
  ['Up to 150 Mbps; after 500 MB a day reduced to 1.5 Mbps', 500, 1500],
  ['Speeds of up to 20 Mbps.', null, null],
  ['Speeds may be reduced after heavy use.', null, null],
  ['99999999 GB a day, then 99999999 kbps', null, null],
])('reads the terms in "%s": %j MB a day, %j kbps', (policy, dailyMb, kbps) => {
  expect([dailyMbIn(policy), slowSpeedIn(policy)]).toEqual([dailyMb, kbps]);
});

it('parses any list without an error, and returns only packages that can be sold', () => {
  const odd = fc.oneof(
    fc.jsonValue(),
    fc.constant(-1),
    fc.constant(0),
    fc.constant(1e12),
    fc.constantFrom('LTE', 'a\0b', '\uD800'),
  );
  const entry = fc.record(
    {
      id: fc.oneof(fc.constantFrom('p', 'q'), odd),
      type: fc.oneof(fc.constant('sim'), odd),
      amount: fc.oneof(fc.constantFrom(0, 1024, '3072'), odd),
      day: fc.oneof(fc.constantFrom(7, '30'), odd),
      net_price: fc.oneof(fc.constantFrom(1.1, '4.90'), odd),
      is_unlimited: fc.oneof(fc.boolean(), odd),
      prices: odd,
      fair_usage_policy: odd,
      minimum_selling_price: odd,
    },
    { requiredKeys: [] },
  );
  const operator = fc.record(
    { info: odd, other_info: odd, coverages: odd, countries: odd, packages: fc.oneof(fc.array(entry), odd) },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.record({ operators: fc.array(operator) }), odd)), (list) => {
      const { packages, refused } = packageList(list);
      expect(new Set(packages.map(({ packageId }) => packageId)).size).toBe(packages.length);
      // Every figure is an integer in PostgreSQL's range.
      const isStored = (value: number) => Number.isInteger(value) && value >= 0 && value < 2 ** 31;
      for (const each of packages) {
        expect(each.days).toBeGreaterThan(0);
        expect(each.unlimited || each.dataMb > 0).toBe(true);
        const terms = [each.days, each.dataMb, each.netPriceCents, each.minimumPriceCents ?? 0];
        const unlimited = [each.unlimitedTerms?.dailyMb ?? 0, each.unlimitedTerms?.thenKbps ?? 0];
        expect([...terms, ...unlimited].filter((value) => !isStored(value))).toEqual([]);
      }
      const written = JSON.stringify([packages, refused]);
      expect(written).not.toMatch(/\\u0000|\\ud[89a-f]/i);
    }),
  );
});
