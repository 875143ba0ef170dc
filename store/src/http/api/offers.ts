import * as z from 'zod';
import type { Offer } from '../../modules/catalogue/catalogue.ts';
import type { Services } from '../../services.ts';
import type { Locale } from '../../shared/locale.ts';
import { createAnswerCache } from '../answers/answer-cache.ts';
import { type StoredAnswer, storeAnswer } from '../answers/stored-answer.ts';
import type { CopyHeaders } from '../edge/copies.ts';
import { newApi } from './new-api.ts';
import { describeRoute, json } from './routes/describe.ts';
import { MoneyView } from '../../shared/views.ts';

const OfferView = z.object({
  slug: z.string(),
  /** In the caller's language. */
  name: z.string(),
  kind: z.enum(['local', 'regional', 'global']),
  coverage: z.string().nullable(),
  operators: z.array(z.string()),
  regionCount: z.int().nullable(),
  plans: z.array(
    z.object({ id: z.string(), dataMb: z.int(), days: z.int(), price: MoneyView, available: z.boolean() }),
  ),
});

const route = describeRoute({
  method: 'get',
  path: '/offers',
  tags: ['offers'],
  summary: 'The offers of the home page, in page order',
  responses: { 200: json(z.object({ offers: z.array(OfferView) }), 'Offers with their plans.') },
});

/** The catalogue over HTTP. Serialised once per language and version of the catalogue, and cached compressed. */
export function createOfferRoutes({ catalogue }: Pick<Services, 'catalogue'>, copies: CopyHeaders) {
  const api = newApi();
  const cache = createAnswerCache<StoredAnswer>();
  api.openapi(route, async (c) => {
    const { locale, languageSource } = c.var;
    const key = `${languageSource} ${locale}`;
    const answer = await cache.get(key, await catalogue.version(), async () =>
      storeAnswer(JSON.stringify({ offers: present(await catalogue.featured(), locale) }), {
        'Content-Type': 'application/json',
        'Cache-Control': 'public, max-age=60',
        ...copies.inLanguage('catalogue', languageSource),
      }),
    );
    c.var.kept.remember(c, cache, key);
    // The bytes match the schema, which the route's type cannot express.
    return (await answer!.respond(c.req.raw)) as never;
  });
  return api;
}

function present(offers: readonly Offer[], locale: Locale): z.infer<typeof OfferView>[] {
  return offers.map((offer) => ({
    slug: offer.slug,
    name: offer.name[locale],
    kind: offer.kind,
    coverage: offer.coverage,
    operators: offer.operators.map(({ name }) => name),
    regionCount: offer.regionCount,
    plans: offer.plans.map(({ id, dataMb, days, price, available }) => ({
      id,
      dataMb,
      days,
      price: { ...price },
      available,
    })),
  }));
}
