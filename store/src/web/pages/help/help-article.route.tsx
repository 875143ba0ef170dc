import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { AnswerPage } from './answer-page.tsx';
import { loadHelpArticle } from './help-loader.ts';
import type { PageHandle } from '../../sheets.tsx';

export const handle: PageHandle = { sheets: ['texts'] };

export function loader(args: LoaderFunctionArgs) {
  return loadHelpArticle(args);
}

export default function HelpArticlePage() {
  return <AnswerPage {...useLoaderData<typeof loader>()} />;
}
