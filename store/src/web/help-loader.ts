import { data, type LoaderFunctionArgs } from 'react-router';
import type { Article } from '../content/types.ts';
import { cutQuery } from '../shared/finding/fold.ts';
import { LOCALES, type Locale } from '../shared/locale.ts';
import { foundAnswer } from './components/help/found-answer.ts';
import { localeContext, servicesContext } from './context.ts';

type InBoth<T> = Record<Locale, T>;

/** One answer as lists name it, in both languages: the language changes without a request. */
export type HelpEntry = { slug: string; topic: string; title: InBoth<string>; description: InBoth<string> };

type Args = Pick<LoaderFunctionArgs, 'context' | 'request' | 'params'>;

/** All answers, and what `?q=` finds. */
export function loadHelp({ context, request }: Omit<Args, 'params'>) {
  const { helpSearch } = context.get(servicesContext);
  const locale = context.get(localeContext);
  const query = cutQuery(new URL(request.url).searchParams.get('q') ?? '');
  return { entries: entriesIn(context), query, found: helpSearch.find(query, { locale }).map(foundAnswer) };
}

/** One answer in both languages, and others of its topic. Throws a 404 that names the nearest ones. */
export function loadHelpArticle({ context, params }: Args) {
  const { content } = context.get(servicesContext);
  const slug = params['slug'] ?? '';
  const [en, fr] = LOCALES.map((locale) => content.find('help', slug, locale));
  if (en === undefined || fr === undefined) throw missing(slug, context);
  const others = entriesIn(context).filter(({ topic }) => topic === en.topic);
  const here = others.findIndex((entry) => entry.slug === slug);
  // Those that follow in the topic, then its first ones.
  const related = [...others.slice(here + 1), ...others.slice(0, here)].slice(0, MOST_RELATED);
  return { article: { en: shownOf(en), fr: shownOf(fr) }, related };
}

const MOST_RELATED = 4;

export type ShownArticle = ReturnType<typeof shownOf>;

/** What the page of an answer shows; its words alone are for the search. */
function shownOf({ title, description, updated, topic, sources, headings, sections }: Article) {
  return { title, description, updated, topic, sources, headings, sections };
}

/** The entries of some answers, in this order. */
export function entriesFor(context: Args['context'], slugs: readonly string[]): HelpEntry[] {
  const entries = entriesIn(context);
  return slugs.flatMap((slug) => entries.find((entry) => entry.slug === slug) ?? []);
}

function entriesIn(context: Args['context']): HelpEntry[] {
  const { content } = context.get(servicesContext);
  const french = new Map(content.list('help', 'fr').map((article) => [article.slug, article]));
  return content.list('help', 'en').map(({ slug, topic, title, description }) => ({
    slug,
    topic: topic ?? '',
    title: { en: title, fr: french.get(slug)!.title },
    description: { en: description, fr: french.get(slug)!.description },
  }));
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
