import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { paths } from '../../../shared/paths.ts';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { CoverageHead } from './coverage-nav.tsx';
import { NetworksByCountry, NetworksByOperator, NetworkSources } from './networks.tsx';
import { LetterGroups } from './letter-sections.tsx';
import { ListIsCut, NothingFound, PlaceSearch } from './place-search.tsx';
import { byLetter, byName, byOperator, countriesFor, operatorsFor } from './places.ts';
import { PageLink } from '../../components/page-link.tsx';
import { loadNetworks } from './coverage-loader.ts';
import { useTranslation } from '../../translation.tsx';
import { useQuery } from '../../use-query.ts';

export async function loader(args: LoaderFunctionArgs) {
  const isByOperator = new URL(args.request.url).searchParams.get('by') === 'operator';
  return { ...(await loadNetworks(args)), isByOperator };
}

export default function OperatorsPage() {
  const { t, locale } = useTranslation();
  const { countries, total, query: asked, isByOperator } = useLoaderData<typeof loader>();
  const [query, setQuery] = useQuery(asked);
  const isFiltered = query.trim() !== '';
  const byCountry = isByOperator ? [] : byName(countriesFor(countries, query), locale);
  const operators = isByOperator ? operatorsFor(byOperator(countries, locale), query) : [];
  const count = byCountry.length + operators.length;
  return (
    <>
      <PageTitle title={t('coverage.operators.title')} description={t('coverage.operators.description')} />
      <CoverageHead
        current="operators"
        title={t('coverage.operators.title')}
        subtitle={t('coverage.operators.subtitle')}
      />
      <div className="wrap coverage-lists">
        <PlaceSearch
          label={t('coverage.operators.search')}
          to={paths.coverageOperators()}
          query={query}
          onChange={setQuery}
        >
          {isByOperator && <input type="hidden" name="by" value="operator" />}
        </PlaceSearch>
        <Views isByOperator={isByOperator} />
        <p className="small" role="status">
          {isFiltered && t('coverage.operators.count', { count, query: query.trim() })}
        </p>
        {count === 0 && <NothingFound query={query.trim()} onClear={() => setQuery('')} />}
        {isByOperator && count > 0 && <p className="small">{t('coverage.operators.tick')}</p>}
        <LetterGroups
          letters={byLetter(byCountry, ({ name }) => name[locale])}
          nameOf={({ name }) => name[locale]}
          countOf={(number) => t('coverage.letters.countries', { count: number })}
          open={isFiltered}
        >
          {(items) => <NetworksByCountry countries={items} />}
        </LetterGroups>
        <LetterGroups
          letters={byLetter(operators, ({ name }) => name)}
          nameOf={({ name }) => name}
          countOf={(number) => t('coverage.letters.operators', { count: number })}
          open={isFiltered}
        >
          {(items) => <NetworksByOperator operators={items} />}
        </LetterGroups>
        <ListIsCut shown={countries.length} total={total} />
        <NetworkSources />
      </div>
    </>
  );
}

/** The two orders of the list. */
function Views({ isByOperator }: { isByOperator: boolean }) {
  const { t } = useTranslation();
  return (
    <nav className="kinds" aria-label={t('coverage.operators.views')}>
      <PageLink className="pill" to={paths.coverageOperators()} aria-current={isByOperator ? undefined : 'page'}>
        {t('coverage.operators.byCountry')}
      </PageLink>
      <PageLink
        className="pill"
        to={paths.coverageOperators('operator')}
        aria-current={isByOperator ? 'page' : undefined}
      >
        {t('coverage.operators.byOperator')}
      </PageLink>
    </nav>
  );
}
