import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { data } from '../../../i18n/areas/data.ts';
import { DataCalculator } from './data-page.tsx';
import { loadData } from './data-loader.ts';
import { addMessages } from '../../messages.ts';
import type { PageHandle } from '../../sheets.tsx';

export const handle: PageHandle = { sheets: ['data'] };

addMessages({ data });

export function loader(args: LoaderFunctionArgs) {
  return loadData(args);
}

export default function DataPage() {
  const page = useLoaderData<typeof loader>();
  return <DataCalculator page={page} />;
}
