import type { PlannedTrip, TripEsim } from '../../../modules/trip/types.ts';
import { tonesOf } from '../../components/trip/plan-tone.ts';
import { SwitchList } from '../../components/trip/switch-list.tsx';
import { useTranslation } from '../../translation.tsx';
import type { TripData } from './trip-loader.ts';
import { useTripWords } from './trip-words.ts';

/** When to install and to switch: the text of the map and of the calendar. */
export function TripDays({ planned: { esims, legs }, trip }: { planned: PlannedTrip; trip: TripData }) {
  const { t } = useTranslation();
  const names = useTripWords(trip).esims(esims);
  const placesOf = (stops: readonly number[]) => stops.flatMap((stop) => trip.stops[stop]?.place?.name ?? []);
  return (
    <section>
      <h2 className="h-sec mb-3.5">{t('switches.title')}</h2>
      <SwitchList
        legs={legs.map((leg) => ({ ...leg, places: placesOf(leg.stops) }))}
        names={names}
        tones={tonesOf(esims.map(({ plan }) => plan.id))}
      />
      <p className="small muted mt-3.5">{useInstallWords(esims, names).join(' ')}</p>
    </section>
  );
}

function useInstallWords(esims: readonly TripEsim[], names: readonly string[]): string[] {
  const { t } = useTranslation();
  if (esims.length === 1) return [t('trip.install')];
  const later = esims.flatMap(({ startsInstalled, first }, at) =>
    startsInstalled && first > 1 ? [t('trip.installLater', { plan: names[at]!, day: first })] : [],
  );
  return later.length === 0 ? [t('trip.installAll')] : later;
}
