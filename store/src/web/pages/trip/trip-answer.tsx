import { daysOf, mbPerDayOf } from '../../../shared/itinerary.ts';
import type { PlannedTrip } from '../../../modules/trip/trips.ts';
import { useFormat } from '../../format.ts';
import type { TripData } from './trip-loader.ts';
import { useTranslation } from '../../translation.tsx';
import { TripCalendar } from './trip-calendar.tsx';
import { TripMixes } from './trip-mixes.tsx';
import { TripReasons } from './trip-reasons.tsx';
import { TripBuyBar, TripTicket } from './trip-ticket.tsx';
import { useTripWords } from './trip-words.ts';

/** One price, which plan serves which days, why it is the cheapest, and the way to the checkout. */
export function TripAnswer({ planned, trip }: { planned: PlannedTrip; trip: TripData }) {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useTripWords(trip);
  const days = daysOf(trip.itinerary);
  const needed = format.data(days * mbPerDayOf(trip.itinerary));
  return (
    <>
      <div className="wrap layout-side">
        <div className="stack gap-12">
          <section className="stack gap-6">
            <div className="trip-answer" aria-live="polite">
              <h2 className="eyebrow">
                {t(planned.proven ? 'trip.cheapest' : 'trip.bestFound', { days: format.days(days), data: needed })}
              </h2>
              <p className="trip-answer__price">
                <b>{format.money(planned.best.total)}</b> <span className="lede">{words.mix(planned.best)}</span>
              </p>
            </div>
            <TripCalendar planned={planned} trip={trip} />
          </section>
          <section>
            <TripReasons planned={planned} trip={trip} />
            <TripMixes planned={planned} trip={trip} />
            <p className="small muted mt-3.5">
              {planned.proven ? t('trip.method', { count: planned.plans }) : t('trip.methodBest')}
            </p>
          </section>
        </div>
        <aside className="side" aria-label={t('trip.ticket')}>
          <TripTicket planned={planned} trip={trip} />
        </aside>
      </div>
      <TripBuyBar planned={planned} days={days} />
    </>
  );
}
