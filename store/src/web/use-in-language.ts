import { useEffect } from 'react';
import { useFetcher, useLocation } from 'react-router';
import type { Locale } from '../shared/locale.ts';
import { addressIn, specifiedPath } from '../shared/page-address.ts';
import { useTranslation } from './translation.tsx';

/** Requests made so far, so that an answer in an unexpected language does not cause a loop. */
const asked = new Set<string>();

/**
 * A loader's data in the current language. Its texts are in one language. When the reader changes it, or the stored
 * language differs from the URL's, the page's data is requested once in the other one. Until it arrives, the loaded
 * data stays.
 */
export function useInLanguage<T extends { locale: Locale }>(loaded: T): T {
  const { locale } = useTranslation();
  const { pathname, search } = useLocation();
  const address = addressIn(locale, specifiedPath(pathname)) + search;
  const key = `${locale} ${address}`;
  const { data, load } = useFetcher<T>({ key });
  // Loaders of texts return plain data, which is serialised unchanged.
  const other = data as T | undefined;
  const isOther = loaded.locale !== locale;

  useEffect(() => {
    if (!isOther || other !== undefined || asked.has(key)) return;
    asked.add(key);
    void load(address).finally(() => asked.delete(key));
  }, [isOther, other, key, address, load]);

  return isOther && other?.locale === locale ? other : loaded;
}
