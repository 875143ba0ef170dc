import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { cutQuery } from '../../../shared/finding/fold.ts';
import { paths } from '../../../shared/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Field } from '../../../ui/field.tsx';
import { SearchIcon } from '../../../ui/icons.tsx';
import type { CoveredPlace, DestinationData } from './destination-loader.ts';
import { useTranslation } from '../../translation.tsx';
import { PageLink, usePageAddress } from '../../components/page-link.tsx';
import { OfferMark } from '../../components/plans/offer-mark.tsx';
import { CoverageFigure } from './coverage-figure.tsx';
import { byName, filterCountries } from './country-filter.ts';

/** Rows that are visible at first; the others expand. */
const FIRST = 24;

/** Every country of a regional or global offer with its networks, and a search that also works without scripts. */
export function CountriesSection({
  destination,
  countries,
  within,
}: Pick<DestinationData, 'destination' | 'countries' | 'within'>) {
  const { t, locale } = useTranslation();
  const [search] = useSearchParams();
  const [query, setQuery] = useState(() => cutQuery(search.get('q') ?? ''));
  const listed = byName(filterCountries(countries, query), locale);
  const searched = query.trim() !== '';
  const open = searched || listed.length < FIRST * 1.5 ? listed.length : FIRST;
  return (
    <section id="countries">
      <h2 className="h-sec mb-3.5">{t('destination.countries.title', { count: countries.length })}</h2>
      <CoverageFigure offer={destination} />
      <CountrySearch destination={destination} query={query} onQuery={setQuery} />
      <p className="small muted mt-2" role="status">
        {searched &&
          (listed.length > 0
            ? t('destination.countries.found', { count: listed.length })
            : t('destination.countries.none', { query: cutQuery(query) }))}
      </p>
      {within.length > 0 && !searched && (
        <p className="small muted mt-2">
          {t('destination.countries.within', {
            places: within.map((name) => name[locale]),
            count: countries.length + within.length,
          })}
        </p>
      )}
      <CountryRows countries={listed.slice(0, open)} />
      {open < listed.length && (
        <details className="countries-more">
          <summary>{t('destination.countries.all', { count: listed.length })}</summary>
          <CountryRows countries={listed.slice(open)} />
        </details>
      )}
    </section>
  );
}

function CountrySearch({
  destination,
  query,
  onQuery,
}: Pick<DestinationData, 'destination'> & { query: string; onQuery: (query: string) => void }) {
  const { t } = useTranslation();
  const address = usePageAddress();
  return (
    <form
      className="countries-search"
      role="search"
      action={`${address(paths.offer(destination))}#countries`}
      onSubmit={(event) => event.preventDefault()}
    >
      <Field
        type="search"
        name="q"
        label={t('destination.countries.search')}
        placeholder={t('destination.countries.placeholder')}
        icon={<SearchIcon size={18} />}
        autoComplete="off"
        value={query}
        onChange={(event) => onQuery(event.target.value)}
      />
      <noscript>
        <Button type="submit" variant="secondary">
          {t('destination.countries.submit')}
        </Button>
      </noscript>
    </form>
  );
}

function CountryRows({ countries }: { countries: readonly CoveredPlace[] }) {
  const { t, locale } = useTranslation();
  return (
    <ul className="countries">
      {countries.map(({ slug, name, flag, operators }) => (
        <li key={slug}>
          <OfferMark offer={{ flag }} size="sm" lazy />
          <p>
            <PageLink to={paths.offer({ kind: 'local', slug })}>{name[locale]}</PageLink>
            <span>
              {operators.length === 0
                ? t('destination.countries.unknown')
                : operators.map((operator) => operator.name).join(', ')}
            </span>
          </p>
          {operators.length > 0 && <Generations operators={operators} />}
        </li>
      ))}
    </ul>
  );
}

function Generations({ operators }: Pick<CoveredPlace, 'operators'>) {
  const has5g = operators.some(({ generations }) => generations.includes('5G'));
  return <Chip tone={has5g ? 'network' : 'neutral'}>{has5g ? '4G, 5G' : '4G'}</Chip>;
}
