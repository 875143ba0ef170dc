import { formatData, formatDate, formatTime } from '../../i18n/format.ts';
import { offline as en } from '../../i18n/messages/offline.en.ts';
import { offline as fr } from '../../i18n/messages/offline.fr.ts';
import { createTranslate, type KeyOf, type Translate } from '../../i18n/translate.ts';
import { isLocale, type Locale, LOCALE_KEY, matchLocale } from '../../shared/locale.ts';

export type Words = { locale: Locale; t: Translate<KeyOf<typeof en>> } & ReturnType<typeof formatters>;

/** The words of the offline document in one language. */
export function wordsIn(locale: Locale): Words {
  const t = createTranslate<KeyOf<typeof en>>(locale, locale === 'fr' ? fr : en);
  return { locale, t, ...formatters(locale, t) };
}

function formatters(locale: Locale, t: Translate<KeyOf<typeof en>>) {
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

/** The remembered language, else that of an address under `/fr`, else the browser's. */
export function rememberedLocale(): Locale {
  try {
    const stored = localStorage.getItem(LOCALE_KEY);
    if (isLocale(stored)) return stored;
  } catch {
    // Storage can be forbidden altogether.
  }
  return /^\/fr(?:\/|$)/.test(location.pathname) ? 'fr' : matchLocale(navigator.languages);
}

/** Remembers a choice as the site does (`src/web/language.ts`): in storage, and in the cookie that the server reads. */
export function rememberLocale(locale: Locale): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${LOCALE_KEY}=${locale}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  try {
    localStorage.setItem(LOCALE_KEY, locale);
  } catch {
    // The cookie alone then carries it.
  }
}
