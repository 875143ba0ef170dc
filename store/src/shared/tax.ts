/**
 * Tax that is inside a price. Rates are in basis points: 2550 is 25.5 %. Amounts are integers in the minor unit of their
 * currency (docs/decisions/0076-tax.md).
 */

/** The tax inside an amount, rounded half up: the only rounding of a line. The rest is the net amount. */
export function taxInside(amount: number, rateBp: number): number {
  const whole = 10_000 + rateBp;
  // Half of a unit is added before the division, which is exact: both numbers are integers below 2 ** 53.
  const doubled = 2 * amount * rateBp + whole;
  return (doubled - (doubled % (2 * whole))) / (2 * whole);
}

/**
 * The tax that goes back with a refund of `amount`, when `before` was refunded of the same line. It is the difference
 * between the tax inside what was kept before and what is kept after, so that the parts of any sequence of refunds add
 * up to the tax of the line, to the cent.
 */
export const taxOfRefund = (line: { amount: number; rateBp: number }, before: number, amount: number): number =>
  taxInside(line.amount - before, line.rateBp) - taxInside(line.amount - before - amount, line.rateBp);

/** `25.5` of 2550. */
export const percentOf = (rateBp: number): number => rateBp / 100;

/** A country's rate from a day on, which stays in force until the next one. */
export type TaxRate = { country: string; percent: number; from: string };

/** Where a line is taxed, by which rate, and how much of its price is tax. */
export type LineTax = { country: string; rateBp: number; amount: number };
