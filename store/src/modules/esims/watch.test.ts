import { describe, expect, it } from 'vitest';
import { nextWatch, type Watched } from './watch.ts';

const NOW = new Date(Date.UTC(2026, 0, 1));
const inUse: Watched = {
  active: true,
  planState: 'active',
  unlimited: false,
  dataMb: 10_000,
  remainingMb: 8_000,
  pace: null,
};
const minutes = (changes: Partial<Watched>, leastMinutes = 20) => {
  const at = nextWatch({ ...inUse, ...changes }, { now: NOW, leastMinutes });
  return at && (at.getTime() - NOW.getTime()) / 60_000;
};

describe('an eSIM is read in the background', () => {
  it('every hour in use, more often when little is left', () => {
    expect(minutes({})).toBe(60);
    expect(minutes({ remainingMb: 900 })).toBe(30);
  });

  it('sooner the nearer the next threshold is at its pace', () => {
    // 75 % is 5,500 MB away.
    expect(minutes({ pace: { perDayMb: 500 } })).toBe(240);
    expect(minutes({ pace: { perDayMb: 5_500 }, remainingMb: 2_700 })).toBeCloseTo(26.2, 1);
    expect(minutes({ pace: { perDayMb: 9_000 }, remainingMb: 1_010 })).toBe(20);
    expect(minutes({ pace: { perDayMb: 9_000 }, remainingMb: 1_010 }, 60)).toBe(60);
  });

  it('once a day before its first use, sometimes when it is unlimited, never when it is over', () => {
    expect(minutes({ planState: 'not_active' })).toBe(24 * 60);
    expect(minutes({ unlimited: true, dataMb: 0, remainingMb: 0 })).toBe(6 * 60);
    expect(minutes({ active: false, planState: 'finished' })).toBeNull();
  });
});
