import { useEffect, useRef, useState } from 'react';
import type { IndexedDestination } from '../../../http/api/search-views.ts';
import type { Finder } from '../../../search/finder.ts';
import { eachLocale, type Locale } from '../../../shared/locale.ts';
import { callApi } from '../../api.ts';
import { useLocale } from '../../language.ts';
import type { FoundPlace } from './shop-loader.ts';

const MAX_HITS = 8;

type Find = (query: string, locale: Locale) => FoundPlace[] | Promise<FoundPlace[]>;

let loading: Promise<Find> | undefined;

/**
 * Imports the finder and its index once for all visits of the page. A failure is retried at the next focus of the
 * field.
 */
function loadFinder(): Promise<Find> {
  loading ??= Promise.all([import('../../../search/finder.ts'), callApi('get /search-index')]).then(
    ([{ createFinder }, { destinations }]) =>
      destinations === null ? findOnServer : findWith(createFinder(destinations)),
  );
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

function findWith({ find }: Finder<IndexedDestination>): Find {
  return (query, locale) =>
    find(query, { locale, limit: MAX_HITS }).map(({ document, reason }) => ({ ...document, reason }));
}

/** For a catalogue whose index is too large for a browser. */
async function findOnServer(query: string, locale: Locale): Promise<FoundPlace[]> {
  const { results } = await callApi('get /search', { query: { q: query, lang: locale } });
  // One language is enough until the page itself is loaded.
  return results.map((each) => ({ ...each, name: eachLocale(() => each.name) }));
}

/**
 * The hits while the page of a query is still loading; undefined: not known yet. `prepare` loads the index: call it
 * when the field gets the focus.
 */
export function useInstantHits(query: string): { hits: FoundPlace[] | undefined; prepare: () => void } {
  const locale = useLocale();
  const [find, setFind] = useState<Find>();
  const [known, setKnown] = useState<{ query: string; hits: FoundPlace[] }>();
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  useEffect(() => {
    if (find === undefined || query === '') return;
    const found = find(query, locale);
    if (Array.isArray(found)) setKnown({ query, hits: found });
    else
      found.then(
        (hits) => isMounted.current && setKnown({ query, hits }),
        () => undefined, // the page's own answer comes without it
      );
  }, [find, query, locale]);
  return {
    hits: known?.query === query ? known.hits : undefined,
    prepare: () =>
      void loadFinder().then(
        (loaded) => isMounted.current && setFind(() => loaded),
        () => undefined,
      ),
  };
}
