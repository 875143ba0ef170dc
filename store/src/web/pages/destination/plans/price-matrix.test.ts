import { expect, test } from 'vitest';
import type { Plan } from '../../../../modules/catalogue/types.ts';
import { usd } from '#test/support/money.ts';
import { priceMatrix, savingOfFirst } from './price-matrix.ts';

const plan = (gb: number, days: number, cents: number, more: Partial<Plan> = {}): Plan => ({
  id: `${gb}-${days}-${cents}`,
  offerSlug: 'asia',
  dataMb: gb * 1024,
  unlimited: null,
  days,
  price: usd(cents),
  available: true,
  ...more,
});
const unlimited = (dailyMb: number, days: number, cents: number) =>
  plan(0, days, cents, { unlimited: { dailyMb, thenKbps: 512 }, id: `unlimited-${dailyMb}-${days}` });

test('prices are sorted by size and offer, smallest size first, unlimited last, with a gap where one is not offered', () => {
  const asia = { plans: [plan(3, 15, 1300), unlimited(1024, 7, 2900), plan(1, 7, 500)] };
  const global = { plans: [plan(1, 7, 900), plan(3, 30, 2400)] };
  const rows = priceMatrix([asia, global]);
  expect(
    rows.map(({ dataMb, days, plans }) => [dataMb / 1024, days, ...plans.map((each) => each?.price.amount)]),
  ).toEqual([
    [1, 7, 500, 900],
    [3, 15, 1300, undefined],
    [3, 30, undefined, 2400],
    [0, 7, 2900, undefined],
  ]);
});

test('of two plans of one size and offer the cheaper available one is shown', () => {
  const [row] = priceMatrix([{ plans: [plan(1, 7, 400, { available: false }), plan(1, 7, 600), plan(1, 7, 500)] }]);
  expect(row?.plans[0]?.price.amount).toBe(500);
});

test('the saving is the minimum over all shared sizes; null when one size costs more or none is shared', () => {
  const global = { plans: [plan(1, 7, 900), plan(10, 30, 5900)] };
  expect(savingOfFirst([{ plans: [plan(1, 7, 500), plan(10, 30, 3500)] }, global])).toBe(40);
  expect(savingOfFirst([{ plans: [plan(1, 7, 639)] }, { plans: [plan(1, 7, 900)] }])).toBe(29);
  expect(savingOfFirst([{ plans: [plan(1, 7, 500), plan(10, 30, 6000)] }, global])).toBeNull();
  expect(savingOfFirst([{ plans: [plan(1, 7, 500, { available: false })] }, global])).toBeNull();
  expect(savingOfFirst([{ plans: [plan(5, 7, 500)] }, global])).toBeNull();
  expect(savingOfFirst([global])).toBeNull();
});
