import neighboursBySlug from '#data/catalogue/neighbours.json' with { type: 'json' };

/** Slugs of the places around a destination, nearest first (scripts/data/neighbours.mjs); empty when none are known. */
export function neighboursOf(slug: string): readonly string[] {
  return (neighboursBySlug as Record<string, string[]>)[slug] ?? [];
}
