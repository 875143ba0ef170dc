/**
 * The interface languages, one line each. The code is also the name of the folder of messages (`src/i18n/<code>/`), the
 * URL prefix and the cookie's value; the BCP 47 tag controls the format of figures and dates. English is the
 * specification's fallback and stays first. A new line requires `npm run gen` (docs/guides/a-language.md).
 */
export const LANGUAGE_TAGS = {
  en: 'en-US',
  fr: 'fr-FR',
} as const;

export type Locale = keyof typeof LANGUAGE_TAGS;
export const FALLBACK_LOCALE = 'en' satisfies Locale;
export const LOCALES = Object.keys(LANGUAGE_TAGS) as [Locale, ...Locale[]];

/** One text in each language. */
export type Localized = Readonly<Record<Locale, string>>;

/** Calls `make` for each language; returns the results by language. */
export function eachLocale<T>(make: (locale: Locale) => T): Record<Locale, T> {
  return Object.fromEntries(LOCALES.map((locale) => [locale, make(locale)])) as Record<Locale, T>;
}

/** Completes a text from files, rows or storage: a missing language gets the English text. */
export function localized(text: { readonly en: string } & Partial<Localized>): Localized {
  return eachLocale((locale) => text[locale] ?? text.en);
}

/** The next language in a switch that cycles through all of them. */
export function afterLocale(locale: Locale): Locale {
  return LOCALES[(LOCALES.indexOf(locale) + 1) % LOCALES.length]!;
}

/** Name of the cookie and of the local-storage key of the chosen language. */
export const LOCALE_KEY = 'cairn_lang';

export function isLocale(value: unknown): value is Locale {
  return typeof value === 'string' && (LOCALES as readonly string[]).includes(value);
}

/**
 * The best supported language for an Accept-Language header or a list of browser languages (`fr-CA` counts as `fr`).
 */
export function matchLocale(preferences: string | readonly string[] | null | undefined): Locale {
  const wanted = typeof preferences === 'string' ? parseAcceptLanguage(preferences) : (preferences ?? []);
  for (const tag of wanted) {
    const base = tag.toLowerCase().split('-')[0];
    if (isLocale(base)) return base;
  }
  return FALLBACK_LOCALE;
}

/** Language tags of an Accept-Language header by preference; refused ones (q=0) are left out (RFC 9110, 12.5.4). */
function parseAcceptLanguage(header: string): string[] {
  return header
    .split(',')
    .map((part, position) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const q = parameters.map((p) => /^\s*q=([0-9.]+)\s*$/i.exec(p)?.[1]).find((v) => v !== undefined);
      return { tag: tag.trim(), quality: q === undefined ? 1 : Number(q), position };
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality || a.position - b.position)
    .map(({ tag }) => tag);
}
