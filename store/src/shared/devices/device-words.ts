import { cutQuery, wordsOf } from '../finding/fold.ts';

/** Words in a query that do not identify a model, in both languages. */
const NOISE: ReadonlySet<string> = new Set(
  'my mon ma the le la un une smartphone telephone mobile esim sim dual unlocked debloque inch inches pouce pouces'.split(
    ' ',
  ),
);
/** Radio generations, which makers add to a name or leave out. */
const RADIO: ReadonlySet<string> = new Set(['5g', '4g', 'lte']);
const STORAGE = /^\d*(?:gb|go|tb|to)$/;
/** `2nd`, `5e`, `3ème`: an ordinal when the word for generation follows. */
const ORDINAL = /^(\d+)(?:st|nd|rd|th|e|eme|er|ere|re)$/;

/**
 * The words of a model's name: `Galaxy S23+` is `galaxy`, `s23`, `plus`; `iPad Air (5th generation)` is `ipad`, `air`,
 * `5`.
 */
export function deviceWords(text: string): string[] {
  const words = wordsOf(cutQuery(text).replaceAll('+', ' plus ')).filter((word) => !NOISE.has(word));
  return words.flatMap((word, index) => {
    if (word.startsWith('gen') && index > 0 && /^\d/.test(words[index - 1]!)) return [];
    const ordinal = words[index + 1]?.startsWith('gen') ? ORDINAL.exec(word)?.[1] : undefined;
    return [ordinal ?? word];
  });
}

/** The words of a device without a retailer's additions: storage and radio. */
export function withoutExtras(words: readonly string[]): string[] {
  return words.filter(
    (word, index) =>
      !RADIO.has(word) && !STORAGE.test(word) && !(/^\d+$/.test(word) && STORAGE.test(words[index + 1] ?? '')),
  );
}

/** Splits letters and digits: `s23ultra` is `s`, `23`, `ultra`. */
export function partsOf(words: readonly string[]): string[] {
  return words.flatMap((word) => word.match(/\d+|\D+/g) ?? []);
}

/**
 * The maximum number of wrong letters by length. A short word is part of the model's number: `Pixel 7a`, `Galaxy S`.
 */
const toleranceOf = (length: number) => (length < 5 ? 0 : length < 9 ? 1 : 2);

/** True when two words are equal except for a typo. Different numbers are never a typo: they are another model. */
export function isSlip(typed: string, meant: string): boolean {
  if (typed === meant) return true;
  if (/\d/.test(typed) || /\d/.test(meant)) return false;
  return editsBetween(typed, meant, toleranceOf(meant.length)) !== undefined;
}

/** Edit distance (insert, delete, replace, swap of neighbours), at most `most`; undefined: more. */
function editsBetween(one: string, other: string, most: number): number | undefined {
  if (most === 0 || Math.abs(one.length - other.length) > most) return undefined;
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1];
      let least = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, before[j - 2]! + 1);
      next.push(least);
    }
    before = row;
    row = next;
  }
  const edits = row[other.length]!;
  return edits <= most ? edits : undefined;
}
