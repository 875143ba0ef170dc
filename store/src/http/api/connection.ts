import type { Services } from '../../services.ts';
import { AppError } from '../../shared/errors.ts';
import { reportConnection } from '../connection-report.ts';
import type { HttpEnv } from '../context.ts';
import { limitBody } from '../edge/limit-body.ts';
import { accountOf } from './caller.ts';
import { newApi } from './new-api.ts';
import { openOrder } from './orders.ts';
import { connection as routes } from './routes/connection.ts';

/** A note of 5,000 characters; JSON may encode each as six bytes. */
const BODY_LIMIT = 64 * 1024;

/**
 * "No connection?" and "In another country?" for an owner whom no cookie identifies: a hosted identity service has the
 * account, or the browser keeps no session. Everyone else gets the same with the page.
 */
export function createConnectionRoutes(services: Services) {
  const { config, connection, lookAgain, orderPages } = services;
  const api = newApi();
  const limitedBody = limitBody<HttpEnv>({ maxSize: BODY_LIMIT, seconds: config.requests.bodySeconds });
  api.use('/orders/:orderId/lines/:line/connection', limitedBody);

  api.openapi(routes.show, async (c) => {
    const { order, access } = await openOrder(c, services);
    const { country = null, zone = null } = c.req.valid('query');
    const number = Number(c.req.valid('param').line);
    const view = await orderPages.present(order, access);
    const about = view.lines[number - 1]?.esim ? await connection.about(order.id, number, country) : null;
    if (about === null) throw new AppError('not-found');
    await lookAgain.atOrder(view);
    const places = await connection.places({ country, zone }, about.country?.code ?? null);
    return c.json({ order: view, about, places, now: Date.now() }, 200);
  });

  api.openapi(routes.report, async (c) => {
    const { order, access } = await openOrder(c, services);
    const account = await accountOf(c, services);
    const by = { order: await orderPages.present(order, access), accountId: account?.accountId ?? null };
    await reportConnection(c, services, by, { line: Number(c.req.valid('param').line), ...c.req.valid('json') });
    return c.json({}, 201);
  });

  return api;
}
