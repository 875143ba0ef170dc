import type { Locale } from '../shared/locale.ts';
import type { Phrase } from './phrases.ts';
import type { ReasonKind } from './types.ts';

/** How a query meets a phrase: in full, as its beginning, in full but for one typo, or as a beginning with a typo. */
export type Match = 'exact' | 'prefix' | 'typo' | 'near-prefix';

/**
 * What comes first: what was typed in full before beginnings before typos; names before other names, these before cities.
 * `inner`: met from a later word of the phrase on, as `Emirates`.
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

/** Between equals the language of the reader comes first. */
const OTHER_LANGUAGE = 0.5;

/** The smaller, the better. */
export function rankOf({ kind, locale: of }: Phrase, match: Match, whole: boolean, locale: Locale): number {
  return RANKS[match][whole ? 'whole' : 'inner'][kind] + (of === null || of === locale ? 0 : OTHER_LANGUAGE);
}

/** A name, city or code was typed in full: names with a typo say nothing beside it. */
export const isFull = (rank: number): boolean => rank < RANKS.exact.inner.name;
