import { describe, expect, it } from 'vitest';
import { MAX_ATTEMPTS, pauseAfter } from './retry.ts';

const pauses = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) => pauseAfter(index + 1, 30)!);

describe('the back-off between attempts to send a mail', () => {
  it('grows: short at first, later three hours', () => {
    expect(pauses.slice(0, 4)).toEqual([30, 60, 120, 240]);
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    expect(pauses.at(-1)).toBe(3 * 3_600);
  });

  it('ends after four to five days (RFC 5321, 4.5.4.1)', () => {
    const days = pauses.reduce((sum, each) => sum + each, 0) / 86_400;
    expect(days).toBeGreaterThan(4);
    expect(days).toBeLessThan(5);
    expect(pauseAfter(MAX_ATTEMPTS, 30)).toBeNull();
  });
});
