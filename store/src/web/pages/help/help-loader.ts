import { data, type LoaderFunctionArgs } from 'react-router';
import type { Article } from '../../../content/types.ts';
import { cutQuery } from '../../../shared/finding/fold.ts';
import { eachLocale, FALLBACK_LOCALE, type Locale } from '../../../shared/locale.ts';
import type { MissingAnswer } from '../../components/chrome/error-pages.tsx';
import { foundAnswers } from './found-answer.ts';
import { localeContext, servicesContext } from '../../context.ts';
import { entriesFor, allEntries } from '../../help-entries.ts';

type Args = Pick<LoaderFunctionArgs, 'context' | 'request' | 'params'>;

/** All answers, and the results for `?q=`. */
export function loadHelp({ context, request }: Omit<Args, 'params'>) {
  const { helpSearch } = context.get(servicesContext);
  const locale = context.get(localeContext);
  const query = cutQuery(new URL(request.url).searchParams.get('q') ?? '');
  return { entries: allEntries(context), query, ...foundAnswers(helpSearch.ask(query, { locale })) };
}

/** One answer in every language, and others of its topic. An unknown one is a 404 with the nearest ones. */
export function loadHelpArticle({ context, params }: Args) {
  const { content } = context.get(servicesContext);
  const slug = params['slug'] ?? '';
  const found = (locale: Locale) => content.find('help', slug, locale);
  const english = found(FALLBACK_LOCALE);
  if (english === undefined) throw missing(slug, context);
  const others = allEntries(context).filter(({ topic }) => topic === english.topic);
  const here = others.findIndex((entry) => entry.slug === slug);
  // The following ones in the topic, then its first ones.
  const related = [...others.slice(here + 1), ...others.slice(0, here)].slice(0, MAX_RELATED);
  return { article: eachLocale((locale) => shownOf(found(locale) ?? english)), related };
}

const MAX_RELATED = 4;

export type ShownArticle = ReturnType<typeof shownOf>;

/** The data of an answer's page; its plain text is only for the search. */
function shownOf({ locale, title, description, updated, topic, sources, headings, sections }: Article) {
  return { locale, title, description, updated, topic, sources, headings, sections };
}

const MAX_NEAREST = 5;
/** An address names its answer: one that has the score of a single shared word is another. */
const LEAST_SHARE = 0.3;

function missing(slug: string, context: Args['context']) {
  const query = cutQuery(slug.replaceAll('-', ' '));
  const { hits, person } = context
    .get(servicesContext)
    .helpSearch.ask(query, { locale: context.get(localeContext), limit: MAX_NEAREST, leastShare: LEAST_SHARE });
  // Answers that only mention the words are not what the visitor looked for.
  const nearest = person
    ? []
    : entriesFor(
        context,
        hits.map(({ document }) => document.slug),
      );
  return data<MissingAnswer>({ missingAnswer: { query: nearest.length > 0 ? query : '', nearest } }, { status: 404 });
}
