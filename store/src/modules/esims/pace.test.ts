import { describe, expect, it } from 'vitest';
import { paceOf } from './pace.ts';

const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n));
const plan = { remainingMb: 1_200, expiresAt: day(30) };
/** One reading a day, from the first. */
const read = (...left: number[]) => left.map((remainingMb, at) => ({ readAt: day(at), remainingMb }));

describe('the pace', () => {
  it('needs three days of readings', () => {
    expect(paceOf(plan, [], day(1))).toBeNull();
    expect(paceOf(plan, read(3_000, 2_400, 1_200), day(2))).toBeNull();
    expect(paceOf(plan, read(3_000, 2_400, 1_800, 1_200), day(3))).toEqual({
      perDayMb: 600,
      endsAt: day(5),
      enough: false,
    });
  });

  it('is that of the last week', () => {
    const left = [10_000, 6_000, 2_100, 2_000, 1_900, 1_800, 1_700, 1_600, 1_500, 1_400];
    expect(paceOf({ ...plan, remainingMb: 1_400 }, read(...left), day(9))).toMatchObject({ perDayMb: 100 });
  });

  it('lasts until the end of the plan, and not longer', () => {
    expect(paceOf({ ...plan, expiresAt: day(4) }, read(3_000, 2_400, 1_800, 1_200), day(3))).toEqual({
      perDayMb: 600,
      endsAt: day(4),
      enough: true,
    });
  });

  it('does not count a plan that was added as use, nor ends in the past while no figures come', () => {
    const left = read(900, 300, 3_372, 2_772);
    expect(paceOf({ ...plan, remainingMb: 2_772 }, left, day(3))).toMatchObject({ perDayMb: 400 });
    expect(paceOf(plan, read(3_000, 2_400, 1_800, 1_200), day(20))).toMatchObject({ endsAt: day(20), enough: false });
  });

  it('is unknown when nothing was used, nothing is left, or the plan is over', () => {
    expect(paceOf(plan, read(1_200, 1_200, 1_200, 1_200), day(3))).toBeNull();
    const left = read(3_000, 2_400, 1_800, 1_200);
    expect(paceOf({ ...plan, remainingMb: 0 }, left, day(3))).toBeNull();
    expect(paceOf({ ...plan, expiresAt: day(3) }, left, day(3))).toBeNull();
  });

  it('of a plan without a known end is no forecast of years', () => {
    const left = read(3_003, 3_002, 3_001, 3_000);
    expect(paceOf({ remainingMb: 3_000, expiresAt: null }, left, day(3))).toBeNull();
    expect(paceOf({ remainingMb: 30, expiresAt: null }, left, day(3))).toMatchObject({ endsAt: day(33) });
  });
});
