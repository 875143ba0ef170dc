import { formatInstant } from '../../../i18n/format.ts';
import { mailTranslator } from '../../../i18n/mail.ts';
import type { Locale } from '../../../shared/locale.ts';
import { button, mailDocument, note, paragraph, plainText, type RenderedMail } from './layout.ts';

/** Notices that the owner of an account did not request. `link` reverts the change if the owner did not make it. */
export type AccountNews =
  | { kind: 'passwordChanged' | 'passwordRemoved' | 'recoveryCodesMade' | 'recoveryCodeUsed'; link: string }
  | { kind: 'emailChanged'; link: string; newEmail: string }
  | { kind: 'providerLinked' | 'providerUnlinked'; link: string; /** By the wire's name. */ way: string }
  | {
      kind: 'passkeyAdded' | 'passkeyRemoved' | 'passkeyCopied';
      link: string;
      /** What its owner calls it. */ name: string;
    }
  | { kind: 'secondFactorAdded' | 'secondFactorRemoved'; link: string; /** `totp` or `phone`. */ way: string }
  | { kind: 'newDevice'; link: string; device: string; at: Date }
  | { kind: 'accountDeleted' };

/** What happened to the account, and what to do if the owner did not do it. */
export function accountNewsMail(news: AccountNews, locale: Locale): RenderedMail {
  const t = mailTranslator(locale);
  const title = t(`${news.kind}.title`);
  const text = textOf(news, locale);
  const footer = t('footer.account');
  const wayBack =
    news.kind === 'accountDeleted'
      ? null
      : { link: news.link, text: t(`${news.kind}.wayBack`), button: t(`${news.kind}.button`) };
  return {
    subject: t(`${news.kind}.subject`),
    locale,
    html: mailDocument({
      locale,
      title,
      preheader: t(`${news.kind}.preheader`),
      body: [
        paragraph(text),
        ...(wayBack
          ? [paragraph(wayBack.text), button(wayBack.button, wayBack.link), note(t('link.copy')), note(wayBack.link)]
          : [note(t('accountDeleted.kept'))]),
      ],
      footer,
    }),
    text: plainText([
      title,
      text,
      ...(wayBack ? [wayBack.text, `${wayBack.button}\n${wayBack.link}`] : [t('accountDeleted.kept')]),
      footer,
    ]),
    attachments: [],
  };
}

/** i18n keys of the ways to sign in. */
const WAYS = {
  'google.com': 'google',
  'facebook.com': 'facebook',
  password: 'password',
  totp: 'totp',
  phone: 'phone',
} as const;

function textOf(news: AccountNews, locale: Locale): string {
  const t = mailTranslator(locale);
  if (news.kind === 'emailChanged') return t('emailChanged.text', { newEmail: news.newEmail });
  if ('way' in news) {
    const way = news.way in WAYS ? t(`ways.${WAYS[news.way as keyof typeof WAYS]}`) : news.way;
    return t(`${news.kind}.text`, { way });
  }
  if ('name' in news) return t(`${news.kind}.text`, { name: news.name });
  if (news.kind !== 'newDevice') return t(`${news.kind}.text`);
  return t('newDevice.text', {
    device: news.device === '' ? t('newDevice.unknown') : news.device,
    time: formatInstant(news.at, locale, 'UTC'),
  });
}
