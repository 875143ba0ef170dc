import networksBySlug from '#data/operators/operators.json' with { type: 'json' };
import type { Operator } from './types.ts';

/** Consumer networks of a destination in open data (data/operators), whether or not a plan uses them. */
export function knownNetworks(slug: string): Operator[] {
  return (networksBySlug as Record<string, Operator[]>)[slug] ?? [];
}
