import { placeWords as placeWordsIn } from '../words/place-words.ts';

/** A longer query is cut: no name is as long. */
const MOST_CHARACTERS = 80;

/** Letters that have no accent to take off (Unicode gives them no decomposition). */
const LETTERS: Readonly<Record<string, string>> = {
  œ: 'oe',
  æ: 'ae',
  ø: 'o',
  ß: 'ss',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** Words that people leave out or put in: articles and joining words of all languages. */
const SMALL_WORDS = inAnyLanguage('small');

/** What the shop sells, in the words of its customers: says nothing about the place. */
const SHOP_WORDS = inAnyLanguage('shop');

const SAINT: ReadonlySet<string> = new Set(['st', 'ste', 'sainte']);

/** The query as it is searched and shown: trimmed, spaces joined, at most 80 characters. */
export function cutQuery(query: string): string {
  return [
    ...query
      .slice(0, 4 * MOST_CHARACTERS)
      .replace(/\s+/g, ' ')
      .trim(),
  ]
    .slice(0, MOST_CHARACTERS)
    .join('')
    .trim();
}

/** The words of a text without case, accents and marks: `Côte d’Ivoire` is `cote`, `d`, `ivoire`; `U.K.` is `uk`. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/[œæøßłđðþı]/g, (letter) => LETTERS[letter]!)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/(?<![\p{L}\p{N}])([ld])['’`´]/gu, '$1 ')
    .replace(/['’`´ʻ.]/g, '')
    .replaceAll('&', ' and ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Two spellings that are one for a search: same letters, whatever the spaces, accents and marks. */
export function sameWords(one: string, other: string): boolean {
  return wordsOf(one).join('') === wordsOf(other).join('');
}

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
