const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Names of zones are made of these characters; offsets such as `+01:00` are no zone of a place. */
const ZONE = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/;

/** True for a time zone that this machine knows, such as `Europe/Paris`. */
export function isTimeZone(name: string): boolean {
  if (!ZONE.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** True for a day of the calendar, `2026-11-30`. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The day so many days after this one. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The wall clock of a zone at an instant, as if it were UTC. */
function wallClock(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant);
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
}

/** The day at an instant in a zone. */
export const dateIn = (instant: Date, timeZone: string): string =>
  new Date(wallClock(instant.getTime(), timeZone)).toISOString().slice(0, 10);

/**
 * The instant at which the clock of a zone shows this hour of a day. An hour that a change of the clock skips or repeats
 * counts by one of both offsets.
 */
export function instantIn(date: string, hour: number, timeZone: string): Date {
  const wanted = Date.parse(`${date}T00:00:00Z`) + hour * 60 * MINUTE_MS;
  let instant = wanted;
  for (let round = 0; round < 2; round++) instant += wanted - wallClock(instant, timeZone);
  return new Date(instant);
}
