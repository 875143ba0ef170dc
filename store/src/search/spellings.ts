import { placeWords as placeWordsIn } from '../i18n/areas/place-words.ts';
import { wordsOf } from '../shared/finding/fold.ts';

/** Articles and conjunctions of all languages, which are optional in a query. */
const SMALL_WORDS = inAnyLanguage('small');

/** Words for the store's products, which do not identify a place. */
const SHOP_WORDS = inAnyLanguage('shop');

const SAINT: ReadonlySet<string> = new Set(['st', 'ste', 'sainte']);

/** Removes articles and conjunctions from a query, unless it has no other words. */
export function withoutSmallWords(words: readonly string[]): readonly string[] {
  const others = words.filter((word) => !SMALL_WORDS.has(word));
  return others.length === 0 ? words : others;
}

/**
 * The spellings of some words: unchanged, without small words, with `Saint` in full. Names and queries are treated
 * equally, so that `St Lucia`, `Antigua Barbuda` and `the Gambia` match the name in the index.
 */
export function spellingsOf(words: readonly string[]): (readonly string[])[] {
  const spellings: (readonly string[])[] = [words];
  const shorter = withoutSmallWords(words);
  if (shorter.length < words.length) spellings.push(shorter);
  if (words.some((word) => SAINT.has(word)))
    spellings.push(...spellings.map((each) => each.map((word) => (SAINT.has(word) ? 'saint' : word))));
  return spellings;
}

/** The words of a query that identify a place: `esim japan` is `japan`. */
export function placeWords(query: string): string[] {
  const words = wordsOf(query);
  const rest = words.filter((word) => !SHOP_WORDS.has(word));
  return rest.length > 0 ? rest : words;
}

function inAnyLanguage(kind: 'small' | 'shop'): ReadonlySet<string> {
  return new Set(Object.values(placeWordsIn).flatMap((words) => words[kind].split(' ')));
}
