import { useCallback, useEffect } from 'react';
import { isLocale, type Locale, LOCALE_KEY, matchLocale } from '../shared/locale.ts';
import { useTranslation } from './translation.tsx';

const A_YEAR_IN_SECONDS = 31_536_000;

/** The language of the page, as shown now. */
export function useLocale(): Locale {
  return useTranslation().locale;
}

/** Changes the interface at once, remembers the choice and mirrors it to the cookie that the server reads. */
export function useChooseLanguage(): (locale: Locale) => void {
  const { setLocale } = useTranslation();
  return useCallback(
    (locale) => {
      remember(locale);
      setLocale(locale);
    },
    [setLocale],
  );
}

/** After hydration: the remembered language, else the browser's (specification, 4: "Language"). Called once, by the root. */
export function useDetectedLanguage(): void {
  const choose = useChooseLanguage();
  useEffect(() => {
    choose(storedLocale() ?? matchLocale(navigator.languages));
  }, [choose]);
}

function storedLocale(): Locale | undefined {
  try {
    const stored = localStorage.getItem(LOCALE_KEY);
    return isLocale(stored) ? stored : undefined;
  } catch {
    return undefined; // storage can be forbidden altogether
  }
}

function remember(locale: Locale): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${LOCALE_KEY}=${locale}; Path=/; Max-Age=${A_YEAR_IN_SECONDS}; SameSite=Lax${secure}`;
  try {
    localStorage.setItem(LOCALE_KEY, locale);
  } catch {
    // The cookie alone then carries it.
  }
}
