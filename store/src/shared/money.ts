declare const checked: unique symbol;

/** The three letters of an ISO 4217 currency. `currencyOf` checks a text; rows and configuration hold checked ones. */
export type Currency = string & { readonly [checked]: 'currency' };

/** The configured currencies. The store sells in the first; the others may stand in its books. */
export type Currencies = readonly [sold: Currency, ...others: Currency[]];

/** An amount is an integer number of the currency's minor unit; never a float, never without its currency. */
export type Money = { readonly amount: number; readonly currency: Currency };

/** An amount from a vendor, whose currency may be any. */
type AnyMoney<C extends string> = { readonly amount: number; readonly currency: C };

/** The letters of a currency, in capitals. Throws a RangeError for anything else. */
export function currencyOf(text: string): Currency {
  if (!/^[A-Z]{3}$/.test(text)) throw new RangeError(`not a currency: ${text}`);
  return text as Currency;
}

/** The currency of the specification, and of a store that configures none. */
export const DEFAULT_CURRENCY = currencyOf('USD');

/** Throws a RangeError for anything but a safe non-negative integer. */
export function money(amount: number, currency: Currency): Money {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`not an amount in minor units: ${amount}`);
  return { amount, currency };
}

/** True when both amount and currency are the same. */
export function sameMoney(a: AnyMoney<string>, b: AnyMoney<string>): boolean {
  return a.amount === b.amount && a.currency === b.currency;
}

/** The sum of one or more amounts. Throws a RangeError for amounts of several currencies: they have no sum. */
export function sumOf<C extends string>(amounts: readonly AnyMoney<C>[]): AnyMoney<C> {
  const [sum, another] = sumsOf(amounts);
  if (sum === undefined || another !== undefined)
    throw new RangeError(`no sum of ${sum ? `${sum.currency} and ${another?.currency}` : 'nothing'}`);
  return sum;
}

/** The sums of amounts that may have several currencies: one for each, by its letters. */
export function sumsOf<C extends string>(amounts: readonly AnyMoney<C>[]): AnyMoney<C>[] {
  const sums = new Map<C, number>();
  for (const { amount, currency } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return [...sums].map(([currency, amount]) => ({ amount, currency })).toSorted(byCurrency);
}

const byCurrency = (a: AnyMoney<string>, b: AnyMoney<string>) => (a.currency < b.currency ? -1 : 1);

const digits = new Map<string, number>();

/** Digits after the decimal point: 2 for US dollars, 0 for yen. */
export function minorDigits(currency: string): number {
  const known = digits.get(currency);
  if (known !== undefined) return known;
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  digits.set(currency, maximumFractionDigits);
  return maximumFractionDigits;
}

/** The amount of whole or decimal units: 450 for 4.5 US dollars. */
export const minorUnits = (units: number, currency: string): number => Math.round(units * 10 ** minorDigits(currency));

/** The units of an amount: 4.5 for 450 US cents. */
export const unitsOf = ({ amount, currency }: AnyMoney<string>): number => amount / 10 ** minorDigits(currency);

/** The units as a text, with the digits of the currency: `4.50`. */
export const decimalOf = (of: AnyMoney<string>): string => unitsOf(of).toFixed(minorDigits(of.currency));

/**
 * An amount divided in proportion to weights, to the minor unit: what is left over goes to the largest remainders, then to
 * the first. A share is never above its weight while the amount is not above their sum.
 */
export function divided(amount: number, weights: readonly number[]): number[] {
  const sum = BigInt(weights.reduce((total, weight) => total + weight, 0));
  if (sum === 0n) return weights.map((_, at) => (at === 0 ? amount : 0));
  const exact = weights.map((weight) => BigInt(amount) * BigInt(weight));
  const shares = exact.map((product) => Number(product / sum));
  const over = amount - shares.reduce((total, share) => total + share, 0);
  const byRemainder = exact
    .map((product, at) => ({ at, remainder: product % sum }))
    .toSorted((a, b) => Number(b.remainder - a.remainder) || a.at - b.at);
  for (const { at } of byRemainder.slice(0, over)) shares[at]! += 1;
  return shares;
}
