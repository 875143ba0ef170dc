/**
 * Version of the text with which a card is saved (`cards.consent`), stored with each card; increased when its meaning
 * changes.
 */
export const CARD_TEXT_VERSION = 1;

/** Cards of one account. */
export const MAX_CARDS = 10;

/** Brands by the lower-case names that payment providers use; others are shown as they are. */
const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'Eftpos',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** The brand of a card as people know it, in every language. */
export const brandName = (brand: string): string =>
  BRANDS[brand.toLowerCase()] ?? (brand === '' ? brand : brand[0]!.toUpperCase() + brand.slice(1));

export type CardEnd = 'valid' | 'this-month' | 'ended';

/** Whether a card has ended: it can be used until the end of its month. */
export function cardEndAt({ expMonth, expYear }: { expMonth: number; expYear: number }, now: Date): CardEnd {
  const left = expYear * 12 + expMonth - (now.getUTCFullYear() * 12 + now.getUTCMonth() + 1);
  return left < 0 ? 'ended' : left === 0 ? 'this-month' : 'valid';
}

/** The end of a card as it is printed on it: `08/28`. */
export const endOnCard = ({ expMonth, expYear }: { expMonth: number; expYear: number }): string =>
  `${String(expMonth).padStart(2, '0')}/${String(expYear % 100).padStart(2, '0')}`;
