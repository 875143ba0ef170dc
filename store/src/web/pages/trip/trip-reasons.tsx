import type { PlannedTrip, TripReason } from '../../../modules/trip/trips.ts';
import { useFormat } from '../../format.ts';
import type { TripData } from './trip-loader.ts';
import { useTranslation } from '../../translation.tsx';
import { RichText } from '../../components/rich-text.tsx';
import { useTripWords } from './trip-words.ts';

/** Why the mix is the cheapest, a sum at a time. */
export function TripReasons({ planned, trip }: { planned: PlannedTrip; trip: TripData }) {
  const { t } = useTranslation();
  const sentence = useReasonWords(planned, trip);
  if (planned.reasons.length === 0) return <h2 className="h-sec mb-3.5">{t('trip.compare')}</h2>;
  return (
    <>
      <h2 className="h-sec mb-3.5">{t('trip.why')}</h2>
      <ol className="trip-reasons">
        {planned.reasons.map((reason, at) => (
          <li key={at}>
            <span>
              <RichText text={sentence(reason)} parts={{ b: (words) => <b className="strong">{words}</b> }} />
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

function useReasonWords({ best }: PlannedTrip, trip: TripData): (reason: TripReason) => string {
  const { t, locale } = useTranslation();
  const format = useFormat();
  const words = useTripWords(trip);
  return (reason) => {
    switch (reason.kind) {
      case 'no-local':
        return t('trip.reasons.noLocal', { stop: words.stops([reason.stop]), offer: reason.offer.name[locale] });
      case 'shared':
        return t('trip.reasons.shared', {
          plan: words.line(reason.line),
          stops: words.stops(reason.stops),
          total: format.money(reason.total),
          apart: format.money(reason.apart),
        });
      case 'own': {
        const isSame = reason.without.amount === best.total.amount;
        return t(`trip.reasons.${isSame ? 'ownSame' : reason.line.count === 1 ? 'own' : 'ownFewer'}`, {
          plan: words.line(reason.line),
          stop: words.stops([reason.stop]),
          total: format.money(reason.total),
          without: format.money(reason.without),
        });
      }
    }
  };
}
