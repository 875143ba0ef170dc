import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { OrderSummary, OrderView } from '#src/shared/views.ts';
import { createAccount } from '#test/support/accounts.ts';
import { booksOf, count, rows, startBuiltShop, startShop } from '#test/support/books.ts';
import { becomes, order, post, orderRequest } from '#test/support/shop.ts';
import { control, held, ledger, payHosted } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';

type Ordered = { order: OrderView; paymentUrl: string };

let world: World;
beforeAll(async () => {
  world = await startShop();
});
afterAll(() => world?.close());

const send = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  post(world.app, '/api/orders', body, headers);
const bearer = (idToken: string) => ({ authorization: `Bearer ${idToken}` });

describe('the idempotency key', () => {
  it('the same key with the same request → the same order and the same payment page', async () => {
    const asked = orderRequest();
    const answers = [await send(asked), await send(asked)];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const [first, second] = await Promise.all(answers.map(async (each) => (await each.json()) as Ordered));
    expect(second).toEqual(first);
    const books = await booksOf(world, first!.order.id);
    expect([books.sessions.length, books.attempts.length]).toEqual([1, 1]);
  });

  it('ten identical clicks at once → one order, one session, one URL', async () => {
    const asked = orderRequest();
    const before = await count(world, 'orders');
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(asked)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
    const made = await Promise.all(answers.map(async (each) => (await each.json()) as Ordered));
    expect(new Set(made.map((each) => `${each.order.id} ${each.paymentUrl}`)).size).toBe(1);
    expect(await count(world, 'orders')).toBe(before + 1);
    const books = await booksOf(world, made[0]!.order.id);
    expect([books.sessions.length, books.attempts.length]).toEqual([1, 1]);
  });

  it('a second click while the vendor still works on the first creates no second session', async () => {
    const asked = orderRequest();
    await control(world.stripe, { hold: { call: 'sessions.create', when: 'before' } });
    const first = send(asked);
    await held(world.stripe, 'sessions.create');
    expect((await send(asked)).status).toBe(503);
    await control(world.stripe, { release: { call: 'sessions.create' } });
    const made = (await (await first).json()) as Ordered;
    expect(((await (await send(asked)).json()) as Ordered).paymentUrl).toBe(made.paymentUrl);
    const books = await booksOf(world, made.order.id);
    expect(books).toMatchObject({ attempts: [{ status: 'open' }], sessions: [{ url: made.paymentUrl }] });
    expect([books.sessions.length, books.attempts.length]).toEqual([1, 1]);
  });

  it.each([
    ['plan', { planId: 'france-1gb' }],
    ['address', { email: 'somebody-else@example.com' }],
    ['language', { locale: 'fr' }],
    ['amount', { amount: 1000 }],
  ])('the same key with another %s → 409, and the first order is unchanged', async (_what, change) => {
    const asked = orderRequest();
    const { order: made } = (await (await send(asked)).json()) as Ordered;
    const before = await count(world, 'orders');
    const answer = await send({ ...asked, ...change });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ error: { code: 'idempotency-key-reused', field: 'idempotencyKey' } });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await count(world, 'orders')).toBe(before);
    expect(await booksOf(world, made.id)).toMatchObject({
      status: 'pending_payment',
      sessions: [{ amount_total: 1100 }],
    });
  });

  it('the key of a paid order → 409, no new payment', async () => {
    const asked = orderRequest();
    const answer = await send(asked);
    const made = (await answer.json()) as Ordered;
    await payHosted(made.paymentUrl);
    await becomes(
      world.app,
      { order: made.order, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' },
      'fulfilled',
    );
    const again = await send(asked);
    expect(again.status).toBe(409);
    expect(await again.json()).toMatchObject({ error: { code: 'order-not-payable' } });
    expect((await booksOf(world, made.order.id)).sessions).toHaveLength(1);
  });
});

