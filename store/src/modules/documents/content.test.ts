import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { taxInside } from '../../shared/tax.ts';
import { type Credited, creditedLines, divided, type DocumentLine, taxesOf, totalOf } from './content.ts';

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
      fc.property(
        fc.array(aLine, { minLength: 1, maxLength: 5 }),
        fc.array(fc.nat(20_000), { maxLength: 8 }),
        (given, parts) => {
          const sold = given.map(({ amount, rateBp }, at) => line(`line-${at}`, amount, rateBp));
          const before: Record<string, Credited> = {};
          let left = totalOf(sold);
          for (const part of [...parts, Infinity]) {
            const amount = Math.min(part, left);
            const lines = creditedLines(sold, { amount, shares: {} }, before);
            expect(totalOf(lines)).toBe(-amount === 0 ? 0 : -amount);
            for (const { lineId, amount: cents, tax } of lines) {
              const sum = before[lineId] ?? { amount: 0, tax: 0 };
              before[lineId] = { amount: sum.amount - cents, tax: sum.tax - (tax?.amount ?? 0) };
              expect(before[lineId].amount).toBeLessThanOrEqual(sold.find((each) => each.lineId === lineId)!.amount);
            }
            left -= amount;
          }
          for (const { lineId, amount, tax } of sold) expect(before[lineId]).toEqual({ amount, tax: tax?.amount ?? 0 });
        },
      ),
    );
  });

  it('name the lines that the refund names, and divide the rest by what is left of the others', () => {
    const sold = [line('a', 1_000, 2_000), line('b', 500, 2_000), line('c', 500, null)];
    const [a, b, c] = creditedLines(sold, { amount: 1_200, shares: { a: 1_000 } }, { b: { amount: 300, tax: 50 } });
    expect([a?.amount, b?.amount, c?.amount]).toEqual([-1_000, -57, -143]);
    // Of 500 are kept 143, in which 24 are tax: 83 - 24 - 50.
    expect([a?.tax?.amount, b?.tax?.amount, c?.tax]).toEqual([-167, -9, null]);
    expect(taxesOf([a!, b!, c!])).toEqual([{ country: 'FR', rateBp: 2_000, amount: -176 }]);
  });

  it('put a gift beyond the price on the first line', () => {
    expect(divided(3, [0, 0])).toEqual([3, 0]);
    expect(divided(10, [1, 1, 1])).toEqual([4, 3, 3]);
  });
});
