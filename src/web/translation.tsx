import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import type { Translator } from '../i18n/i18n.ts';
import type { Locale } from '../shared/locale.ts';

type Translation = {
  /** The language of the page, as shown now. */
  locale: Locale;
  t: Translator;
  /** Shows everything in another language, at once. */
  setLocale: (locale: Locale) => void;
};

const TranslationContext = createContext<Translation | undefined>(undefined);

/** Around the whole document. `initial` is the language that the server rendered. */
export function TranslationProvider({
  initial,
  translator,
  children,
}: {
  initial: Locale;
  translator: (locale: Locale) => Translator;
  children: ReactNode;
}) {
  const [locale, setLocale] = useState(initial);
  const value = useMemo(() => ({ locale, t: translator(locale), setLocale }), [locale, translator]);
  return <TranslationContext value={value}>{children}</TranslationContext>;
}

/** `t` in the language shown: `const { t } = useTranslation(); t('plans.title')`. */
export function useTranslation(): Translation {
  const value = useContext(TranslationContext);
  if (value === undefined) throw new Error('no TranslationProvider around this component');
  return value;
}
