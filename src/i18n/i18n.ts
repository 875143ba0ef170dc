import { createInstance, type i18n, type TFunction } from 'i18next';
import { FALLBACK_LOCALE, type Locale, LOCALES } from '../shared/locale.ts';
import { en } from './messages/en.ts';
import { fr } from './messages/fr.ts';
import type { Same } from './same.ts';

/** Areas of messages in each language. The browser may hold only some of them. */
export type Messages = Record<Locale, Partial<Same<typeof en>>>;

/** Every area: what the server holds. */
export const allMessages: Messages = { en, fr };

/** An i18next instance of its own, ready at once. One per request, one per browser tab. */
export function createI18n(locale: Locale, messages: Messages): i18n {
  const instance = createInstance();
  void instance.init({
    lng: locale,
    fallbackLng: FALLBACK_LOCALE,
    supportedLngs: [...LOCALES],
    resources: { en: { translation: messages.en }, fr: { translation: messages.fr } },
    initAsync: false,
    // React and hono/html escape; doing it here, too, would show entities.
    interpolation: { escapeValue: false },
  });
  return instance;
}

const translators = new Map<Locale, TFunction>();

/** `t` of one language, without React: mails, API errors. */
export function translator(locale: Locale): TFunction {
  const known = translators.get(locale);
  if (known !== undefined) return known;
  const t = createI18n(locale, allMessages).getFixedT(locale);
  translators.set(locale, t);
  return t;
}
