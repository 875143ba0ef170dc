import { placeWords as placeWordsIn } from '../i18n/areas/place-words.ts';
import { wordsOf } from '../shared/finding/fold.ts';

/** Words that people leave out or put in: articles and joining words of all languages. */
const SMALL_WORDS = inAnyLanguage('small');

/** What the shop sells, in the words of its customers: says nothing about the place. */
const SHOP_WORDS = inAnyLanguage('shop');

const SAINT: ReadonlySet<string> = new Set(['st', 'ste', 'sainte']);

/** The same words without articles and the like; all of them when there are no others. */
export function withoutSmallWords(words: readonly string[]): readonly string[] {
  const others = words.filter((word) => !SMALL_WORDS.has(word));
  return others.length === 0 ? words : others;
}

/**
 * The ways in which words are written: as they are, without small words, with `Saint` in full. Names and queries go through the
 * same, so that `St Lucia`, `Antigua Barbuda` and `the Gambia` meet the name in the index.
 */
export function spellingsOf(words: readonly string[]): (readonly string[])[] {
  const spellings: (readonly string[])[] = [words];
  const shorter = withoutSmallWords(words);
  if (shorter.length < words.length) spellings.push(shorter);
  if (words.some((word) => SAINT.has(word)))
    spellings.push(...spellings.map((each) => each.map((word) => (SAINT.has(word) ? 'saint' : word))));
  return spellings;
}

/** The words of a query that name a place: `esim japan` is `japan`. */
export function placeWords(query: string): string[] {
  const words = wordsOf(query);
  const rest = words.filter((word) => !SHOP_WORDS.has(word));
  return rest.length > 0 ? rest : words;
}

function inAnyLanguage(kind: 'small' | 'shop'): ReadonlySet<string> {
  return new Set(Object.values(placeWordsIn).flatMap((words) => words[kind].split(' ')));
}
