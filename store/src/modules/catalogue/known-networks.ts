import networksByCountry from '#data/operators/countries.json' with { type: 'json' };
import networksBySlug from '#data/operators/operators.json' with { type: 'json' };
import type { Destination, Operator } from './types.ts';

const bySlug = networksBySlug as Record<string, Operator[]>;
const byCountry = networksByCountry as Record<string, Operator[]>;

/** Consumer networks of a country or place in open data (data/operators), including those that no plan uses. */
export function knownNetworks({ slug, countryCode }: Pick<Destination, 'slug' | 'countryCode'>): Operator[] {
  return bySlug[slug] ?? (countryCode === null ? undefined : byCountry[countryCode]) ?? [];
}
