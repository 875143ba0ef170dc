import { mailTranslator } from '../../../i18n/mail.ts';
import type { Locale } from '../../../shared/locale.ts';
import { button, mailDocument, note, paragraph, plainText, type RenderedMail } from './layout.ts';

/** Mails with a requested link: the i18n keys of their text. */
export type LinkMailKind = 'verifyEmail' | 'passwordReset' | 'emailSignIn' | 'changeEmail';

/** `link` opens the page that confirms the action; it contains a single-use code that works for `minutes`. */
export type LinkMailData = { link: string; email: string; minutes: number };

/** Says what the link does, has it as a button and as text to copy, and says that nothing happens without a click. */
export function linkMail(kind: LinkMailKind, { link, email, minutes }: LinkMailData, locale: Locale): RenderedMail {
  const t = mailTranslator(locale);
  const title = t(`${kind}.title`);
  const text = t(`${kind}.text`, { email });
  const once =
    minutes < 120
      ? t('link.onceMinutes', { count: minutes })
      : t('link.onceHours', { count: Math.floor(minutes / 60) });
  const ending = `${once} ${t(`${kind}.ignore`)}`;
  // The requested address may have no account.
  const footer = kind === 'verifyEmail' ? t('footer.account') : t('footer.asked');
  return {
    subject: t(`${kind}.subject`),
    locale,
    html: mailDocument({
      locale,
      title,
      preheader: t(`${kind}.preheader`),
      body: [paragraph(text), button(t(`${kind}.button`), link), note(t('link.copy')), note(link), note(ending)],
      footer,
    }),
    text: plainText([title, text, t('link.copy'), link, ending, footer]),
    attachments: [],
  };
}
