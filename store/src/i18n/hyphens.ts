import type { Locale } from '../shared/locale.ts';
import { language } from './areas/language.ts';

/** Invisible, without width: a line does not break here. Searches of a page skip it, and copies keep the hyphen. */
const WORD_JOINER = '\u2060';
/** A tagged word, such as a link: `RichText` keeps it on one line, so that its accessible name is unchanged. */
const TAGGED_WORD = '<(\\w+)>\\S+</\\1>';

/**
 * A text of several words whose lines do not break after the hyphens of `a-t-il` and `Connectez-vous`. A single word
 * is a label, which stays as it is.
 */
export function keepHyphens(text: string, locale: Locale): string {
  const hyphens = language[locale].unbroken;
  if (hyphens === undefined || !text.includes(' ') || !text.includes('-')) return text;
  return text.replaceAll(new RegExp(`${TAGGED_WORD}|${hyphens}`, 'gu'), (found) =>
    found === '-' ? found + WORD_JOINER : found,
  );
}
