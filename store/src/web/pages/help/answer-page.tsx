import { type Locale } from '../../../shared/locale.ts';
import { formatDate } from '../../../i18n/format.ts';
import { paths } from '../../../shared/paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { ChevronDownIcon, ChevronRightIcon, MailIcon } from '../../../ui/icons.tsx';
import type { HelpEntry } from '../../help-entries.ts';
import type { ShownArticle } from './help-loader.ts';
import { useTranslation } from '../../translation.tsx';
import { Unbroken } from '../../components/unbroken.tsx';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { ArticleBody } from '../../components/prose/article-body.tsx';
import { ContentsList } from '../../components/prose/contents-list.tsx';
import { NotTranslated } from '../../components/prose/not-translated.tsx';
import { AnswerLinks } from '../../components/help/answer-links.tsx';
import { isTopic, topicAnchor } from '../../components/help/help-words.ts';

type Props = { article: Record<Locale, ShownArticle>; related: readonly HelpEntry[] };

/** One answer: its summary, its steps, its sources, and related answers. */
export function AnswerPage({ article: versions, related }: Props) {
  const { t, locale } = useTranslation();
  const article = versions[locale];
  const { title, description, headings, sections, sources, updated } = article;
  return (
    <>
      <PageTitle title={title} description={description} />
      <article className="wrap article" lang={article.locale}>
        <header className="article__head">
          <Crumbs topic={article.topic} />
          <h1 className="h-display">
            <Unbroken>{title}</Unbroken>
          </h1>
          <NotTranslated textIn={article.locale}>{t('help.article.notTranslated')}</NotTranslated>
          <p className="small muted">
            <time dateTime={updated}>{t('help.article.updated', { date: formatDate(updated, locale, 'UTC') })}</time>
          </p>
          <p className="article__lede">{description}</p>
        </header>
        {headings.length > 1 && (
          <>
            <nav className="article__contents article__contents--beside" aria-labelledby="contents">
              <h2 id="contents">{t('help.article.contents')}</h2>
              <ContentsList headings={headings} />
            </nav>
            <nav className="article__contents article__contents--folded" aria-label={t('help.article.contents')}>
              <details>
                <summary>
                  {t('help.article.contents')}
                  <ChevronDownIcon />
                </summary>
                <ContentsList headings={headings} />
              </details>
            </nav>
          </>
        )}
        <div className="article__text">
          <ArticleBody sections={sections} />
          <Sources sources={sources} />
          <aside className="article__next">
            <h2>{t('help.article.next')}</h2>
            <p>{t('help.article.nextText')}</p>
            <PageLink className={buttonClass()} to={paths.contact()}>
              <MailIcon size={18} />
              {t('help.contact.action')}
            </PageLink>
            {related.length > 0 && (
              <>
                <h3 className="h-card">{t('help.article.related')}</h3>
                <AnswerLinks entries={related} />
              </>
            )}
          </aside>
        </div>
      </article>
    </>
  );
}

function Crumbs({ topic }: { topic: string | null }) {
  const { t } = useTranslation();
  return (
    <nav className="crumbs" aria-label={t('help.article.crumbs')}>
      <PageLink to={paths.help()}>{t('help.title')}</PageLink>
      {isTopic(topic) && (
        <>
          <ChevronRightIcon size={14} />
          <PageLink to={`${paths.help()}#${topicAnchor(topic)}`}>{t(`help.topics.${topic}.title`)}</PageLink>
        </>
      )}
    </nav>
  );
}

function Sources({ sources }: Pick<ShownArticle, 'sources'>) {
  const { t } = useTranslation();
  if (sources.length === 0) return null;
  return (
    <section className="article__sources">
      <h2>{t('help.article.sources')}</h2>
      <ul>
        {sources.map(({ title, url }) => (
          <li key={url}>
            <a className="link" href={url} target="_blank" rel="noopener">
              {title}
              <span className="sr"> {t('help.article.newTab')}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
