import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  currencyOf,
  decimalOf,
  type Currency,
  divided,
  minorUnits,
  money,
  sameMoney,
  sumOf,
  sumsOf,
  unitsOf,
} from './money.ts';

const [USD, EUR, JPY, TND] = ['USD', 'EUR', 'JPY', 'TND'].map(currencyOf) as [Currency, Currency, Currency, Currency];
const currencies = fc.constantFrom(USD, EUR, JPY, TND);
const amounts = fc.record({ amount: fc.nat(10_000_000), currency: currencies });

describe('an amount', () => {
  it('is whole minor units, never negative, never a fraction', () => {
    fc.assert(
      fc.property(fc.double(), currencies, (amount, currency) => {
        if (Number.isSafeInteger(amount) && amount >= 0) expect(money(amount, currency)).toEqual({ amount, currency });
        else expect(() => money(amount, currency)).toThrow(RangeError);
      }),
    );
  });

  it('is the same only with the same currency', () => {
    fc.assert(
      fc.property(amounts, amounts, (a, b) => {
        expect(sameMoney(a, b)).toBe(a.amount === b.amount && a.currency === b.currency);
      }),
    );
  });

  it('becomes units and back, with the digits of its currency', () => {
    expect([USD, JPY, TND].map((currency) => decimalOf({ amount: 4500, currency }))).toEqual([
      '45.00',
      '4500',
      '4.500',
    ]);
    fc.assert(
      fc.property(amounts, (each) => {
        expect(minorUnits(unitsOf(each), each.currency)).toBe(each.amount);
        expect(minorUnits(Number(decimalOf(each)), each.currency)).toBe(each.amount);
      }),
    );
  });
});

describe('a currency', () => {
  it('is three capital letters', () => {
    for (const text of ['', 'usd', 'US', 'USDX', 'US1', ' USD']) expect(() => currencyOf(text)).toThrow(RangeError);
  });
});

describe('a sum', () => {
  it('of one currency is in it', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(10_000), { minLength: 1 }), currencies, (list, currency) => {
        const sum = sumOf(list.map((amount) => money(amount, currency)));
        expect(sum).toEqual({ amount: list.reduce((total, each) => total + each, 0), currency });
      }),
    );
  });

  it('never crosses currencies: it is refused, and sums by currency keep them apart', () => {
    fc.assert(
      fc.property(fc.array(amounts), (list) => {
        const found = [...new Set(list.map(({ currency }) => currency))].toSorted();
        const sums = sumsOf(list);
        expect(sums.map(({ currency }) => currency)).toEqual(found);
        for (const sum of sums) expect(sumOf(list.filter(({ currency }) => currency === sum.currency))).toEqual(sum);
        if (found.length !== 1) expect(() => sumOf(list)).toThrow(RangeError);
      }),
    );
  });
});

it('is divided without a cent more or less, and no share is above its weight', () => {
  expect([divided(10, [1, 1, 1]), divided(3, [0, 0]), divided(0, [5])]).toEqual([[4, 3, 3], [3, 0], [0]]);
  const weights = fc.array(fc.nat(2_147_483_647), { minLength: 1, maxLength: 10 });
  fc.assert(
    fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (all, part) => {
      const sum = all.reduce((total, each) => total + each, 0);
      const amount = Math.floor(sum * part);
      const shares = divided(amount, all);
      expect(shares.reduce((total, each) => total + each, 0)).toBe(amount);
      for (const [at, share] of shares.entries()) expect(share).toBeLessThanOrEqual(all[at]!);
    }),
  );
});
