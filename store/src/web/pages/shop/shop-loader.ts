import type { LoaderFunctionArgs } from 'react-router';
import type {
  Destination,
  DestinationDetails,
  FoundDestination,
  Localized,
  Offer,
  Plan,
  PlanFacts,
} from '../../../modules/catalogue/types.ts';
import { findUncovered, type UncoveredPlace } from '../../../search/uncovered.ts';
import type { Locale } from '../../../shared/locale.ts';
import { type Currency, DEFAULT_CURRENCY } from '../../../shared/money.ts';
import { fitsFilter, isFiltering } from '../../../shared/shop/plan-filter.ts';
import {
  type ShopParameter,
  type ShopSort,
  type ShopState,
  STEP,
  parseShop,
} from '../../../shared/shop/shop-address.ts';
import { placesOf, wideOf } from '../../../shared/shop/reach.ts';
import { localeContext, servicesContext, type WebServices } from '../../context.ts';
import { type AddedPlace, addedPlaces } from './comparison/added-places.ts';
import { ANYTHING, type ChoiceCounts, choicesOf, type Wanted } from './filters/choices.ts';

/** A destination in a list, with its lowest price. */
export type ListedPlace = Pick<Destination, 'slug' | 'kind' | 'name' | 'flag' | 'own' | 'from'>;
export type FoundPlace = ListedPlace & Pick<FoundDestination, 'reason'>;

/** Plans with the same reach, as available in one place. */
export type PlanGroup = Pick<Offer, 'slug' | 'kind' | 'name' | 'flag' | 'coverage' | 'regionCount'> & {
  operators: string[];
  plans: Plan[];
};
export type TableRow = { group: Omit<PlanGroup, 'plans'>; plan: Plan };
export type ComparedPlan = TableRow & { facts: PlanFacts | null };

/** The view of the shop; the URL determines which one. */
export type ShopView =
  | {
      kind: 'list';
      places: ListedPlace[];
      first: number;
      total: number;
      wide: ListedPlace[];
      area: FoundPlace | null;
      /** Of destinations. */
      counts: ChoiceCounts;
    }
  | {
      kind: 'found';
      place: FoundPlace;
      within: Localized | null;
      groups: PlanGroup[];
      /** For a regional or global one: the number of its countries. */
      regionCount: number | null;
      /** Names of all regional and global offers that work there, ignoring the filter. */
      around: Localized[];
      others: FoundPlace[];
      /** Of plans. */
      counts: ChoiceCounts;
      /** The number of plans, ignoring the filter. */
      total: number;
    }
  | { kind: 'none'; near: ListedPlace[]; uncovered: Localized | null }
  | { kind: 'table'; rows: TableRow[]; place: FoundPlace | null; counts: ChoiceCounts }
  | {
      kind: 'comparison';
      columns: ComparedPlan[];
      missing: boolean;
      /** The searched place, or that of the only country among plans that all work there; `allWork`: every plan does. */
      place: ListedPlace | null;
      allWork: boolean;
      /** Places that the plans answer differently for a traveller who goes on. */
      added: AddedPlace[];
    };

/** `currency`: of the prices, where it is not the default one. */
export type Shop = { state: ShopState; ignored: ShopParameter[]; view: ShopView; currency?: Currency };

/** Maximum destinations in one answer: a larger `show` moves the window on. */
const MAX_LISTED = 240;
const MAX_OTHERS = 8;
const MAX_NEAR = 4;
/** Places that are tried as an addition to compared plans. */
const MAX_FURTHER = 40;

/** Reads only what the URL requires: summaries for a list, the plans of one place for a search. */
export async function loadShop({ context, request }: LoaderFunctionArgs): Promise<Shop> {
  const services = context.get(servicesContext);
  const locale = context.get(localeContext);
  const { state, ignored } = parseShop(new URL(request.url).searchParams);
  const [currency] = services.config.currencies;
  const view = await viewOf(services, state, locale);
  return { state, ignored, view, ...(currency !== DEFAULT_CURRENCY && { currency }) };
}

async function viewOf(services: WebServices, state: ShopState, locale: Locale): Promise<ShopView> {
  const { catalogue } = services;
  const hits = state.query === '' ? [] : await services.search.find(state.query, { locale, limit: MAX_LISTED });
  const [best, ...others] = hits;
  if (state.compare.length > 0) return compare(services, state.compare, best?.destination ?? null);
  const uncovered =
    best === undefined || best.reason.kind !== 'name' || best.reason.typo ? findUncovered(state.query) : undefined;
  if (uncovered !== undefined || (best === undefined && state.query !== '')) return none(services, uncovered);
  if (best === undefined)
    return state.view === 'compare' ? tableOfAll(services, state) : list(services, state, locale, null);
  const details = await catalogue.destination(best.destination.slug);
  if (state.view === 'compare') return table([details], state, found(best));
  if (best.reason.kind === 'area' || details === null) return list(services, state, locale, hits);
  const { within } = best.destination;
  return {
    kind: 'found',
    place: found(best),
    within: within === null ? null : ((await catalogue.destinationBySlug(within))?.name ?? null),
    groups: groupsIn(details, state),
    regionCount: details.offer?.regionCount ?? null,
    around: details.wide.map(({ name }) => name),
    others: others.slice(0, MAX_OTHERS).map(found),
    counts: planCounts([details], state),
    total: countPlans([details], ANYTHING),
  };
}

