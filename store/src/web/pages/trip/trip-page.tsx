import type { TripData } from './trip-loader.ts';
import { useTranslation } from '../../translation.tsx';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { TripAnswer } from './trip-answer.tsx';
import { TripForm } from './trip-form.tsx';
import { TripMap } from './trip-map.tsx';

/** The itinerary, and below it the cheapest mix of plans for it. The address says all of it. */
export function TripPage({ trip }: { trip: TripData }) {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle title={t('trip.title')} description={t('trip.description')} />
      <div className="trip-head">
        <div className="wrap trip-head__grid">
          <div className="trip-head__form">
            <div className="stack gap-2">
              <h1 className="h-display">{t('trip.title')}</h1>
              <p className="lede">{t('trip.lede')}</p>
            </div>
            <TripForm trip={trip} />
          </div>
          <TripMap trip={trip} />
        </div>
      </div>
      {trip.planned !== null && <TripAnswer planned={trip.planned} trip={trip} />}
    </>
  );
}
