import { readFileSync } from 'node:fs';

/**
 * Preloaded into a process of the product (`NODE_OPTIONS=--import=…`), so that its wall clock can be wrong and jump while
 * it runs: the file that CAIRN_TEST_CLOCK_FILE names holds the milliseconds to add. `Date.now()`, `new Date()` and
 * `Date()` are shifted; `performance.now()` and timers are not. See shifted-clock.ts.
 */
const file = process.env['CAIRN_TEST_CLOCK_FILE'];
const READ_EVERY_MS = 20;

if (file) {
  const RealDate = Date;
  let shift = 0;
  const read = () => {
    try {
      const ms = Number(readFileSync(file, 'utf8'));
      if (Number.isFinite(ms)) shift = ms;
    } catch {
      // Not written yet: the clock stays as it is.
    }
  };
  const now = () => RealDate.now() + shift;
  read();
  setInterval(read, READ_EVERY_MS).unref();
  globalThis.Date = new Proxy(RealDate, {
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
    apply: () => new RealDate(now()).toString(),
    construct: (target, given, newTarget) => Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  });
}
