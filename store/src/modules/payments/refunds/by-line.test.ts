import fc from 'fast-check';
import { expect, it } from 'vitest';
import { taxInside, taxOfRefund } from '../../../shared/tax.ts';
import { spreadRefunds } from './by-line.ts';

const LINES = [
  { id: 'a', unitAmount: 1_100 },
  { id: 'b', unitAmount: 450 },
];
const named = (lineId: string, amount: number) => ({ amount, lineId, scope: 'line' as const, shares: null });
const whole = (amount: number) => ({ amount, lineId: null, scope: 'order' as const, shares: null });
const partsOf = (refunds: Parameters<typeof spreadRefunds>[1]) =>
  spreadRefunds(LINES, refunds).map(({ lines }) => lines.map(({ lineId, before, amount }) => [lineId, before, amount]));

it('takes a named refund from its line, and divides any other by what is left of the lines', () => {
  expect(partsOf([named('b', 200), whole(1_350)])).toEqual([
    [['b', 0, 200]],
    [
      ['a', 0, 1_100],
      ['b', 200, 250],
    ],
  ]);
  // 500 for no line came first, in proportion: the line has less than its price left, and the rest is of the other.
  expect(partsOf([whole(500), named('a', 1_050)])).toEqual([
    [
      ['a', 0, 355],
      ['b', 0, 145],
    ],
    [
      ['a', 355, 745],
      ['b', 145, 305],
    ],
  ]);
  const several = { amount: 1_550, lineId: null, scope: 'lines' as const, shares: { b: 450, a: 1_100 } };
  expect(partsOf([several])).toEqual([
    [
      ['a', 0, 1_100],
      ['b', 0, 450],
    ],
  ]);
  // A gift beyond the price.
  expect(partsOf([whole(1_550), whole(3)])[1]).toEqual([['a', 1_100, 3]]);
});

it('loses and creates no cent, of money and of tax, for any lines, refunds and rates', () => {
  const prices = fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 5 });
  const asked = fc.array(fc.record({ share: fc.double({ min: 0, max: 1, noNaN: true }), line: fc.nat(5) }), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(prices, asked, fc.integer({ min: 0, max: 3_000 }), (unitAmounts, wanted, rateBp) => {
      const lines = unitAmounts.map((unitAmount, at) => ({ id: `line-${at}`, unitAmount }));
      const total = unitAmounts.reduce((sum, each) => sum + each, 0);
      let rest = total;
      const refunds = [...wanted, { share: 1, line: 5 }].map(({ share, line }) => {
        const amount = Math.round(rest * share);
        rest -= amount;
        const own = lines[line];
        return own ? named(own.id, amount) : whole(amount);
      });
      const spread = spreadRefunds(lines, refunds);
      const taxOf = (unitAmount: number) => ({ country: 'FR', rateBp, amount: taxInside(unitAmount, rateBp) });
      const back = new Map(lines.map(({ id }) => [id, { amount: 0, tax: 0 }]));
      for (const { refund, lines: parts } of spread) {
        expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(refund.amount);
        for (const { lineId, before, amount } of parts) {
          const sum = back.get(lineId)!;
          expect(before).toBe(sum.amount);
          const { unitAmount } = lines.find(({ id }) => id === lineId)!;
          sum.tax += taxOfRefund({ amount: unitAmount, tax: taxOf(unitAmount) }, { ...sum }, amount);
          sum.amount += amount;
        }
      }
      // All of it went back, and so did all of the tax.
      for (const { id, unitAmount } of lines)
        expect(back.get(id)).toEqual({ amount: unitAmount, tax: taxInside(unitAmount, rateBp) });
    }),
  );
});
