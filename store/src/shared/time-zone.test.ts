import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dateIn, instantIn, isCalendarDate, isTimeZone } from './time-zone.ts';

describe('time zones', () => {
  it('are names that this machine knows', () => {
    for (const zone of ['UTC', 'Europe/Paris', 'America/Argentina/Buenos_Aires', 'Etc/GMT+12'])
      expect(isTimeZone(zone), zone).toBe(true);
    for (const zone of ['', 'Europe/Paradise', '+01:00', 'Mars', '../etc', 'x'.repeat(80)])
      expect(isTimeZone(zone), zone).toBe(false);
  });

  it('give an hour of a day its instant, also on the days on which clocks change', () => {
    expect(instantIn('2026-11-30', 9, 'Europe/Paris').toISOString()).toBe('2026-11-30T08:00:00.000Z');
    expect(instantIn('2026-03-29', 9, 'Europe/Paris').toISOString()).toBe('2026-03-29T07:00:00.000Z');
    expect(instantIn('2026-10-25', 0, 'Europe/Paris').toISOString()).toBe('2026-10-24T22:00:00.000Z');
    const zones = ['UTC', 'Europe/Paris', 'America/New_York', 'Pacific/Kiritimati', 'Australia/Lord_Howe'];
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4000 }), fc.constantFrom(...zones), (days, zone) => {
        const date = addDays('2026-01-01', days);
        expect(dateIn(instantIn(date, 9, zone), zone)).toBe(date);
      }),
    );
  });

  it('dates are days of the calendar', () => {
    expect(['2026-11-30', '2028-02-29'].map(isCalendarDate)).toEqual([true, true]);
    for (const text of ['2026-02-30', '2026-13-01', '26-11-30', '2026-11-30T00:00', 'tomorrow', ''])
      expect(isCalendarDate(text), text).toBe(false);
  });
});