/** No results, or no plan works there: nearby destinations, or the most useful offers. */
async function none({ catalogue }: WebServices, uncovered: UncoveredPlace | undefined): Promise<ShopView> {
  const around = await Promise.all(uncovered?.near.map((slug) => catalogue.destinationBySlug(slug)) ?? []);
  const near = around.filter((each) => each !== null);
  const shown = near.length > 0 ? near : (await catalogue.destinations()).slice(0, MAX_NEAR);
  return { kind: 'none', near: shown.map(listed), uncovered: uncovered?.name ?? null };
}

/** The destinations, all or those of a search, with a matching plan. */
async function list(
  { catalogue }: WebServices,
  { filter, kind, sort, show }: ShopState,
  locale: Locale,
  hits: readonly FoundDestination[] | null,
): Promise<ShopView> {
  const all = hits?.map(({ destination }) => destination) ?? (await catalogue.destinations());
  const cheapest = isFiltering(filter) || kind !== null ? await catalogue.cheapestWith(filter, kind) : null;
  const priced: readonly ListedPlace[] =
    cheapest === null
      ? all
      : all.flatMap((each) => {
          const from = cheapest.get(each.slug);
          return from === undefined ? [] : [{ ...each, from }];
        });
  const local = sorted(hits === null ? placesOf(priced) : priced, sort, locale);
  const last = Math.min(Math.max(show, STEP), Math.ceil(local.length / STEP) * STEP);
  const first = Math.max(0, last - MAX_LISTED);
  return {
    kind: 'list',
    places: local.slice(first, last).map(listed),
    first,
    total: local.length,
    wide: hits === null ? wideOf(priced).slice(0, STEP).map(listed) : [],
    area: hits?.[0] ? found(hits[0]) : null,
    counts: await placeCounts(catalogue, hits === null ? placesOf(all) : all, { filter, kind }),
  };
}

/** Of these places, how many would be listed with each choice. */
async function placeCounts(
  catalogue: WebServices['catalogue'],
  places: readonly ListedPlace[],
  wanted: Wanted,
): Promise<ChoiceCounts> {
  const choices = choicesOf(wanted);
  const fitting = await catalogue.fitting(choices.map((each) => each.wanted));
  return Object.fromEntries(
    choices.map(({ key, wanted: chosen }, i) => [
      key,
      isAnything(chosen) ? places.length : places.filter(({ slug }) => fitting.get(slug)?.[i] === true).length,
    ]),
  );
}

/** Without filters the list also shows destinations whose plans are all unavailable. */
const isAnything = ({ filter, kind }: Wanted) => !isFiltering(filter) && kind === null;

function sorted(places: readonly ListedPlace[], sort: ShopSort, locale: Locale): readonly ListedPlace[] {
  if (sort === 'popular') return places;
  if (sort === 'name') {
    const { compare: inOrder } = new Intl.Collator(locale);
    return places.toSorted((a, b) => inOrder(a.name[locale], b.name[locale]));
  }
  const amount = ({ from }: ListedPlace) => from?.amount ?? Number.POSITIVE_INFINITY;
  return places.toSorted((a, b) => amount(a) - amount(b) || 0);
}

/** The matching plans in a place, grouped by reach: its own first, then the wider ones, cheapest first. */
function groupsIn(details: DestinationDetails | null, state: ShopState): PlanGroup[] {
  return fittingIn(details, state)
    .map(({ offer, plans }) => ({ ...groupOf(offer), plans: plans.toSorted(ORDER[state.sort]) }))
    .filter(({ plans }) => plans.length > 0);
}

function fittingIn(details: DestinationDetails | null, { filter, kind }: Wanted): { offer: Offer; plans: Plan[] }[] {
  if (details === null) return [];
  const offers = [...(details.offer === null ? [] : [details.offer]), ...details.wide];
  return offers
    .filter((offer) => kind === null || offer.kind === kind)
    .map((offer) => ({ offer, plans: plansThatFit(offer, details.facts, filter) }));
}

type ManyDetails = readonly (DestinationDetails | null)[];

const countPlans = (details: ManyDetails, wanted: Wanted): number =>
  details.flatMap((each) => fittingIn(each, wanted)).reduce((sum, { plans }) => sum + plans.length, 0);

/** The number of plans that would be shown with each choice. */
function planCounts(details: ManyDetails, wanted: Wanted): ChoiceCounts {
  return Object.fromEntries(choicesOf(wanted).map(({ key, wanted: chosen }) => [key, countPlans(details, chosen)]));
}

