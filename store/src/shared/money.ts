/** An amount is an integer number of the currency's minor unit; never a float, never without its currency. */
export type Money = { readonly amount: number; readonly currency: Currency };

/** The only currency of the specification. */
export type Currency = 'USD';

/** US dollars from whole cents. Throws a RangeError for anything but a safe non-negative integer. */
export function usd(cents: number): Money {
  if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError(`not an amount in cents: ${cents}`);
  return { amount: cents, currency: 'USD' };
}

/** True when both amount and currency are the same. */
export function sameMoney(a: Money, b: Money): boolean {
  return a.amount === b.amount && a.currency === b.currency;
}

/** The sum of amounts in the same currency. */
export function sumOf(amounts: readonly Money[]): Money {
  return usd(amounts.reduce((total, { amount }) => total + amount, 0));
}
