import { eachLocale, type Locale, LOCALES, type Localized } from './locale.ts';
import type { Merchant } from './merchant.ts';

/** From this number of languages on, "support in 10+ languages" is true. */
const MANY_LANGUAGES = 10;

/** Who answers travellers: the merchant's facts behind the claims "24/7 customer support" and "10+ languages". */
export type Support = {
  /** At any hour, every day. */
  always: boolean;
  hours: Localized | null;
  /** ISO 639-1 codes of the languages in which tickets are answered. */
  languages: readonly string[];
  manyLanguages: boolean;
};

/** Without a list of the merchant, tickets are answered in the languages of the pages. */
export function supportOf({
  supportAlways = false,
  supportHours,
  supportLanguages = LOCALES,
}: Pick<Merchant, 'supportAlways' | 'supportHours' | 'supportLanguages'>): Support {
  return {
    always: supportAlways,
    hours: supportHours === undefined ? null : eachLocale((locale) => supportHours[locale]),
    languages: supportLanguages,
    manyLanguages: supportLanguages.length >= MANY_LANGUAGES,
  };
}

/** The language of an answer unless the traveller chooses one: the page's, if tickets are answered in it. */
export const defaultLanguage = (languages: readonly string[], locale: Locale) =>
  languages.includes(locale) ? locale : languages[0]!;

/** The facts of a sandbox without a merchant's file: the specification's claims hold. */
export const SANDBOX_SUPPORT = {
  supportAlways: true,
  supportLanguages: ['en', 'fr', 'de', 'es', 'it', 'pt', 'nl', 'pl', 'ar', 'ja', 'ko', 'zh'],
} satisfies Merchant;
