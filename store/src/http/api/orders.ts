import type { Context } from 'hono';
import type { Order, OrderAccess, Viewer } from '../../modules/orders/orders.ts';
import type { Services } from '../../services.ts';
import { AppError, codeOf, type ErrorCode } from '../../shared/errors.ts';
import { isUuid } from '../../shared/ids.ts';
import type { HttpEnv } from '../context.ts';
import { readOrderSecret, setOrderCookie } from '../cookies/order-cookie.ts';
import { sessionSecretIn } from '../../shared/session-cookie.ts';
import { accountOf, requireAccount } from './caller.ts';
import { newApi } from './new-api.ts';
import type { OpenStreams } from './open-streams.ts';
import { streamOrder } from './order-stream.ts';
import { createWatchers, keepUp } from './watchers.ts';
import { createOrderRoute, orders as routes } from './routes/orders.ts';

type Api = ReturnType<typeof newApi>;

/** Orders over HTTP. Each handler limits, authenticates, validates, authorises, acts and presents, in that order. */
export function createOrderRoutes(services: Services, streams: OpenStreams): Api {
  const api = newApi();
  addPurchase(api, services);
  addOrderPage(api, services);
  addEsims(api, services);
  const watchers = createWatchers({
    changed: services.orders.changedOf,
    onError: (error) => services.log.warn({ err: error }, 'order streams: check failed'),
  });
  keepUp(watchers, services.notices);
  api.get('/orders/:orderId/events', async (c) => {
    streams.checkRoom();
    const viewer = await viewerOf(c, services);
    const { order } = await openOrder(c, services, viewer);
    return streamOrder(c, services, { streams, watchers }, { order, viewer, viewerNow: () => viewerOf(c, services) });
  });

  return api;
}

function addPurchase(api: Api, services: Services): void {
  const { orderPages } = services;
  api.openapi(createOrderRoute(services.config.currencies), async (c) => {
    const account = await accountOf(c, services);
    const { planId, planIds, ...request } = c.req.valid('json');
    const placed = services.checkout({
      ...request,
      planIds: planIds ?? [planId ?? ''],
      accountId: account?.accountId ?? null,
      shownAmount: request.amount,
      shownCurrency: request.currency,
      shownTexts: request.accepted,
      trip: request.trip,
      forPlace: request.forPlace,
      networkCountry: c.var.networkCountry(),
      clientAddress: c.var.clientAddress,
      heldSecret: (orderId) => readOrderSecret(c, orderId, services.config),
    });
    const { order, paymentUrl, browserSecret } = await (planIds ? placed : placed.catch(aboutPlanId));
    if (browserSecret !== null) setOrderCookie(c, order.id, browserSecret, services.config);
    return c.json({ order: await orderPages.present(order, account ? 'account' : 'browser'), paymentUrl }, 201);
  });

  api.openapi(routes.list, async (c) => {
    const account = await requireAccount(c, services);
    const { paid, before, limit } = c.req.valid('query');
    const { items, next } = await orderPages.summariesFor(account, { before, limit, paid: paid === 'true' });
    return c.json({ orders: items, next }, 200);
  });

  api.openapi(routes.show, async (c) => {
    const { order, access } = await openOrder(c, services);
    const view = await orderPages.present(order, access);
    await services.lookAgain.atOrder(view);
    return c.json({ order: view }, 200);
  });

  api.openapi(routes.reading, async (c) => {
    const { order } = await openOrder(c, services);
    return c.json({ reading: await orderPages.isReading(order) }, 200);
  });

  api.openapi(routes.pay, async (c) => {
    const { order } = await openOrder(c, services);
    await services.limits.consume({ 'payments-per-order': order.id, 'payments-per-address': c.var.clientAddress });
    return c.json({ paymentUrl: await services.openPayment(order.id) }, 200);
  });
}

/** Inside there are only `planIds`: an error about them names `planId` where the request did. */
function aboutPlanId(error: unknown): never {
  const code = codeOf(error);
  if (code !== undefined && (error as { field?: unknown }).field === 'planIds')
    throw new AppError(code as ErrorCode, { field: 'planId', cause: error });
  throw error;
}

