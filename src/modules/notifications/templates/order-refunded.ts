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
import { cardText, itemOf, type PaymentCard, placeOf, type Purchase } from './purchase.ts';

export type OrderRefundedData = Purchase & {
  orderNumber: string;
  /** Link that opens the order without signing in; holds a secret. */
  orderUrl: string;
  /** What went back. */
  total: Money;
  reason: 'fulfilment_failed' | 'duplicate_payment' | 'requested';
  card: PaymentCard | null;
};

/** The money went back, why, and when a bank will show it. */
export function orderRefundedMail(data: OrderRefundedData, locale: Locale): RenderedMail {
  const t = mailTranslator(locale);
  const total = formatMoney(data.total, locale);
  const title = t('orderRefunded.title');
  const why = t(`orderRefunded.reasons.${data.reason}`, { place: placeOf(t, data), total });
  const where =
    data.card === null ? t('orderRefunded.toSource') : t('orderRefunded.toCard', { card: cardText(t, data.card) });
  const rows: [string, string][] = [
    [t('receipt.number'), data.orderNumber],
    [t('receipt.item'), itemOf(t, locale, data)],
    [t('orderRefunded.refunded'), total],
  ];
  const footer = t('footer.order');
  return {
    subject: t('orderRefunded.subject', { total }),
    html: mailDocument({
      locale,
      title,
      preheader: t('orderRefunded.preheader'),
      body: [
        paragraph(why),
        paragraph(where),
        button(t('orderRefunded.button'), data.orderUrl),
        section(t('receipt.title'), receipt(rows)),
      ],
      footer,
    }),
    text: plainText([
      title,
      why,
      where,
      ...plainRows(locale, [[t('orderRefunded.button'), data.orderUrl]]),
      plainSection(t('receipt.title'), plainRows(locale, rows)),
      footer,
    ]),
    attachments: [],
  };
}
