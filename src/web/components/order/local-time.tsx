import { formatDate } from '../../../i18n/format.ts';
import type { Locale } from '../../../shared/locale.ts';
import { useLocale } from '../../language.ts';
import { useHydrated } from '../../use-hydrated.ts';

/** The reader's time zone; on the server and in the first render, which must be the same, UTC. */
function useTimeZone(): 'UTC' | undefined {
  return useHydrated() ? undefined : 'UTC';
}

/** A date where the reader is. */
export function LocalDate({ instant }: { instant: string }) {
  const locale = useLocale();
  const timeZone = useTimeZone();
  return <time dateTime={instant}>{formatDate(instant, locale, timeZone)}</time>;
}

/** A time of day where the reader is, `6:45 PM` or `18:45`; with its zone while that is not the reader's. */
export function useLocalTime(): (instant: string) => string {
  const locale = useLocale();
  const timeZone = useTimeZone();
  return (instant) => timeOf(instant, locale, timeZone);
}

function timeOf(instant: string, locale: Locale, timeZone: 'UTC' | undefined): string {
  const style: Intl.DateTimeFormatOptions = {
    hour: locale === 'fr' ? '2-digit' : 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: timeZone && 'short',
  };
  return new Intl.DateTimeFormat(locale === 'fr' ? 'fr-FR' : 'en-US', style).format(new Date(instant));
}
