import type { Locale } from '../shared/locale.ts';
import { translator, type Translator } from './i18n.ts';
import { mail as en } from './messages/mail.en.ts';
import { mail as fr } from './messages/mail.fr.ts';
import { createTranslate, type KeyOf, type Translate } from './translate.ts';

const EVERYONES = 'translation:';

type OwnKey = KeyOf<typeof en>;

/** `t` of the mails: their own words (`t('esimReady.subject')`) and everyone's (`t('translation:plans.days')`). */
export type MailTranslator = Translate<OwnKey | `${typeof EVERYONES}${Parameters<Translator>[0]}`>;

const translators: Record<Locale, MailTranslator> = { en: join('en', en), fr: join('fr', fr) };

/** The mails' translator for one language. Apart from `translator`, since whatever that one holds ships to browsers. */
export function mailTranslator(locale: Locale): MailTranslator {
  return translators[locale];
}

function join(locale: Locale, words: object): MailTranslator {
  const own = createTranslate<OwnKey>(locale, words);
  const everyones = translator(locale);
  return (key, values) =>
    key.startsWith(EVERYONES)
      ? everyones(key.slice(EVERYONES.length) as Parameters<Translator>[0], values)
      : own(key as OwnKey, values);
}
