import { describeData } from '../../../i18n/describe.ts';
import { formatMoney, formatPercent } from '../../../i18n/format.ts';
import { mailTranslator, type MailTranslator } from '../../../i18n/mail.ts';
import type { BeginConsent } from '../../../shared/consent.ts';
import type { Locale } from '../../../shared/locale.ts';
import type { Money } from '../../../shared/money.ts';
import type { LineTax } from '../../../shared/tax.ts';
import {
  button,
  mailDocument,
  paragraph,
  plainRows,
  plainSection,
  plainText,
  quietLink,
  receipt,
  type RenderedMail,
  section,
} from './layout.ts';
import { cardText, consentTexts, itemOf, type PaymentCard, placeOf, type Purchase, taxRows } from './purchase.ts';
import { withdrawSection, withdrawText } from './withdraw-link.ts';

export type TopUpData = {
  item: Purchase & { days: number };
  /** Plans that are used before it. */
  before: { dataMb: number; unlimited: object | null; remainingMb: number }[];
  orderNumber: string;
  /** Link that opens the page of the eSIM without a sign-in; contains a secret. */
  esimUrl: string;
  /** The withdrawal function. */
  withdrawUrl: string;
  /** Link that opens its receipt as PDF; contains a secret. */
  receiptUrl: string;
  total: Money;
  card: PaymentCard | null;
  /** The buyer's request that the plan begins while they can withdraw; null: none. */
  consent: BeginConsent | null;
  /** The tax inside the price. */
  taxes: LineTax[];
  /**
   * What auto top-up has done it for: the percent that were left, its cap and what of it is spent this month, and the page
   * that switches it off (null: it is off). Null: a top-up by hand.
   */
  automatic: { percent: number; cap: Money; spent: Money; offUrl: string | null } | null;
};

/** Says what was added to an eSIM, and what is used first. */
export function topUpMail(data: TopUpData, locale: Locale): RenderedMail {
  const t = mailTranslator(locale);
  const { item, before, total, card, automatic } = data;
  const offUrl = automatic?.offUrl ?? null;
  const words = {
    place: placeOf(item, locale),
    data: describeData(item, locale),
    days: t('translation:plans.days', { count: item.days }),
  };
  const title = t('topUpReady.title', words);
  const { text, month } = causeOf(t, data, locale);
  const order = orderOfUse(t, before, locale);
  const rows: [string, string][] = [
    [t('receipt.number'), data.orderNumber],
    [t('receipt.item'), itemOf(t, locale, item)],
    [t('receipt.total'), formatMoney(total, locale)],
    ...taxRows(t, locale, data),
    ...(card === null ? [] : [[t('receipt.card'), cardText(t, card)] as [string, string]]),
  ];
  const consent = consentTexts(t, locale, data.consent);
  const footer = t('footer.order');
  return {
    subject: t('topUpReady.subject', words),
    locale,
    html: mailDocument({
      locale,
      title,
      preheader: order,
      body: [
        paragraph(text),
        paragraph(order),
        ...month.map(paragraph),
        button(t('topUpReady.button'), data.esimUrl),
        section(t('receipt.title'), [receipt(rows), quietLink(t('receipt.pdf'), data.receiptUrl)]),
        ...consent.map(paragraph),
        withdrawSection(t, data.withdrawUrl),
        ...(offUrl === null ? [] : [quietLink(t('autoTopUp.off'), offUrl)]),
      ],
      footer,
    }),
    text: plainText([
      title,
      text,
      order,
      ...month,
      ...plainRows(locale, [[t('topUpReady.button'), data.esimUrl]]),
      plainSection(t('receipt.title'), plainRows(locale, [...rows, [t('receipt.pdf'), data.receiptUrl]])),
      ...consent,
      withdrawText(t, locale, data.withdrawUrl),
      ...(offUrl === null ? [] : plainRows(locale, [[t('autoTopUp.off'), offUrl]])),
      footer,
    ]),
    attachments: [],
  };
}

/** Why the plan was added, and what auto top-up has spent this month. */
function causeOf(
  t: MailTranslator,
  { item, total, card, automatic }: TopUpData,
  locale: Locale,
): { text: string; month: string[] } {
  const words = {
    place: placeOf(item, locale),
    data: describeData(item, locale),
    days: t('translation:plans.days', { count: item.days }),
  };
  if (automatic === null) return { text: t('topUpReady.text', words), month: [] };
  const { percent, cap, spent } = automatic;
  const paid = {
    percent: formatPercent(percent / 100, locale),
    price: formatMoney(total, locale),
    card: card === null ? t('autoTopUp.card') : cardText(t, card),
  };
  const sums = { spent: formatMoney(spent, locale), cap: formatMoney(cap, locale) };
  return { text: t('autoTopUp.added', { ...words, ...paid }), month: [t('autoTopUp.month', sums)] };
}

/** Which plan is used first. */
function orderOfUse(t: MailTranslator, before: TopUpData['before'], locale: Locale): string {
  const [first, ...others] = before;
  if (!first) return t('topUpReady.now');
  if (others.length > 0) return t('topUpReady.afterOthers', { count: before.length });
  return first.unlimited === null
    ? t('topUpReady.after', { data: describeData({ dataMb: first.remainingMb, unlimited: null }, locale) })
    : t('topUpReady.afterUnlimited');
}
