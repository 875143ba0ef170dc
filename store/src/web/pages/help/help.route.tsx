import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { HelpHub } from './help-hub.tsx';
import { loadHelp } from './help-loader.ts';
import type { PageHandle } from '../../sheets.tsx';

export const handle: PageHandle = { sheets: ['help'] };

export function loader(args: LoaderFunctionArgs) {
  return loadHelp(args);
}

export default function HelpPage() {
  return <HelpHub {...useLoaderData<typeof loader>()} />;
}
