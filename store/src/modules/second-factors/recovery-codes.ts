import { randomBytes } from 'node:crypto';

/** The number of codes per account. */
const COUNT = 10;

/** Characters that are not confused with each other: no i, l, o, u, 0 or 1. */
const ALPHABET = '23456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 8;

/** Ten new codes such as `7q4k-x2mp`. */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < COUNT) codes.add(drawn());
  return [...codes];
}

/** Bytes from 240 on are drawn again, so that every character is equally likely. */
function drawn(): string {
  let code = '';
  while (code.length < LENGTH) {
    for (const byte of randomBytes(LENGTH * 2)) {
      if (byte < 240 && code.length < LENGTH) code += ALPHABET[byte % ALPHABET.length];
    }
  }
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
}

/** The normalised form for comparison: users add spaces and capitals, and omit the hyphen. Null for anything else. */
export function foldRecoveryCode(given: string): string | null {
  const folded = given.toLowerCase().replace(/[\s-]/g, '');
  return folded.length === LENGTH && [...folded].every((letter) => ALPHABET.includes(letter)) ? folded : null;
}
