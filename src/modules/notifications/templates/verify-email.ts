import { mailTranslator } from '../../../i18n/mail.ts';
import type { Locale } from '../../../shared/locale.ts';
import { button, mailDocument, note, paragraph, plainText, type RenderedMail } from './layout.ts';

/** `link` opens the page with the button that proves the address; it holds a single-use code. */
export type VerifyEmailData = { link: string; email: string };

/** Asks the owner of an account to prove the address. */
export function verifyEmailMail({ link, email }: VerifyEmailData, locale: Locale): RenderedMail {
  const t = mailTranslator(locale);
  const title = t('verifyEmail.title');
  const text = t('verifyEmail.text', { email });
  const footer = t('footer.account');
  return {
    subject: t('verifyEmail.subject'),
    html: mailDocument({
      locale,
      title,
      preheader: t('verifyEmail.preheader'),
      body: [paragraph(text), button(t('verifyEmail.button'), link), note(t('verifyEmail.link')), note(link), note(t('verifyEmail.ignore'))],
      footer,
    }),
    text: plainText([title, text, t('verifyEmail.link'), link, t('verifyEmail.ignore'), footer]),
    attachments: [],
  };
}
