import type { MailTranslator } from '../../../i18n/mail.ts';
import { formatData } from '../../../i18n/format.ts';
import type { Locale } from '../../../shared/locale.ts';

/** What was bought, as mails about an order name it. */
export type Purchase = { offerSlug: string; dataMb: number };

export type PaymentCard = { brand: string; last4: string };

/** The destination's name. */
export function placeOf(t: MailTranslator, { offerSlug }: Pick<Purchase, 'offerSlug'>): string {
  return t(`translation:common.offers.${offerSlug as 'france'}`);
}

/** The receipt's line: `eSIM France, 3GB`. */
export function itemOf(t: MailTranslator, locale: Locale, purchase: Purchase): string {
  return t('receipt.itemText', { place: placeOf(t, purchase), data: formatData(purchase.dataMb, locale) });
}

/** `Visa ending in 4242`. The gateway writes brands in small letters. */
export function cardText(t: MailTranslator, { brand, last4 }: PaymentCard): string {
  return t('card', { brand: BRANDS[brand] ?? brand, last4 });
}

const BRANDS: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  cartes_bancaires: 'Cartes Bancaires',
};
