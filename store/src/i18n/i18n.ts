import type { Locale } from '../shared/locale.ts';
import { en } from './messages/en.ts';
import { fr } from './messages/fr.ts';
import type { Same } from './same.ts';
import { createTranslate, type KeyOf, type Translate } from './translate.ts';

/** Areas of messages in each language. The browser may hold only some of them. */
export type Messages = Record<Locale, Partial<Same<typeof en>>>;

/** `t` of pages and of the API's errors. */
export type Translator = Translate<KeyOf<typeof en>>;

const translators: Record<Locale, Translator> = { en: createTranslate('en', en), fr: createTranslate('fr', fr) };

/** `t` of one language with every area: what the server holds. */
export function translator(locale: Locale): Translator {
  return translators[locale];
}
