import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { loadArticles } from './blog-loader.ts';
import { ArticleListPage } from './article-list.tsx';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { useTranslation } from '../../translation.tsx';
import { useInLanguage } from '../../use-in-language.ts';

export function loader(args: LoaderFunctionArgs) {
  return loadArticles(args);
}

export default function BlogPage() {
  const { t } = useTranslation();
  const list = useInLanguage(useLoaderData<typeof loader>());
  return (
    <>
      <PageTitle title={t('blog.title')} description={t('blog.description')} />
      <ArticleListPage list={list} title={t('blog.title')} />
    </>
  );
}
