import { expect, test } from 'vitest';
import { brandName, cardEndAt, endOnCard } from './saved-cards.ts';

test.each([
  [{ expMonth: 11, expYear: 2026 }, 'this-month', '11/26'],
  [{ expMonth: 12, expYear: 2026 }, 'valid', '12/26'],
  [{ expMonth: 1, expYear: 2027 }, 'valid', '01/27'],
  [{ expMonth: 10, expYear: 2026 }, 'ended', '10/26'],
  [{ expMonth: 12, expYear: 2025 }, 'ended', '12/25'],
])('a card until %j is %s in November 2026', (card, end, printed) => {
  expect(cardEndAt(card, new Date('2026-11-30T23:59:59Z'))).toBe(end);
  expect(endOnCard(card)).toBe(printed);
});

test('brands have the names that people know', () => {
  expect(['visa', 'amex', 'troy', ''].map(brandName)).toEqual(['Visa', 'American Express', 'Troy', '']);
});
