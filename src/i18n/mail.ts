import type { TFunction } from 'i18next';
import type { Locale } from '../shared/locale.ts';
import { allMessages, createI18n } from './i18n.ts';
import { mail as en } from './messages/mail.en.ts';
import { mail as fr } from './messages/mail.fr.ts';

const WORDS = { en, fr };
const NAMESPACES = ['mail', 'translation'] as const;

/** `t` of the mails: their own words (`t('esimReady.subject')`) and everyone's (`t('translation:plans.days')`). */
export type MailTranslator = TFunction<typeof NAMESPACES>;

const translators = new Map<Locale, MailTranslator>();

/** The mails' translator for one language. Apart from `translator`, since whatever that one holds ships to browsers. */
export function mailTranslator(locale: Locale): MailTranslator {
  const known = translators.get(locale);
  if (known !== undefined) return known;
  const i18n = createI18n(locale, allMessages);
  i18n.addResourceBundle(locale, 'mail', WORDS[locale]);
  const t = i18n.getFixedT(locale, NAMESPACES);
  translators.set(locale, t);
  return t;
}
