import { cors } from 'hono/cors';
import * as z from 'zod';
import type { Services } from '../../services.ts';
import { BRAND } from '../../shared/brand.ts';
import { AppError } from '../../shared/errors.ts';
import { lazy } from '../../shared/lazy.ts';
import { paths } from '../../shared/paths.ts';
import { createAnswerCache } from '../answers/answer-cache.ts';
import { type StoredAnswer, storeAnswer } from '../answers/stored-answer.ts';
import { showCataloguePage } from './catalogue-page.ts';
import {
  DestinationDetailsView,
  DestinationListView,
  presentCovered,
  presentDestination,
  presentOffers,
} from './catalogue-views.ts';
import type { CopyHeaders } from '../edge/copies.ts';
import { newApi, withCurrencies } from './new-api.ts';
import { describeRoute, failures, json } from './routes/describe.ts';

const MAX_PER_PAGE = 100;
const whole = (most: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,5}$/)
    .transform(Number)
    .pipe(z.int().max(most));

const list = describeRoute({
  method: 'get',
  path: paths.api.catalogueDestinations(),
  operationId: 'listDestinations',
  tags: ['catalogue'],
  summary: 'Every destination in which a plan works, in the order of the shop',
  request: {
    query: z.object({
      page: whole(100_000).default(1).openapi({ type: 'integer', minimum: 1, default: 1 }),
      limit: whole(MAX_PER_PAGE)
        .default(50)
        .openapi({ type: 'integer', minimum: 1, maximum: MAX_PER_PAGE, default: 50 }),
    }),
  },
  responses: {
    200: json(DestinationListView, 'A page of destinations; `Link` names the next one.'),
    304: { description: 'You have this answer already.' },
    ...failures,
  },
});

const show = describeRoute({
  method: 'get',
  path: '/api/catalogue/destinations/{slug}',
  operationId: 'showDestination',
  tags: ['catalogue'],
  summary: 'One destination: plans with prices and facts, networks, and the countries that it covers',
  request: { params: z.object({ slug: z.string().max(100) }) },
  responses: {
    200: json(DestinationDetailsView, 'The destination.'),
    304: { description: 'You have this answer already.' },
    ...failures,
  },
});

const EXPOSED = ['ETag', 'Link'];
/** Headers for answers from memory, including those of `cors`. */
const HEADERS = {
  'Content-Type': 'application/json',
  'Cache-Control': 'public, max-age=60',
  // Set here as well, because the default on Node's response is the stricter one of the pages.
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED.join(','),
};

/**
 * The public catalogue: read-only, for all origins. Answers are serialised once per publication and cached compressed.
 */
export function createCatalogueRoutes(
  { catalogue, config }: Pick<Services, 'catalogue' | 'config'>,
  copies: CopyHeaders,
) {
  const { publicUrl, currencies } = config;
  const api = newApi();

  api.use(
    `${paths.api.catalogue()}/*`,
    cors({
      origin: '*',
      allowMethods: ['GET', 'HEAD'],
      allowHeaders: ['If-None-Match'],
      exposeHeaders: EXPOSED,
      maxAge: 86_400,
    }),
  );

  addDestinations(api, { catalogue, config }, { ...HEADERS, ...copies.sameForAll('catalogue') });
  const description = lazy(() =>
    withCurrencies(
      api.getOpenAPI31Document({
        openapi: '3.1.0',
        info: {
          title: `${BRAND}: catalogue`,
          version: '1',
          description: 'Read-only, without a key. Money is in cents.',
        },
        servers: [{ url: publicUrl }],
      }),
      currencies,
    ),
  );
  const described = lazy(() =>
    storeAnswer(JSON.stringify(description()), { ...HEADERS, ...copies.sameForAll('store') }),
  );
  const page = lazy(() => showCataloguePage({ description: description(), publicUrl }));
  api.get(paths.api.catalogueOpenApi(), (c) => described().respond(c.req.raw));
  api.get(paths.api.catalogue(), (c) => page()(c));
  return api;
}

function addDestinations(
  api: ReturnType<typeof newApi>,
  { catalogue, config: { publicUrl } }: Pick<Services, 'catalogue' | 'config'>,
  headers: Record<string, string>,
): void {
  const cache = createAnswerCache<StoredAnswer>();

  api.openapi(list, async (c) => {
    const { page, limit } = c.req.valid('query');
    const version = await catalogue.version();
    const key = `${page} ${limit}`;
    const answer = await cache.get(key, version, async () => {
      const all = await catalogue.destinations();
      const shown = all.slice((page - 1) * limit, page * limit);
      const destinations = shown.map((each) => presentDestination(publicUrl, each));
      const body: z.infer<typeof DestinationListView> = { version, page, limit, total: all.length, destinations };
      const next = new URL(paths.api.catalogueDestinations(page + 1, limit), publicUrl).href;
      return storeAnswer(JSON.stringify(body), {
        ...headers,
        ...(page * limit < all.length && { Link: `<${next}>; rel="next"` }),
      });
    });
    c.var.kept.remember(c, cache, key);
    // The bytes match the schema, which the route's type cannot express.
    return (await answer!.respond(c.req.raw)) as never;
  });

  api.openapi(show, async (c) => {
    const { slug } = c.req.valid('param');
    const version = await catalogue.version();
    const answer = await cache.get(slug, version, async () => {
      const [details, covered] = await Promise.all([catalogue.destination(slug), catalogue.coveredBy(slug)]);
      if (details === null) return undefined;
      const body: z.infer<typeof DestinationDetailsView> = {
        version,
        destination: presentDestination(publicUrl, details.destination),
        offers: presentOffers(details),
        covers: covered.map(presentCovered),
      };
      return storeAnswer(JSON.stringify(body), headers);
    });
    if (answer === undefined) throw new AppError('not-found', { field: 'slug' });
    c.var.kept.remember(c, cache, slug);
    return (await answer.respond(c.req.raw)) as never;
  });
}
