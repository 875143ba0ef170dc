import type { Locale } from './locale.ts';

/** What the checkout knows about the countries that a buyer may live in. */
export type CheckoutCountries = {
  /** Every country by its name in each language, sorted. */
  names: Record<Locale, { code: string; name: string }[]>;
  /** The country that is preselected; null: none, and the buyer may leave it open. */
  preselected: { code: string; by: 'network' | 'presumption' } | null;
  /** Where the buyer is asked for consent that the plan begins at once. */
  consentIn: string[];
  /**
   * Where the prices hold tax: the rate of today in basis points; null: it has none, so nothing is sold there. Null: the
   * merchant states no tax.
   */
  taxIn: Record<string, number | null> | null;
};
