import { FALLBACK_LOCALE, LOCALES, type Locale } from './locale.ts';

/** Languages with a URL prefix; English has the specified routes. */
const PREFIXES = LOCALES.filter((locale) => locale !== FALLBACK_LOCALE);
const UNDER_PREFIX = new RegExp(`^/(${PREFIXES.join('|')})(?=[/?#]|$)`, 'i');
/** First segments of personal pages: they use the stored language, and search engines skip them. */
export const PRIVATE_SEGMENTS: readonly string[] = [
  'auth',
  'profile',
  'checkout',
  'orders',
  'refund',
  'notices',
  'auto-top-up',
  'withdrawals',
  '_sandbox',
];

/**
 * The language of a URL: French under `/fr`, also for the router's data requests; undefined on specified routes, which
 * use the reader's language.
 */
export function localeOfAddress(pathname: string): Locale | undefined {
  const prefix = UNDER_PREFIX.exec(pathname.replace(/\.data$/, ''))?.[1]?.toLowerCase();
  return PREFIXES.find((locale) => locale === prefix);
}

/** The specified route of a URL: `/plans` of `/fr/plans`, `/` of `/fr`. Query and hash stay. */
export function specifiedPath(path: string): string {
  // Only one slash: `//x` would be another host.
  return `/${path.replace(UNDER_PREFIX, '').replace(/^\/+/, '')}`;
}

/** True when a page is the same for every reader; only such pages have a URL per language. */
export function isPublicPath(path: string): boolean {
  const [, first = ''] = specifiedPath(path).split(/[/?#]/, 2);
  return !PRIVATE_SEGMENTS.includes(first.toLowerCase());
}

/** The URL of a page in a language; the specified route for English and for personal pages. */
export function addressIn(locale: Locale, path: string): string {
  const specified = specifiedPath(path);
  if (locale === FALLBACK_LOCALE || !isPublicPath(specified)) return specified;
  return `/${locale}` + specified.replace(/^\/(?=[?#]|$)/, '');
}
