import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { switches } from '../../../i18n/areas/switches.ts';
import { trip } from '../../../i18n/areas/trip.ts';
import { addMessages } from '../../messages.ts';
import { loadTrip } from './trip-loader.ts';
import type { PageHandle } from '../../sheets.tsx';
import { useTranslation } from '../../translation.tsx';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { TripAnswer } from './trip-answer.tsx';
import { TripForm } from './trip-form.tsx';
import { TripMap } from './trip-map.tsx';

export const handle: PageHandle = { sheets: ['trip'] };

addMessages({ switches, trip });

export function loader(args: LoaderFunctionArgs) {
  return loadTrip(args);
}

/** The itinerary, and below it the cheapest mix of plans for it. The URL contains the whole trip. */
export default function TripPlannerPage() {
  const { t } = useTranslation();
  const asked = useLoaderData<typeof loader>();
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
            <TripForm trip={asked} />
          </div>
          <TripMap trip={asked} />
        </div>
      </div>
      {asked.planned !== null && <TripAnswer planned={asked.planned} trip={asked} />}
    </>
  );
}
