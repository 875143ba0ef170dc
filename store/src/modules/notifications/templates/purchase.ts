import { describeData } from '../../../i18n/describe.ts';
import { formatInstant, formatMoney, formatRate } from '../../../i18n/format.ts';
import type { MailTranslator } from '../../../i18n/mail.ts';
import type { BeginConsent } from '../../../shared/consent.ts';
import { type Locale, type Localized } from '../../../shared/locale.ts';
import type { Money } from '../../../shared/money.ts';
import type { LineTax } from '../../../shared/tax.ts';

/** One bought eSIM, or a plan for one that exists, as mails about an order name it. */
export type Purchase = {
  name: Localized;
  /** The place that a regional or global plan was bought for. */
  forPlace?: Localized | null;
  dataMb: number;
  unlimited: object | null;
  isTopUp?: boolean;
};

export type PaymentCard = { brand: string; last4: string };

/** Where it is used: the place that the buyer chose, otherwise the plan's destination. */
export function placeOf({ forPlace, name }: Pick<Purchase, 'name' | 'forPlace'>, locale: Locale): string {
  return (forPlace ?? name)[locale];
}

/** The destination of one, or the destinations of several, which a message joins: `France and Spain`. */
export function placesOf(purchases: readonly Pick<Purchase, 'name' | 'forPlace'>[], locale: Locale): string[] {
  return [...new Set(purchases.map((each) => placeOf(each, locale)))];
}

/** The line on the receipt: `eSIM France, 3GB`, or `eSIM Asia, 3GB for Japan`. */
export function itemOf(t: MailTranslator, locale: Locale, purchase: Purchase): string {
  const item = t(purchase.isTopUp ? 'receipt.topUpText' : 'receipt.itemText', {
    place: purchase.name[locale],
    data: describeData(purchase, locale),
  });
  const { forPlace } = purchase;
  return forPlace ? t('translation:plans.planFor', { plan: item, place: forPlace[locale] }) : item;
}

/** `Of which VAT (20%)`: one row for each rate. */
export const taxRows = (
  t: MailTranslator,
  locale: Locale,
  { total, taxes }: { total: Money; taxes: readonly LineTax[] },
): [string, string][] =>
  taxes.map(({ rateBp, amount }) => [
    t('translation:order.receipt.tax', { percent: formatRate(rateBp, locale) }),
    formatMoney({ ...total, amount }, locale),
  ]);

/** Confirms the request that a plan begins while its buyer can withdraw: its text, time and language. Nothing without one. */
export const consentTexts = (t: MailTranslator, locale: Locale, consent: BeginConsent | null): string[] =>
  consent === null
    ? []
    : [
        t('translation:consent.mailed', {
          date: formatInstant(consent.at, locale, 'UTC'),
          version: consent.version,
          language: t(`translation:consent.languages.${consent.locale}`),
        }),
      ];

/** The subject of a refund: `your France eSIM`, or `your order of 3 eSIMs`. */
export function whatOf(t: MailTranslator, locale: Locale, purchases: readonly Purchase[]): string {
  const [first, ...others] = purchases;
  return first && others.length === 0
    ? t(first.isTopUp ? 'what.topUp' : 'what.esim', { place: placeOf(first, locale) })
    : t('what.order', { count: purchases.length });
}

/** `Visa ending in 4242`. The gateway returns brands in lower case. */
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
