import { afterEach, expect, test, vi } from 'vitest';
import { usd } from '#test/support/money.ts';
import {
  calendarDay,
  formatAgo,
  formatCalendarDay,
  formatData,
  formatDataFine,
  formatDate,
  formatInstant,
  formatList,
  formatMoney,
  formatPercent,
  formatSpeed,
  formatTime,
  formatTomorrow,
  formatWeekday,
} from './format.ts';

afterEach(() => vi.restoreAllMocks());

test('figures, names and dates have the format of each language', () => {
  expect([formatMoney(usd(450), 'en'), formatMoney(usd(450), 'fr')]).toEqual(['$4.50', '4,50\u00a0$US']);
  expect([formatData(3072, 'en'), formatData(1946, 'fr')]).toEqual(['3GB', '1,9\u00a0Go']);
  expect([0, 0.2, 40, 102, 103].map((mb) => formatData(mb, 'en'))).toEqual(['0GB', '1MB', '40MB', '102MB', '0.1GB']);
  expect(formatData(40, 'fr')).toBe('40\u00a0Mo');
  expect([formatSpeed(512, 'en'), formatSpeed(1500, 'fr')]).toEqual(['512\u00a0kbps', '1,5\u00a0Mbit/s']);
  expect([formatList(['Orange', 'Free'], 'en'), formatList(['Orange', 'Free'], 'fr')]).toEqual([
    'Orange and Free',
    'Orange et Free',
  ]);
  const instant = '2026-11-12T08:05:00Z';
  expect([formatDate(instant, 'en', 'UTC'), formatDate(instant, 'fr', 'Asia/Tokyo')]).toEqual([
    'Nov 12, 2026',
    '12 nov. 2026',
  ]);
  const newYear = '2027-01-01T08:05:00Z';
  expect([formatDate(newYear, 'en', 'UTC'), formatDate(newYear, 'fr', 'UTC')]).toEqual([
    'Jan 1, 2027',
    '1er janv. 2027',
  ]);
  expect(formatInstant(newYear, 'fr', 'UTC')).toBe('1er janv. 2027, 08:05 UTC');
  expect(formatInstant(instant, 'fr', 'UTC')).toBe('12 nov. 2026, 08:05 UTC');
  expect([formatTime(instant, 'fr', 'UTC'), formatTime(instant, 'fr')]).toEqual(['08:05 UTC', expect.any(String)]);
});

test('what is left is said to a hundredth of a gigabyte, and how long ago in the largest unit', () => {
  expect([40, 102, 103, 461, 1000, 1229].map((mb) => formatDataFine(mb, 'en'))).toEqual([
    '40MB',
    '102MB',
    '0.1GB',
    '0.45GB',
    '0.98GB',
    '1.2GB',
  ]);
  expect([formatDataFine(461, 'fr'), formatPercent(0.85, 'en'), formatPercent(0.85, 'fr')]).toEqual([
    '0,45\u00a0Go',
    '85%',
    '85\u00a0%',
  ]);
  const [minute, hour] = [60_000, 3_600_000];
  expect([minute, 59 * minute, hour, 23.9 * hour, 24 * hour, 49 * hour].map((ms) => formatAgo(ms, 'en'))).toEqual([
    '1 minute ago',
    '59 minutes ago',
    '1 hour ago',
    '23 hours ago',
    'yesterday',
    '2 days ago',
  ]);
  expect([formatAgo(4 * minute, 'fr'), formatTomorrow('fr')]).toEqual(['il y a 4 minutes', 'demain']);
  expect([
    formatWeekday('2026-11-24T23:30:00Z', 'en', 'UTC'),
    formatWeekday('2026-11-24T23:30:00Z', 'fr', 'Asia/Tokyo'),
  ]).toEqual(['Tuesday', 'mercredi']);
  expect([formatCalendarDay('2026-12-01', 'en'), formatCalendarDay('2026-12-01', 'fr')]).toEqual(['Dec 1', '1er déc.']);
  expect(calendarDay(Date.parse('2026-11-24T23:30:00Z'), 'Asia/Tokyo')).toBe(
    calendarDay(Date.parse('2026-11-24T22:30:00Z'), 'UTC') + 1,
  );
});

test('a formatter is created once per language and kind', () => {
  const made = [vi.spyOn(Intl, 'NumberFormat'), vi.spyOn(Intl, 'DateTimeFormat'), vi.spyOn(Intl, 'ListFormat')];
  const write = () => {
    for (const locale of ['en', 'fr'] as const) {
      for (let n = 1; n < 20; n += 1) {
        formatMoney(usd(n), locale);
        formatData(n, locale);
        formatList(['a', String(n)], locale);
        formatDate(new Date(n), locale, 'UTC');
        formatInstant(new Date(n), locale, 'UTC');
        formatTime(new Date(n), locale, 'UTC');
      }
    }
  };
  write();
  for (const spy of made) spy.mockClear();
  write();
  expect(made.map((spy) => spy.mock.calls.length)).toEqual([0, 0, 0]);
});
