import { readFileSync } from 'node:fs';

/*
 * Loaded before the application (`--import`): its `Date` is wrong by the milliseconds in the file that CHAOS_CLOCK
 * names. Timers and `performance.now()` are not affected, as when the clock of a machine is set.
 */
const file = process.env['CHAOS_CLOCK'] ?? '';
const READ_EVERY_MS = 50;
const RealDate = Date;
let readAt = -Infinity;
let shift = 0;

function now(): number {
  if (performance.now() - readAt > READ_EVERY_MS) {
    readAt = performance.now();
    try {
      shift = Number(readFileSync(file, 'utf8'));
    } catch {
      shift = 0;
    }
  }
  return RealDate.now() + shift;
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, values: [], newTarget) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget) as Date,
  apply: () => new RealDate(now()).toString(),
  get: (target, key, receiver) => (key === 'now' ? now : (Reflect.get(target, key, receiver) as unknown)),
});
