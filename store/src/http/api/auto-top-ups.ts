import type { Services } from '../../services.ts';
import { accountOf, requireAccount } from './caller.ts';
import { newApi } from './new-api.ts';
import { openOrder } from './orders.ts';
import { autoTopUps as routes, setAutoTopUpRoute } from './routes/auto-top-ups.ts';

/** The auto top-up of an eSIM: its account switches it on; whoever opens the order switches it off. */
export function createAutoTopUpRoutes(services: Services) {
  const { autoTopUpSwitch, orders, orderPages, limits } = services;
  const api = newApi();

  api.openapi(routes.look, async (c) => {
    const { order, access } = await openOrder(c, services);
    const account = await accountOf(c, services);
    if (account) await limits.consume({ 'auto-top-ups-per-account': account.accountId });
    return c.json(await autoTopUpSwitch.look({ order, access, line: Number(c.req.valid('param').line) }), 200);
  });

  api.openapi(setAutoTopUpRoute(services.config.currencies), async (c) => {
    const wanted = c.req.valid('json');
    const { order, access } = await openOrder(c, services);
    const of = { order, access, line: Number(c.req.valid('param').line) };
    if (wanted.on) await autoTopUpSwitch.switchOn(of, (await requireAccount(c, services)).accountId, wanted);
    else await autoTopUpSwitch.switchOff(of);
    return c.json({ order: await orderPages.present((await orders.find(order.id)) ?? order, access) }, 200);
  });

  return api;
}
