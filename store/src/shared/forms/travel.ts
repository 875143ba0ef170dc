import * as z from 'zod/mini';
import { addDays, dateIn, isCalendarDate } from '../time-zone.ts';

/** An eSIM can be installed for about a year. */
export const MAX_TRAVEL_DAYS = 365;

/** The zone in which a day ends last: without a zone, a date is past once it is past everywhere. */
const LAST_ZONE = 'Etc/GMT+12';

/** True for a day that is neither past nor too far away. `timeZone`: where it is meant, if that is known. */
export function isTravelDate(text: string, now: Date, timeZone: string = LAST_ZONE): boolean {
  const today = dateIn(now, timeZone);
  return isCalendarDate(text) && text >= today && text <= addDays(today, MAX_TRAVEL_DAYS);
}

/** A travel date that may be left empty; the server's clock decides in the end. */
export const travelField = z.optional(
  z.string().check(z.refine((text) => text === '' || isTravelDate(text, new Date()), 'value')),
);

export const travelForm = z.object({ travelDate: travelField });
