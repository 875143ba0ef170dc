import type { Locale } from '../shared/locale.ts';
import type { Phrase } from './phrases.ts';
import type { ReasonKind } from './types.ts';

/** How a query matches a phrase: completely, as its prefix, completely with one typo, or as a prefix with a typo. */
export type Match = 'exact' | 'prefix' | 'typo' | 'near-prefix';

/**
 * The order of hits: complete matches before prefixes before typos; names before other names before cities. `inner`:
 * matched from a later word of the phrase on, such as `Emirates`.
 */
const RANKS: Readonly<Record<Match, { whole: Record<ReasonKind, number>; inner: Record<ReasonKind, number> }>> = {
  exact: {
    whole: { name: 0, alias: 1, code: 2, place: 3, area: 4 },
    inner: { name: 5, alias: 9, code: 9, place: 11, area: 13 },
  },
  prefix: {
    whole: { name: 6, alias: 7, code: 13, place: 10, area: 12 },
    inner: { name: 8, alias: 9, code: 13, place: 23, area: 24 },
  },
  typo: {
    whole: { name: 20, alias: 21, code: 29, place: 22, area: 25 },
    inner: { name: 26, alias: 27, code: 29, place: 28, area: 29 },
  },
  'near-prefix': {
    whole: { name: 30, alias: 31, code: 39, place: 32, area: 33 },
    inner: { name: 34, alias: 35, code: 39, place: 36, area: 37 },
  },
};

/** Added for the other language, so that the reader's comes first in a tie. */
const OTHER_LANGUAGE = 0.5;

/** Lower is better. */
export function rankOf({ kind, locale: of }: Phrase, match: Match, whole: boolean, locale: Locale): number {
  return RANKS[match][whole ? 'whole' : 'inner'][kind] + (of === null || of === locale ? 0 : OTHER_LANGUAGE);
}

/** True for a complete name, city or code: names with a typo are then irrelevant. */
export const isFull = (rank: number): boolean => rank < RANKS.exact.inner.name;
