import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usd } from '../../shared/money.ts';
import { checkPackage } from './package-check.ts';

const amounts = fc.record({
  dataMb: fc.integer({ min: 1, max: 20_480 }),
  days: fc.integer({ min: 1, max: 365 }),
  cents: fc.integer({ min: 1, max: 10_000 }),
});
const surplus = fc.record({ dataMb: fc.nat(10_000), days: fc.nat(300), cents: fc.nat(10_000) });

const planOf = (a: { dataMb: number; days: number; cents: number }) => ({
  dataMb: a.dataMb,
  days: a.days,
  price: usd(a.cents),
});
const packageOf = (a: { dataMb: number; days: number; cents: number; unlimited?: boolean }) => ({
  packageId: 'p',
  title: '',
  operator: '',
  dataMb: a.dataMb,
  unlimited: a.unlimited ?? false,
  days: a.days,
  netPriceCents: a.cents,
});

describe('a plan against its wholesale package', () => {
  it('passes when the package holds at least what we promise and costs less', () => {
    fc.assert(
      fc.property(amounts, surplus, (plan, more) => {
        const cost = Math.max(0, plan.cents - 1 - more.cents);
        const found = packageOf({ dataMb: plan.dataMb + more.dataMb, days: plan.days + more.days, cents: cost });
        expect(checkPackage(planOf(plan), found)).toEqual({ fault: null, netPriceCents: cost });
      }),
    );
  });

  it('fails when the package is gone', () => {
    fc.assert(
      fc.property(amounts, (plan) => {
        expect(checkPackage(planOf(plan), undefined)).toEqual({ fault: 'missing-package', netPriceCents: null });
      }),
    );
  });

  it('fails on less data, whatever else is better', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1 }), fc.nat(300), (plan, less, moreDays) => {
        const found = packageOf({ dataMb: Math.max(0, plan.dataMb - less), days: plan.days + moreDays, cents: 0 });
        expect(checkPackage(planOf(plan), found).fault).toBe('too-little-data');
      }),
    );
  });

  it('counts unlimited data, written as 0, as enough', () => {
    fc.assert(
      fc.property(amounts, (plan) => {
        const found = packageOf({ dataMb: 0, unlimited: true, days: plan.days, cents: plan.cents - 1 });
        expect(checkPackage(planOf(plan), found).fault).toBeNull();
      }),
    );
  });

  it('fails on fewer days', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1, max: 365 }), (plan, less) => {
        const found = packageOf({ dataMb: plan.dataMb, days: plan.days - less, cents: 0 });
        expect(checkPackage(planOf(plan), found).fault).toBe('too-few-days');
      }),
    );
  });

  it('fails when the net price is ours or above', () => {
    fc.assert(
      fc.property(amounts, fc.nat(10_000), (plan, more) => {
        const found = packageOf({ ...plan, cents: plan.cents + more });
        expect(checkPackage(planOf(plan), found)).toEqual({
          fault: 'price-not-below-ours',
          netPriceCents: plan.cents + more,
        });
      }),
    );
  });
});
