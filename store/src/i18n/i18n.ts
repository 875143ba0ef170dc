import { eachLocale, type Locale } from '../shared/locale.ts';
import { areas } from './areas.ts';
import { createTranslators, type KeyOf, type Translate } from './translate.ts';

type English = { [Area in keyof typeof areas]: (typeof areas)[Area]['en'] };

/** Some areas of messages, each in every language. */
export type Areas = Partial<Record<keyof typeof areas, Readonly<Record<Locale, object>>>>;

/** `t` of pages and of the API's errors. */
export type Translator = Translate<KeyOf<English>>;

/** The messages of pages and of the API by language. */
export const MESSAGES = eachLocale(
  (locale) => Object.fromEntries(Object.entries(areas).map(([area, words]) => [area, words[locale]])) as English,
);

const translators = createTranslators<KeyOf<English>>(MESSAGES);

/** `t` of one language with every area, for the server. */
export function translator(locale: Locale): Translator {
  return translators[locale];
}
