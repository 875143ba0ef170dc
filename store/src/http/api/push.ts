import type { Context } from 'hono';
import type { Device, Subscriber } from '../../modules/push/push.ts';
import type { Services } from '../../services.ts';
import { AppError } from '../../shared/errors.ts';
import type { HttpEnv } from '../context.ts';
import { readOrderSecret } from '../cookies/order-cookie.ts';
import { deviceNameOf } from '../edge/device-name.ts';
import { requireAccount } from './caller.ts';
import { newApi } from './new-api.ts';
import type { PushDevices } from './push-views.ts';
import { push as routes } from './routes/push.ts';

/** Notices on devices over HTTP: of the signed-in account, or of an order that this browser's cookie opens. */
export function createPushRoutes(services: Services) {
  const { push, limits } = services;
  const api = newApi();

  const devicesOf = async (who: Subscriber): Promise<PushDevices> => ({
    publicKey: push.publicKey,
    devices: (await push.list(who)).map(deviceView),
  });

  api.openapi(routes.list, async (c) =>
    c.json(await devicesOf(await subscriberOf(c, services, c.req.valid('query').order)), 200),
  );

  api.openapi(routes.subscribe, async (c) => {
    const { order, again, ...subscription } = c.req.valid('json');
    await limits.consume({ 'push-devices-per-address': c.var.clientAddress });
    const who = await subscriberOf(c, services, order);
    const device = deviceNameOf(c.req.header('user-agent'));
    const { id: here } = await push.subscribe(who, { ...subscription, device }, again);
    return c.json({ ...(await devicesOf(who)), here }, 201);
  });

  api.openapi(routes.remove, async (c) => {
    const who = await subscriberOf(c, services, c.req.valid('query').order);
    if (!(await push.remove(who, c.req.valid('param').deviceId))) throw new AppError('not-found');
    return c.body(null, 204);
  });

  return api;
}

/** Throws `unauthenticated`, or `not-found` for an order that this browser may not open. */
async function subscriberOf(c: Context<HttpEnv>, services: Services, orderId: string | undefined): Promise<Subscriber> {
  if (orderId === undefined) {
    const { accountId, sessionId } = await requireAccount(c, services);
    return { accountId, sessionId };
  }
  const browserSecret = readOrderSecret(c, orderId, services.config);
  const found =
    browserSecret === null ? null : await services.orderPages.findFor(orderId, { account: null, browserSecret });
  if (!found || browserSecret === null) throw new AppError('not-found');
  return { orderId, browserSecret };
}

const deviceView = ({ id, device, createdAt, lastOkAt }: Device) => ({
  id,
  device,
  createdAt: createdAt.toISOString(),
  lastOkAt: lastOkAt?.toISOString() ?? null,
});
