import type { Services } from '../../services.ts';
import { requireAccount } from './caller.ts';
import { newApi } from './new-api.ts';
import { openOrder } from './orders.ts';
import { notices as routes } from './routes/notices.ts';

/** What travellers choose about notices: of their account, or of one order. */
export function createNoticeRoutes(services: Services) {
  const { noticeChoices, changeTravel, orders, orderPages } = services;
  const api = newApi();

  api.openapi(routes.choices, async (c) => {
    const { accountId } = await requireAccount(c, services);
    return c.json({ choices: await noticeChoices.ofAccount(accountId) }, 200);
  });

  api.openapi(routes.choose, async (c) => {
    const { accountId } = await requireAccount(c, services);
    await noticeChoices.choose(accountId, c.req.valid('json'));
    return c.json({ choices: await noticeChoices.ofAccount(accountId) }, 200);
  });

  api.openapi(routes.ofOrder, async (c) => {
    const { order, access } = await openOrder(c, services);
    await noticeChoices.ofOrder(order, c.req.valid('json').mail);
    return c.json({ order: await orderPages.present(order, access) }, 200);
  });

  api.openapi(routes.travelDate, async (c) => {
    const { order, access } = await openOrder(c, services);
    const { travelDate, timeZone } = c.req.valid('json');
    await changeTravel(order, travelDate === null ? null : { travelDate, timeZone });
    return c.json({ order: await orderPages.present((await orders.find(order.id)) ?? order, access) }, 200);
  });

  return api;
}
