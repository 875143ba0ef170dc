import { data, type LoaderFunctionArgs } from 'react-router';
import { cutQuery, wordsOf } from '../../shared/finding/fold.ts';
import { specifiedPath } from '../../shared/page-address.ts';
import type { NearestAnswers, NearestDestinations } from '../components/chrome/error-pages.tsx';
import { localeContext, refusalContext, servicesContext } from '../context.ts';
import { entriesFor } from '../help-entries.ts';
import type { PageHandle } from '../sheets.tsx';

export const handle: PageHandle = { sheets: ['destination'] };

const MAX_NEAREST = 4;
/** One of two words of an address, such as "page", is no subject. */
const LEAST_KNOWN = 0.75;
/**
 * Every unknown URL, and every refused request: the root's error boundary renders the page, with the destinations and
 * answers that the words of the address find.
 */
export async function loader({ context, request }: LoaderFunctionArgs): Promise<never> {
  const status = context.get(refusalContext);
  if (status !== 404) throw data(null, { status });
  const { search, helpSearch } = context.get(servicesContext);
  const locale = context.get(localeContext);
  const words = wordsOfAddress(request.url);
  const places = words === '' ? [] : await search.find(words, { locale, limit: MAX_NEAREST });
  const { hits, person } = helpSearch.ask(words, { locale, limit: MAX_NEAREST, leastKnown: LEAST_KNOWN });
  // Answers that only mention the words are not what the visitor looked for.
  const answers = person ? [] : hits.map(({ document }) => document.slug);
  throw data<NearestDestinations & NearestAnswers>(
    {
      nearest: places.map(({ destination: { slug, kind, name, flag, from } }) => ({ slug, kind, name, flag, from })),
      answers: entriesFor(context, answers),
      words: answers.length > 0 ? words : '',
    },
    { status },
  );
}

/** `refund policy` of `/help-center/refund-policy.html`: the last part, without its ending. */
function wordsOfAddress(url: string): string {
  const last =
    specifiedPath(new URL(url).pathname)
      .split('/')
      .findLast((part) => part !== '') ?? '';
  return cutQuery(
    wordsOf(
      decoded(last)
        .replace(/\.\w{1,5}$/, '')
        .replaceAll('_', ' '),
    ).join(' '),
  );
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export default function NotFoundRoute() {
  return null;
}
