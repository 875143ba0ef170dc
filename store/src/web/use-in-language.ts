import { useEffect } from 'react';
import { useFetcher, useLocation } from 'react-router';
import type { Locale } from '../shared/locale.ts';
import { addressIn, specifiedPath } from '../shared/page-address.ts';
import { useTranslation } from './translation.tsx';

/** What was asked for, so that an answer in an unexpected language is not asked for again and again. */
const asked = new Set<string>();

/**
 * What a loader answered, in the language that is shown. Its texts are of one language; when the reader changes it, or the
 * remembered language is another than the address's, the page's data is asked for once in the other one. Until it is there,
 * what was loaded stays.
 */
export function useInLanguage<T extends { locale: Locale }>(loaded: T): T {
  const { locale } = useTranslation();
  const { pathname, search } = useLocation();
  const address = addressIn(locale, specifiedPath(pathname)) + search;
  const key = `${locale} ${address}`;
  const { data, load } = useFetcher<T>({ key });
  // Loaders of texts answer plain data, which travels as it is.
  const other = data as T | undefined;
  const isOther = loaded.locale !== locale;

  useEffect(() => {
    if (!isOther || other !== undefined || asked.has(key)) return;
    asked.add(key);
    void load(address).finally(() => asked.delete(key));
  }, [isOther, other, key, address, load]);

  return isOther && other?.locale === locale ? other : loaded;
}
