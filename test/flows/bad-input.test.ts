import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount } from '#test/support/accounts.ts';
import { booksOf, rows, startBuiltShop, totals } from '#test/support/books.ts';
import { errorOf, look, order, post, orderRequest, type ApiError } from '#test/support/shop.ts';
import { until } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';

/** The statements of "Bad input" about requests and webhooks. purchase.test.ts covers those about the vendors. */

let world: World;
beforeAll(async () => {
  world = await startBuiltShop();
});
afterAll(() => world?.close());

describe('unknown plan or order', () => {
  it('unknown plan → 404', async () => {
    const before = await totals(world);
    const answer = await post(world.app, '/api/orders', orderRequest({ planId: 'atlantis-3gb' }));
    expect(answer.status).toBe(404);
    expect(await errorOf(answer)).toMatchObject({ code: 'not-found' });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect((await fetch(`${world.app.url}/checkout/atlantis-3gb`)).status).toBe(404);
    expect(await totals(world)).toEqual(before);
  });

  it('unknown order → 404', async () => {
    for (const id of [randomUUID(), 'no-uuid', "1'--", '%00', '%E0%A4%A']) {
      for (const path of ['', '/qr.png', '/events']) {
        expect((await fetch(`${world.app.url}/api/orders/${id}${path}`)).status, id + path).toBe(404);
      }
      expect((await post(world.app, `/api/orders/${id}/payment`, {})).status, id).toBe(404);
      expect((await post(world.app, `/api/orders/${id}/email`, { email: 'a@example.com' })).status, id).toBe(404);
    }
    expect((await fetch(`${world.app.url}/orders/${randomUUID()}`)).status).toBe(404);
    expect((await fetch(`${world.app.url}/orders/no-uuid`)).status).toBe(404);
  });
});

describe("someone else's order", () => {
  it('someone else’s order → the same 404 as one that does not exist', async () => {
    const [mine, other, stranger] = await Promise.all([order(world.app), order(world.app), createAccount(world.app)]);
    const secret = other.cookie.split('=')[1] ?? '';
    const bearer = { authorization: `Bearer ${stranger.idToken}` };
    const callers: Record<string, (id: string) => Record<string, string>> = {
      nobody: () => ({}),
      'a stranger who is signed in': () => bearer,
      'another order’s cookie': () => ({ cookie: other.cookie }),
      'another order’s secret under this order’s name': (id) => ({ cookie: `order_${id}=${secret}` }),
      both: () => ({ ...bearer, cookie: other.cookie }),
    };
    const unknown = '0190b6f0-0000-7000-8000-000000000000';
    for (const [who, headersFor] of Object.entries(callers)) {
      for (const [method, path] of [
        ['GET', ''],
        ['GET', '/qr.png'],
        ['GET', '/events'],
        ['POST', '/payment'],
        ['POST', '/email'],
      ] as const) {
        const ask = async (id: string) => {
          const answer = await fetch(`${world.app.url}/api/orders/${id}${path}`, {
            method,
            headers: { 'content-type': 'application/json', ...headersFor(id) },
            ...(method === 'POST' && { body: JSON.stringify(path === '/email' ? { email: 'thief@example.com' } : {}) }),
          });
          return { status: answer.status, body: await answer.text(), headers: comparable(answer.headers) };
        };
        const theirs = await ask(mine.order.id);
        expect(theirs.status, `${who} ${path}`).toBe(404);
        expect(theirs, `${who} ${path}`).toEqual(await ask(unknown));
      }
      const page = async (id: string) => {
        const answer = await fetch(`${world.app.url}/orders/${id}`, { headers: headersFor(id) });
        const nonce = /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1] ?? '-';
        return {
          status: answer.status,
          body: (await answer.text())
            .replaceAll(id, 'ID')
            .replaceAll(nonce, 'NONCE')
            // The page counts from the server's time.
            .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'NOW')
            .replaceAll(answer.headers.get('x-request-id') ?? '-', 'REQUEST'),
          headers: comparable(answer.headers),
        };
      };
      const theirs = await page(mine.order.id);
      expect(theirs.status, who).toBe(404);
      expect(theirs, who).toEqual(await page(unknown));
      expect(theirs.body).not.toContain(mine.email);
    }
    expect(await look(world.app, mine)).toMatchObject({ email: mine.email, status: 'pending_payment' });
    expect((await booksOf(world, mine.order.id)).attempts).toHaveLength(1);
  });
});

/** Headers without those that differ in every response. */
function comparable(headers: Headers): [string, string][] {
  return [...headers].filter(
    ([name]) => !['date', 'x-request-id', 'content-security-policy', 'content-length', 'etag'].includes(name),
  );
}

