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
import { type FoundAnswers, foundAnswers } from './found-answer.ts';

type Search = HelpSearch<HelpArticleView>;

let loading: Promise<Search> | undefined;

/**
 * Imports the search over both languages once for all visits of the page. A failure is retried at the next focus of the
 * field.
 */
function loadSearch(): Promise<Search> {
  loading ??= Promise.all([
    import('../../../search/help-search.ts'),
    ...LOCALES.map((locale) => callApi('get /help/{locale}', { params: { locale } })),
  ]).then(([{ createHelpSearch }, ...help]) => createHelpSearch(help.flatMap(({ articles }) => articles)));
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/**
 * The question and its results, updated during typing. Until the search is loaded (`prepare`, at the focus of the
 * field), and without script, they are the server's results for the URL.
 */
export function useAnswers(asked: { query: string } & FoundAnswers) {
  const locale = useLocale();
  const address = usePageAddress();
  const [typed, setTyped] = useQuery(asked.query);
  const [search, setSearch] = useState<Search>();
  const query = cutQuery(typed);
  const answers = useMemo(
    () => (search === undefined ? undefined : foundAnswers(search.ask(typed, { locale }))),
    [search, typed, locale],
  );
  const { found, person } = answers ?? asked;
  /** The question of `found`. */
  const answered = search === undefined ? asked.query : query;

  useEffect(() => {
    // Stored in the URL, so that "back" from an answer shows the results again. The router need not load anything.
    if (query === asked.query) return;
    history.replaceState(history.state, '', address(query === '' ? paths.help() : paths.helpSearch(query)));
  }, [query, asked.query, address]);

  return {
    typed,
    type: setTyped,
    found,
    person,
    answered,
    prepare: () =>
      void loadSearch().then(
        (loaded) => setSearch(loaded),
        () => undefined,
      ),
  };
}
