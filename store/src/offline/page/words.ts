import { formatData, formatDate, formatTime } from '../../i18n/format.ts';
import { offline } from '../../i18n/areas/offline.ts';
import { steps } from '../../i18n/areas/steps.ts';
import { cookieLocale } from '../../i18n/request-locale.ts';
import { createTranslators, type KeyOf, type Translate } from '../../i18n/translate.ts';
import { localeOfAddress } from '../../shared/page-address.ts';
import { isLocale, type Locale, LOCALE_KEY, matchLocale } from '../../shared/locale.ts';

type Say = Translate<KeyOf<(typeof offline)['en']>>;

type SayStep = Translate<KeyOf<(typeof steps)['en']>>;

/** `s`: the messages of the steps, which the page "No connection?" has too. */
export type Words = { locale: Locale; t: Say; s: SayStep } & ReturnType<typeof formatters>;

const translators = createTranslators<KeyOf<(typeof offline)['en']>>(offline);
const stepTranslators = createTranslators<KeyOf<(typeof steps)['en']>>(steps);

/** The messages of the offline document in one language. */
export function wordsIn(locale: Locale): Words {
  const t = translators[locale];
  return { locale, t, s: stepTranslators[locale], ...formatters(locale, t) };
}

function formatters(locale: Locale, t: Say) {
  return {
    data: (megabytes: number) => formatData(megabytes, locale),
    days: (count: number) => t('kept.days', { count }),
    date: (instant: string) => formatDate(instant, locale),
    /** `today 8:12 AM`, or a date with its time. */
    when(instant: string): string {
      const time = formatTime(instant, locale);
      const isToday = new Date(instant).toDateString() === new Date().toDateString();
      return isToday ? t('bar.today', { time }) : t('bar.on', { date: formatDate(instant, locale), time });
    },
  };
}

/** The stored language, otherwise that of a URL under `/fr`, otherwise the cookie's, otherwise the browser's. */
export function rememberedLocale(): Locale {
  try {
    const stored = localStorage.getItem(LOCALE_KEY);
    if (isLocale(stored)) return stored;
  } catch {
    // Storage can be forbidden.
  }
  return localeOfAddress(location.pathname) ?? cookieLocale(document.cookie) ?? matchLocale(navigator.languages);
}

/** Stores a choice like the site does (`src/web/language.ts`): in local storage, and in the cookie for the server. */
export function rememberLocale(locale: Locale): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${LOCALE_KEY}=${locale}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  try {
    localStorage.setItem(LOCALE_KEY, locale);
  } catch {
    // Then only the cookie has it.
  }
}
