import devices from './devices.json' with { type: 'json' };
import { extend } from './lives.ts';
import { fullOrder, listedOrder, readOrder, type StoredOrder } from './orders.ts';
import { vendorPackages } from './packages.ts';
import { readRefund } from './refunds.ts';
import { readTopUp, topUpsFor, vendorTopUp } from './topups.ts';
import { fieldsOf, invalid, notFound, page, refused, success, vendorTime, type Ctx } from './wire.ts';
import { balanceOf, isRecycled, type Credentials, type World } from './world.ts';

/** The lifetime in the vendor's responses, about a year. Its documentation says 24 hours. */
const TOKEN_SECONDS = 31_622_400;

export async function createToken(
  c: Ctx,
  { tokens }: World,
  { clientId, clientSecret }: Credentials,
): Promise<Response> {
  const fields = await fieldsOf(c);
  if (fields?.['grant_type'] !== 'client_credentials')
    return invalid(c, { grant_type: 'The selected grant type is invalid.' });
  if (fields['client_id'] !== clientId) return invalid(c, { client_id: 'The selected client id is invalid.' });
  if (fields['client_secret'] !== clientSecret)
    return c.json({ data: [], meta: { message: 'Client authentication failed' } }, 401);
  return success(c, { token_type: 'Bearer', expires_in: TOKEN_SECONDS, access_token: tokens.issue() });
}

export function listPackages(c: Ctx, { orders }: World): Response {
  const [type, country] = [c.req.query('filter[type]'), c.req.query('filter[country]')];
  return page(c, vendorPackages({ type, country }, orders.packageChange), { perPage: 25, indexed: true });
}

export async function createOrder(c: Ctx, { orders }: World): Promise<Response> {
  const asked = readOrder(c, (await fieldsOf(c)) ?? {}, orders);
  if (asked instanceof Response) return asked;
  const made = orders.place(asked);
  return made ? success(c, fullOrder(made)) : invalid(c, { package_id: 'The selected package is invalid.' });
}

export function listOrders(c: Ctx, { orders }: World): Response {
  const include = c.req.query('include') ?? '';
  const found = orders.orders.list().filter(orderFilter(c)).reverse();
  return page(
    c,
    found.map((each) => listedOrder(each, include, true)),
    { perPage: 25 },
  );
}

/** The vendor's filters of its list of orders. */
function orderFilter(c: Ctx): (order: StoredOrder) => boolean {
  const filter = (name: string) => c.req.query(`filter[${name}]`);
  const [description, iccid, code] = [filter('description')?.toLowerCase(), filter('iccid'), filter('code')];
  const [from, to] = filter('created_at')?.split(' - ') ?? [];
  return ({ order, sims }) => {
    const day = order.created_at.slice(0, 10);
    return (
      (description === undefined || order.description?.toLowerCase().includes(description) === true) &&
      (iccid === undefined || sims.some((sim) => sim.iccid === iccid)) &&
      (code === undefined || order.code === code) &&
      (!from || (day >= from && day <= (to ?? from)))
    );
  };
}

export function getOrder(c: Ctx, { orders }: World): Response {
  const found = orders.orders.get(c.req.param('id') ?? '');
  return found ? success(c, listedOrder(found, c.req.query('include') ?? '', false)) : notFound(c);
}

export function listTopUps(c: Ctx, world: World): Response {
  const iccid = c.req.param('iccid') ?? '';
  const found = world.orders.bySim(iccid);
  if (!found) return notFound(c);
  if (isRecycled(world, iccid)) return refused(c, 73, 'The eSIM has been recycled.');
  return success(c, topUpsFor(found, world.orders.packageChange).map(vendorTopUp));
}

export async function createTopUp(c: Ctx, world: World): Promise<Response> {
  const { orders } = world;
  const asked = readTopUp(c, (await fieldsOf(c)) ?? {}, {
    profileOf(iccid) {
      const order = orders.bySim(iccid);
      return order && { order, isRecycled: isRecycled(world, iccid) };
    },
    change: orders.packageChange,
  });
  if (asked instanceof Response) return asked;
  const made = orders.topUp(asked);
  extend(world, asked.iccid, { amount: made.amount, days: made.order.validity });
  return success(c, fullOrder(made));
}

export async function createRefund(c: Ctx, { ledger, orders, refunds }: World): Promise<Response> {
  const asked = readRefund(c, (await fieldsOf(c)) ?? {}, (iccid) => orders.bySim(iccid) !== undefined);
  if (asked instanceof Response) return asked;
  const id = String(20_000 + ledger.nextNumber('refunds'));
  const created_at = vendorTime(new Date()).slice(0, 16);
  refunds.put({ ...asked, id, created_at });
  return c.json({ data: { refund_id: id, created_at }, meta: { message: 'success' } }, 202);
}

export function getBalance(c: Ctx, world: World): Response {
  const availableBalance = { amount: balanceOf(world), currency: 'USD' };
  return success(c, { balances: { name: 'balance', availableBalance } });
}

/** The vendor sends this response without `meta`. */
export const listDevices = (c: Ctx): Response => c.json({ data: devices });
