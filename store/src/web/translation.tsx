import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import type { Translator } from '../i18n/i18n.ts';
import type { Locale } from '../shared/locale.ts';
import { localeOfAddress } from '../shared/page-address.ts';

type Translation = {
  /** The current language of the page. */
  locale: Locale;
  t: Translator;
  /** Changes the language at once; under `/fr` only that of the following pages. */
  setLocale: (locale: Locale) => void;
};

type Reader = { translator: (locale: Locale) => Translator; preferred: Locale; setLocale: (locale: Locale) => void };

const ReaderContext = createContext<Reader | undefined>(undefined);
const TranslationContext = createContext<Translation | undefined>(undefined);

/** Wraps the router. `initial` is the language of the server's rendering. */
export function TranslationProvider({
  initial,
  translator,
  children,
}: {
  initial: Locale;
  translator: (locale: Locale) => Translator;
  children: ReactNode;
}) {
  const [preferred, setLocale] = useState(initial);
  const value = useMemo(() => ({ translator, preferred, setLocale }), [translator, preferred]);
  return <ReaderContext value={value}>{children}</ReaderContext>;
}

/**
 * Inside the router, around the whole document: a URL under `/fr` determines the language, otherwise the reader does.
 */
export function PageTranslation({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const { translator, preferred, setLocale } = required(useContext(ReaderContext));
  const locale = localeOfAddress(pathname) ?? preferred;
  const value = useMemo(() => ({ locale, t: translator(locale), setLocale }), [locale, translator, setLocale]);
  return <TranslationContext value={value}>{children}</TranslationContext>;
}

/** `t` in the current language: `const { t } = useTranslation(); t('plans.title')`. */
export function useTranslation(): Translation {
  return required(useContext(TranslationContext));
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('no TranslationProvider around this component');
  return value;
}
