/** A phone number (E.164) of which the last four digits are shown: enough for its owner to know it by. */
export function maskedNumber(number: string): string {
  return `+${'*'.repeat(Math.max(0, number.length - 5))}${number.slice(-4)}`;
}
