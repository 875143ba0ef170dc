import type { Locale } from '../shared/locale.ts';
import { sms } from './areas/sms.ts';
import { createTranslators, type KeyOf, type Translate } from './translate.ts';

const translators = createTranslators<KeyOf<(typeof sms)['en']>>(sms);

/** The translator of text messages for one language. */
export function smsTranslator(locale: Locale): Translate<KeyOf<(typeof sms)['en']>> {
  return translators[locale];
}
