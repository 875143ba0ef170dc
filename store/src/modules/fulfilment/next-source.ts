/** A source of a plan: a package of a wholesaler. */
type Named = { wholesaler: string; packageId: string };

export const isSameSource = (one: Named, other: Named): boolean =>
  one.wholesaler === other.wholesaler && one.packageId === other.packageId;

type Turns = Named & { turns: number; refusedForGood: boolean };

/** `next`: null when every source refused for good. `isDue`: it may be asked at once. */
export type NextSource<S> = { next: S; isDue: boolean } | { next: null };

/**
 * The source of a line that is asked next: of those that did not refuse for good, the one with the fewest turns, in the
 * order of preference. So every source has its turn before one is asked again. A source of a wholesaler that is skipped
 * is asked only when no other is left. `isDue` is false when all have had as many turns as the line's present source: the
 * line then waits for its back-off.
 */
export function nextSource<S extends Named>(
  sources: readonly S[],
  {
    tries,
    present,
    isSkipped,
  }: { tries: readonly Turns[]; present: Named; isSkipped: (wholesaler: string) => boolean },
): NextSource<S> {
  const turnsOf = (source: Named) => tries.find((each) => isSameSource(each, source))?.turns ?? 0;
  const open = sources.filter((source) => !tries.some((each) => isSameSource(each, source) && each.refusedForGood));
  const unskipped = open.filter(({ wholesaler }) => !isSkipped(wholesaler));
  const [next] = (unskipped.length > 0 ? unskipped : open).toSorted((a, b) => turnsOf(a) - turnsOf(b));
  if (next === undefined) return { next: null };
  return { next, isDue: turnsOf(next) < turnsOf(present) || turnsOf(next) === 0 };
}
