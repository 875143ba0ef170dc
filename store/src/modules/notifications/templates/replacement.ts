import { describeData } from '../../../i18n/describe.ts';
import { mailTranslator } from '../../../i18n/mail.ts';
import type { Locale } from '../../../shared/locale.ts';
import { button, mailDocument, note, paragraph, plainRows, plainText, type RenderedMail } from './layout.ts';
import { placeOf, type Purchase } from './purchase.ts';

export type ReplacementData = {
  kind: 'replacement-confirmed' | 'replacement-refused' | 'replacement-failed';
  item: Purchase;
  /** What was left of its plan. */
  rest: { dataMb: number; unlimited: object | null };
  /** True when the old eSIM works on no phone any more. */
  oldStopped: boolean;
  orderNumber: string;
  /** Link that opens the order without a sign-in; contains a secret. */
  orderUrl: string;
  /** Where to ask; `email` null: the contact page alone. */
  support: { email: string | null; url: string };
};

const NAMES = {
  'replacement-confirmed': 'confirmed',
  'replacement-refused': 'refused',
  'replacement-failed': 'failed',
} as const;

/** Says that a request for a new eSIM was confirmed or refused, or that the new eSIM could not be had. */
export function replacementMail(data: ReplacementData, locale: Locale): RenderedMail {
  const t = mailTranslator(locale);
  const name = NAMES[data.kind];
  const words = { place: placeOf(data.item, locale), data: describeData(data.rest, locale), number: data.orderNumber };
  const title = t(`translation:renewal.${name}.title`, words);
  const text = t(`translation:renewal.${name}.text`, words);
  const old = t(`translation:renewal.old.${name === 'failed' && data.oldStopped ? 'stopped' : name}`);
  const { email, url } = data.support;
  const ask = t('translation:renewal.ask', { contact: email === null ? url : `${email}, ${url}` });
  const footer = t('footer.order');
  return {
    subject: t(`translation:renewal.${name}.subject`, words),
    locale,
    html: mailDocument({
      locale,
      title,
      preheader: old,
      body: [paragraph(text), paragraph(old), button(t('orderRefunded.button'), data.orderUrl), note(ask)],
      footer,
    }),
    text: plainText([
      title,
      text,
      old,
      ...plainRows(locale, [[t('orderRefunded.button'), data.orderUrl]]),
      ask,
      footer,
    ]),
    attachments: [],
  };
}
