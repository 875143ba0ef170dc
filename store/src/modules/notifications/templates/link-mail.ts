import { mailTranslator } from '../../../i18n/mail.ts';
import type { Locale } from '../../../shared/locale.ts';
import { button, mailDocument, note, paragraph, plainText, type RenderedMail } from './layout.ts';

/** Mails that somebody asked for, to click a link in. The keys of their words. */
export type LinkMailKind = 'verifyEmail' | 'passwordReset' | 'emailSignIn' | 'changeEmail';

/** `link` opens the page with the button that does it, and holds a single-use code that works for `minutes`. */
export type LinkMailData = { link: string; email: string; minutes: number };

/** What the link is for, the link as a button and to be copied, and that nothing happens without the click. */
export function linkMail(kind: LinkMailKind, { link, email, minutes }: LinkMailData, locale: Locale): RenderedMail {
  const t = mailTranslator(locale);
  const title = t(`${kind}.title`);
  const text = t(`${kind}.text`, { email });
  const once =
    minutes < 120
      ? t('link.onceMinutes', { count: minutes })
      : t('link.onceHours', { count: Math.floor(minutes / 60) });
  const ending = `${once} ${t(`${kind}.ignore`)}`;
  // Asked for with this address, which may have no account.
  const footer = kind === 'verifyEmail' ? t('footer.account') : t('footer.asked');
  return {
    subject: t(`${kind}.subject`),
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
