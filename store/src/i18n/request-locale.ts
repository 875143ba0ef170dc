import { isLocale, type Locale, LOCALE_KEY, matchLocale } from '../shared/locale.ts';

/** The reader's language on the server: the language cookie, then Accept-Language, then English. */
export function requestLocale(cookie: string | null | undefined, acceptLanguage: string | null | undefined): Locale {
  const cookies = (cookie ?? '').split(';');
  for (const cookie of cookies) {
    const [name, value] = cookie.trim().split('=');
    if (name === LOCALE_KEY && isLocale(value)) return value;
  }
  return matchLocale(acceptLanguage);
}
