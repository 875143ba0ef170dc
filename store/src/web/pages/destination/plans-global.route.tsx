import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { DestinationPage } from './destination-page.tsx';
import { loadDestination } from './destination-loader.ts';
import type { PageHandle } from '../../sheets.tsx';

export const handle: PageHandle = { sheets: ['destination'] };

export function loader(args: LoaderFunctionArgs) {
  return loadDestination(args, 'global', 'global');
}

export default function GlobalPlanPage() {
  return <DestinationPage data={useLoaderData<typeof loader>()} />;
}
