import { addDays, dateIn, instantIn } from '../../shared/time-zone.ts';

/** A quarter of a year: `2026-Q4`. */
const QUARTER = /^(\d{4})-Q([1-4])$/;

/** The quarter of a day. */
export const quarterOf = (day: string): string => `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;

/** The quarter of a moment on the calendar of a zone. */
export const quarterAt = (at: Date, timeZone: string): string => quarterOf(dateIn(at, timeZone));

/** The last day of a quarter, whose rate of exchange counts; and when it begins and ends in a zone. */
export function spanOf(quarter: string, timeZone: string): { from: Date; to: Date; lastDay: string } {
  const [, year, number] = QUARTER.exec(quarter) ?? [];
  if (year === undefined) throw new RangeError(`not a quarter: ${quarter}`);
  const first = (at: number) => `${Number(year) + Math.floor(at / 4)}-${String((at % 4) * 3 + 1).padStart(2, '0')}-01`;
  const [begin, end] = [first(Number(number) - 1), first(Number(number))];
  return { from: instantIn(begin, 0, timeZone), to: instantIn(end, 0, timeZone), lastDay: addDays(end, -1) };
}
