import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { AnswerPage } from '../components/help/answer-page.tsx';
import { loadHelpArticle } from '../help-loader.ts';

export function loader(args: LoaderFunctionArgs) {
  return loadHelpArticle(args);
}

export default function HelpArticlePage() {
  return <AnswerPage {...useLoaderData<typeof loader>()} />;
}
