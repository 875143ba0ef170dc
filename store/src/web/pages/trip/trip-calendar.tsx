import type { PlannedTrip, TripLeg } from '../../../modules/trip/types.ts';
import { daysOf } from '../../../shared/itinerary.ts';
import { planTone, tonesOf } from '../../components/trip/plan-tone.ts';
import { useFormat } from '../../format.ts';
import type { TripData } from './trip-loader.ts';
import { useTranslation } from '../../translation.tsx';
import { useTripWords } from './trip-words.ts';

/** Up to this many days each one has a number; on longer trips only the first day of each stop. */
const MAX_NUMBERS = 21;
const [NUMBERS, LANE, GAP] = [24, 44, 8];

/** Which eSIM is used on which days, below the stops. */
export function TripCalendar({ planned: { esims, legs }, trip }: { planned: PlannedTrip; trip: TripData }) {
  const { t, locale } = useTranslation();
  const format = useFormat();
  const names = useTripWords(trip).esims(esims);
  const tones = tonesOf(esims.map(({ plan }) => plan.id));
  const days = daysOf(trip.itinerary);
  const share = (count: number): string => `${((100 * count) / days).toFixed(3)}%`;
  const lanes = lanesOf(legs);
  const starts = trip.stops.map((_, at) => daysOf({ ...trip.itinerary, stops: trip.itinerary.stops.slice(0, at) }) + 1);
  const numbers = days <= MAX_NUMBERS ? Array.from({ length: days }, (_, day) => day + 1) : starts;
  const served = legs.map(({ esim, first, last }) =>
    t(first === last ? 'trip.chartOne' : 'trip.chart', { plan: names[esim]!, first, last }),
  );
  return (
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
          x={share(days <= MAX_NUMBERS ? day - 0.5 : day - 1)}
          y="14"
          textAnchor={days <= MAX_NUMBERS ? 'middle' : 'start'}
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
        lane.map(({ esim, first, last, usedMb }) => (
          <svg
            key={`${esim}-${first}`}
            className={`trip-calendar__esim ${planTone(tones[esim])}`}
            x={share(first - 1)}
            y={NUMBERS + (LANE + GAP) * (row + 1)}
            width={share(last - first + 1)}
            height={LANE}
          >
            <rect width="100%" height={LANE} rx="6" />
            <text x="10" y="27">
              {names[esim]} <tspan>{t('trip.uses', { data: format.data(usedMb) })}</tspan>
            </text>
          </svg>
        )),
      )}
    </svg>
  );
}

/** Two eSIMs that are used on the same day go into separate rows. */
function lanesOf(legs: readonly TripLeg[]): TripLeg[][] {
  const lanes: TripLeg[][] = [];
  for (const leg of legs) {
    const lane = lanes.find((each) => each.at(-1)!.last < leg.first);
    if (lane) lane.push(leg);
    else lanes.push([leg]);
  }
  return lanes;
}
