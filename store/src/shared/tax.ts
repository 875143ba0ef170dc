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

/** What was given back of a line: cents, and the tax in them. */
export type GivenBack = { amount: number; tax: number };

/**
 * The tax that goes back with a refund of `amount`: what the tax of the line is above that of what is kept after it, without
 * what went back `before`. So the parts of any sequence of refunds add up to the tax of the line, to the cent.
 */
export const taxOfRefund = (line: { amount: number; tax: LineTax }, before: GivenBack, amount: number): number =>
  line.tax.amount - taxInside(Math.max(0, line.amount - before.amount - amount), line.tax.rateBp) - before.tax;

/** `25.5` of 2550. */
export const percentOf = (rateBp: number): number => rateBp / 100;

/** A country's rate from a day on, which stays in force until the next one. */
export type TaxRate = { country: string; percent: number; from: string };

/** Where a line is taxed, by which rate, and how much of its price is tax. */
export type LineTax = { country: string; rateBp: number; amount: number };

/** The tax of several lines: one sum for each state and rate, in the order of the lines. */
export function taxSums(taxes: readonly (LineTax | null)[]): LineTax[] {
  const sums = new Map<string, LineTax>();
  for (const tax of taxes) {
    if (tax === null) continue;
    const key = `${tax.country} ${tax.rateBp}`;
    sums.set(key, { ...tax, amount: tax.amount + (sums.get(key)?.amount ?? 0) });
  }
  return [...sums.values()];
}

/** The tax of a line as its row has it; null: none. */
export function lineTax(line: {
  taxCountry: string | null;
  taxRateBp: number | null;
  taxAmount: number | null;
}): LineTax | null {
  const { taxCountry: country, taxRateBp: rateBp, taxAmount: amount } = line;
  return country === null || rateBp === null || amount === null ? null : { country, rateBp, amount };
}
