import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { paths } from '../../../shared/paths.ts';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { CoverageHead } from './coverage-nav.tsx';
import { LetterSections } from './letter-sections.tsx';
import { ListIsCut, NothingFound, PlaceSearch } from './place-search.tsx';
import { byLetter, byName, placesFor, type Place } from './places.ts';
import { PageLink } from '../../components/page-link.tsx';
import { CoverageChip } from '../../components/plans/coverage-chip.tsx';
import { OfferMark } from '../../components/plans/offer-mark.tsx';
import { loadPlaces } from './coverage-loader.ts';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../translation.tsx';
import { useQuery } from '../../use-query.ts';

export async function loader(args: LoaderFunctionArgs) {
  return loadPlaces(args);
}

export default function CountriesPage() {
  const { t, locale } = useTranslation();
  const { places, total, covered, query: asked } = useLoaderData<typeof loader>();
  const [query, setQuery] = useQuery(asked);
  const isFiltered = query.trim() !== '';
  const meant = byName(isFiltered ? placesFor(places, query) : places, locale);
  const letters = byLetter(meant, ({ name }) => name[locale]);
  return (
    <>
      <PageTitle title={t('coverage.countries.title')} description={t('coverage.countries.description')} />
      <CoverageHead
        current="countries"
        title={t('coverage.countries.title')}
        subtitle={t('coverage.countries.subtitle', { count: covered })}
      />
      <div className="wrap coverage-lists">
        <PlaceSearch
          label={t('coverage.search.label')}
          to={paths.coverageCountries()}
          query={query}
          onChange={setQuery}
        />
        <p className="small" role="status">
          {isFiltered && t('coverage.search.count', { count: meant.length, query: query.trim() })}
        </p>
        {meant.length === 0 && <NothingFound query={query.trim()} onClear={() => setQuery('')} />}
        <LetterSections letters={letters}>
          {(items) => (
            <ul className="letter-section__items">
              {items.map((place) => (
                <li key={place.slug}>
                  <CountryLink place={place} />
                </li>
              ))}
            </ul>
          )}
        </LetterSections>
        <ListIsCut shown={places.length} total={total} />
      </div>
    </>
  );
}

function CountryLink({ place }: { place: Place }) {
  const { t, locale } = useTranslation();
  const format = useFormat();
  return (
    <PageLink className="country-link" to={paths.offer({ kind: 'local', slug: place.slug })}>
      <OfferMark offer={place} size="sm" lazy />
      <b className="strong">{place.name[locale]}</b>
      <CoverageChip coverage={place.coverage} />
      {place.from !== null && (
        <span className="country-link__price money">{t('coverage.from', { price: format.money(place.from) })}</span>
      )}
    </PageLink>
  );
}
