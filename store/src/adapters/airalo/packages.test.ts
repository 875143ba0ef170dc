import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packageList } from './packages.ts';

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
