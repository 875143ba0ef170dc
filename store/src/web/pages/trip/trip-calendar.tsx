import type { PlannedTrip, TripEsim } from '../../../modules/trip/types.ts';
import { daysOf } from '../../../shared/itinerary.ts';
import { useFormat } from '../../format.ts';
import type { TripData } from './trip-loader.ts';
import { useTranslation } from '../../translation.tsx';
import { useTripWords } from './trip-words.ts';

/** Up to this many days each one has a number; on longer trips only the first day of each stop. */
const MOST_NUMBERS = 21;
const [NUMBERS, LANE, GAP] = [24, 44, 8];

/** Which plan covers which days, below the stops; then when to install and to switch, as text. */
export function TripCalendar({ planned: { esims }, trip }: { planned: PlannedTrip; trip: TripData }) {
  const { t, locale } = useTranslation();
  const format = useFormat();
  const words = useTripWords(trip);
  const days = daysOf(trip.itinerary);
  const share = (count: number): string => `${((100 * count) / days).toFixed(3)}%`;
  const lanes = lanesOf(esims);
  const starts = trip.stops.map((_, at) => daysOf({ ...trip.itinerary, stops: trip.itinerary.stops.slice(0, at) }) + 1);
  const numbers = days <= MOST_NUMBERS ? Array.from({ length: days }, (_, day) => day + 1) : starts;
  const served = esims.map((esim) =>
    t(esim.first === esim.last ? 'trip.chartOne' : 'trip.chart', {
      plan: words.plan(esim),
      first: esim.first,
      last: esim.last,
    }),
  );
  return (
    <div>
      <svg
        className="trip-calendar"
        width="100%"
        height={NUMBERS + (LANE + GAP) * (lanes.length + 1) - GAP}
        role="img"
        aria-label={served.join(', ')}
      >
        {numbers.map((day, at) => (
          <text
            key={`${day}-${at}`}
            className="trip-calendar__number"
            x={share(days <= MOST_NUMBERS ? day - 0.5 : day - 1)}
            y="14"
            textAnchor={days <= MOST_NUMBERS ? 'middle' : 'start'}
          >
            {day}
          </text>
        ))}
        {trip.stops.map(({ days: length, place, slug }, at) => (
          <svg key={`${at}-${slug}`} x={share(starts[at]! - 1)} y={NUMBERS} width={share(length)} height={LANE}>
            <rect className="trip-calendar__stop" width="100%" height={LANE} />
            <text x="10" y="27">
              {place?.name[locale]}
            </text>
          </svg>
        ))}
        {lanes.flatMap((lane, row) =>
          lane.map((esim) => (
            <svg
              key={`${esim.plan.id}-${esim.first}-${row}`}
              className={`trip-calendar__esim trip-calendar__esim--${esims.indexOf(esim) % 3}`}
              x={share(esim.first - 1)}
              y={NUMBERS + (LANE + GAP) * (row + 1)}
              width={share(esim.last - esim.first + 1)}
              height={LANE}
            >
              <rect width="100%" height={LANE} rx="6" />
              <text x="10" y="27">
                {words.plan(esim)} <tspan>{t('trip.uses', { data: format.data(esim.usedMb) })}</tspan>
              </text>
            </svg>
          )),
        )}
      </svg>
      <p className="small muted mt-2">{useSteps(esims, trip).join(' ')}</p>
    </div>
  );
}

/** Plans that are used on the same days go into separate rows. */
function lanesOf(esims: readonly TripEsim[]): TripEsim[][] {
  const lanes: TripEsim[][] = [];
  for (const esim of esims) {
    const lane = lanes.find((each) => each.at(-1)!.last < esim.first);
    if (lane) lane.push(esim);
    else lanes.push([esim]);
  }
  return lanes;
}

function useSteps(esims: readonly TripEsim[], trip: TripData): string[] {
  const { t } = useTranslation();
  const words = useTripWords(trip);
  const later = esims.filter(({ startsInstalled, first }) => startsInstalled && first > 1);
  const [only] = esims;
  if (esims.length === 1 && only !== undefined) return [t('trip.install')];
  return [
    ...(later.length === 0 ? [t('trip.installAll')] : []),
    ...later.map((esim) => t('trip.installLater', { plan: words.plan(esim), day: esim.first })),
    ...esims.slice(1).map((esim) => t('trip.switch', { day: esim.first, plan: words.plan(esim) })),
  ];
}
