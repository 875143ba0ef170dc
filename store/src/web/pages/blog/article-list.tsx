import { paths } from '../../../shared/paths.ts';
import { BLOG_TOPICS, type BlogTopic } from '../../../shared/topics.ts';
import type { ArticleList, ArticleSummary } from './blog-loader.ts';
import { useTranslation } from '../../translation.tsx';
import { DottedMap } from '../../components/dotted-map.tsx';
import { PageLink, usePageAddress } from '../../components/page-link.tsx';
import { Byline } from './byline.tsx';

/** The articles of the blog or of one topic: the newest one large, the others as rows. */
export function ArticleListPage({ list, title, topic }: { list: ArticleList; title: string; topic?: BlogTopic }) {
  const { t } = useTranslation();
  const address = usePageAddress();
  const [lead, ...others] = list.articles;
  return (
    <div className="wrap blog">
      <link rel="alternate" type="application/rss+xml" title={t('blog.title')} href={address(paths.blogFeed())} />
      <div className="blog__head">
        <h1 className="h-display">{title}</h1>
        <Topics current={topic} />
      </div>
      {lead !== undefined && <Lead article={lead} />}
      <ul className="article-rows" lang={list.locale}>
        {others.map((article) => (
          <li key={article.slug}>
            <Row article={article} />
          </li>
        ))}
      </ul>
      <p className="small">
        <a className="link" href={address(paths.blogFeed())}>
          {t('blog.feed')}
        </a>
      </p>
    </div>
  );
}

function Topics({ current }: { current: BlogTopic | undefined }) {
  const { t } = useTranslation();
  const links = [
    { topic: undefined, to: paths.blog(), label: t('blog.topics.all') },
    ...BLOG_TOPICS.map((topic) => ({ topic, to: paths.blogTopic(topic), label: t(`blog.topics.${topic}`) })),
  ];
  return (
    <nav className="blog-topics" aria-label={t('blog.topics.label')}>
      {links.map(({ topic, to, label }) => (
        <PageLink key={to} className="pill" to={to} aria-current={topic === current ? 'page' : undefined}>
          {label}
        </PageLink>
      ))}
    </nav>
  );
}

function Lead({ article }: { article: ArticleSummary }) {
  return (
    <article className="article-lead on-ink">
      <div className="article-lead__text">
        <p className="byline">
          <Byline article={article} />
        </p>
        <h2>
          <PageLink to={paths.blogArticle(article.slug)}>{article.title}</PageLink>
        </h2>
        <p>{article.description}</p>
      </div>
      {article.place !== null && <DottedMap src={paths.map(article.place)} width={720} height={200} />}
    </article>
  );
}

function Row({ article }: { article: ArticleSummary }) {
  return (
    <article className="article-row">
      <h2>
        <PageLink to={paths.blogArticle(article.slug)}>{article.title}</PageLink>
      </h2>
      <p>{article.description}</p>
      <p className="byline">
        <Byline article={article} />
      </p>
      {article.place !== null && <DottedMap src={paths.map(article.place)} width={720} height={200} />}
    </article>
  );
}
