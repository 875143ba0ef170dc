import { distance } from './edit-distance.ts';

/** A typo has at most one slip in three letters. */
const LETTERS_PER_SLIP = 3;

/** The pairs whose given words are a slip of the known ones, nearest first. Of two that are as near, the longer one. */
export function nearestOf<Pair extends { known: string; given: string }>(pairs: readonly Pair[]): Pair[] {
  return pairs
    .map((pair) => ({ pair, slips: distance(pair.given.toLowerCase(), pair.known) }))
    .filter(({ pair, slips }) => slips <= pair.known.length / LETTERS_PER_SLIP)
    .toSorted((one, other) => one.slips - other.slips || other.pair.known.length - one.pair.known.length)
    .map(({ pair }) => pair);
}

const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** The end of a refusal for an operator: what a mistyped word may mean. Empty without an idea. */
export const didYouMean = (words: readonly string[]) =>
  words.length === 0 ? '' : ` Did you mean ${OR.format(words.map((word) => `"${word}"`))}?`;
