import { formatDate, formatMoney } from '../../../i18n/format.ts';
import { mailTranslator } from '../../../i18n/mail.ts';
import type { Locale } from '../../../shared/locale.ts';
import type { Money } from '../../../shared/money.ts';
import {
  button,
  mailDocument,
  note,
  paragraph,
  plainRows,
  plainSection,
  plainText,
  type RenderedMail,
  section,
  writing,
} from './layout.ts';
import { type Purchase, whatOf } from './purchase.ts';

export type RefundRequestData = {
  state: 'received' | 'granted' | 'refused';
  kind: 'unused' | 'fault' | 'withdrawal';
  item: Purchase;
  /** Up to which was asked for; of a granted one, what goes back. */
  amount: Money;
  /** What was paid for the item. */
  price: Money;
  answerBy: Date | null;
  /** What a person answered. */
  answer: string | null;
  /** Link that opens the order without a sign-in; contains a secret. */
  orderUrl: string;
  /** Where to ask; `email` null: the contact page alone. */
  support: { email: string | null; url: string };
};

/** Says that a person decides about a refund, and until when, or what a person has decided. */
export function refundRequestMail(data: RefundRequestData, locale: Locale): RenderedMail {
  const t = mailTranslator(locale);
  const { state, answer } = data;
  const amount = formatMoney(data.amount, locale);
  const words = { what: whatOf(t, locale, [data.item]), amount, upTo: amount, price: formatMoney(data.price, locale) };
  const title = t(`refund.${state}.title`, words);
  const texts = state === 'received' ? receivedTexts(data, locale, words) : [t(`refund.${state}.text`, words)];
  const { email, url } = data.support;
  const ask = t('refund.ask', { contact: email === null ? url : `${email}, ${url}` });
  const footer = t('footer.order');
  return {
    subject: t(`refund.${state}.subject`, words),
    locale,
    html: mailDocument({
      locale,
      title,
      preheader: texts[0] ?? title,
      body: [
        ...texts.map(paragraph),
        ...(answer === null ? [] : [section(t('refund.answer'), writing(answer))]),
        button(t('orderRefunded.button'), data.orderUrl),
        note(ask),
      ],
      footer,
    }),
    text: plainText([
      title,
      ...texts,
      answer === null ? null : plainSection(t('refund.answer'), [answer]),
      ...plainRows(locale, [[t('orderRefunded.button'), data.orderUrl]]),
      ask,
      footer,
    ]),
    attachments: [],
  };
}

function receivedTexts(
  { kind, answerBy }: RefundRequestData,
  locale: Locale,
  words: { what: string; upTo: string },
): string[] {
  const t = mailTranslator(locale);
  const by = answerBy === null ? [] : [t('refund.received.by', { date: formatDate(answerBy, locale, 'UTC') })];
  return [t(`refund.received.${kind}`, words), ...by, t('refund.received.nothing')];
}
