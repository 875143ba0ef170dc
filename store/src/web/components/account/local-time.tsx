import { formatDate, formatInstant, formatTime } from '../../../i18n/format.ts';
import { useLocale } from '../../language.ts';
import { useHydrated } from '../../use-hydrated.ts';

/** The reader's time zone; UTC on the server and in the first render, which must be equal. */
export function useTimeZone(): 'UTC' | undefined {
  return useHydrated() ? undefined : 'UTC';
}

/** A time of day in the reader's time zone, `6:45 PM` or `18:45`; with its zone while that is UTC. */
export function useLocalTime(): (instant: string) => string {
  const locale = useLocale();
  const timeZone = useTimeZone();
  return (instant) => formatTime(instant, locale, timeZone);
}

/** A date in the reader's time zone, `Nov 12, 2026`. */
export function useLocalDate(): (instant: string) => string {
  const locale = useLocale();
  const timeZone = useTimeZone();
  return (instant) => formatDate(instant, locale, timeZone);
}

/** A date with time and zone in the reader's time zone, `Nov 12, 2026, 8:05 AM GMT+1`. */
export function useLocalInstant(): (instant: string) => string {
  const locale = useLocale();
  const timeZone = useTimeZone();
  return (instant) => formatInstant(instant, locale, timeZone);
}
