import { randomUUID } from 'node:crypto';
import type { OrderView } from '#src/shared/views.ts';
import { payHosted, until } from './wire.ts';

/** A client of the API that keeps the checkout's cookie, as a browser does. */
export type Buyer = {
  email: string;
  order: OrderView;
  paymentUrl: string;
  cookie: string;
};

type App = { url: string };
type Json = Record<string, unknown>;

/** The complete body of an order of one plan. `changes` overrides fields, and undefined removes one. */
export function orderRequest(changes: Json = {}): Json {
  return {
    idempotencyKey: randomUUID(),
    planId: 'france-3gb',
    email: `buyer-${randomUUID()}@example.com`,
    locale: 'en',
    deviceConfirmed: true,
    ...changes,
  };
}

/** POSTs JSON, or a string unchanged. */
export function post(
  app: App,
  path: string,
  body: Json | string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(app.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

export type ApiError = { code: string; message: string; field?: string; rule?: string };
/** The error of an API response. */
export const errorOf = async (answer: Response) => ((await answer.json()) as { error: ApiError }).error;

/** Orders. Throws when the order is refused. */
export async function order(app: App, changes: Json = {}, headers: Record<string, string> = {}): Promise<Buyer> {
  const asked = orderRequest(changes);
  const answer = await post(app, '/api/orders', asked, headers);
  if (answer.status !== 201) throw new Error(`order refused: ${answer.status} ${await answer.text()}`);
  const { order: made, paymentUrl } = (await answer.json()) as { order: OrderView; paymentUrl: string };
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return { email: String(asked['email']), order: made, paymentUrl, cookie };
}

/** Orders and pays. */
export async function buy(app: App, changes: Json = {}, headers: Record<string, string> = {}): Promise<Buyer> {
  const buyer = await order(app, changes, headers);
  await payHosted(buyer.paymentUrl);
  return buyer;
}

/** Orders, pays, and waits until the eSIM is there. */
export async function bought(app: App, changes: Json = {}, headers: Record<string, string> = {}): Promise<Buyer> {
  const buyer = await buy(app, changes, headers);
  await becomes(app, buyer, 'fulfilled');
  return buyer;
}

/** The order as its buyer's browser sees it. */
export async function look(app: App, buyer: Pick<Buyer, 'order' | 'cookie'>): Promise<OrderView> {
  const answer = await fetch(`${app.url}/api/orders/${buyer.order.id}`, { headers: { cookie: buyer.cookie } });
  if (!answer.ok) throw new Error(`order not shown: ${answer.status}`);
  return ((await answer.json()) as { order: OrderView }).order;
}

/** Waits until the order has this status. */
export async function becomes(
  app: App,
  buyer: Pick<Buyer, 'order' | 'cookie'>,
  status: OrderView['status'],
  timeout = 60_000,
): Promise<OrderView> {
  let last = '';
  return until(
    async () => {
      const now = await look(app, buyer);
      last = now.status;
      return now.status === status ? now : undefined;
    },
    { timeout, what: `order becomes ${status}` },
  ).catch((error: unknown) => {
    throw new Error(`the order is ${last}, not ${status}`, { cause: error });
  });
}
