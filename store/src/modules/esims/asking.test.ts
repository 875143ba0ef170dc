import { describe, expect, it } from 'vitest';
import { isDue, isReading, pauseMs } from './asking.ts';

const MINUTE = 60_000;
const INTERVAL = 20 * MINUTE;
const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1) + minutes * MINUTE);
const asked = { refreshedAt: at(0), usageAt: null, readEndedAt: at(0), failures: 0 };

describe('a wholesaler is asked again', () => {
  it('after the interval', () => {
    expect(isDue({ ...asked, refreshedAt: null }, INTERVAL, at(0))).toBe(true);
    expect(isDue(asked, INTERVAL, at(19))).toBe(false);
    expect(isDue(asked, INTERVAL, at(21))).toBe(true);
  });

  it('after failures in 1, 2, 4 … minutes, at most an hour', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7, 8, 1_000].map((failures) => pauseMs({ failures }, INTERVAL) / MINUTE);
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  });

  it('after news within a minute, whatever has failed', () => {
    expect(pauseMs({ failures: 7 }, INTERVAL, 'news')).toBe(MINUTE);
  });

  it('soon when the process ended before the read', () => {
    const lost = { ...asked, refreshedAt: at(10) };
    expect(isDue(lost, INTERVAL, at(10.2))).toBe(false);
    expect(isDue(lost, INTERVAL, at(10.3))).toBe(true);
  });

  it('at once where the operator sets no interval', () => {
    expect(pauseMs({ failures: 3 }, 0)).toBe(0);
    expect(pauseMs({ failures: 0 }, 0, 'news')).toBe(0);
  });
});

describe('a read is in progress', () => {
  it('until it ends, with or without figures, or takes too long', () => {
    const reading = { ...asked, refreshedAt: at(1) };
    expect(isReading(reading, at(1))).toBe(true);
    expect(isReading({ ...reading, usageAt: at(1) }, at(1))).toBe(false);
    expect(isReading({ ...reading, readEndedAt: at(1.1) }, at(1.2))).toBe(false);
    expect(isReading(reading, at(2))).toBe(false);
  });
});
