/** Character rows of typical sequences, in both directions and wrapping from the end to the start. */
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '0123456789',
  // Keyboards: QWERTY, AZERTY, QWERTZ.
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
  'qwertzuiop',
  'yxcvbnm',
];

/** Minimum length of a repetition or a sequence. */
const SHORTEST = 4;
/** Longer ones are not among an attacker's first guesses; the strength meter still calls them weak. */
const MAX_LENGTH = 32;

/**
 * True for a password that is entirely a repetition (`aaaaaa`, `ababab`, `123123`) or a sequence (`123456`, `fedcba`,
 * `qwerty`).
 */
export function isPredictable(password: string): boolean {
  const letters = [...foldPassword(password)];
  return letters.length >= SHORTEST && letters.length <= MAX_LENGTH && (isRepeat(letters) || isSequence(letters));
}

/** Normalises a password: variants with the same result are equally easy to guess. */
export function foldPassword(password: string): string {
  return password.normalize('NFKC').toLowerCase();
}

/**
 * One or two characters, or a sequence of three or four, repeated; the last repetition may be cut off. A word typed
 * twice does not count.
 */
function isRepeat(letters: readonly string[]): boolean {
  return [1, 2, 3, 4].some(
    (block) =>
      block * 2 <= letters.length &&
      letters.every((letter, at) => letter === letters[at % block]) &&
      (block <= 2 || isSequence(letters.slice(0, block))),
  );
}

function isSequence(letters: readonly string[]): boolean {
  return ROWS.some((row) => {
    const places = letters.map((letter) => row.indexOf(letter));
    if (places.includes(-1)) return false;
    return [1, row.length - 1].some((step) =>
      places.every((place, at) => at === 0 || place === (places[at - 1]! + step) % row.length),
    );
  });
}
