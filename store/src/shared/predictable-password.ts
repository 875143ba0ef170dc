/** Rows in which fingers and guessers run along, in both directions and from their end on to their start. */
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

/** Two of the same, or of a sequence, are not one yet. */
const SHORTEST = 4;
/** Longer ones are not among the first guesses of an attacker; the strength meter still calls them weak. */
const LONGEST = 32;

/** True for a password that is nothing but a repeat (`aaaaaa`, `ababab`, `123123`) or a sequence (`123456`, `fedcba`, `qwerty`). */
export function isPredictable(password: string): boolean {
  const letters = [...foldPassword(password)];
  return letters.length >= SHORTEST && letters.length <= LONGEST && (isRepeat(letters) || isSequence(letters));
}

/** Passwords that differ in this alone are as easy to guess. */
export function foldPassword(password: string): string {
  return password.normalize('NFKC').toLowerCase();
}

/** One or two characters, or a sequence of three or four, again and again; the last time perhaps cut off. A word said twice is none. */
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
