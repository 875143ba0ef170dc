/** A phone number (E.164) of which the last four digits are shown: enough for its owner to know it by. */
export function maskedNumber(number: string): string {
  return `+${'*'.repeat(Math.max(0, number.length - 5))}${number.slice(-4)}`;
}

/** The end of a number, masked or not, as pages name it: `·· 00 00`. */
export function endOfNumber(number: string): string {
  return `··\u00a0${number.slice(-4, -2)}\u00a0${number.slice(-2)}`;
}
