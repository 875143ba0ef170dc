import { type Ref, useRef } from 'react';
import { formatList, formatLanguage } from '../../../i18n/format.ts';
import { shopAddress, type ShopSort, type ShopState, SORTS } from '../../../shared/shop/shop-address.ts';
import { isFiltering } from '../../../shared/shop/plan-filter.ts';
import { placesOf, wideOf } from '../../../shared/shop/reach.ts';
import type { Translator } from '../../../i18n/i18n.ts';
import type { Locale } from '../../../shared/locale.ts';
import { Select } from '../../../ui/select.tsx';
import type { FoundPlace as Place, PlanGroup, Shop, ShopView } from './shop-loader.ts';
import { useTranslation } from '../../translation.tsx';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { PlanHelp } from '../../components/plans/plan-help.tsx';
import { RichText } from '../../components/rich-text.tsx';
import { CompareTray } from './comparison/compare-tray.tsx';
import { Comparison, useComparedNames } from './comparison/comparison.tsx';
import { ActiveFilters } from './filters/active-filters.tsx';
import { tellingCounts } from './filters/choices.ts';
import { type Counted, FilterForm } from './filters/filter-form.tsx';
import { FilterSheet } from './filters/filter-sheet.tsx';
import { FoundPlace } from './found-place.tsx';
import { useInstantHits } from './instant-hits.ts';
import { NothingFound } from './nothing-found.tsx';
import { PlaceList } from './place-list.tsx';
import { PlaceRows } from './place-rows.tsx';
import { PlanTable } from './plan-table.tsx';
import { SearchBox, useDraft } from './search-box.tsx';
import { type Selection, useSelection } from './selection.ts';
import { usePicked } from './use-shop.ts';

/** The shop of destinations. Input updates the page, and its URL contains the whole state. */
export function ShopPage({ shop }: { shop: Shop }) {
  const { t } = useTranslation();
  const { state, view } = shop;
  const draft = useDraft(state);
  const selection = useSelection();
  const { hits, prepare } = useInstantHits(draft.query);
  // The browser's own hits, until the page for them is loaded.
  const early = draft.query !== state.query ? hits : undefined;
  const wanted = early === undefined ? state.query : draft.query;
  const isSearch = view.kind !== 'comparison';
  const nothing = early === undefined ? view.kind === 'none' : early.length === 0;
  return (
    <>
      <PageTitle title={useTitle(view)} description={t('shop.description')} />
      <div className="page-head">
        <div className="wrap stack gap-4">
          <h1 className="h-page">{view.kind === 'comparison' ? <ComparedNames view={view} /> : t('plans.title')}</h1>
          {isSearch && <SearchBox state={state} draft={draft} onFocus={prepare} />}
          {isSearch && !nothing && <Why view={view} early={early} query={wanted} />}
          <Ignored names={shop.ignored} />
        </div>
      </div>
      {view.kind === 'comparison' ? (
        <Comparison view={view} state={state} />
      ) : nothing ? (
        <NothingFound
          query={wanted}
          {...(view.kind === 'none' && early === undefined ? view : { near: [], uncovered: null })}
        />
      ) : (
        <Results shop={shop} early={early} selection={selection} />
      )}
      <p className="sr" role="status">
        {nothing && t('shop.none.title', { query: wanted })}
      </p>
    </>
  );
}

function ComparedNames({ view }: { view: Extract<ShopView, { kind: 'comparison' }> }) {
  return useComparedNames(view);
}

/** The document title, specific to each place and view. */
function useTitle(view: ShopView): string {
  const { t, locale } = useTranslation();
  if (view.kind === 'found') return t('shop.found.title', { name: view.place.name[locale] });
  if (view.kind === 'table') return t('shop.views.compare');
  return t(view.kind === 'comparison' ? 'shop.compare.title' : 'plans.title');
}

function Results({
  shop: { state, view },
  early,
  selection,
}: {
  shop: Shop;
  early: Place[] | undefined;
  selection: Selection;
}) {
  const { t } = useTranslation();
  const shown = view.kind === 'found' ? 'plans' : view.kind === 'table' ? 'table' : 'places';
  const counted: Counted = {
    counts: 'counts' in view ? tellingCounts(view.counts, state) : {},
    unit: view.kind === 'list' ? 'destinations' : 'plans',
  };
  const count = useRef<HTMLParagraphElement>(null);
  return (
    <div className="wrap shop-layout">
      <aside className="shop-layout__filters" aria-label={t('shop.filters.title')}>
        <FilterForm state={state} counted={counted} />
      </aside>
      <div className="shop-layout__results">
        <div className="shop-tools">
          <FilterSheet state={state} counted={counted} found={useFoundCount(view)} />
          {/* A removed filter leaves the page, and the focus would go to its beginning. */}
          <ActiveFilters state={state} onRemove={() => count.current?.focus({ preventScroll: true })} />
          <Count ref={count} view={view} isFiltered={isFiltering(state.filter) || state.kind !== null} />
          <SortSelect state={state} shown={shown} />
        </div>
        {early === undefined ? <Shown view={view} state={state} selection={selection} /> : <PlaceRows places={early} />}
        <CompareTray selection={selection} state={state} />
        <p>
          <PageLink className="link" to={shopAddress({ view: state.view === 'list' ? 'compare' : 'list' }, state)}>
            {t(state.view === 'list' ? 'shop.views.compare' : 'shop.views.list')}
          </PageLink>
        </p>
        <PlanHelp slug={view.kind === 'found' && view.place.kind === 'local' ? view.place.slug : undefined} />
      </div>
    </div>
  );
}

