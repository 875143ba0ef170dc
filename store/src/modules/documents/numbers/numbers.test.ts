import { expect, it } from 'vitest';
import { seriesAt } from './numbers.ts';

const at = (now: string, lostTimeAt: string | null = null, timeZone = 'Europe/Paris') =>
  seriesAt('receipt', { now: new Date(now), timeZone, lostTimeAt: lostTimeAt === null ? null : new Date(lostTimeAt) });

it('begins a series with each year of the merchant’s calendar', () => {
  expect(at('2026-12-31T22:59:59Z')).toEqual({ name: 'R-2026', year: 2026, why: 'year' });
  expect(at('2026-12-31T23:00:00Z')).toEqual({ name: 'R-2027', year: 2027, why: 'year' });
  expect(at('2026-12-31T23:00:00Z', null, 'UTC').name).toBe('R-2026');
  expect(seriesAt('credit-note', { now: new Date('2026-06-01'), timeZone: 'UTC', lostTimeAt: null }).name).toBe(
    'C-2026',
  );
});

it('goes on in a series of its own after each loss of commits in that year', () => {
  expect(at('2026-11-27T06:00:00Z', '2026-11-27T05:41:09Z')).toEqual({
    name: 'R-2026B1127054109',
    year: 2026,
    why: 'restored',
  });
  // A backup that is restored again does not know of the first time.
  expect(at('2026-11-28T06:00:00Z', '2026-11-28T05:59:00Z').name).toBe('R-2026B1128055900');
  expect(at('2027-01-02T00:00:00Z', '2026-11-27T05:41:09Z').name).toBe('R-2027');
  // In the merchant's zone the loss was in the new year.
  expect(at('2027-01-02T00:00:00Z', '2026-12-31T23:30:00Z').name).toBe('R-2027B1231233000');
});
