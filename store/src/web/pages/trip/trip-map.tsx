import type { PlannedTrip } from '../../../modules/trip/types.ts';
import type { Point } from '../../../shared/dotted-map.ts';
import { paths } from '../../../shared/paths.ts';
import { planTone, toneOf, tonesOf } from '../../components/trip/plan-tone.ts';
import type { TripData } from './trip-loader.ts';
import { useTranslation } from '../../translation.tsx';
import { useTripWords } from './trip-words.ts';

/** The width of one number of a pin, and what a pin has around its numbers. */
const [NUMBER, AROUND] = [17, 11];

/**
 * The stops in order on the dotted map, each country in the colour of the plan that works there: the colour of its
 * days. The list of switches says the same in words.
 */
export function TripMap({ trip }: { trip: TripData }) {
  const { t, locale } = useTranslation();
  const words = useTripWords(trip);
  const { map, planned } = trip;
  if (map === null) return null;
  const tones = planned === null ? new Map<string, number>() : placeTones(planned, trip);
  const pins = new Map(map.pins.map(({ slug, at }) => [slug, at]));
  const painted = [...pins.keys()].map((slug) => (tones.has(slug) ? `${slug}.${toneOf(tones.get(slug))}` : slug));
  const route = trip.stops.map(({ slug }) => pins.get(slug)).filter((at) => at !== undefined);
  return (
    <div className="trip-map">
      <svg
        viewBox={`0 0 ${map.width} ${map.height}`}
        preserveAspectRatio="xMidYMid slice"
        role="img"
        aria-label={t('trip.route', { stops: words.stops(trip.stops.map((_, at) => at)) })}
      >
        <defs>
          <filter id="trip-map-plate" x="-8%" y="-16%" width="116%" height="132%">
            <feFlood className="trip-map__plate" />
            <feComposite in="SourceGraphic" operator="over" />
          </filter>
        </defs>
        <use href={`${paths.tripMap(painted)}#map`} />
        <path
          className="trip-map__route"
          d={route
            .slice(1)
            .map((to, at) => arc(route[at]!, to))
            .join('')}
        />
        {[...pins].map(([slug, [x, y]]) => {
          const numbers = trip.stops.flatMap((stop, at) => (stop.slug === slug ? [at + 1] : []));
          const half = (numbers.length * NUMBER + AROUND) / 2;
          const isEast = x > map.width * 0.6;
          return (
            <g key={slug} transform={`translate(${x} ${y})`}>
              <g className="trip-map__stop">
                <rect className="trip-map__pin" x={-half} y={-14} width={2 * half} height={28} rx={14} />
                <text y={5} textAnchor="middle">
                  {numbers.join(' · ')}
                </text>
                <text
                  className="trip-map__name"
                  x={isEast ? -half - 14 : half + 14}
                  y={6.5}
                  textAnchor={isEast ? 'end' : 'start'}
                >
                  {trip.stops[numbers[0]! - 1]!.place?.name[locale]}
                </text>
              </g>
            </g>
          );
        })}
      </svg>
      {planned !== null && planned.esims.length > 0 && <Legend planned={planned} trip={trip} />}
    </div>
  );
}

/** The plans and their colours. */
function Legend({ planned: { esims }, trip }: { planned: PlannedTrip; trip: TripData }) {
  const words = useTripWords(trip);
  const tones = tonesOf(esims.map(({ plan }) => plan.id));
  return (
    <ul className="trip-map__legend">
      {esims.map((esim, at) =>
        tones.indexOf(tones[at]!) === at ? (
          <li key={at}>
            <i className={planTone(tones[at])} aria-hidden="true" />
            {words.plan(esim)}
          </li>
        ) : null,
      )}
    </ul>
  );
}

/** The colour of each place by slug: that of the plan with the first days there. */
function placeTones({ esims, legs }: PlannedTrip, { stops }: TripData): Map<string, number> {
  const tones = tonesOf(esims.map(({ plan }) => plan.id));
  const found = new Map<string, number>();
  for (const { esim, stops: served } of legs)
    for (const stop of served) {
      const { slug } = stops[stop]!;
      if (!found.has(slug)) found.set(slug, tones[esim]!);
    }
  return found;
}

/** A bow on the left of the way, so that the way there and the way back are two lines. */
function arc([x, y]: Point, [toX, toY]: Point): string {
  const bend = 0.16;
  const [midX, midY] = [(x + toX) / 2 + (toY - y) * bend, (y + toY) / 2 - (toX - x) * bend];
  return `M${x} ${y}Q${Math.round(midX)} ${Math.round(midY)} ${toX} ${toY}`;
}
