import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { loadArticle } from './blog-loader.ts';
import { BlogArticle } from './article-page.tsx';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { useInLanguage } from '../../use-in-language.ts';

export function loader(args: LoaderFunctionArgs) {
  return loadArticle(args);
}

export default function ArticlePage() {
  const page = useInLanguage(useLoaderData<typeof loader>());
  return (
    <>
      <PageTitle title={page.article.title} description={page.article.description} type="article" />
      <BlogArticle page={page} />
    </>
  );
}