describe('while the payment vendor is down', () => {
  it.each([
    ['refuses', { times: 9, status: 503 }],
    ['hangs up', { times: 3, hangup: true }],
    ['fails and stores its failure under our idempotency key', { times: 9, status: 500, store: true }],
  ])('a vendor that %s → 503, and the same key leads to one payment page after recovery', async (_what, fault) => {
    const asked = orderRequest();
    await control(world.stripe, { fail: { call: 'sessions.create', ...fault } });
    const down = await send(asked);
    expect(down.status).toBe(503);
    expect(await down.json()).toMatchObject({
      error: { code: 'payment-unavailable', message: expect.stringContaining('Nothing was charged') as string },
    });
    expect(down.headers.get('retry-after')).toBe('5');

    const back = await send(asked);
    expect(back.status).toBe(201);
    const made = (await back.json()) as Ordered;
    const books = await booksOf(world, made.order.id);
    expect(books.sessions).toMatchObject([{ status: 'open', url: made.paymentUrl }]);
    expect(books.attempts.filter(({ status }) => status === 'open')).toHaveLength(1);
    expect(
      await rows(world, sql`select id from orders where idempotency_key = ${String(asked['idempotencyKey'])}`),
    ).toHaveLength(1);

    await payHosted(made.paymentUrl);
    await becomes(
      world.app,
      { order: made.order, cookie: back.headers.getSetCookie()[0]?.split(';')[0] ?? '' },
      'fulfilled',
    );
    expect((await booksOf(world, made.order.id)).payments).toHaveLength(1);
  });

  it('a failure stored under our key affects only that attempt, not the order', async () => {
    await control(world.stripe, { fail: { call: 'sessions.create', times: 1, status: 500, store: true } });
    const buyer = await order(world.app);
    expect(await booksOf(world, buyer.order.id)).toMatchObject({
      attempts: [{ status: 'failed', session_id: null }, { status: 'open' }],
      sessions: [{ url: buyer.paymentUrl }],
    });
  });

  it('a page that one click expired is never shown to another click', async () => {
    const asked = orderRequest();
    await control(world.stripe, { hold: { call: 'sessions.create', when: 'after' } });
    const slow = send(asked);
    await held(world.stripe, 'sessions.create');
    await control(world.stripe, { fail: { call: 'sessions.create', times: 3, status: 500 } });
    const answer = await send(asked);
    const made = (await answer.json()) as Ordered;
    await control(world.stripe, { release: { call: 'sessions.create' } });
    expect(((await (await slow).json()) as Ordered).paymentUrl).toBe(made.paymentUrl);
    expect((await booksOf(world, made.order.id)).attempts).toMatchObject([
      { status: 'failed', session_id: null },
      { status: 'open' },
    ]);
    await payHosted(made.paymentUrl);
    await becomes(
      world.app,
      { order: made.order, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' },
      'fulfilled',
    );
  });

  it('a lost response → the same session, not a second one', async () => {
    await control(world.stripe, { fail: { call: 'sessions.create', when: 'after', hangup: true } });
    const buyer = await order(world.app);
    expect((await booksOf(world, buyer.order.id)).sessions).toMatchObject([{ url: buyer.paymentUrl }]);
    expect((await booksOf(world, buyer.order.id)).sessions).toHaveLength(1);
  });
});

describe("the browser's key to its order", () => {
  it('is an HttpOnly cookie, and none of it reaches the payment vendor', async () => {
    const answer = await send(orderRequest());
    const made = (await answer.json()) as Ordered;
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(answer.headers.getSetCookie()).toHaveLength(1);
    const [pair = '', ...flags] = cookie.split('; ');
    expect(flags).toEqual(
      expect.arrayContaining(['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/', `Max-Age=${365 * 86_400}`]),
    );
    expect(cookie).not.toMatch(/domain=/i);
    const [name, secret = ''] = pair.split('=');
    expect(name).toBe(`order_${made.order.id}`);
    expect(Buffer.from(secret, 'base64url').length).toBeGreaterThanOrEqual(32);

    const [session] = (await booksOf(world, made.order.id)).sessions;
    expect(session).toMatchObject({
      success_url: `${world.app.url}/orders/${made.order.id}`,
      cancel_url: `${world.app.url}/orders/${made.order.id}?payment=cancelled`,
    });
    expect(JSON.stringify(await ledger(world.stripe))).not.toContain(secret);
    expect(JSON.stringify(made)).not.toContain(secret);
    expect(
      JSON.stringify(await rows(world, sql`select * from order_access where order_id = ${made.order.id}`)),
    ).not.toContain(secret);
  });

  it('links and return URLs never use the Host header', async () => {
    const buyer = await order(
      world.app,
      {},
      { 'x-forwarded-host': 'evil.example', host: 'evil.example', forwarded: 'host=evil.example' },
    );
    expect(JSON.stringify((await booksOf(world, buyer.order.id)).sessions)).not.toContain('evil.example');
  });
});

describe('accounts', () => {
  afterEach(() => void vi.useRealTimers());

  it('an order made with a Bearer token belongs to that account', async () => {
    const [owner, stranger] = await Promise.all([createAccount(world.app), createAccount(world.app)]);
    const buyer = await order(world.app, {}, bearer(owner.idToken));
    const show = (headers: Record<string, string>) =>
      fetch(`${world.app.url}/api/orders/${buyer.order.id}`, { headers });
    expect((await show(bearer(owner.idToken))).status).toBe(200);
    expect((await show(bearer(stranger.idToken))).status).toBe(404);
    expect(await listed(owner.idToken)).toEqual([buyer.order.id]);
    expect(await listed(stranger.idToken)).toEqual([]);
  });

  it('an invalid or expired token → 401, and no guest order instead', async () => {
    const { idToken } = await createAccount(world.app);
    const before = await count(world, 'orders');
    for (const authorization of ['Bearer', 'Bearer nonsense', 'Basic YTpi', `Bearer ${idToken.slice(0, -4)}AAAA`]) {
      const answer = await send(orderRequest(), { authorization });
      expect(answer.status, authorization).toBe(401);
      expect(await answer.json()).toMatchObject({ error: { code: 'unauthenticated' } });
    }
    expect((await fetch(`${world.app.url}/api/orders`)).status).toBe(401);
    expect((await fetch(`${world.app.url}/api/esims`)).status).toBe(401);

    // The store's clock is the database's time, carried forward by the monotonic clock.
    const monotonic = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => monotonic() + 3_601_000);
    const late = await send(orderRequest(), bearer(idToken));
    vi.restoreAllMocks();
    expect(late.status).toBe(401);
    expect(await count(world, 'orders')).toBe(before);
    expect((await fetch(`${world.app.url}/api/orders`, { headers: bearer(idToken) })).status).toBe(200);
  });

  async function listed(idToken: string): Promise<string[]> {
    const answer = await fetch(`${world.app.url}/api/orders`, { headers: bearer(idToken) });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    return ((await answer.json()) as { orders: OrderSummary[] }).orders.map(({ id }) => id);
  }
});

