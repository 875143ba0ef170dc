import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { trip } from '../../../i18n/areas/trip.ts';
import { TripPage } from './trip-page.tsx';
import { addMessages } from '../../messages.ts';
import { loadTrip } from './trip-loader.ts';
import type { PageHandle } from '../../sheets.tsx';

export const handle: PageHandle = { sheets: ['trip'] };

addMessages({ trip });

export function loader(args: LoaderFunctionArgs) {
  return loadTrip(args);
}

export default function TripPlannerPage() {
  return <TripPage trip={useLoaderData<typeof loader>()} />;
}
