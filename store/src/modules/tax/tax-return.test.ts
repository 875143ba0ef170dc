import fc from 'fast-check';
import { expect, it } from 'vitest';
import { quarterAt, quarterOf, spanOf } from './quarters.ts';
import { ratesIn, type Taxed, taxRows } from './tax-return.ts';

const sale = (change: Partial<Taxed> = {}): Taxed => ({
  quarter: '2026-Q4',
  country: 'DE',
  rateBp: 1_900,
  currency: 'USD',
  amount: 1_100,
  tax: 176,
  ...change,
});
const of = (taxed: Taxed[], rateOf: (currency: string, quarter: string) => number | null = () => 1.1) =>
  taxRows(taxed, { quarter: '2026-Q4', currency: 'EUR', rateOf });

it('knows the quarters of the calendar of a zone', () => {
  expect(['2026-01-01', '2026-03-31', '2026-04-01', '2026-12-31'].map(quarterOf)).toEqual([
    '2026-Q1',
    '2026-Q1',
    '2026-Q2',
    '2026-Q4',
  ]);
  for (const wrong of ['2026-Q5', '2026-Q0', '26-Q1', '']) expect(() => spanOf(wrong, 'UTC')).toThrow(RangeError);
  expect(spanOf('2026-Q4', 'Europe/Paris')).toEqual({
    from: new Date('2026-09-30T22:00:00Z'),
    to: new Date('2026-12-31T23:00:00Z'),
    lastDay: '2026-12-31',
  });
  expect(spanOf('2024-Q1', 'UTC').lastDay).toBe('2024-03-31');
  expect(quarterAt(new Date('2026-12-31T23:30:00Z'), 'Europe/Paris')).toBe('2027-Q1');
});

it('sums by quarter of the sale, country, rate and currency; the newest quarter first', () => {
  const rows = of([
    sale({ country: 'FR', rateBp: 2_000, amount: 450, tax: 75 }),
    sale(),
    sale({ quarter: '2026-Q2', amount: -500, tax: -80 }),
    sale({ amount: -100, tax: -16 }),
    sale({ currency: 'EUR' }),
    sale({ quarter: '2025-Q4', rateBp: 700, amount: -107, tax: -7 }),
    // Refunded within the quarter: nothing is left to report.
    sale({ country: 'ES', rateBp: 2_100, amount: 450, tax: 78 }),
    sale({ country: 'ES', rateBp: 2_100, amount: -450, tax: -78 }),
  ]);
  expect(
    rows.map(({ kind, quarter, country, currency, net, tax }) => [kind, quarter, country, currency, net, tax]),
  ).toEqual([
    ['sale', '2026-Q4', 'DE', 'EUR', 924, 176],
    ['sale', '2026-Q4', 'DE', 'USD', 840, 160],
    ['sale', '2026-Q4', 'FR', 'USD', 375, 75],
    ['correction', '2026-Q2', 'DE', 'USD', -420, -80],
    ['correction', '2025-Q4', 'DE', 'USD', -100, -7],
  ]);
  expect(rows.map(({ inReturn }) => inReturn)).toEqual([
    { net: 924, tax: 176 },
    { net: 764, tax: 145 },
    { net: 341, tax: 68 },
    { net: -382, tax: -73 },
    { net: -91, tax: -6 },
  ]);
  expect(of([sale()], () => null)[0]!.inReturn).toBeNull();
  // A currency without decimals.
  expect(of([sale({ currency: 'JPY', amount: 1_250, tax: 200 })], () => 160)[0]!.inReturn).toEqual({
    net: 656,
    tax: 125,
  });
});

it('adds up to the taxed sales, whatever they are', () => {
  const taxed = fc.record({
    quarter: fc.constantFrom('2026-Q4', '2026-Q3', '2025-Q1'),
    country: fc.constantFrom('DE', 'FR'),
    rateBp: fc.constantFrom(1_900, 2_000),
    currency: fc.constantFrom('USD', 'JPY'),
    amount: fc.integer({ min: -100_000, max: 100_000 }),
    tax: fc.integer({ min: -20_000, max: 20_000 }),
  });
  fc.assert(
    fc.property(fc.array(taxed), (all) => {
      const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
      const rows = of(all);
      expect(sum(rows.map(({ tax }) => tax))).toBe(sum(all.map(({ tax }) => tax)));
      expect(sum(rows.map(({ net, tax }) => net + tax))).toBe(sum(all.map(({ amount }) => amount)));
    }),
  );
});

it('takes the rate of the last day of a quarter, or of the next day of publication', () => {
  const rates = ratesIn('Date,USD,JPY,\r\n2026-10-01,1.2,160,\r\n2026-09-30,1.1,N/A,\r\n2026-07-01,1.05,150,\r\n');
  expect(rates('USD', '2026-Q3')).toBe(1.1);
  expect(rates('JPY', '2026-Q3')).toBe(160);
  expect(rates('USD', '2026-Q2')).toBe(1.05);
  expect([rates('USD', '2026-Q4'), rates('CHF', '2026-Q3')]).toEqual([null, null]);
  for (const wrong of ['', 'a,b\n1,2', '<html>']) expect(() => ratesIn(wrong)).toThrow(/has no head line Date,USD/);
});
