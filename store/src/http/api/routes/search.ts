import * as z from 'zod';
import { LOCALES } from '../../../shared/locale.ts';
import { FoundView, IndexedView } from '../search-views.ts';
import { describeRoute, failures, json } from './describe.ts';

export const search = {
  find: describeRoute({
    method: 'get',
    path: '/search',
    tags: ['destinations'],
    summary: 'Destinations by country, region, city, other name or ISO code, best match first',
    request: {
      query: z.object({
        /** Truncated after 80 characters. */
        q: z.string().default(''),
        lang: z.enum(LOCALES).optional(),
        limit: z.coerce.number().int().min(1).max(50).default(10),
      }),
    },
    responses: {
      200: json(z.object({ query: z.string(), results: z.array(FoundView) }), 'What was found.'),
      ...failures,
    },
  }),
  index: describeRoute({
    method: 'get',
    path: '/search-index',
    tags: ['destinations'],
    summary: 'Every destination with its search terms, for search in the browser',
    responses: {
      200: json(
        z.object({ destinations: z.array(IndexedView).nullable() }),
        'Null when they are too many for a browser: then ask `/api/search`.',
      ),
    },
  }),
};
