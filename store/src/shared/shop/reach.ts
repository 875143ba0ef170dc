/**
 * What pages count as destinations: countries, and places that have a page of their own, such as Bali. Regional and
 * global ones are counted apart, because each of them is sold as one plan for several countries.
 */
export function placesOf<T extends { kind: string }>(destinations: readonly T[]): T[] {
  return destinations.filter(({ kind }) => kind === 'local');
}

/** The regional and global ones. */
export function wideOf<T extends { kind: string }>(destinations: readonly T[]): T[] {
  return destinations.filter(({ kind }) => kind !== 'local');
}
