const NO_BREAK = '\u00A0';
const NARROW = '\u202F';

/**
 * French typography: spaces before `: ; ? !` and inside guillemets become non-breaking, whichever space the author
 * typed.
 */
export function withFrenchBlanks(text: string): string {
  return text
    .replaceAll(/[ \u00A0\u202F]+(?=:(?:\s|$))/g, NO_BREAK)
    .replaceAll(/[ \u00A0\u202F]+(?=[;?!])/g, NARROW)
    .replaceAll(/«[ \u00A0\u202F]*/g, `«${NO_BREAK}`)
    .replaceAll(/[ \u00A0\u202F]*»/g, `${NO_BREAK}»`)
    .replaceAll(/(?<=\d)[ \u00A0\u202F]+(?=(?:%|€|Go|Mo|Ko|Mbit\/s|kbit\/s|km|h|min)(?![\p{L}\p{N}]))/gu, NO_BREAK);
}

/** The first French punctuation sign without its space, with the word before it. Undefined when there is none. */
export function missingBlank(text: string): string | undefined {
  return /[\p{L}\p{N})»]+[;?!](?=\s|$)|[\p{L})»]+:(?=\s|$)/u.exec(text)?.[0];
}
