import { useEffect, useMemo, useState } from 'react';
import type { HelpArticleView } from '../../../http/api/help-views.ts';
import { cutQuery } from '../../../shared/finding/fold.ts';
import type { HelpSearch } from '../../../search/help-search.ts';
import { LOCALES } from '../../../shared/locale.ts';
import { paths } from '../../../shared/paths.ts';
import { callApi } from '../../api.ts';
import { useLocale } from '../../language.ts';
import { usePageAddress } from '../../components/page-link.tsx';
import { useQuery } from '../../use-query.ts';
import { type FoundAnswer, foundAnswer } from './found-answer.ts';

type Search = HelpSearch<HelpArticleView>;

let loading: Promise<Search> | undefined;

/** The search over both languages, loaded once for all visits of the page. A failure is tried again at the next reach for the field. */
function loadSearch(): Promise<Search> {
  loading ??= Promise.all([
    import('../../../search/help-search.ts'),
    ...LOCALES.map((locale) => callApi<{ articles: HelpArticleView[] }>(paths.api.help(locale))),
  ]).then(([{ createHelpSearch }, ...help]) => createHelpSearch(help.flatMap(({ articles }) => articles)));
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/**
 * What the reader asks and what is found, redrawn as they type; until the search is loaded (`prepare`, when they reach for the
 * field), and without script, it is what the server found for the address.
 */
export function useAnswers(asked: { query: string; found: readonly FoundAnswer[] }) {
  const locale = useLocale();
  const address = usePageAddress();
  const [typed, setTyped] = useQuery(asked.query);
  const [search, setSearch] = useState<Search>();
  const query = cutQuery(typed);
  const found = useMemo(
    () => (search === undefined ? asked.found : search.find(typed, { locale }).map(foundAnswer)),
    [search, typed, locale, asked.found],
  );
  /** The question that `found` answers. */
  const answered = search === undefined ? asked.query : query;

  useEffect(() => {
    // The way back from an answer leads to what was found. The router need not know: nothing is asked for.
    if (query === asked.query) return;
    history.replaceState(history.state, '', address(query === '' ? paths.help() : paths.helpSearch(query)));
  }, [query, asked.query, address]);

  return {
    typed,
    type: setTyped,
    found,
    answered,
    prepare: () =>
      void loadSearch().then(
        (loaded) => setSearch(loaded),
        () => undefined,
      ),
  };
}
