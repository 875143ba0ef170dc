import { formatMoney } from '../../../i18n/format.ts';
import { mailTranslator } from '../../../i18n/mail.ts';
import type { Locale } from '../../../shared/locale.ts';
import type { Money } from '../../../shared/money.ts';
import {
  button,
  mailDocument,
  paragraph,
  plainRows,
  plainSection,
  plainText,
  receipt,
  type RenderedMail,
  section,
} from './layout.ts';
import { cardText, itemOf, type PaymentCard, placesOf, type Purchase, whatOf } from './purchase.ts';

export type OrderRefundedData = {
  /** The refunded items: one eSIM, or all of the order's. */
  items: Purchase[];
  /** True for one of several eSIMs. */
  othersStay: boolean;
  orderNumber: string;
  /** Link that opens the order without a sign-in; contains a secret. */
  orderUrl: string;
  /** The refunded amount. */
  total: Money;
  /** The price of `items`: more than `total` for a partial refund. */
  paid: Money;
  reason: 'fulfilment_failed' | 'duplicate_payment' | 'requested' | 'asked' | 'withdrawal';
  card: PaymentCard | null;
  /** Set when an operator paid it back in another way than to the card, with the reference of that payment. */
  otherWay: { reference: string | null } | null;
};

/** Says that the money was refunded, why, and when a bank will show it, or that it was paid another way. */
export function orderRefundedMail(data: OrderRefundedData, locale: Locale): RenderedMail {
  const t = mailTranslator(locale);
  const total = formatMoney(data.total, locale);
  const isOther = data.otherWay !== null;
  const isPart = data.total.amount < data.paid.amount && data.reason === 'requested';
  const why = t(wordOf(data, isPart), {
    what: whatOf(t, locale, data.items),
    place: placesOf(data.items, locale),
    total,
    paid: formatMoney(data.paid, locale),
  });
  const where = isOther
    ? t('orderRefunded.otherWay')
    : data.card === null
      ? t('orderRefunded.toSource')
      : t('orderRefunded.toCard', { card: cardText(t, data.card) });
  return refundMail(data, locale, {
    subject: t('orderRefunded.subject', { total }),
    preheader: t(isOther ? 'orderRefunded.otherPreheader' : 'orderRefunded.preheader'),
    title: t(isOther ? 'orderRefunded.otherTitle' : 'orderRefunded.title'),
    texts: [data.othersStay ? `${why} ${t('orderRefunded.othersStay')}` : why, where],
    amountLabel: t('orderRefunded.refunded'),
  });
}

function wordOf(data: OrderRefundedData, isPart: boolean) {
  if (data.reason === 'asked') return 'refund.reasons.asked' as const;
  if (data.reason === 'withdrawal')
    return data.total.amount < data.paid.amount
      ? ('refund.reasons.withdrawalPart' as const)
      : ('refund.reasons.withdrawal' as const);
  return `orderRefunded.reasons.${isPart ? 'part' : reasonOf({ ...data, reason: data.reason })}` as const;
}

/** Undelivered eSIMs have a text for the only one, for one of several, and for all of several. */
function reasonOf({
  reason,
  items,
  othersStay,
}: Pick<OrderRefundedData, 'items' | 'othersStay'> & {
  reason: Exclude<OrderRefundedData['reason'], 'asked' | 'withdrawal'>;
}) {
  if (reason !== 'fulfilment_failed') return reason;
  if (items.some(({ isTopUp }) => isTopUp)) return 'top_up_failed';
  return othersStay ? 'line_failed' : items.length > 1 ? 'order_failed' : reason;
}

/** Says that the buyer's bank returned the refund, and what happens next. */
export function refundReturnedMail(data: OrderRefundedData, locale: Locale): RenderedMail {
  const t = mailTranslator(locale);
  const total = formatMoney(data.total, locale);
  const words = { what: whatOf(t, locale, data.items), total };
  return refundMail(data, locale, {
    subject: t('refundReturned.subject', { total }),
    preheader: t('refundReturned.preheader'),
    title: t('refundReturned.title'),
    texts: [
      data.card === null
        ? t('refundReturned.text', words)
        : t('refundReturned.textCard', { ...words, card: cardText(t, data.card) }),
      t('refundReturned.next', words),
    ],
    amountLabel: t('refundReturned.amount'),
  });
}

function refundMail(
  data: OrderRefundedData,
  locale: Locale,
  words: { subject: string; preheader: string; title: string; texts: string[]; amountLabel: string },
): RenderedMail {
  const t = mailTranslator(locale);
  const { subject, preheader, title, texts, amountLabel } = words;
  const rows: [string, string][] = [
    [t('receipt.number'), data.orderNumber],
    ...data.items.map((item): [string, string] => [t('receipt.item'), itemOf(t, locale, item)]),
    [amountLabel, formatMoney(data.total, locale)],
    ...(data.otherWay?.reference ? [[t('orderRefunded.reference'), data.otherWay.reference] as [string, string]] : []),
  ];
  const footer = t('footer.order');
  return {
    subject,
    locale,
    html: mailDocument({
      locale,
      title,
      preheader,
      body: [
        ...texts.map(paragraph),
        button(t('orderRefunded.button'), data.orderUrl),
        section(t('receipt.title'), receipt(rows)),
      ],
      footer,
    }),
    text: plainText([
      title,
      ...texts,
      ...plainRows(locale, [[t('orderRefunded.button'), data.orderUrl]]),
      plainSection(t('receipt.title'), plainRows(locale, rows)),
      footer,
    ]),
    attachments: [],
  };
}
