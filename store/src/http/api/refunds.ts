import type { Services } from '../../services.ts';
import { requireAccount } from './caller.ts';
import { newApi } from './new-api.ts';
import { openOrder } from './orders.ts';
import { refunds as routes } from './routes/refunds.ts';

/** What buyers get back for lines. */
export function createRefundRoutes(services: Services) {
  const { rightsFlows } = services;
  const api = newApi();

  /** The view after a change: the order is read again. */
  const shownNow = async (orderId: string, line: number) => {
    const order = await services.orders.find(orderId);
    if (!order) throw new Error('the order of a refund is missing');
    return rightsFlows.refundOfLine({ order, line });
  };

  api.openapi(routes.ofLine, async (c) => {
    const { order } = await openOrder(c, services);
    return c.json(await rightsFlows.refundOfLine({ order, line: Number(c.req.valid('param').line) }), 200);
  });

  api.openapi(routes.refund, async (c) => {
    const { order, access } = await openOrder(c, services);
    const line = Number(c.req.valid('param').line);
    await rightsFlows.refundUnused({ order, line, access, reason: c.req.valid('json').reason });
    return c.json(await shownNow(order.id, line), 200);
  });

  api.openapi(routes.ask, async (c) => {
    const { order, access } = await openOrder(c, services);
    const line = Number(c.req.valid('param').line);
    await rightsFlows.askRefund({ order, line, access, ...c.req.valid('json') });
    return c.json(await shownNow(order.id, line), 200);
  });

  api.openapi(routes.refundable, async (c) => {
    const account = await requireAccount(c, services);
    return c.json({ lines: await rightsFlows.refundableOf(account) }, 200);
  });

  return api;
}