describe('rate limits', () => {
  let strict: World;
  beforeAll(async () => {
    strict = await startBuiltShop({
      LIMIT_ORDERS_PER_ADDRESS: '3',
      LIMIT_ORDERS_PER_EMAIL: '2',
      TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8',
    });
  });
  afterAll(() => strict?.close());
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const buy = (change: Record<string, unknown>, address: string, headers = {}) =>
    post(strict.app, '/api/orders', orderRequest(change), { ...from(address), ...headers });

  it('per network address: the fourth order → 429, a repeated click does not count, other networks are not affected', async () => {
    const asked = orderRequest();
    expect((await post(strict.app, '/api/orders', asked, from('198.51.100.1'))).status).toBe(201);
    expect((await post(strict.app, '/api/orders', asked, from('198.51.100.1'))).status).toBe(201);
    expect((await buy({}, '198.51.100.1')).status).toBe(201);
    // The caller's own X-Forwarded-For entry stands before the one that the proxy adds.
    expect((await buy({}, '1.2.3.4, 198.51.100.1, 10.1.1.1')).status).toBe(201);

    const before = await count(strict, 'orders');
    const refused = await buy({}, '198.51.100.1', { 'accept-language': 'fr' });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(await refused.json()).toEqual({
      error: {
        code: 'too-many-requests',
        message: 'Trop de tentatives en peu de temps. Patientez un peu, puis réessayez.',
      },
    });
    expect(await count(strict, 'orders')).toBe(before);
    expect((await buy({}, '198.51.100.2')).status).toBe(201);
  });

  it('a repetition from another network gets the payment page, never the cookie of the order', async () => {
    const asked = orderRequest();
    const [home, other] = ['2001:db8:1:1::7', '2001:db8:1:2::7'];
    const first = await post(strict.app, '/api/orders', asked, from(home));
    const made = (await first.json()) as Ordered;
    const [cookie = ''] = first.headers.getSetCookie();

    const foreign = await post(strict.app, '/api/orders', asked, from(other));
    expect([foreign.status, foreign.headers.getSetCookie()]).toEqual([201, []]);
    expect(((await foreign.json()) as Ordered).paymentUrl).toBe(made.paymentUrl);
    // A cookie that was made up opens nothing either.
    const name = cookie.split('=')[0]!;
    const guessed = await post(strict.app, '/api/orders', asked, {
      ...from(other),
      cookie: `${name}=${'a'.repeat(43)}`,
    });
    expect(guessed.headers.getSetCookie()).toEqual([]);

    // The first answer was lost: the same network gets the cookie again, as a /64 of IPv6 counts as one.
    const again = await post(strict.app, '/api/orders', asked, from('2001:db8:1:1::8'));
    expect(again.headers.getSetCookie().map((each) => each.split(';')[0])).toEqual([cookie.split(';')[0]]);
    // The phone moved from wireless to mobile, with the cookie.
    const moved = await post(strict.app, '/api/orders', asked, { ...from(other), cookie: cookie.split(';')[0]! });
    expect(moved.headers.getSetCookie().map((each) => each.split(';')[0])).toEqual([cookie.split(';')[0]]);
    const seen = await fetch(`${strict.app.url}/api/orders/${made.order.id}`, {
      headers: { ...from(other), cookie: cookie.split(';')[0]! },
    });
    expect(seen.status).toBe(200);
  });

  it('per email in any spelling, from any address, the same with and without an account', async () => {
    const known = await createAccount(strict.app);
    const tell = async (email: string, net: string) => {
      const answers = [];
      for (const [n, each] of [email, email.toUpperCase(), ` ${email} `].entries()) {
        const answer = await buy({ email: each }, `203.0.113.${net}${n}`);
        const body = (await answer.json()) as Record<string, Record<string, unknown>>;
        answers.push({
          status: answer.status,
          headers: [...answer.headers.keys()].sort(),
          cookies: answer.headers.getSetCookie().length,
          error: body['error'],
          fields: Object.keys(body['order'] ?? {}),
          status2: body['order']?.['status'],
        });
      }
      return answers;
    };
    const forKnown = await tell(known.email, '1');
    const forUnknown = await tell(`nobody-${randomUUID()}@example.com`, '2');
    expect(forKnown.map(({ status }) => status)).toEqual([201, 201, 429]);
    expect(forKnown).toEqual(forUnknown);
  });
});
