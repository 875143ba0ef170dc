/** Longer queries are truncated: no name is that long. */
const MAX_CHARACTERS = 80;

/** Letters without a decomposition in Unicode. */
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

/** The query as it is searched and shown: trimmed, spaces collapsed, at most 80 characters. */
export function cutQuery(query: string): string {
  return [
    ...query
      .slice(0, 4 * MAX_CHARACTERS)
      .replace(/\s+/g, ' ')
      .trim(),
  ]
    .slice(0, MAX_CHARACTERS)
    .join('')
    .trim();
}

/**
 * The words of a text without case, accents and punctuation: `Côte d’Ivoire` is `cote`, `d`, `ivoire`; `U.K.` is `uk`.
 */
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

/** True for two spellings that are equal in a search: same letters, whatever the spaces, accents and punctuation. */
export function sameWords(one: string, other: string): boolean {
  return wordsOf(one).join('') === wordsOf(other).join('');
}