/** What a buyer does on the page of an order. */
function addOrderPage(api: Api, services: Services): void {
  /** The view of the order after a change. */
  const presentNow = async (order: Order, access: OrderAccess) =>
    services.orderPages.present((await services.orders.find(order.id)) ?? order, access);

  api.openapi(routes.claim, async (c) => {
    const { accountId } = await requireAccount(c, services);
    const { order, access } = await openOrder(c, services);
    await services.claimOrder({ order, access, accountId });
    return c.json({ order: await presentNow(order, access) }, 200);
  });

  api.openapi(routes.resend, async (c) => {
    const { order, access } = await openOrder(c, services);
    await services.resendEsim({ order, access, email: c.req.valid('json').email });
    return c.json({ order: await presentNow(order, access) }, 200);
  });

  api.openapi(routes.nameEsim, async (c) => {
    const { order, access } = await openOrder(c, services);
    const line = Number(c.req.valid('param').line);
    await services.nameEsim({ order, access, line, name: c.req.valid('json').name });
    return c.json({ order: await presentNow(order, access) }, 200);
  });
  api.openapi(routes.look, async (c) => {
    const { order, access } = await openOrder(c, services);
    await services.lookForBuyer({ order, ...c.req.valid('json') });
    return c.json({ order: await presentNow(order, access) }, 200);
  });
  api.openapi(routes.replace, async (c) => {
    const { order, access } = await openOrder(c, services);
    await services.replacing.ask({ order, ...c.req.valid('json') });
    return c.json({ order: await presentNow(order, access) }, 200);
  });
  api.openapi(routes.keep, async (c) => {
    const { order, access } = await openOrder(c, services);
    await services.replacing.withdraw({ order, ...c.req.valid('json') });
    return c.json({ order: await presentNow(order, access) }, 200);
  });

  api.openapi(routes.link, async (c) => {
    const { orderId } = c.req.valid('param');
    if (isUuid(orderId))
      await services.requestOrderLink({ orderId, locale: c.var.locale, clientAddress: c.var.clientAddress });
    return c.json({}, 202);
  });
}

function addEsims(api: Api, services: Services): void {
  api.openapi(routes.esims, async (c) => {
    const account = await requireAccount(c, services);
    const { active, before, limit } = c.req.valid('query');
    const { items, next, rows } = await services.orderPages.esimsFor(account, {
      before,
      limit,
      active: active === 'true',
    });
    await services.lookAgain.atUsage(rows);
    return c.json({ esims: items, next }, 200);
  });

  api.get('/orders/:orderId/qr.png', async (c) => {
    const { order } = await openOrder(c, services);
    const line = Number(c.req.query('line') ?? 1);
    const delivered = services.orders.profileLines(order).find(({ position }) => position === line - 1);
    const issued = delivered ? await services.esims.listByOrders([order.id]) : [];
    const esim = delivered && services.esims.ofLine(issued, services.orders.deliveryOf(order, delivered).id);
    if (!esim) throw new AppError('not-found');
    const png = await services.esims.qrOf(esim);
    const name = order.lines.length > 1 ? `${order.number}-${line}` : order.number;
    return c.body(new Uint8Array(png), 200, {
      'Content-Type': 'image/png',
      'Content-Disposition': `attachment; filename="esim-${name}.png"`,
    });
  });
}

/**
 * The caller: the account of the token (or, for reads, of the token-sync cookie), and the secret of this order's
 * cookie. Throws `unauthenticated`.
 */
async function viewerOf(c: Context<HttpEnv>, services: Services): Promise<Viewer> {
  const account = (await accountOf(c, services)) ?? (c.req.method === 'GET' ? await cookieHolder(c, services) : null);
  return { account, browserSecret: readOrderSecret(c, c.req.param('orderId') ?? '', services.config) };
}

/**
 * The order in the URL and why the caller may see it; `not-found` both for another person's order and for an unknown
 * id.
 */
export async function openOrder(
  c: Context<HttpEnv>,
  services: Services,
  viewer?: Viewer,
): Promise<{ order: Order; access: OrderAccess }> {
  const orderId = c.req.param('orderId') ?? '';
  const by = viewer ?? (await viewerOf(c, services));
  const found = isUuid(orderId) ? await services.orderPages.findFor(orderId, by) : null;
  if (!found) throw new AppError('not-found');
  return found;
}

/** The account whose token-sync cookie this browser has. */
export async function cookieHolder(c: Context<HttpEnv>, { config, identity }: Services): Promise<Viewer['account']> {
  const secret = sessionSecretIn(c.req.header('cookie') ?? null, config.publicUrl);
  return secret === null ? null : identity.cookies.holder(secret);
}
