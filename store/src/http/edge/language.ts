import { requestLocale } from '../../i18n/request-locale.ts';
import { type Locale, matchLocale } from '../../shared/locale.ts';
import { localeOfAddress } from '../../shared/page-address.ts';

/** What says the language of a request: its address, the header X-Locale, or the reader's cookie and browser. */
export type LanguageSource = 'address' | 'header' | 'reader';

type Stated = { locale?: string | undefined; cookie?: string | undefined; acceptLanguage?: string | undefined };

/**
 * The language of a request. Our own scripts send X-Locale, and so does a CDN that has read cookie and browser itself:
 * then one header stands for all of them, and copies of an answer are as many as languages. It needs no trust: it
 * chooses the language of this answer, and the answer varies by it.
 */
export function languageOf(path: string, stated: Stated): { locale: Locale; source: LanguageSource } {
  const ofAddress = localeOfAddress(path);
  if (ofAddress !== undefined) return { locale: ofAddress, source: 'address' };
  if (stated.locale) return { locale: matchLocale([stated.locale]), source: 'header' };
  return { locale: requestLocale(stated.cookie, stated.acceptLanguage), source: 'reader' };
}
