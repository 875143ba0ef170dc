import { type LoaderFunctionArgs, redirect } from 'react-router';
import type { Localized } from '../modules/catalogue/types.ts';
import type { PlannedTrip } from '../modules/trip/trips.ts';
import {
  type Itinerary,
  itineraryQuery,
  type ItineraryProblem,
  mbPerDayOf,
  readItinerary,
} from '../shared/itinerary.ts';
import { servicesContext } from './context.ts';

/** A stop as the page shows it; null: no such destination. */
export type ShownStop = {
  slug: string;
  days: number;
  place: { name: Localized; flag: string; own: boolean } | null;
};
export type Option = { slug: string; name: Localized };
export type TripProblem = ItineraryProblem | { kind: 'unknown' | 'uncovered'; stop: number };
export type TripData = {
  itinerary: Itinerary;
  stops: ShownStop[];
  problems: TripProblem[];
  options: Option[];
  /** Null while something is wrong with the trip. */
  planned: PlannedTrip | null;
};

/** Fields that only the page's form sends: the trip then gets its own address, which can be shared. */
const FORM_FIELDS = ['place', 'add'];

export async function loadTrip({ context, request }: LoaderFunctionArgs): Promise<TripData> {
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
    return { slug, days, place: place ? { name: place.name, flag: place.flag, own: place.own } : null };
  });
  const problems: TripProblem[] = [
    ...read.problems,
    ...stops.flatMap(({ place }, stop) => (place === null ? [{ kind: 'unknown' as const, stop }] : [])),
  ];
  let planned: PlannedTrip | null = null;
  if (problems.every(({ kind }) => kind === 'bad-habit')) {
    const outcome = await trips.plan(itinerary.stops, mbPerDayOf(itinerary));
    if ('planned' in outcome) planned = outcome.planned;
    else problems.push(...outcome.uncovered.map((stop) => ({ kind: 'uncovered' as const, stop })));
  }
  const options = [...places.values()].map(({ slug, name }) => ({ slug, name }));
  return { itinerary, stops, problems, options, planned };
}
