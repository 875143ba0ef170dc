import { describe, expect, test } from 'vitest';
import { dailyUse, dayOfPlan, daysLeft, forecastOf, hasPlanAfter, stateOf, usedInAll } from './esim-life.ts';

const at = (time: string) => Date.parse(`2026-11-${time}Z`);

test('the state is that of the plan once it is used, and that of the profile before', () => {
  const of = (profileState: Parameters<typeof stateOf>[0]['profileState'], planState: 'not_active' | 'active') =>
    stateOf({ profileState, planState });
  expect([of('released', 'not_active'), of('downloaded', 'not_active'), of('installed', 'not_active')]).toEqual([
    'ready',
    'downloaded',
    'installed',
  ]);
  expect([of('enabled', 'not_active'), of('enabled', 'active'), of('installed', 'active')]).toEqual([
    'enabled',
    'inUse',
    'off',
  ]);
  expect(of('deleted', 'active')).toBe('deleted');
  expect(stateOf({ profileState: 'deleted', planState: 'finished' })).toBe('usedUp');
  expect(stateOf({ profileState: 'enabled', planState: 'expired' })).toBe('ended');
});

describe('the days of a plan', () => {
  const plan = { planState: 'active', validFrom: '2026-11-10T10:00:00Z', validUntil: '2026-12-10T10:00:00Z' } as const;

  test('are counted from its start, from 1 to the last', () => {
    expect(dayOfPlan(plan, at('10T10:00:00'))).toEqual({ day: 1, days: 30 });
    expect(dayOfPlan(plan, at('11T09:59:59'))).toEqual({ day: 1, days: 30 });
    expect(dayOfPlan(plan, at('11T10:00:00'))).toEqual({ day: 2, days: 30 });
    // Clocks that differ and a report that is late never make a day 0 or 31.
    expect(dayOfPlan(plan, at('09T10:00:00'))).toEqual({ day: 1, days: 30 });
    expect(dayOfPlan(plan, Date.parse('2026-12-11T10:00:00Z'))).toEqual({ day: 30, days: 30 });
  });

  test('are not counted while no clock runs', () => {
    expect(
      dayOfPlan({ ...plan, planState: 'not_active', validFrom: null, validUntil: null }, at('10T10:00:00')),
    ).toBeNull();
    expect(daysLeft({ ...plan, planState: 'finished' }, at('10T10:00:00'))).toBeNull();
    expect(daysLeft(plan, Date.parse('2026-12-10T10:00:00Z'))).toBeNull();
  });

  test('that are left are whole ones', () => {
    expect(daysLeft(plan, at('10T10:00:00'))).toBe(30);
    expect(daysLeft(plan, Date.parse('2026-12-10T09:00:00Z'))).toBe(0);
  });
});

test('the plans of an eSIM are used one after another, and counted together', () => {
  const plan = { unlimited: null, days: 7, validFrom: null, validUntil: null } as const;
  const used = { ...plan, dataMb: 3072, remainingMb: 0, planState: 'finished' } as const;
  const last = { ...plan, dataMb: 1024, remainingMb: 400, planState: 'active' } as const;
  const next = { ...last, remainingMb: 1024, planState: 'not_active' } as const;
  expect(usedInAll({ plans: [used, last] })).toEqual({ usedMb: 3696, dataMb: 4096 });
  expect(usedInAll({ plans: [used, { ...last, unlimited: { dailyMb: null, thenKbps: null } }] })).toBeNull();
  expect(hasPlanAfter({ planState: 'active', plans: [used, last] })).toBe(false);
  expect(hasPlanAfter({ planState: 'active', plans: [last, next] })).toBe(true);
  expect(hasPlanAfter({ planState: 'not_active', plans: [next, next] })).toBe(false);
});

describe('the forecast', () => {
  const now = at('17T12:00:00');
  const until = (endsAt: string, enough = false) =>
    forecastOf(
      { pace: { perDayMb: 160, endsAt: `2026-${endsAt}Z`, enough }, validUntil: '2026-12-14T12:00:00Z' },
      now,
      'Europe/Paris',
    );

  test('is said in the words for its distance, in the calendar of the reader', () => {
    expect(until('11-17T20:00:00')).toMatchObject({ kind: 'today', daysEarly: 26 });
    // Half past midnight in Paris.
    expect(until('11-17T23:30:00')).toMatchObject({ kind: 'tomorrow' });
    expect(until('11-23T20:00:00')).toMatchObject({ kind: 'weekday' });
    // The same weekday of next week would be misread as today's.
    expect(until('11-24T08:00:00')).toMatchObject({ kind: 'date' });
    expect(until('12-14T12:00:00', true)).toMatchObject({ kind: 'enough', daysEarly: 0, perDayMb: 160 });
  });

  test('is none without a pace, nor once its end has passed', () => {
    expect(forecastOf({ pace: null, validUntil: null }, now, 'UTC')).toBeNull();
    expect(until('11-17T11:59:59')).toBeNull();
  });
});

describe('the daily use', () => {
  const reading = (day: number, remainingMb: number) => ({ at: `2026-11-${day}T21:00:00.000Z`, remainingMb });
  const of = (history: ReturnType<typeof reading>[], validFrom: string | null = '2026-11-14T09:00:00Z', plans = 1) =>
    dailyUse({ history, validFrom, dataMb: 3072, plans: Array.from({ length: plans }, () => plan) });
  const plan = {
    orderId: 'an order',
    line: 1,
    topUp: false,
    dataMb: 3072,
    unlimited: null,
    days: 30,
    planState: 'active',
    remainingMb: 0,
    validFrom: null,
    validUntil: null,
  } as const;

  test('is the difference of the readings; the first day counts from the whole plan', () => {
    expect(of([reading(14, 2950), reading(15, 2750), reading(16, 2750)])).toEqual([
      { first: '2026-11-14', last: '2026-11-14', usedMb: 122, leftMb: 2950 },
      { first: '2026-11-15', last: '2026-11-15', usedMb: 200, leftMb: 2750 },
      { first: '2026-11-16', last: '2026-11-16', usedMb: 0, leftMb: 2750 },
    ]);
  });

  test('of days without a reading is that of all of them together', () => {
    expect(of([reading(14, 2950), reading(15, 2750), reading(18, 2000)])[2]).toEqual({
      first: '2026-11-16',
      last: '2026-11-18',
      usedMb: 750,
      leftMb: 2000,
    });
  });

  test('is not shown of fewer than three days, and never negative after another plan', () => {
    expect(of([reading(14, 2950), reading(15, 2750)])).toEqual([]);
    // Nobody knows what was used before the first reading of a plan that had begun earlier.
    expect(of([reading(16, 2950), reading(17, 2750), reading(18, 2000)])).toEqual([]);
    const added = of(
      [reading(14, 2000), reading(15, 1000), reading(16, 4000), reading(17, 3900), reading(18, 3000)],
      null,
      2,
    );
    expect(added.map(({ usedMb }) => usedMb)).toEqual([1000, 100, 900]);
  });
});
