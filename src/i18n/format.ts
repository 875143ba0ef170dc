import type { Locale } from '../shared/locale.ts';
import type { Money } from '../shared/money.ts';

/** `$4.50`, `4,50 $US`: always two decimals; the language changes the writing, never the currency (specification, 2 and 9). */
export function formatMoney(money: Money, locale: Locale): string {
  return new Intl.NumberFormat(locale === 'fr' ? 'fr-FR' : 'en-US', {
    style: 'currency',
    currency: money.currency,
    minimumFractionDigits: 2,
  }).format(money.amount / 100);
}

/** Data amounts as the specification writes them: `1GB`; in French `1 Go`. Fractions keep one decimal. */
export function formatData(megabytes: number, locale: Locale): string {
  const gigabytes = megabytes / 1024;
  const figure = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(gigabytes);
  return locale === 'fr' ? `${figure}\u00a0Go` : `${figure}GB`;
}

/** A local date, such as `Nov 12, 2026` or `12 nov. 2026`, in the reader's time zone unless one is named. */
export function formatDate(instant: Date | string, locale: Locale, timeZone?: string): string {
  return new Intl.DateTimeFormat(locale === 'fr' ? 'fr-FR' : 'en-US', { dateStyle: 'medium', timeZone }).format(
    new Date(instant),
  );
}

/** A date with the time and its zone, such as `Nov 12, 2026, 8:05 AM UTC` or `12 nov. 2026, 08:05 UTC`. */
export function formatInstant(instant: Date | string, locale: Locale, timeZone?: string): string {
  const parts = {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  } as const;
  return new Intl.DateTimeFormat(locale === 'fr' ? 'fr-FR' : 'en-US', parts).format(new Date(instant));
}
