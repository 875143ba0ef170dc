import { expect, it } from 'vitest';
import { codeOf } from '../../shared/errors.ts';
import { type Merchant, merchantSchema } from '../../shared/merchant.ts';
import { taxOfRefund } from '../../shared/tax.ts';
import byHand from '#data/tax/by-hand.json' with { type: 'json' };
import { asksConsent, createTax, rateOn, rateTable, SEEDED, UNION } from './tax.ts';

const EUROPE = { home: 'FR', territories: 'eu-oss', gb: true };
const taxOf = (tax: object | undefined, more: object = {}) =>
  createTax(merchantSchema.parse({ tax, ...more }) as Merchant);
const noon = (day: string) => new Date(`${day}T12:00:00Z`);

it.each(byHand.cases)('agrees with the sum by hand: $price $currency in $country on $day', (sale) => {
  const tax = taxOf(EUROPE).ofSale(sale.price, sale.country, noon(sale.day));
  expect(tax).toEqual(sale.tax === null ? null : { country: sale.state, rateBp: sale.percent * 100, amount: sale.tax });
  let before = { amount: 0, tax: 0 };
  for (const [amount = 0, back = 0] of (tax !== null && 'refunds' in sale && sale.refunds) || []) {
    expect(taxOfRefund({ amount: sale.price, tax: tax! }, before, amount)).toBe(back);
    before = { amount: before.amount + amount, tax: before.tax + back };
  }
  expect(sale.sources.every((source) => source in byHand.sources)).toBe(true);
});

it('has thirty sums by hand, and a rate of every state in every year from 2023 on', () => {
  expect(byHand.cases).toHaveLength(30);
  expect(UNION).toHaveLength(27);
  const table = rateTable();
  for (const year of [2023, 2024, 2025, 2026, 2027])
    for (const state of [...UNION, 'GB']) expect(rateOn(table, state, `${year}-01-01`), state).toBeGreaterThan(1_500);
  expect(new Set(SEEDED.rates.map(({ country, from }) => `${country} ${from}`)).size).toBe(SEEDED.rates.length);
});

it('taxes nothing and presumes nobody without facts in the file, as one of 1.0.0', () => {
  const none = taxOf(undefined);
  expect(none.ofSale(1_000, 'FR', noon('2026-11-27'))).toBeNull();
  expect([none.home, none.presumed('FR'), none.presumed(null)]).toEqual([null, null, null]);
});

it('does not sell to a taxed state without a rate on that day, and sells without tax outside', () => {
  const swiss = taxOf({
    home: 'CH',
    territories: ['CH'],
    rates: [{ country: 'CH', percent: 8.1, from: '2024-01-01' }],
  });
  expect(swiss.ofSale(1_000, 'CH', noon('2024-01-01'))).toEqual({ country: 'CH', rateBp: 810, amount: 75 });
  expect(swiss.ofSale(1_000, 'FR', noon('2024-01-01'))).toBeNull();
  expect(swiss.ofSale(1_000, null, noon('2024-01-01'))).toBeNull();
  const refusal = () => swiss.ofSale(1_000, 'CH', noon('2023-12-31'));
  expect(refusal).toThrow(/no rate of CH on 2023-12-31/);
  try {
    refusal();
  } catch (error) {
    expect([codeOf(error), (error as { field?: string }).field]).toEqual(['country-not-sold', 'country']);
  }
});

it('counts the day in the zone of the merchant', () => {
  const at = new Date('2025-06-30T22:30:00Z');
  const percent = (zone?: string) => taxOf(EUROPE, { timeZone: zone }).ofSale(2_600, 'EE', at)?.rateBp;
  expect([percent(), percent('Europe/Paris'), percent('America/New_York')]).toEqual([2_200, 2_400, 2_200]);
});

it('prefers a rate of the merchant from the same day, and keeps the others', () => {
  const own = rateTable([
    { country: 'EE', percent: 22.5, from: '2025-07-01' },
    { country: 'EE', percent: 25, from: '2028-01-01' },
  ]);
  const on = (day: string) => rateOn(own, 'EE', day);
  expect(['2025-06-30', '2025-07-01', '2027-12-31', '2028-01-01'].map(on)).toEqual([2_200, 2_250, 2_250, 2_500]);
  expect(rateOn(own, 'EE', '2009-06-30')).toBeNull();
});

it('presumes the merchant’s state, or the country of the plan where the merchant chose that', () => {
  const home = taxOf(EUROPE);
  const sim = taxOf({ ...EUROPE, presumption: 'sim-country' });
  expect([home.presumed('JP'), home.presumed(null)]).toEqual(['FR', 'FR']);
  expect([sim.presumed('JP'), sim.presumed(null)]).toEqual(['JP', 'FR']);
});

it('asks for consent in the union, in the European Economic Area and in the United Kingdom', () => {
  expect(['FR', 'NO', 'GB'].map(asksConsent)).toEqual([true, true, true]);
  expect(['US', 'CH', 'MC', ''].map(asksConsent)).toEqual([false, false, false, false]);
});
