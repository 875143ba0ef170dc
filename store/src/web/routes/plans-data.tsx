import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { data as dataEn } from '../../i18n/messages/data.en.ts';
import { data as dataFr } from '../../i18n/messages/data.fr.ts';
import { DataCalculator } from '../components/data/data-page.tsx';
import { loadData } from '../data-loader.ts';
import { addMessages } from '../messages.ts';
import type { PageHandle } from '../sheets.tsx';

export const handle: PageHandle = { sheets: ['data'] };

addMessages({ en: { data: dataEn }, fr: { data: dataFr } });

export function loader(args: LoaderFunctionArgs) {
  return loadData(args);
}

export default function DataPage() {
  const page = useLoaderData<typeof loader>();
  return <DataCalculator page={page} />;
}
