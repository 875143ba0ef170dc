import { useEffect, useRef, useState } from 'react';
import type { IndexedDestination } from '../../../http/api/search.ts';
import type { Finder } from '../../../shared/finding/finder.ts';
import { paths } from '../../../shared/paths.ts';
import { callApi } from '../../api.ts';
import { useLocale } from '../../language.ts';
import type { FoundPlace } from '../../shop-loader.ts';

const MOST_HITS = 8;

/** Answers a query at once; null: the index is too large for a browser, and the page's own loader answers. */
type Find = Finder<IndexedDestination>['find'] | null;

let loading: Promise<Find> | undefined;

/** The finder and its index, loaded once for all visits of the page. A failure is tried again at the next reach for the field. */
function loadFinder(): Promise<Find> {
  loading ??= Promise.all([
    import('../../../shared/finding/finder.ts'),
    callApi<{ destinations: IndexedDestination[] | null }>(paths.api.searchIndex()),
  ]).then(([{ createFinder }, { destinations }]) => destinations && createFinder(destinations).find);
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/**
 * What is found in the browser while the page for a query is still on its way. `prepare` loads the index: call it when somebody
 * reaches for the field. Undefined: nothing is known yet.
 */
export function useInstantHits(query: string): { hits: FoundPlace[] | undefined; prepare: () => void } {
  const locale = useLocale();
  const [find, setFind] = useState<{ find: Find }>();
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const hits =
    find?.find == null || query === ''
      ? undefined
      : find.find(query, { locale, limit: MOST_HITS }).map(({ document, reason }) => ({ ...document, reason }));
  return {
    hits,
    prepare: () =>
      void loadFinder().then(
        (loaded) => isMounted.current && setFind({ find: loaded }),
        () => undefined, // the page's own answer comes without it
      ),
  };
}
