import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { DestinationPage } from './destination-page.tsx';
import { loadDestination } from './destination-loader.ts';
import type { PageHandle } from '../../sheets.tsx';

export const handle: PageHandle = { sheets: ['destination'] };

export function loader(args: LoaderFunctionArgs) {
  return loadDestination(args, 'local', args.params['slug']);
}

export default function LocalPlanPage() {
  const data = useLoaderData<typeof loader>();
  return <DestinationPage key={data.destination.slug} data={data} />;
}
