import type { Wholesaler } from './wholesaler.ts';

/**
 * The configured wholesalers. A row that has dealt with one has its name. A row may name one that is no longer configured:
 * `find` then returns null, nothing is called for the row, and it is shown with that name.
 */
export type Wholesalers = {
  /** In order of preference. */
  all(): readonly Wholesaler[];
  find(name: string): Wholesaler | null;
};

export function createWholesalers(all: readonly Wholesaler[]): Wholesalers {
  const byName = new Map(all.map((each) => [each.name, each]));
  if (byName.size !== all.length) throw new Error('two wholesalers have the same name');
  return { all: () => all, find: (name) => byName.get(name) ?? null };
}

/** After a call of this row, the seconds in which its order may be missing from a search. */
export const listedAfterSeconds = (
  { find }: Pick<Wholesalers, 'find'>,
  { wholesaler }: { wholesaler: string },
): number => find(wholesaler)?.capabilities.listsOrdersAfterSeconds ?? 0;
