import type { Services } from '../../services.ts';
import { setOrderCookie } from '../cookies/order-cookie.ts';
import { newApi } from './new-api.ts';
import { openOrder } from './orders.ts';
import { buyTopUpRoute, topUps as routes } from './routes/top-ups.ts';

/** Plans for the eSIM of a line. */
export function createTopUpRoutes(services: Services) {
  const api = newApi();

  api.openapi(routes.list, async (c) => {
    const { order } = await openOrder(c, services);
    return c.json(await services.topUps.choices({ order, line: Number(c.req.valid('param').line) }), 200);
  });

  api.openapi(buyTopUpRoute(services.config.currencies), async (c) => {
    const { order, access } = await openOrder(c, services);
    const bought = await services.topUps.buy({
      ...c.req.valid('json'),
      order,
      access,
      line: Number(c.req.valid('param').line),
      clientAddress: c.var.clientAddress,
      networkCountry: c.var.networkCountry(),
    });
    setOrderCookie(c, bought.order.id, bought.browserSecret, services.config);
    return c.json({ orderId: bought.order.id, paymentUrl: bought.paymentUrl }, 201);
  });

  return api;
}
