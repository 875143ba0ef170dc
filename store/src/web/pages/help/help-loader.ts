import { data, type LoaderFunctionArgs } from 'react-router';
import type { Article } from '../../../content/types.ts';
import { cutQuery } from '../../../shared/finding/fold.ts';
import { eachLocale, FALLBACK_LOCALE, type Locale, type Localized } from '../../../shared/locale.ts';
import { foundAnswer } from './found-answer.ts';
import { localeContext, servicesContext } from '../../context.ts';

/** One answer as lists name it, in every language: the language changes without a request. */
export type HelpEntry = { slug: string; topic: string; title: Localized; description: Localized };

type Args = Pick<LoaderFunctionArgs, 'context' | 'request' | 'params'>;

/** All answers, and what `?q=` finds. */
export function loadHelp({ context, request }: Omit<Args, 'params'>) {
  const { helpSearch } = context.get(servicesContext);
  const locale = context.get(localeContext);
  const query = cutQuery(new URL(request.url).searchParams.get('q') ?? '');
  return { entries: entriesIn(context), query, found: helpSearch.find(query, { locale }).map(foundAnswer) };
}

/** One answer in every language, and others of its topic. Throws a 404 that names the nearest ones. */
export function loadHelpArticle({ context, params }: Args) {
  const { content } = context.get(servicesContext);
  const slug = params['slug'] ?? '';
  const found = (locale: Locale) => content.find('help', slug, locale);
  const english = found(FALLBACK_LOCALE);
  if (english === undefined) throw missing(slug, context);
  const others = entriesIn(context).filter(({ topic }) => topic === english.topic);
  const here = others.findIndex((entry) => entry.slug === slug);
  // Those that follow in the topic, then its first ones.
  const related = [...others.slice(here + 1), ...others.slice(0, here)].slice(0, MOST_RELATED);
  return { article: eachLocale((locale) => shownOf(found(locale) ?? english)), related };
}

const MOST_RELATED = 4;

export type ShownArticle = ReturnType<typeof shownOf>;

/** What the page of an answer shows; its words alone are for the search. */
function shownOf({ locale, title, description, updated, topic, sources, headings, sections }: Article) {
  return { locale, title, description, updated, topic, sources, headings, sections };
}

/** The entries of some answers, in this order. */
export function entriesFor(context: Args['context'], slugs: readonly string[]): HelpEntry[] {
  const entries = entriesIn(context);
  return slugs.flatMap((slug) => entries.find((entry) => entry.slug === slug) ?? []);
}

function entriesIn(context: Args['context']): HelpEntry[] {
  const { content } = context.get(servicesContext);
  return content.list('help', FALLBACK_LOCALE).map((english) => {
    const found = eachLocale((locale) => content.find('help', english.slug, locale) ?? english);
    return {
      slug: english.slug,
      topic: english.topic ?? '',
      title: eachLocale((locale) => found[locale].title),
      description: eachLocale((locale) => found[locale].description),
    };
  });
}

const MOST_NEAREST = 5;

/** What the 404 of an unknown answer holds: the words of its address, and the answers they find. */
export type MissingAnswer = { missingAnswer: { query: string; nearest: HelpEntry[] } };

function missing(slug: string, context: Args['context']) {
  const query = cutQuery(slug.replaceAll('-', ' '));
  const hits = context
    .get(servicesContext)
    .helpSearch.find(query, { locale: context.get(localeContext), limit: MOST_NEAREST });
  const nearest = entriesFor(
    context,
    hits.map(({ document }) => document.slug),
  );
  return data<MissingAnswer>({ missingAnswer: { query, nearest } }, { status: 404 });
}
