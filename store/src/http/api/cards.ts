import type { Services } from '../../services.ts';
import { isUuid } from '../../shared/ids.ts';
import { AppError } from '../../shared/errors.ts';
import { requireAccount } from './caller.ts';
import { newApi } from './new-api.ts';
import { cards as routes } from './routes/cards.ts';

/** The saved cards of the signed-in account. */
export function createCardRoutes(services: Services) {
  const { savedCards } = services;
  const api = newApi();

  api.openapi(routes.list, async (c) => {
    const { accountId } = await requireAccount(c, services);
    return c.json(await savedCards.list(accountId), 200);
  });

  api.openapi(routes.setup, async (c) => {
    const { accountId } = await requireAccount(c, services);
    const { consent, locale } = c.req.valid('json');
    return c.json(await savedCards.startSetup({ accountId, consent: { version: consent, locale } }), 201);
  });

  api.openapi(routes.remove, async (c) => {
    const { accountId } = await requireAccount(c, services);
    const { cardId } = c.req.valid('param');
    if (!isUuid(cardId)) throw new AppError('not-found');
    const { switchOff, payWith } = c.req.valid('query');
    await savedCards.remove({ accountId, cardId, switchOff: switchOff === 'true', payWith });
    return c.body(null, 204);
  });

  api.openapi(routes.prefer, async (c) => {
    const { accountId } = await requireAccount(c, services);
    const { cardId } = c.req.valid('param');
    if (!isUuid(cardId)) throw new AppError('not-found');
    await savedCards.prefer({ accountId, cardId });
    return c.body(null, 204);
  });

  return api;
}
