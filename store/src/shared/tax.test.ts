import fc from 'fast-check';
import { expect, it } from 'vitest';
import { taxInside, taxOfRefund } from './tax.ts';

/** The largest amount of the database (int4), and rates up to 100 %. */
const amounts = fc.integer({ min: 0, max: 2_147_483_647 });
const rates = fc.integer({ min: 0, max: 10_000 });

it('rounds the tax inside a price once, half up, for every amount and rate', () => {
  fc.assert(
    fc.property(amounts, rates, (amount, rateBp) => {
      // 2 × the exact tax lies within one unit around 2 × the rounded one; half a unit is rounded up.
      const whole = BigInt(10_000 + rateBp);
      const exact = BigInt(amount) * BigInt(rateBp);
      const rounded = BigInt(taxInside(amount, rateBp));
      expect(2n * exact >= (2n * rounded - 1n) * whole).toBe(true);
      expect(2n * exact < (2n * rounded + 1n) * whole).toBe(true);
    }),
  );
});

it('keeps tax and net amount within the price, and adds nothing to it', () => {
  fc.assert(
    fc.property(amounts, rates, (amount, rateBp) => {
      const tax = taxInside(amount, rateBp);
      expect(Number.isInteger(tax)).toBe(true);
      expect(tax).toBeGreaterThanOrEqual(0);
      expect(tax).toBeLessThanOrEqual(amount);
    }),
  );
});

it('gives back exactly the tax of the line, however it is refunded in parts', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(parts, rates, (refunds, rateBp) => {
      const amount = refunds.reduce((sum, part) => sum + part, 0);
      const line = { amount, tax: { country: 'FR', rateBp, amount: taxInside(amount, rateBp) } };
      let before = 0;
      let back = 0;
      for (const part of refunds) {
        const tax = taxOfRefund(line, { amount: before, tax: back }, part);
        expect(tax).toBeGreaterThanOrEqual(0);
        expect(tax).toBeLessThanOrEqual(part);
        back += tax;
        before += part;
        // What is left is taxed as a price of that amount would be.
        expect(taxInside(amount, rateBp) - back).toBe(taxInside(amount - before, rateBp));
      }
      expect(back).toBe(taxInside(amount, rateBp));
    }),
  );
});
