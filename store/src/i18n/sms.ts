import type { Locale } from '../shared/locale.ts';
import { sms as en } from './messages/sms.en.ts';
import { sms as fr } from './messages/sms.fr.ts';
import { createTranslate, type KeyOf, type Translate } from './translate.ts';

type SmsTranslator = Translate<KeyOf<typeof en>>;

const translators: Record<Locale, SmsTranslator> = { en: createTranslate('en', en), fr: createTranslate('fr', fr) };

/** The translator of texts to phones for one language. */
export function smsTranslator(locale: Locale): SmsTranslator {
  return translators[locale];
}
