import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { createShiftedClock } from '#test/support/shifted-clock.ts';
import { until } from '#test/support/wire.ts';

describe('a shifted clock (test/support/shifted-clock.mjs)', () => {
  it('moves the wall clock of a process, and neither its dates nor its monotonic clock', async () => {
    const clock = await createShiftedClock(3_600);
    const script = `setInterval(() => console.log(JSON.stringify([Date.now(), +new Date(), Date.parse(Date()),
      new Date(0).toISOString(), new Date() instanceof Date, performance.now()])), 50)`;
    const child = spawn(process.execPath, ['-e', script], { env: { ...process.env, ...clock.env } });
    try {
      let last: [number, number, number, string, boolean, number] | undefined;
      createInterface(child.stdout).on('line', (line) => (last = JSON.parse(line) as typeof last));
      for (const seconds of [3_600, -3_600, 0]) {
        await clock.shift(seconds);
        // Within a minute, because a busy machine may pause the process.
        const isShifted = (at: number) => Math.abs(at - Date.now() - seconds * 1000) < 60_000;
        await until(async () => last !== undefined && last.slice(0, 3).every((at) => isShifted(at as number)), {
          what: `the clock is ${seconds} s ahead`,
        });
        expect(last!.slice(3, 5)).toEqual(['1970-01-01T00:00:00.000Z', true]);
        expect(last![5]).toBeLessThan(600_000);
      }
    } finally {
      child.kill();
      await once(child, 'close');
      await clock.close();
    }
  });
});
