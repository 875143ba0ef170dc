import { mailTranslator } from '../../../i18n/mail.ts';
import type { Locale } from '../../../shared/locale.ts';
import { button, mailDocument, note, paragraph, plainText, type RenderedMail } from './layout.ts';

/** A new link to an order, for the reader of its earlier mails; contains nothing about the order itself. */
export function orderLinkMail({ link, days }: { link: string; days: number }, locale: Locale): RenderedMail {
  const t = mailTranslator(locale);
  const title = t('orderLink.title');
  const text = t('orderLink.text');
  const ending = `${t('orderLink.works', { count: days })} ${t('orderLink.ignore')}`;
  const footer = t('footer.order');
  return {
    subject: t('orderLink.subject'),
    locale,
    html: mailDocument({
      locale,
      title,
      preheader: t('orderLink.preheader'),
      body: [paragraph(text), button(t('orderLink.button'), link), note(t('link.copy')), note(link), note(ending)],
      footer,
    }),
    text: plainText([title, text, t('link.copy'), link, ending, footer]),
    attachments: [],
  };
}
