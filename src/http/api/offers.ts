import * as z from 'zod';
import { translator } from '../../i18n/i18n.ts';
import type { Services } from '../../services.ts';
import { describeRoute, json, newApi } from './describe.ts';
import { MoneyView } from './views.ts';

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
  summary: 'Everything on sale, in the order of the shop',
  responses: { 200: json(z.object({ offers: z.array(OfferView) }), 'Offers with their plans.') },
});

/** The catalogue over HTTP. */
export function createOfferRoutes(services: Services) {
  const api = newApi();
  api.openapi(route, async (c) => {
    const t = translator(c.var.locale);
    const offers = (await services.catalogue.offers()).map((offer) => ({
      slug: offer.slug,
      name: t(`common.offers.${offer.slug as 'france'}`),
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
    return c.json({ offers }, 200, {
      'Cache-Control': 'public, max-age=60',
      Vary: 'Cookie, Accept-Language, X-Locale',
    });
  });
  return api;
}
