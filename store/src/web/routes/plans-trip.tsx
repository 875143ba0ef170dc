import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { trip as tripEn } from '../../i18n/messages/trip.en.ts';
import { trip as tripFr } from '../../i18n/messages/trip.fr.ts';
import { TripPage } from '../components/trip/trip-page.tsx';
import { addMessages } from '../messages.ts';
import { loadTrip } from '../trip-loader.ts';
import type { PageHandle } from '../sheets.tsx';

export const handle: PageHandle = { sheets: ['trip'] };

addMessages({ en: { trip: tripEn }, fr: { trip: tripFr } });

export function loader(args: LoaderFunctionArgs) {
  return loadTrip(args);
}

export default function TripPlannerPage() {
  return <TripPage trip={useLoaderData<typeof loader>()} />;
}
