import dots from '#data/maps/dots.json' with { type: 'json' };
import { data, type LoaderFunctionArgs, redirect } from 'react-router';
import type { Localized } from '../../../modules/catalogue/types.ts';
import type { PlannedTrip } from '../../../modules/trip/types.ts';
import {
  type Itinerary,
  isOfHabit,
  itineraryQuery,
  type ItineraryProblem,
  mbPerDayOf,
  readItinerary,
} from '../../../shared/itinerary.ts';
import type { Dots, Point } from '../../../shared/dotted-map.ts';
import { MAX_LINES } from '../../../shared/order-status.ts';
import { heartInView, tripView } from '../../../shared/trip-map.ts';
import { servicesContext } from '../../context.ts';

/** A stop for the page; null: an unknown destination. */
export type ShownStop = {
  slug: string;
  days: number;
  place: { name: Localized; flag: string; own: boolean } | null;
};
/** The size of the trip's map, and the position of each place on it; a place without a dot is missing. */
export type TripMapView = { width: number; height: number; pins: { slug: string; at: Point }[] };
export type Option = { slug: string; name: Localized };
export type TripProblem =
  | ItineraryProblem
  | { kind: 'unknown' | 'uncovered'; stop: number }
  | { kind: 'too-large' | 'busy' };
export type TripData = {
  itinerary: Itinerary;
  stops: ShownStop[];
  problems: TripProblem[];
  options: Option[];
  /** Null while no stop is known. */
  map: TripMapView | null;
  /** Null while the trip has an error. */
  planned: PlannedTrip | null;
};

const RETRY = { 'Retry-After': '5' };

/** Fields that only the page's form sends: the answer redirects to the trip's own URL, which can be shared. */
const FORM_FIELDS = ['place', 'add'];

/** The trip with its plans. Status 503 when the planner is busy. */
export async function loadTrip({ context, request }: LoaderFunctionArgs) {
  const { catalogue, trips } = context.get(servicesContext);
  const url = new URL(request.url);
  const read = readItinerary(url.searchParams);
  const { itinerary } = read;
  if (FORM_FIELDS.some((name) => url.searchParams.has(name))) throw redirect(url.pathname + itineraryQuery(itinerary));

  const places = new Map(
    (await catalogue.destinations()).filter(({ kind }) => kind === 'local').map((place) => [place.slug, place]),
  );
  const stops = itinerary.stops.map(({ slug, days }): ShownStop => {
    const place = places.get(slug);
    if (place === undefined) return { slug, days, place: null };
    const { name, flag, own } = place;
    return { slug, days, place: { name, flag, own } };
  });
  const map = mapOf(stops.flatMap(({ slug }) => places.get(slug) ?? []));
  const problems: TripProblem[] = [
    ...read.problems,
    ...stops.flatMap(({ place }, stop) => (place === null ? [{ kind: 'unknown' as const, stop }] : [])),
  ];
  let planned: PlannedTrip | null = null;
  if (problems.every(isOfHabit)) {
    const outcome = await trips.plan(itinerary.stops, mbPerDayOf(itinerary));
    if ('planned' in outcome) planned = withoutLongLists(outcome.planned);
    else if ('refused' in outcome) problems.push({ kind: outcome.refused });
    else problems.push(...outcome.uncovered.map((stop) => ({ kind: 'uncovered' as const, stop })));
  }
  const options = [...places.values()].map(({ slug, name }) => ({ slug, name }));
  const trip: TripData = { itinerary, stops, problems, options, map, planned };
  return problems.some(({ kind }) => kind === 'busy') ? data(trip, { status: 503, headers: RETRY }) : data(trip);
}

/**
 * More eSIMs than an order can have are a price and a mix: a list with a row for each of hundreds would help nobody, and
 * rendering it would hold back other requests.
 */
function withoutLongLists(planned: PlannedTrip): PlannedTrip {
  return planned.best.esims > MAX_LINES ? { ...planned, esims: [], legs: [] } : planned;
}

function mapOf(places: readonly { slug: string; countryCode: string | null }[]): TripMapView | null {
  const codes = new Map(places.flatMap(({ slug, countryCode }) => (countryCode === null ? [] : [[slug, countryCode]])));
  if (codes.size === 0) return null;
  const view = tripView(dots as Dots, [...codes.values()]);
  const pins = [...codes].flatMap(([slug, code]) => {
    const heart = heartInView(dots as Dots, view, code);
    return heart === null ? [] : [{ slug, at: [Math.round(heart[0]), Math.round(heart[1])] as const }];
  });
  return { width: view.width, height: view.height, pins };
}