describe('a changed price, currency or quantity', () => {
  it.each([
    ['price', { amount: 1 }, 409, { code: 'price-changed', field: 'amount' }],
    ['a price above ours', { amount: 1101 }, 409, { code: 'price-changed', field: 'amount' }],
    ['currency', { amount: 1100, currency: 'EUR' }, 400, { code: 'invalid-input', field: 'currency' }],
    ['quantity', { quantity: 2 }, 400, { code: 'invalid-input', field: 'quantity' }],
    ['a quantity of zero', { quantity: 0 }, 400, { code: 'invalid-input', field: 'quantity' }],
  ])('a changed %s → refused', async (_what, change, status, error) => {
    const before = await totals(world);
    const answer = await post(world.app, '/api/orders', orderRequest(change));
    expect(answer.status).toBe(status);
    expect(await errorOf(answer)).toMatchObject(error);
    expect(await totals(world)).toEqual(before);
  });

  it('the price on the page is the price charged', async () => {
    const buyer = await order(world.app, { amount: 1100, currency: 'USD', quantity: 1 });
    const { sessions } = await booksOf(world, buyer.order.id);
    expect(sessions).toMatchObject([{ amount_total: 1100, currency: 'usd' }]);
  });
});

describe('malformed JSON, wrong types, over-long fields', () => {
  const cases: [string, string | Record<string, unknown>, Partial<ApiError>][] = [
    ['malformed JSON', '{"planId":', { code: 'invalid-json', field: 'body' }],
    ['no body', '', { code: 'invalid-json', field: 'body' }],
    ['a list', '[]', { field: 'body', rule: 'type' }],
    ['null', 'null', { field: 'body', rule: 'type' }],
    ['a wrong type', orderRequest({ planId: 7 }), { field: 'planId', rule: 'type' }],
    ['a wrong type for a number', orderRequest({ amount: '1100' }), { field: 'amount', rule: 'type' }],
    ['an object instead of a string', orderRequest({ email: { $ne: '' } }), { field: 'email', rule: 'type' }],
    ['a missing field', orderRequest({ email: undefined }), { field: 'email', rule: 'required' }],
    [
      'an over-long email',
      orderRequest({ email: `${'a'.repeat(300)}@example.com` }),
      { field: 'email', rule: 'too-long' },
    ],
    ['an over-long plan', orderRequest({ planId: 'x'.repeat(65) }), { field: 'planId', rule: 'too-long' }],
    ['an invalid email', orderRequest({ email: 'nobody' }), { field: 'email', rule: 'email' }],
    // The payment vendor refuses it, and no mail arrives there.
    [
      'an email without a dot in its domain',
      orderRequest({ email: 'name@exmaple' }),
      { field: 'email', rule: 'email' },
    ],
    ['two emails', orderRequest({ email: 'a@example.com,b@example.com' }), { field: 'email', rule: 'email' }],
    [
      'a line break in the email',
      orderRequest({ email: 'a@example.com\r\nBcc: b@example.com' }),
      { field: 'email', rule: 'email' },
    ],
    ['a key that is not a UUID', orderRequest({ idempotencyKey: '1' }), { field: 'idempotencyKey', rule: 'uuid' }],
    ['an unsupported language', orderRequest({ locale: 'de' }), { field: 'locale', rule: 'one-of' }],
    [
      'an unconfirmed device',
      orderRequest({ deviceConfirmed: false }),
      { field: 'deviceConfirmed', rule: 'must-be-true' },
    ],
    ['an unknown property', orderRequest({ price: 1 }), { field: 'price', rule: 'unknown' }],
    ['a prototype property', '{"__proto__":{"amount":1},"constructor":1}', { code: 'invalid-input' }],
  ];

  it.each(cases)('%s → 400 naming the field, in English and in French', async (_what, body, error) => {
    const before = await totals(world);
    for (const locale of ['en', 'fr']) {
      const answer = await post(world.app, '/api/orders', body, { 'accept-language': locale });
      expect(answer.status).toBe(400);
      const refused = await errorOf(answer);
      expect(refused).toMatchObject({ code: 'invalid-input', ...error });
      expect(refused.message).toMatch(
        locale === 'fr'
          ? /^(Vérifiez le champ «|La requête est illisible)/
          : /^(Check the field “|The request could not be read)/,
      );
      if (refused.code === 'invalid-input') expect(refused.message).toContain(refused.field);
    }
    expect(await totals(world)).toEqual(before);
  });

  it('a body larger than 16 KB → 413, with and without Content-Length', async () => {
    const before = await totals(world);
    const huge = JSON.stringify(orderRequest({ planId: 'x'.repeat(20_000) }));
    const stated = await post(world.app, '/api/orders', huge);
    const stream = new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode(huge));
        controller.close();
      },
    });
    const chunked = await fetch(`${world.app.url}/api/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: stream,
      duplex: 'half',
    } as RequestInit);
    expect([stated.status, chunked.status]).toEqual([413, 413]);
    expect(await errorOf(chunked)).toMatchObject({ code: 'payload-too-large' });
    expect(await totals(world)).toEqual(before);
  });

  it('an invalid corrected address → 400 naming the field', async () => {
    const buyer = await order(world.app);
    for (const [email, rule] of [
      ['nobody', 'email'],
      ['name@exmaple', 'email'],
      [7, 'type'],
      [`${'a'.repeat(300)}@example.com`, 'too-long'],
    ]) {
      const answer = await post(world.app, `/api/orders/${buyer.order.id}/email`, { email }, { cookie: buyer.cookie });
      expect(answer.status).toBe(400);
      expect(await errorOf(answer)).toMatchObject({ field: 'email', rule });
    }
    expect((await look(world.app, buyer)).email).toBe(buyer.email);
  });
});

describe('webhooks', () => {
  const stripe = new Stripe('sk_test_only_signs');
  const event = (type: string, session: string) =>
    JSON.stringify({
      id: `evt_${randomUUID()}`,
      object: 'event',
      api_version: '2026-10-28.endive',
      created: 1,
      type,
      data: { object: { id: session, object: 'checkout.session' } },
    });
  const signed = (payload: string, change: { secret?: string; timestamp?: number } = {}) =>
    stripe.webhooks.generateTestHeaderString({ payload, secret: world.env['STRIPE_WEBHOOK_SECRET'] ?? '', ...change });
  const send = (payload: string, signature?: string) =>
    post(world.app, '/webhooks/stripe', payload, signature === undefined ? {} : { 'stripe-signature': signature });
  const long = () => Math.floor(Date.now() / 1000) - 301;

  it.each([
    ['forged', (payload: string) => signed(payload, { secret: 'whsec_wrong' })],
    ['changed after signing', () => signed(event('checkout.session.completed', 'cs_other'))],
    ['stale', (payload: string) => signed(payload, { timestamp: long() })],
    ['from the future', (payload: string) => signed(payload, { timestamp: Math.floor(Date.now() / 1000) + 310 })],
    [
      'with a second time, in the future',
      (payload: string) => {
        const future = signed(payload, { timestamp: Math.floor(Date.now() / 1000) + 365 * 86_400 });
        return `t=${Math.floor(Date.now() / 1000)},${future}`;
      },
    ],
    ['with the same time twice', (payload: string) => signed(payload).replace(/^(t=\d+)/, '$1,$1')],
    ['with a time in another notation', (payload: string) => signed(payload).replace(/^t=(\d+)/, 't=$1e0')],
    ['without a signature', () => undefined],
    ['with an empty signature', () => ''],
    ['with a malformed signature', () => 't=now,v1=zz'],
  ])('a webhook %s → 400, nothing recorded', async (_what, signatureOf) => {
    const buyer = await order(world.app);
    const [attempt] = (await booksOf(world, buyer.order.id)).attempts;
    const before = await totals(world);
    const payload = event('checkout.session.completed', attempt?.session_id ?? '');
    const answer = await send(payload, signatureOf(payload));
    expect(answer.status).toBe(400);
    expect(await errorOf(answer)).toMatchObject({ code: 'invalid-signature' });
    expect(await totals(world)).toEqual(before);
    expect((await booksOf(world, buyer.order.id)).status).toBe('pending_payment');
  });

  it('a signed webhook that says "paid" for an unpaid session changes nothing', async () => {
    const buyer = await order(world.app);
    const [attempt] = (await booksOf(world, buyer.order.id)).attempts;
    const payload = event('checkout.session.completed', attempt?.session_id ?? '');
    expect((await send(payload, signed(payload))).status).toBe(200);
    await until(
      async () =>
        (
          await rows(
            world,
            sql`select 1 from payment_events where id = ${(JSON.parse(payload) as { id: string }).id} and handled_at is not null`,
          )
        ).length === 1,
      { what: 'the event is handled' },
    );
    expect(await booksOf(world, buyer.order.id)).toMatchObject({
      status: 'pending_payment',
      wholesale: [],
      payments: [],
    });
  });

  it.each([
    ['without an id', (body: object) => ({ ...body, id: undefined })],
    ['with a numeric id', (body: object) => ({ ...body, id: 7 })],
    ['with a NUL in its id', (body: object) => ({ ...body, id: 'evt_\u0000' })],
    ['with a NUL in its object', (body: object) => ({ ...body, data: { object: { id: 'cs_\u0000' } } })],
    ['without a type', (body: object) => ({ ...body, type: undefined })],
    ['that is null', () => null],
  ])('a signed event %s → 400, nothing recorded', async (_what, change) => {
    const before = await totals(world);
    const payload = JSON.stringify(change(JSON.parse(event('checkout.session.completed', 'cs_any')) as object));
    const answer = await send(payload, signed(payload));
    expect(answer.status).toBe(400);
    expect(await totals(world)).toEqual(before);
  });

  it('a signature within the clock tolerance, in either direction → accepted', async () => {
    for (const offset of [-290, 290]) {
      const payload = event('checkout.session.completed', 'cs_any');
      const timestamp = Math.floor(Date.now() / 1000) + offset;
      expect((await send(payload, signed(payload, { timestamp }))).status).toBe(200);
    }
  });

  it('an unknown event → 200, ignored', async () => {
    const before = await totals(world);
    for (const type of ['customer.created', 'checkout.session.invented']) {
      const payload = event(type, 'cs_any');
      const answer = await send(payload, signed(payload));
      expect(answer.status).toBe(200);
    }
    expect(await totals(world)).toEqual(before);
  });
});
