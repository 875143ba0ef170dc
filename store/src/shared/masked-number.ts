/** A phone number (E.164) with only its last four digits visible: enough for its owner to recognise it. */
export function maskedNumber(number: string): string {
  return `+${'*'.repeat(Math.max(0, number.length - 5))}${number.slice(-4)}`;
}

/** The last digits of a number, masked or not, as pages show it: `·· 00 00`. */
export function endOfNumber(number: string): string {
  return `··\u00a0${number.slice(-4, -2)}\u00a0${number.slice(-2)}`;
}
