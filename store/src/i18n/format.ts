import { LANGUAGE_TAGS, type Locale } from '../shared/locale.ts';
import { minorDigits, type Money, unitsOf } from '../shared/money.ts';
import { language } from './areas/language.ts';

/**
 * Memoises `make` by its arguments, because creating an Intl formatter costs a hundred times as much as formatting one
 * figure. The arguments come from small sets: language, currency, time zone.
 */
function oncePer<A extends readonly (string | undefined)[], T>(make: (...args: A) => T): (...args: A) => T {
  const made = new Map<string, T>();
  return (...args) => {
    const key = args.join(' ');
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(...args);
    made.set(key, value);
    return value;
  };
}

const currencyFormat = oncePer(
  (locale: Locale, currency: Money['currency']) =>
    new Intl.NumberFormat(LANGUAGE_TAGS[locale], {
      style: 'currency',
      currency,
      minimumFractionDigits: minorDigits(currency),
    }),
);
const decimalFormat = oncePer((locale: Locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }));
const fineFormat = oncePer((locale: Locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }));
const rateFormat = oncePer(
  (locale: Locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }),
);
const percentFormat = oncePer((locale: Locale) => new Intl.NumberFormat(locale, { style: 'percent' }));
const relativeFormat = oncePer((locale: Locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
const weekdayFormat = oncePer(
  (locale: Locale, timeZone: string | undefined) =>
    new Intl.DateTimeFormat(LANGUAGE_TAGS[locale], { weekday: 'long', timeZone }),
);
const listFormat = oncePer((locale: Locale) => new Intl.ListFormat(locale, { type: 'conjunction' }));
const alternativesFormat = oncePer((locale: Locale) => new Intl.ListFormat(locale, { type: 'disjunction' }));
const dateFormat = oncePer(
  (locale: Locale, timeZone: string | undefined) =>
    new Intl.DateTimeFormat(LANGUAGE_TAGS[locale], { dateStyle: 'medium', timeZone }),
);
const calendarDayFormat = oncePer(
  (locale: Locale) =>
    new Intl.DateTimeFormat(LANGUAGE_TAGS[locale], { month: 'short', day: 'numeric', timeZone: 'UTC' }),
);
const instantFormat = oncePer(
  (locale: Locale, timeZone: string | undefined) =>
    new Intl.DateTimeFormat(LANGUAGE_TAGS[locale], {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
      timeZone,
    }),
);
const timeFormat = oncePer(
  (locale: Locale, timeZone: string | undefined) =>
    new Intl.DateTimeFormat(LANGUAGE_TAGS[locale], {
      hour: language[locale].hour,
      minute: '2-digit',
      timeZone,
      timeZoneName: timeZone === undefined ? undefined : 'short',
    }),
);

/**
 * `$4.50`, `4,50 $US`: always the decimals of the currency; the language changes the format, never the currency (specification, 2 and
 * 9).
 */
export function formatMoney(money: Money, locale: Locale): string {
  return currencyFormat(locale, money.currency).format(unitsOf(money));
}

/** `−$14.00`, with a true minus: on credit notes. */
export const formatSigned = ({ amount, currency }: Money, locale: Locale): string =>
  (amount < 0 ? '\u2212' : '') + formatMoney({ amount: Math.abs(amount), currency }, locale);

/** Below a tenth of a gigabyte an amount is in megabytes: with one decimal it would be `0GB` or `0.1GB`. */
const FEW_MEGABYTES = 102;

/** Data amounts as in the specification: `1GB`; in French `1 Go`. Fractions have one decimal; a small rest is `40MB`. */
export function formatData(megabytes: number, locale: Locale): string {
  if (megabytes > 0 && megabytes <= FEW_MEGABYTES)
    return decimalFormat(locale).format(Math.ceil(megabytes)) + language[locale].megabytes;
  return decimalFormat(locale).format(megabytes / 1024) + language[locale].gigabytes;
}

/**
 * What is left or was used of a plan: below a gigabyte with two decimals, `0.45GB`, so that no figure is more than a
 * hundredth off.
 */
export function formatDataFine(megabytes: number, locale: Locale): string {
  if (megabytes <= FEW_MEGABYTES || megabytes >= 1024) return formatData(megabytes, locale);
  return fineFormat(locale).format(megabytes / 1024) + language[locale].gigabytes;
}

/** A rate of tax in basis points: `25.5%`. */
export const formatRate = (rateBp: number, locale: Locale): string => rateFormat(locale).format(rateBp / 10_000);

/** `85%`, `85 %` with the space of the language. */
export const formatPercent = (share: number, locale: Locale): string => percentFormat(locale).format(share);

/** `4 minutes ago`, `yesterday`; for at least a minute. */
export function formatAgo(ms: number, locale: Locale): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return relativeFormat(locale).format(-minutes, 'minute');
  if (minutes < 24 * 60) return relativeFormat(locale).format(-Math.floor(minutes / 60), 'hour');
  return relativeFormat(locale).format(-Math.floor(minutes / 1440), 'day');
}

/** `tomorrow`. */
export const formatTomorrow = (locale: Locale): string => relativeFormat(locale).format(1, 'day');

const dayOfCalendar = oncePer(
  (timeZone: string | undefined) =>
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
);

/** The number of the calendar day of a moment in a time zone; the next day has the next number. */
export const calendarDay = (instant: number, timeZone?: string): number =>
  Date.parse(`${dayOfCalendar(timeZone).format(instant)}T00:00:00Z`) / 86_400_000;

/** `Tuesday`, `mardi`. */
export const formatWeekday = (instant: Date | string, locale: Locale, timeZone?: string): string =>
  weekdayFormat(locale, timeZone).format(new Date(instant));

/** A speed such as `512 kbps` or `1.5 Mbps`; in French `512 kbit/s`. */
export function formatSpeed(kbps: number, locale: Locale): string {
  const [figure, unit] = kbps < 1000 ? [kbps, 'k'] : [kbps / 1000, 'M'];
  return `${decimalFormat(locale).format(figure)}\u00a0${unit}${language[locale].bitsPerSecond}`;
}

/** A list of names, such as `Orange and Free` or `Orange et Free`. */
export function formatList(names: readonly string[], locale: Locale): string {
  return listFormat(locale).format(names);
}

/** `France, Europe or Global`. */
export function formatAlternatives(names: readonly string[], locale: Locale): string {
  return alternativesFormat(locale).format(names);
}

/** The name of a language inside a sentence of another one: `French`, or `anglais`. */
export function formatLanguage(named: string, locale: Locale): string {
  return new Intl.DisplayNames(locale, { type: 'language' }).of(named) ?? named;
}

/** The name on its own, with a capital letter in French too: `Allemand`. */
export function formatLanguageLabel(named: string, locale: Locale): string {
  const name = formatLanguage(named, locale);
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

/** A local date, such as `Nov 12, 2026` or `12 nov. 2026`; default: the reader's time zone. */
export function formatDate(instant: Date | string, locale: Locale, timeZone?: string): string {
  return withFirst(dateFormat(locale, timeZone), instant, locale);
}

/**
 * Intl writes `1 janv. 2027` for the first day of a month, French writes `1er janv. 2027`. Other languages keep its text:
 * its parts have another space before AM and PM.
 */
function withFirst(format: Intl.DateTimeFormat, instant: Date | string, locale: Locale): string {
  const { firstOfMonth } = language[locale];
  if (firstOfMonth === '1') return format.format(new Date(instant));
  return format
    .formatToParts(new Date(instant))
    .map(({ type, value }) => (type === 'day' && value === '1' ? firstOfMonth : value))
    .join('');
}

/** The date on a receipt, the same on the page and in the mail for every reader: the day of the payment in UTC. */
export function formatReceiptDate(paidAt: Date | string, locale: Locale): string {
  return `${formatDate(paidAt, locale, 'UTC')} (UTC)`;
}

/** A day of the calendar without its year, `Nov 14`, by its date `2026-11-14`. */
export const formatCalendarDay = (date: string, locale: Locale): string =>
  withFirst(calendarDayFormat(locale), date, locale);

/** A date with the time and its zone, such as `Nov 12, 2026, 8:05 AM UTC` or `12 nov. 2026, 08:05 UTC`. */
export function formatInstant(instant: Date | string, locale: Locale, timeZone?: string): string {
  return withFirst(instantFormat(locale, timeZone), instant, locale);
}

/** A time of day, `6:45 PM` or `18:45`; with its zone if one is given. */
export function formatTime(instant: Date | string, locale: Locale, timeZone?: string): string {
  return timeFormat(locale, timeZone).format(new Date(instant));
}

/** The name of a country by its ISO code; the code where there is no name. */
export const formatCountry = (code: string, locale: Locale): string =>
  new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code;