function plansThatFit(offer: Offer, facts: Record<string, PlanFacts>, filter: ShopState['filter']): Plan[] {
  const fiveG = offer.coverage === '4G, 5G';
  return offer.plans.filter((plan) => fitsFilter(plan, { fiveG, hotspot: facts[plan.id]?.hotspot ?? null }, filter));
}

function groupOf({ slug, kind, name, flag, coverage, regionCount, operators }: Offer): Omit<PlanGroup, 'plans'> {
  return { slug, kind, name, flag, coverage, regionCount, operators: operators.map((operator) => operator.name) };
}

/** An unlimited plan has no price per gigabyte, and sorts as the largest. */
const perGb = ({ price, dataMb, unlimited }: Plan) =>
  unlimited === null ? price.amount / dataMb : Number.POSITIVE_INFINITY;
const dataOf = ({ dataMb, unlimited }: Plan) => (unlimited === null ? dataMb : Number.MAX_SAFE_INTEGER);
const byPrice = (a: Plan, b: Plan) => a.price.amount - b.price.amount;
const ORDER: Readonly<Record<ShopSort, (a: Plan, b: Plan) => number>> = {
  popular: byPrice,
  price: byPrice,
  name: byPrice,
  perGb: (a, b) => perGb(a) - perGb(b) || byPrice(a, b),
  data: (a, b) => dataOf(b) - dataOf(a) || byPrice(a, b),
};

/** Every plan of the specified offers; a table of all plans of a large catalogue would not be useful. */
async function tableOfAll({ catalogue }: WebServices, state: ShopState): Promise<ShopView> {
  const offers = await catalogue.featured();
  const details = await Promise.all(offers.map(({ slug }) => catalogue.destination(slug)));
  return table(
    details.map((each) => each && { ...each, wide: [] }),
    state,
    null,
  );
}

function table(details: ManyDetails, state: ShopState, place: FoundPlace | null): ShopView {
  const groups = details.flatMap((each) => groupsIn(each, state));
  return { kind: 'table', rows: rowsOf(groups, state), place, counts: planCounts(details, state) };
}

/** Plans of several groups in one list: by price per gigabyte, unless another order is chosen. */
function rowsOf(groups: readonly PlanGroup[], { sort }: ShopState): TableRow[] {
  return groups
    .flatMap(({ plans, ...group }) => plans.map((plan) => ({ group, plan })))
    .toSorted((a, b) => ORDER[sort === 'popular' || sort === 'name' ? 'perGb' : sort](a.plan, b.plan));
}

/** The chosen plans side by side; networks are those in the searched place, or in the country of one of them. */
async function compare(
  { catalogue }: WebServices,
  ids: readonly string[],
  searched: Destination | null,
): Promise<ShopView> {
  const sold = await Promise.all(
    ids.map(async (id) => {
      const plan = await catalogue.plan(id);
      const details = plan && (await catalogue.destination(plan.offerSlug));
      const own = details?.offer?.plans.find((each) => each.id === id);
      return details?.offer && own ? { offer: details.offer, plan: own, facts: details.facts[id] ?? null } : null;
    }),
  );
  const known = sold.filter((each) => each !== null);
  const slugs = known.map(({ offer }) => offer.slug);
  const [country, ...others] = new Set(known.flatMap(({ offer }) => (offer.kind === 'local' ? offer.slug : [])));
  const detailsOf = async (slug: string | undefined) => (slug === undefined ? null : catalogue.destination(slug));
  const worksIn = (details: DestinationDetails | null) => {
    const there = details === null ? [] : [details.destination, ...details.wide].map(({ slug }) => slug);
    return slugs.every((slug) => there.includes(slug));
  };
  const only = searched === null && others.length === 0 ? await detailsOf(country) : null;
  const there = searched === null ? (worksIn(only) ? only : null) : await catalogue.destination(searched.slug);
  const place = there?.destination ?? searched;
  return {
    kind: 'comparison',
    columns: known.map(({ offer, ...column }) => ({
      group: groupOf(there?.wide.find(({ slug }) => slug === offer.slug) ?? offer),
      ...column,
    })),
    missing: known.length < ids.length,
    place: place && listed(place),
    allWork: worksIn(there),
    added: there === null ? [] : await addedPlaces(catalogue, slugs, await furtherFrom(catalogue, there)),
  };
}

/** The places around a country, nearest first, then those around them, and after them the others of the shop. */
async function furtherFrom(
  catalogue: WebServices['catalogue'],
  { destination, neighbours }: DestinationDetails,
): Promise<Destination[]> {
  const around = await Promise.all(neighbours.map(({ slug }) => catalogue.destination(slug)));
  return [...neighbours, ...around.flatMap((each) => each?.neighbours ?? []), ...(await catalogue.destinations())]
    .filter(({ slug, kind, own }) => kind === 'local' && own && slug !== destination.slug)
    .slice(0, MAX_FURTHER);
}

function listed({ slug, kind, name, flag, own, from }: ListedPlace): ListedPlace {
  return { slug, kind, name, flag, own, from };
}

function found({ destination, reason }: FoundDestination): FoundPlace {
  return { ...listed(destination), reason };
}
