import type { Order } from '../../modules/orders/orders.ts';
import { asksConsent } from '../../modules/tax/tax.ts';
import { type BeginConsent, CONSENT_VERSION } from '../../shared/consent.ts';
import { AppError } from '../../shared/errors.ts';
import type { Locale } from '../../shared/locale.ts';

/**
 * What is kept of a buyer's request that a plan begins while they can withdraw; null: they made none. Throws
 * `terms-changed` for a text that is not the current one: its buyer has read another.
 */
export function consentGiven(version: number | undefined, at: Date, locale: Locale): BeginConsent | null {
  if (version === undefined) return null;
  if (version !== CONSENT_VERSION) throw new AppError('terms-changed', { field: 'beginConsent' });
  return { version, at: at.toISOString(), locale };
}

type Known = Pick<Order, 'country' | 'countryVia' | 'countryEvidence'>;

/** Where a buyer may live: the country that they stated, else what the card, the network and the merchant's presumption say. */
function countriesOf({ country, countryVia, countryEvidence }: Known): string[] {
  const guessed = [countryEvidence?.card, countryEvidence?.network, country];
  return (countryVia === 'buyer' ? [country] : guessed).flatMap((each) => each ?? []);
}

/** True where the buyer of an order is asked for that request when they add a plan to its eSIM. */
export const asksConsentOf = (order: Known): boolean => countriesOf(order).some(asksConsent);

/**
 * True when what was used before a withdrawal is due: the buyer asked that the plan begins, or says to live where the law asks
 * for no such request. Null when the buyer did not say where: the presumption is for tax, and decides no right.
 */
export function isUseDue({
  beginConsent,
  country,
  countryVia,
}: Pick<Order, 'beginConsent' | 'country' | 'countryVia'>): boolean | null {
  if (beginConsent !== null) return true;
  return country !== null && countryVia === 'buyer' ? !asksConsent(country) : null;
}
