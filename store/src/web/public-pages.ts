import type { Content } from '../content/types.ts';
import type { PublicCatalogue } from '../modules/catalogue/types.ts';
import { isPlainDataQuestion } from '../shared/data-use.ts';
import { cutQuery, wordsOf } from '../shared/finding/fold.ts';
import { isPlainTrip } from '../shared/itinerary.ts';
import { FALLBACK_LOCALE } from '../shared/locale.ts';
import { addressIn, localeOfAddress, specifiedPath } from '../shared/page-address.ts';
import { paths } from '../shared/paths.ts';
import { PUBLIC_PATHS } from '../shared/public-paths.ts';
import { isPlainShop } from '../shared/shop/shop-address.ts';

type Known = { catalogue: Pick<PublicCatalogue, 'destination' | 'destinationBySlug'>; content: Pick<Content, 'find'> };

const PATHS: ReadonlySet<string> = new Set(PUBLIC_PATHS);

/** Lists with a search: the results for the words of `?q=` are rendered for each request. */
const SEARCHED: ReadonlySet<string> = new Set([
  paths.coverage(),
  paths.coverageCountries(),
  paths.coverageOperators(),
  paths.help(),
]);

/**
 * The URL under which a public page is the same for every reader of a language; undefined for any other page. Only the
 * parameters that a page reads are kept: `plan` for a destination, `by` for the operators, none for the others. So the
 * number of cached pages is limited, and the link of a campaign finds the cached page.
 */
export async function publicAddress(url: URL, known: Known): Promise<string | undefined> {
  const address = await specifiedAddress(specifiedPath(url.pathname), url.searchParams, known);
  if (address === undefined) return undefined;
  const inLanguage = addressIn(localeOfAddress(url.pathname) ?? FALLBACK_LOCALE, address);
  // Another spelling, such as `/fr/` or `/FR`, gets the same page but not the bytes that are cached for its URL.
  return inLanguage.split('?')[0] === url.pathname ? inLanguage : undefined;
}

async function specifiedAddress(
  path: string,
  search: URLSearchParams,
  { catalogue, content }: Known,
): Promise<string | undefined> {
  // A shop search, a trip or a sum have too many URLs to be cached: they are rendered each time.
  if (path === paths.plans()) return isPlainShop(search) ? path : undefined;
  if (path === paths.planTrip()) return isPlainTrip(search) ? path : undefined;
  if (path === paths.plansData()) return isPlainDataQuestion(search) ? path : undefined;
  // With an order it shows what its owner may see.
  if (path === paths.withdraw() && search.has('order')) return undefined;
  if (path === paths.helpDevices()) return search.get('model') ? undefined : path;
  if (SEARCHED.has(path)) {
    if (hasWords(search.get('q'))) return undefined;
    return path === paths.coverageOperators() && search.get('by') === 'operator'
      ? paths.coverageOperators('operator')
      : path;
  }
  if (PATHS.has(path)) return path;
  const article = /^\/(help|blog)\/([^/]+)$/.exec(path);
  if (article)
    return content.find(article[1] as 'help' | 'blog', article[2]!, FALLBACK_LOCALE) === undefined ? undefined : path;
  const slug = path === paths.plansGlobal() ? 'global' : path.split('/').at(-1)!;
  const destination = await catalogue.destinationBySlug(slug);
  if (destination === null || paths.offer(destination) !== path) return undefined;
  // A search in the list of countries; only readers without scripts request it.
  if (destination.kind !== 'local' && hasWords(search.get('q'))) return undefined;
  const details = search.has('plan') ? await catalogue.destination(slug) : null;
  const offers = details?.offer ? [details.offer] : (details?.wide ?? []);
  const plan = offers.flatMap(({ plans }) => plans).find(({ id }) => id === search.get('plan'));
  return paths.offer(destination, plan?.id);
}

/** A query without letters and digits asks for nothing: its answer is the whole list, the largest page there is. */
function hasWords(query: string | null): boolean {
  return query !== null && wordsOf(cutQuery(query)).length > 0;
}
