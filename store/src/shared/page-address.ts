import { FALLBACK_LOCALE, LOCALES, type Locale } from './locale.ts';

/** Languages with addresses of their own, below a prefix; English has the specified routes. */
const PREFIXES = LOCALES.filter((locale) => locale !== FALLBACK_LOCALE);
const UNDER_PREFIX = new RegExp(`^/(${PREFIXES.join('|')})(?=[/?#]|$)`, 'i');
/** First segments of pages that belong to one person: they follow the remembered language, and search engines skip them. */
export const PRIVATE_SEGMENTS: readonly string[] = ['auth', 'profile', 'checkout', 'orders', '_sandbox'];

/**
 * The language that an address asks for: French under `/fr`, also for the router's data requests; undefined on specified
 * routes, which follow the reader.
 */
export function localeOfAddress(pathname: string): Locale | undefined {
  const prefix = UNDER_PREFIX.exec(pathname.replace(/\.data$/, ''))?.[1]?.toLowerCase();
  return PREFIXES.find((locale) => locale === prefix);
}

/** The specified route of an address: `/plans` of `/fr/plans`, `/` of `/fr`. A query and a hash stay. */
export function specifiedPath(path: string): string {
  // One slash only: `//x` would be another host.
  return `/${path.replace(UNDER_PREFIX, '').replace(/^\/+/, '')}`;
}

/** Whether a page is the same for everyone; only such pages have an address for each language. */
export function isPublicPath(path: string): boolean {
  const [, first = ''] = specifiedPath(path).split(/[/?#]/, 2);
  return !PRIVATE_SEGMENTS.includes(first.toLowerCase());
}

/** The address of a page in a language; the specified route for English, and for pages of one person. */
export function addressIn(locale: Locale, path: string): string {
  const specified = specifiedPath(path);
  if (locale === FALLBACK_LOCALE || !isPublicPath(specified)) return specified;
  return `/${locale}` + specified.replace(/^\/(?=[?#]|$)/, '');
}
