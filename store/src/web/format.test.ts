import { expect, test } from 'vitest';
import { usd } from '#test/support/money.ts';
import { lowestPerGb, pricePerGb } from './format.ts';

const plan = (id: string, gb: number, cents: number, available = true) => ({
  id,
  dataMb: gb * 1024,
  unlimited: null,
  price: usd(cents),
  available,
});

test('the price of a gigabyte is rounded to the cent', () => {
  expect(pricePerGb(plan('a', 3, 1100))).toEqual(usd(367));
  expect(pricePerGb(plan('a', 10, 2600))).toEqual(usd(260));
});

test('the lowest price per gigabyte is compared without rounding, and ties share it', () => {
  expect(lowestPerGb([plan('a', 1, 450), plan('b', 10, 2600)])).toEqual(new Set(['b']));
  expect(lowestPerGb([plan('a', 10, 2400), plan('b', 10, 2400), plan('c', 1, 350)])).toEqual(new Set(['a', 'b']));
});

test('neither an unavailable plan nor a single available one has a badge', () => {
  expect(lowestPerGb([plan('a', 1, 450), plan('b', 3, 1100), plan('c', 10, 2600, false)])).toEqual(new Set(['b']));
  expect(lowestPerGb([plan('a', 1, 450), plan('c', 10, 2600, false)])).toEqual(new Set());
});
