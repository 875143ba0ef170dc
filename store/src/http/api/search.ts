import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { SearchedDestination } from '../../modules/catalogue/types.ts';
import type { Services } from '../../services.ts';
import { cutQuery } from '../../shared/finding/fold.ts';
import { goesToBrowser } from '../../search/index-size.ts';
import { paths } from '../../shared/paths.ts';
import { createAnswerCache } from '../answers/answer-cache.ts';
import { type StoredAnswer, storeAnswer } from '../answers/stored-answer.ts';
import type { CopyHeaders } from '../edge/copies.ts';
import { newApi } from './new-api.ts';
import { search as routes } from './routes/search.ts';
import type { IndexedDestination } from './search-views.ts';

const compressed = promisify(gzip);

/** The search over HTTP. The index is serialised once per publication and cached compressed. */
export function createSearchRoutes({ catalogue, search }: Pick<Services, 'catalogue' | 'search'>, copies: CopyHeaders) {
  const api = newApi();
  const cache = createAnswerCache<StoredAnswer>();

  api.openapi(routes.find, async (c) => {
    const { q, lang, limit } = c.req.valid('query');
    const locale = lang ?? c.var.locale;
    const found = await search.find(q, { locale, limit });
    const headers =
      lang === undefined ? copies.inLanguage('catalogue', c.var.languageSource) : copies.sameForAll('catalogue');
    const results = found.map(({ destination, reason }) => {
      const { slug, kind, name, flag, countryCode, own, from } = destination;
      return { slug, kind, name: name[locale], flag, countryCode, own, from, url: paths.offer(destination), reason };
    });
    return c.json({ query: cutQuery(q), results }, 200, { 'Cache-Control': 'public, max-age=60', ...headers });
  });

  api.openapi(routes.index, async (c) => {
    const answer = await cache.get('index', await catalogue.version(), async () =>
      storeAnswer(await writeIndex(await search.documents()), {
        'Content-Type': 'application/json',
        'Cache-Control': 'public, max-age=60',
        ...copies.sameForAll('catalogue'),
      }),
    );
    // The bytes match the schema, which the route's type cannot express.
    return (await answer!.respond(c.req.raw)) as never;
  });
  return api;
}

async function writeIndex(documents: readonly SearchedDestination[]): Promise<string> {
  const body = JSON.stringify({ destinations: documents.map(present) });
  const fits = await goesToBrowser(body.length, async () => (await compressed(body)).length);
  return fits ? body : JSON.stringify({ destinations: null });
}

function present(each: SearchedDestination): IndexedDestination {
  const { slug, kind, name, flag, countryCode, region, within, own, from, aliases, misspellings, cities } = each;
  return {
    slug,
    kind,
    name,
    flag,
    countryCode,
    region,
    within,
    own,
    from,
    aliases: [...aliases],
    misspellings: [...(misspellings ?? [])],
    cities: [...cities],
  };
}
