import { data, type LoaderFunctionArgs } from 'react-router';
import type { Article } from '../../../content/types.ts';
import type { Offer } from '../../../modules/catalogue/types.ts';
import type { Locale } from '../../../shared/locale.ts';
import { type BlogTopic, isBlogTopic } from '../../../shared/topics.ts';
import { localeContext, servicesContext } from '../../context.ts';

type Args = Pick<LoaderFunctionArgs, 'context'>;

/** The data of an article in a list. */
export type ArticleSummary = Pick<Article, 'slug' | 'title' | 'description' | 'date' | 'minutes' | 'place'>;
export type ArticleList = { locale: Locale; articles: ArticleSummary[] };

/** An offer for a country, its region or the world, for a comparison of prices. */
export type ComparedOffer = Pick<Offer, 'slug' | 'kind' | 'name' | 'flag' | 'regionCount' | 'plans'>;

export type ArticlePage = {
  locale: Locale;
  article: Omit<Article, 'text'>;
  /** Set for an article that compares prices. */
  offers: ComparedOffer[];
};

/** Offers that the articles compare: one country, its region, the world. */
const COMPARED = ['spain', 'europe', 'global'];
const MAX_SUGGESTED = 3;

/** The articles of the blog or of one topic, newest first. */
export function loadArticles({ context }: Args, topic?: BlogTopic): ArticleList {
  const locale = context.get(localeContext);
  const articles = context.get(servicesContext).content.list('blog', locale);
  return { locale, articles: articles.filter((each) => topic === undefined || each.topic === topic).map(summaryOf) };
}

export function loadTopic({ context, params }: LoaderFunctionArgs): ArticleList & { topic: BlogTopic } {
  const { topic } = params;
  if (!isBlogTopic(topic)) throw noArticle({ context });
  return { ...loadArticles({ context }, topic), topic };
}

/** One article by its slug. An unknown slug is a 404 with a few suggestions. */
export async function loadArticle({ context, params }: LoaderFunctionArgs): Promise<ArticlePage> {
  const { content, catalogue } = context.get(servicesContext);
  const locale = context.get(localeContext);
  const found = content.find('blog', params['slug'] ?? '', locale);
  if (found === undefined) throw noArticle({ context });
  const { text: _, ...article } = found;
  const parts = article.sections.flatMap(({ blocks }) => blocks).filter(({ kind }) => kind === 'part');
  const asksPrices = parts.some((block) => block.kind === 'part' && block.name === 'localRegionalGlobal');
  const offers = asksPrices ? await Promise.all(COMPARED.map((slug) => catalogue.offer(slug))) : [];
  return {
    locale,
    article,
    offers: offers
      .filter((offer) => offer !== null)
      .map(({ slug, kind, name, flag, regionCount, plans }) => ({ slug, kind, name, flag, regionCount, plans })),
  };
}

function noArticle(args: Args) {
  return data({ articles: loadArticles(args).articles.slice(0, MAX_SUGGESTED) }, { status: 404 });
}

function summaryOf({ slug, title, description, date, minutes, place }: Article): ArticleSummary {
  return { slug, title, description, date, minutes, place };
}
