import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NoticeKind } from '../../shared/notices.ts';
import { dateIn } from '../../shared/time-zone.ts';
import { endNoticeAt, isReminderDue, thresholdsPassed } from './rules.ts';

const DAY_MS = 86_400_000;
const START = new Date('2026-11-01T10:00:00Z');

/** What a store that keeps the notices of a plan tells at each reading: the highest new one. */
function told(dataMb: number, readings: readonly number[]): NoticeKind[] {
  const known = new Set<NoticeKind>();
  return readings.flatMap((remainingMb) => {
    const [highest, ...lower] = thresholdsPassed({ planState: 'active', unlimited: null, dataMb, remainingMb });
    if (highest === undefined || known.has(highest)) return [];
    for (const each of [highest, ...lower]) known.add(each);
    return [highest];
  });
}

/** The same, said another way: a notice for each reading whose step is above all before it. */
function modelled(dataMb: number, readings: readonly number[]): NoticeKind[] {
  const stepOf = (left: number) => [0.75, 0.9, 1].filter((part) => (dataMb - left) / dataMb >= part - 1e-9).length;
  let highest = 0;
  return readings.flatMap((left) => {
    const step = stepOf(left);
    if (step <= highest) return [];
    highest = step;
    return [(['data-75', 'data-90', 'data-100'] as const)[step - 1]!];
  });
}

describe('the thresholds of data', () => {
  const plan = fc
    .integer({ min: 1, max: 51_200 })
    .chain((dataMb) => fc.tuple(fc.constant(dataMb), fc.array(fc.integer({ min: 0, max: dataMb }), { maxLength: 20 })));

  it('are told each once, the highest of a jump only, and not again when the figure falls and grows', () => {
    fc.assert(
      fc.property(plan, ([dataMb, readings]) => {
        expect(told(dataMb, readings)).toEqual(modelled(dataMb, readings));
      }),
    );
  });

  it('are none of an unlimited plan, of one that has not begun, and of one that expired with data left', () => {
    const used = { dataMb: 1000, remainingMb: 0, unlimited: null };
    expect(thresholdsPassed({ ...used, planState: 'finished' })).toEqual(['data-100', 'data-90', 'data-75']);
    expect(thresholdsPassed({ ...used, planState: 'active', unlimited: {} })).toEqual([]);
    expect(thresholdsPassed({ ...used, planState: 'not_active' })).toEqual([]);
    expect(thresholdsPassed({ ...used, planState: 'expired' })).toEqual([]);
  });
});

describe('the notice before the end', () => {
  const at = (days: number, ofDays: number) =>
    endNoticeAt(
      { startedAt: START, expiresAt: new Date(START.getTime() + ofDays * DAY_MS) },
      new Date(START.getTime() + days * DAY_MS),
    );

  it('comes three days and one day before, and each only until the next one', () => {
    expect([26.9, 27, 28.9, 29, 29.9, 30, 31].map((day) => at(day, 30))).toEqual([
      null,
      'ends-3d',
      'ends-3d',
      'ends-1d',
      'ends-1d',
      null,
      null,
    ]);
  });

  it('never comes on the first day of a plan, nor after its end', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 40, noNaN: true }), fc.integer({ min: 1, max: 30 }), (day, days) => {
        const kind = at(day, days);
        if (day < 1 || day >= days) expect(kind).toBeNull();
        if (kind === 'ends-3d') expect(days - day).toBeGreaterThan(1);
      }),
    );
    expect([0, 0.5].map((day) => at(day, 1))).toEqual([null, null]);
    expect([0.5, 1, 2.5].map((day) => at(day, 3))).toEqual([null, null, 'ends-1d']);
  });

  it('is none while the plan has no end', () => {
    expect(endNoticeAt({ startedAt: null, expiresAt: null }, START)).toBeNull();
  });
});

describe('the reminder to install', () => {
  const issuedAt = new Date('2026-11-01T00:00:00Z');
  const due = (now: string, timeZone: string | null) =>
    isReminderDue({ travelDate: '2026-11-30', timeZone }, issuedAt, new Date(now));

  it('is due from the morning two days before until the travel date begins, where the traveller is', () => {
    expect(due('2026-11-28T08:59:00Z', null)).toBe(false);
    expect(due('2026-11-28T09:00:00Z', null)).toBe(true);
    expect(due('2026-11-29T23:59:00Z', null)).toBe(true);
    expect(due('2026-11-30T00:00:00Z', null)).toBe(false);
    expect(due('2026-11-28T00:00:00Z', 'Asia/Tokyo')).toBe(true);
    expect(due('2026-11-28T13:59:00Z', 'America/New_York')).toBe(false);
    expect(due('2026-11-28T14:00:00Z', 'America/New_York')).toBe(true);
  });

  it('is none for an eSIM that came after that morning', () => {
    const travel = { travelDate: '2026-11-30', timeZone: null };
    expect(isReminderDue(travel, new Date('2026-11-28T10:00:00Z'), new Date('2026-11-29T10:00:00Z'))).toBe(false);
  });

  it('is sent within three days before the date in every zone', () => {
    const zones = ['Pacific/Kiritimati', 'Etc/GMT+12', 'Australia/Lord_Howe', 'Europe/Paris', 'America/Sao_Paulo'];
    const instants = fc.date({ min: new Date('2026-11-25'), max: new Date('2026-12-02'), noInvalidDate: true });
    fc.assert(
      fc.property(fc.constantFrom(...zones), instants, (timeZone, now) => {
        if (!isReminderDue({ travelDate: '2026-11-30', timeZone }, issuedAt, now)) return;
        expect(dateIn(now, timeZone) >= '2026-11-28').toBe(true);
        expect(dateIn(now, timeZone) < '2026-11-30').toBe(true);
      }),
    );
  });
});
