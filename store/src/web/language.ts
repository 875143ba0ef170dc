import { useCallback, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { cookieLocale } from '../i18n/request-locale.ts';
import { isLocale, type Locale, LOCALE_KEY, matchLocale } from '../shared/locale.ts';
import { addressIn, localeOfAddress } from '../shared/page-address.ts';
import { useTranslation } from './translation.tsx';

const A_YEAR_IN_SECONDS = 31_536_000;

/** The current language of the page. */
export function useLocale(): Locale {
  return useTranslation().locale;
}

/**
 * Changes the interface at once, stores the choice and mirrors it to the cookie for the server. A public page also
 * changes its URL to that language, in place and without a request.
 */
export function useChooseLanguage(): (locale: Locale) => void {
  const { setLocale } = useTranslation();
  const navigate = useNavigate();
  return useCallback(
    (locale) => {
      remember(locale);
      setLocale(locale);
      const { pathname, search, hash } = location;
      const address = addressIn(locale, pathname);
      if (address === pathname) return;
      const options = { replace: true, preventScrollReset: true, defaultShouldRevalidate: false };
      // Without the fragment, to which the router would scroll.
      void Promise.resolve(navigate(address + search, options)).then(() => {
        if (hash !== '') history.replaceState(history.state, '', hash);
      });
    },
    [setLocale, navigate],
  );
}

/**
 * After hydration: the stored language, otherwise that of a URL under `/fr`, also of one that has led to this page (the
 * cookie alone has it), otherwise the browser's (specification, 4: "Language"). Called once, by the root.
 */
export function useDetectedLanguage(): void {
  const { setLocale } = useTranslation();
  const { pathname } = useLocation();
  const asked = localeOfAddress(pathname);
  useEffect(() => {
    const locale = storedLocale() ?? asked ?? cookieLocale(document.cookie) ?? matchLocale(navigator.languages);
    remember(locale);
    setLocale(locale);
  }, [asked, setLocale]);
}

function storedLocale(): Locale | undefined {
  try {
    const stored = localStorage.getItem(LOCALE_KEY);
    return isLocale(stored) ? stored : undefined;
  } catch {
    return undefined; // storage can be forbidden
  }
}

function remember(locale: Locale): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${LOCALE_KEY}=${locale}; Path=/; Max-Age=${A_YEAR_IN_SECONDS}; SameSite=Lax${secure}`;
  try {
    localStorage.setItem(LOCALE_KEY, locale);
  } catch {
    // Then only the cookie has it.
  }
}
