import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type GivenBack, taxInside } from '../../shared/tax.ts';
import { creditedLines, type DocumentLine, taxesOf } from './content.ts';

const line = (lineId: string, amount: number, rateBp: number | null): DocumentLine => ({
  lineId,
  name: lineId,
  dataMb: 1024,
  unlimited: false,
  days: 7,
  activation: null,
  isTopUp: false,
  amount,
  tax: rateBp === null ? null : { country: 'FR', rateBp, amount: taxInside(amount, rateBp) },
});

const aLine = fc.record({
  amount: fc.integer({ min: 1, max: 50_000 }),
  rateBp: fc.constantFrom(null, 0, 550, 2_000, 2_550),
});

describe('credit notes', () => {
  it('add up to the refunds and, once all is refunded, to the tax of the receipt, whatever their parts', () => {
    fc.assert(
      fc.property(fc.array(aLine, { minLength: 1, maxLength: 5 }), fc.array(fc.nat(20_000)), (given, cuts) => {
        const sold = given.map(({ amount, rateBp }, at) => line(`line-${at}`, amount, rateBp));
        const before: Record<string, GivenBack> = {};
        for (const cut of [...cuts, Infinity]) {
          const parts = sold.flatMap(({ lineId, amount: price }) => {
            const amount = Math.min(cut, price - (before[lineId]?.amount ?? 0));
            return amount === 0 ? [] : [{ lineId, amount }];
          });
          const lines = creditedLines(sold, parts, before);
          expect(lines.map(({ lineId, amount }) => ({ lineId, amount: -amount }))).toEqual(parts);
          for (const { lineId, amount: cents, tax } of lines) {
            const sum = before[lineId] ?? { amount: 0, tax: 0 };
            before[lineId] = { amount: sum.amount - cents, tax: sum.tax - (tax?.amount ?? 0) };
          }
        }
        for (const { lineId, amount, tax } of sold) expect(before[lineId]).toEqual({ amount, tax: tax?.amount ?? 0 });
      }),
    );
  });

  it('take back the tax that is missing, also after a cancellation, and never more than that of the line', () => {
    const sold = [line('a', 1_000, 2_000), line('b', 500, 2_000), line('c', 500, null)];
    const parts = [
      { lineId: 'a', amount: 1_000 },
      { lineId: 'b', amount: 57 },
      { lineId: 'c', amount: 143 },
    ];
    const [a, b, c] = creditedLines(sold, parts, { b: { amount: 300, tax: 50 } });
    expect([a?.amount, b?.amount, c?.amount]).toEqual([-1_000, -57, -143]);
    // Of 500 are kept 143, in which 24 are tax: 83 - 24 - 50.
    expect([a?.tax?.amount, b?.tax?.amount, c?.tax]).toEqual([-167, -9, null]);
    expect(taxesOf([a!, b!, c!])).toEqual([{ country: 'FR', rateBp: 2_000, amount: -176 }]);
    const [beyond] = creditedLines(sold, [{ lineId: 'a', amount: 1_200 }], {});
    expect([beyond?.amount, beyond?.tax?.amount]).toEqual([-1_200, -167]);
  });
});
