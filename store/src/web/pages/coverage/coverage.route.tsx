import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { paths } from '../../../shared/paths.ts';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { ListLinks } from './coverage-nav.tsx';
import { ListIsCut, NothingFound, PlaceSearch } from './place-search.tsx';
import { PlaceTable } from './place-table.tsx';
import { placesFor } from './places.ts';
import { RegionTabs } from './region-tabs.tsx';
import { WideOffers } from './wide-offers.tsx';
import { WorldMap } from './world-map.tsx';
import { loadPlaces, loadPopular, loadWide, loadWorld } from './coverage-loader.ts';
import { useTranslation } from '../../translation.tsx';
import { useQuery } from '../../use-query.ts';

/** Popular countries with a tab and lighter dots. */
const MAX_POPULAR = 12;

export async function loader(args: LoaderFunctionArgs) {
  const [places, popular, wide] = await Promise.all([loadPlaces(args), loadPopular(args), loadWide(args)]);
  return { ...places, popular: popular.places.slice(0, MAX_POPULAR), wide, world: loadWorld() };
}

export default function CoveragePage() {
  const { t, locale } = useTranslation();
  const { places, total, query: asked, popular, wide, world } = useLoaderData<typeof loader>();
  const [query, setQuery] = useQuery(asked);
  const [chosen, setChosen] = useState<string>();
  const meant = query.trim() === '' ? undefined : placesFor(places, query);
  const selected = meant?.[0] ?? places.find(({ slug }) => slug === chosen) ?? popular[0] ?? places[0];
  return (
    <>
      <PageTitle title={t('home.coverage.title')} description={t('home.coverage.subtitle')} />
      <section className="section--ink on-ink world-head" id="coverage">
        <div className="wrap">
          <div className="world-head__copy">
            <h1 className="h-display">{t('home.coverage.title')}</h1>
            <p className="lede">{t('coverage.subtitle')}</p>
            <PlaceSearch label={t('coverage.search.label')} to={paths.coverage()} query={query} onChange={setQuery} />
          </div>
          {selected !== undefined && (
            <WorldMap
              world={world}
              places={places}
              popular={popular}
              selected={selected}
              onSelect={({ slug }) => {
                setQuery('');
                setChosen(slug);
              }}
            />
          )}
          <ul className="world-head__legend">
            {selected !== undefined && <LegendItem layer="chosen">{selected.name[locale]}</LegendItem>}
            {(['popular', 'covered', 'rest'] as const).map((layer) => (
              <LegendItem key={layer} layer={layer}>
                {t(`coverage.map.${layer}`)}
              </LegendItem>
            ))}
          </ul>
        </div>
      </section>
      <div className="wrap coverage-lists">
        <p className="small" role="status">
          {meant !== undefined && t('coverage.search.count', { count: meant.length, query: query.trim() })}
        </p>
        {meant === undefined && <RegionTabs places={places} popular={popular} />}
        {meant?.length === 0 && <NothingFound query={query.trim()} onClear={() => setQuery('')} />}
        {meant !== undefined && meant.length > 0 && <PlaceTable places={meant} />}
        <ListIsCut shown={places.length} total={total} />
        <ListLinks />
        <WideOffers offers={wide} />
        <p className="muted small">{t('coverage.note')}</p>
      </div>
    </>
  );
}

/** A colour of the map in words. */
function LegendItem({ layer, children }: { layer: string; children: string }) {
  return (
    <li>
      <svg className={`world-map__${layer}`} width={10} height={10} aria-hidden="true">
        <path d="M5 5h0" />
      </svg>
      {children}
    </li>
  );
}
