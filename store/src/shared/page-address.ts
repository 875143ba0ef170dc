import type { Locale } from './locale.ts';

const FRENCH_PREFIX = '/fr';
const UNDER_PREFIX = /^\/fr(?=[/?#]|$)/i;
/** First segments of pages that belong to one person: they follow the remembered language, and search engines skip them. */
export const PRIVATE_SEGMENTS: readonly string[] = ['auth', 'profile', 'checkout', 'orders', '_sandbox'];

/**
 * The language that an address asks for: French under `/fr`, also for the router's data requests; undefined on specified
 * routes, which follow the reader.
 */
export function localeOfAddress(pathname: string): Locale | undefined {
  return UNDER_PREFIX.test(pathname) || pathname === `${FRENCH_PREFIX}.data` ? 'fr' : undefined;
}

/** The specified route of an address: `/plans` of `/fr/plans`, `/` of `/fr`. A query and a hash stay. */
export function specifiedPath(path: string): string {
  // One slash only: `//x` would be another host.
  return `/${path.replace(UNDER_PREFIX, '').replace(/^\/+/, '')}`;
}

/** Whether a page is the same for everyone; only such pages have a French address. */
export function isPublicPath(path: string): boolean {
  const [, first = ''] = specifiedPath(path).split(/[/?#]/, 2);
  return !PRIVATE_SEGMENTS.includes(first.toLowerCase());
}

/** The address of a page in a language; the specified route for English, and for pages of one person. */
export function addressIn(locale: Locale, path: string): string {
  const specified = specifiedPath(path);
  if (locale === 'en' || !isPublicPath(specified)) return specified;
  return FRENCH_PREFIX + specified.replace(/^\/(?=[?#]|$)/, '');
}
