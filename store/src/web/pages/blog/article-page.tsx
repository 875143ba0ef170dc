import type { ReactNode } from 'react';
import type { PartName } from '../../../content/types.ts';
import { BRAND } from '../../../shared/brand.ts';
import { language } from '../../../i18n/areas/language.ts';
import { blog } from '../../../i18n/areas/blog.ts';
import { LOCALES } from '../../../shared/locale.ts';
import { paths } from '../../../shared/paths.ts';
import { isBlogTopic } from '../../../shared/topics.ts';
import { ChevronDownIcon, ChevronRightIcon } from '../../../ui/icons.tsx';
import type { ArticlePage, ComparedOffer } from './blog-loader.ts';
import { useChooseLanguage } from '../../language.ts';
import { useTranslation } from '../../translation.tsx';
import { usePageUrl, usePictureUrl } from '../../components/chrome/page-urls.ts';
import { PageLink } from '../../components/page-link.tsx';
import { ArticleBody } from '../../components/prose/article-body.tsx';
import { ContentsList } from '../../components/prose/contents-list.tsx';
import { NotTranslated } from '../../components/prose/not-translated.tsx';
import { StructuredData } from '../../components/structured-data.tsx';
import { Byline } from './byline.tsx';
import { DataHabits, DataRates } from './data-parts.tsx';
import { useFormat } from '../../format.ts';
import { useOfferWords } from '../../components/plans/offer-words.ts';

/** The id of every article's last section: one recommended next step. */
const NEXT = 'next';

/** An article: table of contents, text, sources, and one next step. */
export function BlogArticle({ page: { article, offers } }: { page: ArticlePage }) {
  const { t, locale } = useTranslation();
  const choose = useChooseLanguage();
  const contents = article.headings.filter(({ id, level }) => level === 2 && id !== NEXT);
  const parts: Partial<Record<PartName, ReactNode>> = {
    dataRates: <DataRates />,
    dataHabits: <DataHabits />,
    localRegionalGlobal: <PriceTable offers={offers} />,
  };
  return (
    <div className="wrap article-columns">
      <ArticleData article={article} />
      <nav className="toc toc--beside" aria-label={t('blog.contents')}>
        <p className="label">{t('blog.contents')}</p>
        <ContentsList headings={contents} />
      </nav>
      <article className="article" lang={article.locale}>
        <nav className="crumbs" aria-label={t('blog.breadcrumb')}>
          <PageLink to={paths.blog()}>{t('blog.short')}</PageLink>
          {isBlogTopic(article.topic) && (
            <>
              <ChevronRightIcon size={14} />
              <PageLink to={paths.blogTopic(article.topic)}>{t(`blog.topics.${article.topic}`)}</PageLink>
            </>
          )}
        </nav>
        <h1 className="h-display">{article.title}</h1>
        <NotTranslated textIn={article.locale}>{t('blog.notTranslated')}</NotTranslated>
        <p className="byline">
          <Byline article={article} />
          {LOCALES.filter((each) => each !== locale).map((each) => (
            <button key={each} className="link" type="button" onClick={() => choose(each)}>
              <span lang={each}>
                {(blog[each] as Partial<(typeof blog)['en']>).thisLanguage ?? language[each].name}
              </span>
            </button>
          ))}
        </p>
        <nav className="toc toc--folded" aria-label={t('blog.contents')}>
          <details>
            <summary>
              {t('blog.contents')}
              <ChevronDownIcon />
            </summary>
            <ContentsList headings={contents} />
          </details>
        </nav>
        <ArticleBody sections={article.sections.filter(({ id }) => id !== NEXT)} parts={parts} />
        <Sources sources={article.sources} />
        <ArticleBody sections={article.sections.filter(({ id }) => id === NEXT)} parts={parts} />
      </article>
    </div>
  );
}

function Sources({ sources }: { sources: ArticlePage['article']['sources'] }) {
  const { t } = useTranslation();
  if (sources.length === 0) return null;
  return (
    <section className="sources" aria-labelledby="sources">
      <h2 id="sources">{t('blog.sources')}</h2>
      <ol>
        {sources.map(({ title, url }) => (
          <li key={url}>
            <a href={url} target="_blank" rel="noopener">
              {title}
              <span className="sr"> ({t('blog.newTab')})</span>
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}

function ArticleData({ article }: { article: ArticlePage['article'] }) {
  const url = usePageUrl();
  const picture = usePictureUrl();
  const publisher = { '@type': 'Organization', name: BRAND, url: url(paths.home()) };
  return (
    <StructuredData
      thing={{
        '@type': 'Article',
        headline: article.title,
        description: article.description,
        image: picture,
        datePublished: article.date,
        dateModified: article.updated,
        inLanguage: article.locale,
        mainEntityOfPage: url(),
        author: publisher,
        publisher,
      }}
    />
  );
}

/** Current prices of the same amounts of data in one country, its region and the world. */
function PriceTable({ offers }: { offers: readonly ComparedOffer[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useOfferWords();
  const [first] = offers;
  if (first === undefined) return null;
  const sold = offers.map((offer) => offer.plans.filter(({ available, unlimited }) => available && unlimited === null));
  const sizes = [...new Set(sold.flat().map(({ dataMb }) => dataMb))].toSorted((a, b) => a - b);
  const cheapest = (column: number, size: number) =>
    sold[column]!.filter(({ dataMb }) => dataMb === size).toSorted((a, b) => a.price.amount - b.price.amount)[0];
  return (
    <>
      <table aria-label={t('blog.prices.caption')}>
        <thead>
          <tr>
            <th scope="col">{t('blog.prices.size')}</th>
            {offers.map((offer) => (
              <th scope="col" key={offer.slug}>
                <PageLink to={paths.offer(offer)}>{words.name(offer)}</PageLink>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sizes.map((size) => {
            const base = cheapest(0, size)?.price.amount;
            return (
              <tr key={size}>
                <th scope="row">{format.data(size)}</th>
                {offers.map((offer, column) => {
                  const plan = cheapest(column, size);
                  if (plan === undefined) return <td key={offer.slug}>{t('blog.prices.none')}</td>;
                  const more = base === undefined ? 0 : plan.price.amount - base;
                  return (
                    <td key={offer.slug}>
                      {format.money(plan.price)}
                      <small>
                        {format.days(plan.days)}
                        {more > 0 &&
                          `, ${t('blog.prices.more', { price: format.money({ ...plan.price, amount: more }) })}`}
                      </small>
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="small muted">{t('blog.prices.note')}</p>
    </>
  );
}
