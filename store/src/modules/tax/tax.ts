import { AppError } from '../../shared/errors.ts';
import type { Merchant } from '../../shared/merchant.ts';
import { taxInside, type LineTax } from '../../shared/tax.ts';
import { dateIn } from '../../shared/time-zone.ts';
import { APART, rateOn, rateTable, stateOf, UNION, WITHDRAWAL_AREA } from './rates.ts';

export { APART, rateOn, type RateTable, rateTable, SEEDED, stateOf, UNION } from './rates.ts';

export type Tax = ReturnType<typeof createTax>;
type TaxFacts = NonNullable<Merchant['tax']>;

/** Where the merchant is registered for tax, which is where the sales of these states are taxed. */
export function taxedStates({ territories, gb }: Pick<TaxFacts, 'territories' | 'gb'>): ReadonlySet<string> {
  return new Set([...(territories === 'eu-oss' ? UNION : territories), ...(gb ? [APART] : [])]);
}

/**
 * The tax inside the prices, by the facts in the merchant's file. Without them nothing is taxed, and no country is
 * presumed (docs/decisions/0076-tax.md).
 */
export function createTax({ tax: facts, timeZone = 'UTC' }: Pick<Merchant, 'tax' | 'timeZone'>) {
  const table = rateTable(facts?.rates);
  const taxed = facts ? taxedStates(facts) : new Set<string>();

  /** The day of a sale, for its rate and its quarter, in the merchant's zone. */
  const dayOf = (at: Date): string => dateIn(at, timeZone);

  return {
    /** The merchant's own state; null: the file has no facts about tax. */
    home: facts?.home ?? null,
    dayOf,

    /** The country that is presumed of a buyer who states none, for a plan that works in one country (null: in several). */
    presumed: (planCountry: string | null): string | null =>
      facts?.presumption === 'sim-country' && planCountry !== null ? planCountry : (facts?.home ?? null),

    /**
     * The tax inside the price of a plan for a buyer of a country; null where nothing is taxed. Throws `country-not-sold`
     * for a taxed state without a rate on that day: a sale without its tax would be the merchant's loss.
     */
    ofSale(price: number, country: string | null, at: Date): LineTax | null {
      const state = country === null ? null : stateOf(country);
      if (state === null || !taxed.has(state)) return null;
      const rateBp = rateOn(table, state, dayOf(at));
      if (rateBp === null)
        throw new AppError('country-not-sold', { field: 'country', message: `no rate of ${state} on ${dayOf(at)}` });
      return { country: state, rateBp, amount: taxInside(price, rateBp) };
    },
  };
}

/** True where the checkout asks for the consent to begin before the end of the time in which a buyer can withdraw. */
export const asksConsent = (country: string): boolean => WITHDRAWAL_AREA.includes(country);
