/**
 * The names by which a cache in front of the store finds the copies to purge: `store` is on every copy, `catalogue` on
 * those that a publication of the catalogue changes.
 */
export const COPY_KEYS = ['store', 'catalogue'] as const;
export type CopyKey = (typeof COPY_KEYS)[number];

/** What a CDN may do with a copy (RFC 9213; RFC 5861 for the two times of a stale one). */
export const CDN_CACHE_CONTROL = 'max-age=60, stale-while-revalidate=600, stale-if-error=86400';
