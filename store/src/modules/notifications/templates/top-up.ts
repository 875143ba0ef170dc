import { describeData } from '../../../i18n/describe.ts';
import { formatMoney } from '../../../i18n/format.ts';
import { mailTranslator, type MailTranslator } from '../../../i18n/mail.ts';
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

export type TopUpData = {
  item: Purchase & { days: number };
  /** Plans that are used before it. */
  before: { dataMb: number; unlimited: object | null; remainingMb: number }[];
  orderNumber: string;
  /** Link that opens the page of the eSIM without a sign-in; contains a secret. */
  esimUrl: string;
  total: Money;
  card: PaymentCard | null;
};

/** Says what was added to an eSIM, and what is used first. */
export function topUpMail(data: TopUpData, locale: Locale): RenderedMail {
  const t = mailTranslator(locale);
  const { item, before, total, card } = data;
  const words = {
    place: placeOf(item, locale),
    data: describeData(item, locale),
    days: t('translation:plans.days', { count: item.days }),
  };
  const title = t('topUpReady.title', words);
  const text = t('topUpReady.text', words);
  const order = orderOfUse(t, before, locale);
  const rows: [string, string][] = [
    [t('receipt.number'), data.orderNumber],
    [t('receipt.item'), itemOf(t, locale, item)],
    [t('receipt.total'), formatMoney(total, locale)],
    ...(card === null ? [] : [[t('receipt.card'), cardText(t, card)] as [string, string]]),
  ];
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
        button(t('topUpReady.button'), data.esimUrl),
        section(t('receipt.title'), receipt(rows)),
      ],
      footer,
    }),
    text: plainText([
      title,
      text,
      order,
      ...plainRows(locale, [[t('topUpReady.button'), data.esimUrl]]),
      plainSection(t('receipt.title'), plainRows(locale, rows)),
      footer,
    ]),
    attachments: [],
  };
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
