/** A trip in the URL of its page: `?stop=france:4&stop=italy:5&habit=everyday`. */

export const MAX_STOPS = 15;
export const MAX_TRIP_DAYS = 365;

/** MB per day. 1 GB is 1024 MB; a fifth of it is rounded down, so that five light days need 1GB. */
export const HABITS = { light: 204, everyday: 512, heavy: 1024 } as const;
export type Habit = keyof typeof HABITS;
/** Four times what the calculator can count. */
export const MAX_MB_PER_DAY = 20 * 1024;
/** 365 days with the heavy habit, and some. */
export const MAX_TRIP_MB = 400 * 1024;

export type ItineraryStop = { slug: string; days: number };
export type Itinerary = {
  stops: ItineraryStop[];
  /** One of the habits, or MB per day from the calculator. */
  habit: Habit | number;
};

/**
 * A problem with one stop, by its index, or with the trip. An invalid habit is replaced by the default and reported.
 */
export type ItineraryProblem =
  | { kind: 'no-stops' | 'too-many-stops' | 'too-many-days' | 'too-much-data' | 'bad-habit' | 'too-much-a-day' }
  | { kind: 'bad-days'; stop: number };

export const mbPerDayOf = ({ habit }: Itinerary): number => (typeof habit === 'number' ? habit : HABITS[habit]);
export const daysOf = ({ stops }: Itinerary): number => stops.reduce((sum, { days }) => sum + days, 0);
export const mbOf = (itinerary: Itinerary): number => daysOf(itinerary) * mbPerDayOf(itinerary);

/** Further stops in the URL are ignored. */
const MAX_READ = MAX_STOPS + 1;
const MAX_SLUG_LENGTH = 80;

/**
 * Parses the trip of a query. Besides its own form, `stop` and `habit`, it accepts what the page's form sends: `place`
 * and `days` in pairs, `add` with `addDays` for one more, and the buttons `more`, `less` and `remove` with the number
 * of a stop.
 */
export function readItinerary(search: URLSearchParams): { itinerary: Itinerary; problems: ItineraryProblem[] } {
  const days = search.getAll('days');
  const stops = [
    ...search.getAll('stop').map((each) => {
      const [slug = '', count = ''] = each.split(':');
      return { slug, days: count };
    }),
    ...search.getAll('place').map((slug, at) => ({ slug, days: days[at] ?? '' })),
    ...search.getAll('add').map((slug) => ({ slug, days: search.get('addDays') ?? '' })),
  ]
    .filter(({ slug }) => slug !== '')
    .slice(0, MAX_READ)
    .map((each) => ({ slug: each.slug.slice(0, MAX_SLUG_LENGTH), days: wholeNumber(each.days) ?? 0 }));
  press(stops, search);

  const habit = search.get('habit');
  const asked = habit === null ? 'everyday' : habitOf(habit);
  const isTooMuch = typeof asked === 'number' && asked > MAX_MB_PER_DAY;
  const known = isTooMuch ? null : asked;
  const itinerary: Itinerary = { stops, habit: known ?? 'everyday' };
  const problems: ItineraryProblem[] = stops.flatMap(({ days: count }, stop) =>
    count < 1 ? [{ kind: 'bad-days' as const, stop }] : [],
  );
  if (stops.length === 0) problems.push({ kind: 'no-stops' });
  if (stops.length > MAX_STOPS) problems.push({ kind: 'too-many-stops' });
  if (daysOf(itinerary) > MAX_TRIP_DAYS) problems.push({ kind: 'too-many-days' });
  if (known === null) problems.push({ kind: isTooMuch ? 'too-much-a-day' : 'bad-habit' });
  if (problems.every(isOfHabit) && mbOf(itinerary) > MAX_TRIP_MB) problems.push({ kind: 'too-much-data' });
  return { itinerary, problems };
}

/** A problem that leaves a trip that can be planned, with the default habit. */
export const isOfHabit = ({ kind }: { kind: string }): boolean => kind === 'bad-habit' || kind === 'too-much-a-day';

/** True when the URL contains no trip. */
export const isPlainTrip = (search: URLSearchParams): boolean =>
  !['stop', 'place', 'add', 'habit'].some((name) => search.has(name));

/** Applies a button of the form. */
function press(stops: ItineraryStop[], search: URLSearchParams): void {
  const stopOf = (button: string): ItineraryStop | undefined => stops[wholeNumber(search.get(button) ?? '') ?? -1];
  const [more, less, removed] = [stopOf('more'), stopOf('less'), stopOf('remove')];
  if (more !== undefined) more.days += 1;
  if (less !== undefined && less.days > 1) less.days -= 1;
  if (removed !== undefined) stops.splice(stops.indexOf(removed), 1);
}

/** The query string of a trip, with its question mark; empty for an empty one. */
export function itineraryQuery({ stops, habit }: Itinerary): string {
  const parts = stops.map(({ slug, days }) => `stop=${encodeURIComponent(slug)}:${days}`);
  if (habit !== 'everyday') parts.push(`habit=${habit}`);
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

function habitOf(text: string): Itinerary['habit'] | null {
  if (Object.hasOwn(HABITS, text)) return text as Habit;
  if (/^\d{6,}$/.test(text)) return Infinity;
  const mb = wholeNumber(text);
  return mb !== null && mb >= 1 ? mb : null;
}

/** An integer of at most five digits, otherwise null. */
const wholeNumber = (text: string): number | null => (/^\d{1,5}$/.test(text) ? Number(text) : null);