function Shown({ view, state, selection }: { view: ShopView; state: Shop['state']; selection: Selection }) {
  if (view.kind === 'found') return <FoundPlace view={view} state={state} selection={selection} />;
  if (view.kind === 'table')
    return <PlanTable rows={view.rows} place={view.place} state={state} selection={selection} />;
  return view.kind === 'list' ? <PlaceList view={view} state={state} /> : null;
}

/** `4 plans`, or `12 destinations`: what the filters leave. */
function useFoundCount(view: ShopView): string {
  const { t } = useTranslation();
  if (view.kind === 'found') return t('plans.count', { count: sumOfPlans(view.groups) });
  if (view.kind === 'table') return t('plans.count', { count: view.rows.length });
  return t('shop.list.count', { count: view.kind === 'list' ? view.total : 0 });
}

const sumOfPlans = (groups: readonly PlanGroup[]) => groups.reduce((sum, { plans }) => sum + plans.length, 0);

/** The number of results; announced on each change. */
function Count({ view, isFiltered, ref }: { view: ShopView; isFiltered: boolean; ref: Ref<HTMLParagraphElement> }) {
  const { t, locale } = useTranslation();
  const strong = (words: string) => <b className="strong">{words}</b>;
  const kinds = view.kind === 'table' ? view.rows.map(({ group }) => group) : [];
  return (
    <p ref={ref} className="small shop-tools__count" role="status" tabIndex={-1}>
      {view.kind === 'list' && (
        <>
          {strong(t(isFiltered ? 'shop.list.fits' : 'shop.list.count', { count: view.total }))}
          {!isFiltered && view.wide.length > 0 && ` ${t('shop.list.andWide', { count: view.wide.length })}`}
        </>
      )}
      {view.kind === 'found' && (
        <RichText
          text={t(isFiltered ? 'shop.found.countOf' : 'shop.found.count', {
            count: sumOfPlans(view.groups),
            total: view.total,
            name: view.place.name[locale],
          })}
          parts={{ b: strong }}
        />
      )}
      {view.kind === 'table' && (
        <>
          {strong(t('plans.count', { count: view.rows.length }))}{' '}
          {t('shop.views.reach', { local: placesOf(kinds).length, wide: wideOf(kinds).length })}
        </>
      )}
    </p>
  );
}

function Why({ view, early, query }: { view: ShopView; early: Place[] | undefined; query: string }) {
  if (query === '') return null;
  const place = early === undefined ? placeOf(view) : (early[0] ?? null);
  return <WhyFound place={place} query={query} />;
}

function placeOf(view: ShopView): Place | null {
  if (view.kind === 'found' || view.kind === 'table') return view.place;
  return view.kind === 'list' ? view.area : null;
}

/** The invalid parameters of the URL. */
function Ignored({ names }: { names: Shop['ignored'] }) {
  const { t, locale } = useTranslation();
  if (names.length === 0) return null;
  const words = formatList(
    names.map((name) => t(`shop.ignored.${name}`)),
    locale,
  );
  return (
    <p className="small muted" role="status">
      {t('shop.filters.ignored', { names: words })}
    </p>
  );
}

/** The line below the search field: the shown place, and why another query found it. */
function WhyFound({ place, query }: { place: Place | null; query: string }) {
  const { t, locale } = useTranslation();
  return (
    <p className="shop-why">
      <RichText
        text={place === null ? t('shop.why.none', { query: plain(query) }) : why(place, query, t, locale)}
        parts={{ b: (words) => <b className="strong">{words}</b>, mark: (words) => <mark>{words}</mark> }}
      />
    </p>
  );
}

function why({ name: names, reason }: Place, query: string, t: Translator, locale: Locale): string {
  const values = { name: names[locale], text: reason.text, query: plain(query) };
  if (reason.typo) return t('shop.why.typo', values);
  if (reason.kind !== 'name') return t(`shop.why.${reason.kind}`, values);
  if (reason.locale === null || reason.locale === locale) return t('shop.why.name', values);
  return t('shop.why.otherLanguage', { ...values, language: formatLanguage(reason.locale, locale) });
}

/** User input is not markup: an invisible character keeps `<b>` from being parsed. */
const plain = (query: string) => query.replaceAll('<', '<\u200b');

const OF_PLACES: readonly ShopSort[] = ['popular', 'price', 'name'];
const OF_PLANS: readonly ShopSort[] = ['price', 'perGb', 'data'];

/**
 * The sort order: of places, of plans within a place, or of plans in a table. Without script it is one of the filters.
 */
function SortSelect({ state, shown }: { state: ShopState; shown: 'places' | 'plans' | 'table' }) {
  const { t } = useTranslation();
  const [{ sort }, pick] = usePicked(state);
  const offered = shown === 'places' ? OF_PLACES : OF_PLANS;
  const usual = { places: 'popular', plans: 'price', table: 'perGb' } as const;
  const value = offered.includes(sort) ? sort : usual[shown];
  return (
    <div className="sort-select needs-script">
      <Select
        label={t('plans.sort.label')}
        // On phones the count needs the space.
        labelClass="max-sm:sr-only"
        value={value}
        options={offered.map((each) => ({ value: each, label: t(`shop.sort.${each}`) }))}
        onChange={(picked) => pick({ sort: SORTS.find((each) => each === picked) ?? 'popular' })}
      />
    </div>
  );
}
