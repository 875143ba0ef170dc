import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { loadTopic } from './blog-loader.ts';
import { ArticleListPage } from './article-list.tsx';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { useTranslation } from '../../translation.tsx';
import { useInLanguage } from '../../use-in-language.ts';

export function loader(args: LoaderFunctionArgs) {
  return loadTopic(args);
}

export default function TopicPage() {
  const { t } = useTranslation();
  const { topic, ...list } = useInLanguage(useLoaderData<typeof loader>());
  const title = t(`blog.topicTitle.${topic}`);
  return (
    <>
      <PageTitle title={title} description={t(`blog.topicDescription.${topic}`)} />
      <ArticleListPage list={list} title={title} topic={topic} />
    </>
  );
}
