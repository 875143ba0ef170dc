import { isLocale, type Locale, LOCALE_KEY, matchLocale } from '../shared/locale.ts';

/** The reader's language on the server: the language cookie, then Accept-Language, then English. */
export function requestLocale(cookie: string | null | undefined, acceptLanguage: string | null | undefined): Locale {
  return cookieLocale(cookie) ?? matchLocale(acceptLanguage);
}

/** The language in a Cookie header or in `document.cookie`. */
export function cookieLocale(cookies: string | null | undefined): Locale | undefined {
  for (const cookie of (cookies ?? '').split(';')) {
    const [name, value] = cookie.trim().split('=');
    if (name === LOCALE_KEY && isLocale(value)) return value;
  }
  return undefined;
}
