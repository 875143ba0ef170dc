import { readFileSync } from 'node:fs';
import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { failure, params, payWith, playStripe, SECRET_KEY, sdk } from './stripe-support.ts';

type Objects = Record<
  'checkout.session' | 'item' | 'price' | 'payment_intent' | 'charge' | 'refund' | 'dispute' | 'event',
  object
>;
const fixtures = (
  JSON.parse(readFileSync(new URL('fixtures/stripe-objects.json', import.meta.url), 'utf8')) as { resources: Objects }
).resources;

let play: Awaited<ReturnType<typeof playStripe>>;
beforeAll(async () => {
  play = await playStripe();
});
afterAll(() => play.close());
beforeEach(async () => {
  await play.control({ reset: true });
});

describe('objects have the keys of Stripe’s own fixtures', () => {
  /**
   * `newer`: fields of API 2026-10-28.endive that the fixtures of August do not have. `absent`: only present when
   * expanded.
   */
  function sameKeys(
    actual: object,
    fixture: object,
    { newer = [], absent = [] }: { newer?: string[]; absent?: string[] } = {},
  ) {
    const wanted = [...Object.keys(fixture).filter((key) => !absent.includes(key)), ...newer].sort();
    expect(
      Object.keys(actual)
        .filter((key) => key !== 'lastResponse')
        .sort(),
    ).toEqual(wanted);
  }

  it('session, line item, price, payment intent, charge, refund, dispute, event', async () => {
    const { stripe } = play;
    const open = (await stripe.checkout.sessions.create(params())) satisfies Stripe.Checkout.Session;
    sameKeys(open, fixtures['checkout.session'], { newer: ['allowed_payment_method_types'] });
    expect(open).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      ui_mode: 'hosted_page',
      amount_total: 450,
    });

    await payWith(open, '4242424242424242');
    const paid = await stripe.checkout.sessions.retrieve(open.id, {
      expand: ['line_items', 'payment_intent.latest_charge'],
    });
    sameKeys(paid, fixtures['checkout.session'], { newer: ['allowed_payment_method_types', 'line_items'] });
    expect(paid).toMatchObject({ status: 'complete', payment_status: 'paid', url: null, metadata: { order_id: 'o1' } });
    const line = paid.line_items!.data[0]! satisfies Stripe.LineItem;
    sameKeys(line, fixtures.item);
    sameKeys(line.price!, fixtures.price);
    expect(line.price!.unit_amount_decimal!.toString()).toBe('450');
    expect((await stripe.checkout.sessions.listLineItems(open.id)).data[0]!.id).toBe(line.id);

    const intent = paid.payment_intent as Stripe.PaymentIntent;
    sameKeys(intent, fixtures.payment_intent, { newer: ['allowed_payment_method_types', 'payment_record'] });
    expect(intent).toMatchObject({
      amount: 450,
      amount_received: 450,
      currency: 'usd',
      status: 'succeeded',
      metadata: { order_id: 'o1' },
    });
    const charge = intent.latest_charge as Stripe.Charge;
    sameKeys(charge, fixtures.charge, { newer: ['radar_options'], absent: ['refunds'] });
    const fixtureCard = (fixtures.charge as Stripe.Charge).payment_method_details!.card!;
    sameKeys(charge.payment_method_details!.card!, fixtureCard, { newer: ['electronic_commerce_indicator'] });
    expect(charge).toMatchObject({
      paid: true,
      captured: true,
      payment_intent: intent.id,
      billing_details: { email: 'payer@example.com', name: 'Ada Payer' },
    });
    expect((await stripe.charges.retrieve(charge.id, { expand: ['refunds'] })).refunds!.data).toEqual([]);
    expect(
      (await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })).latest_charge,
    ).toMatchObject({ id: charge.id });

    const refund = (await stripe.refunds.create({
      payment_intent: intent.id,
      reason: 'requested_by_customer',
    })) satisfies Stripe.Refund;
    sameKeys(refund, fixtures.refund);
    expect(refund).toMatchObject({ amount: 450, status: 'succeeded', charge: charge.id, payment_intent: intent.id });
    expect((await stripe.refunds.retrieve(refund.id)).id).toBe(refund.id);

    const { body } = await play.control({ dispute: { payment_intent: intent.id } });
    sameKeys(body['dispute']!, fixtures.dispute, { newer: ['intended_submission_method'] });

    const delivery = (await play.ledger()).deliveries.find(({ type }) => type === 'checkout.session.completed')!;
    const event = (await stripe.events.retrieve(delivery.event)) satisfies Stripe.Event;
    sameKeys(event, fixtures.event);
    expect(event).toMatchObject({
      api_version: '2026-10-28.endive',
      data: { object: { id: open.id, status: 'complete', payment_intent: intent.id } },
    });
  });

  it('responses have request-id and stripe-version', async () => {
    const { lastResponse } = await play.stripe.checkout.sessions.create(params());
    expect(lastResponse.requestId).toMatch(/^req_/);
    expect(lastResponse.apiVersion).toBe('2026-10-28.endive');
    expect(lastResponse.statusCode).toBe(200);
  });
});

describe('requests that Stripe refuses', () => {
  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${play.url}/v1/checkout/sessions`, {
      method: 'POST',
      body,
      headers: {
        authorization: `Bearer ${SECRET_KEY}`,
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
    });
  const refused = async (more: object) => {
    const { type, code, param, statusCode } = await failure(play.stripe.checkout.sessions.create(params(more)));
    return { type, code, param, statusCode };
  };
  const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
  const line = (price: object) => ({
    line_items: [
      { price_data: { currency: 'usd', unit_amount: 450, product_data: { name: 'x' }, ...price }, quantity: 1 },
    ],
  });

  it('a missing or wrong key: 401', async () => {
    expect(await failure(sdk(play.url, 'sk_test_wrong').checkout.sessions.create(params()))).toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
    });
    const answer = await fetch(`${play.url}/v1/charges/ch_1`);
    expect([answer.status, await answer.json()]).toMatchObject([401, { error: { type: 'invalid_request_error' } }]);
    const basic = await fetch(`${play.url}/v1/refunds`, {
      headers: { authorization: `Basic ${btoa(`${SECRET_KEY}:`)}` },
    });
    expect(basic.status).toBe(200);
  });

  it.each([
    ['a missing currency', line({ currency: undefined }), 'parameter_missing', 'line_items[0][price_data][currency]'],
    ['an unknown parameter', { colour: 'red' }, 'parameter_unknown', 'colour'],
    ['an unknown parameter inside', line({ colour: 'red' }), 'parameter_unknown', 'line_items[0][price_data][colour]'],
    [
      'payment_method_types, which endive no longer accepts',
      { payment_method_types: ['card'] },
      'parameter_unknown',
      'payment_method_types',
    ],
    [
      'an amount that is not an integer',
      line({ unit_amount: 4.5 }),
      'parameter_invalid_integer',
      'line_items[0][price_data][unit_amount]',
    ],
    ['less than 50 cents', line({ unit_amount: 49 }), 'amount_too_small', undefined],
    ['an unknown currency', line({ currency: 'zzz' }), undefined, 'line_items[0][price_data][currency]'],
    ['no success_url', { success_url: undefined }, 'parameter_missing', 'success_url'],
    ['an empty success_url', { success_url: '' }, 'parameter_invalid_empty', 'success_url'],
    ['an invalid success_url', { success_url: 'orders/1' }, undefined, 'success_url'],
    ['an invalid email address', { customer_email: 'nobody' }, undefined, 'customer_email'],
    ['an expiry within 30 minutes', { expires_at: inSeconds(1700) }, undefined, 'expires_at'],
    ['an expiry after 24 hours', { expires_at: inSeconds(90_000) }, undefined, 'expires_at'],
    ['an unknown mode', { mode: 'gift' }, undefined, 'mode'],
  ])('%s: 400', async (_what, more, code, param) => {
    expect(await refused(more)).toEqual({ type: 'StripeInvalidRequestError', code, param, statusCode: 400 });
  });

  it('an unknown id: 404 in the path, 400 in a parameter', async () => {
    const { stripe } = play;
    for (const call of [
      () => stripe.checkout.sessions.retrieve('cs_test_none'),
      () => stripe.paymentIntents.retrieve('pi_none'),
      () => stripe.charges.retrieve('ch_none'),
      () => stripe.refunds.retrieve('re_none'),
      () => stripe.events.retrieve('evt_none'),
    ]) {
      expect(await failure(call())).toMatchObject({ statusCode: 404, code: 'resource_missing', param: 'id' });
    }
    expect(await failure(stripe.refunds.create({ payment_intent: 'pi_none' }))).toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
    });
  });

  it('a field that cannot be expanded: 400', async () => {
    const { id } = await play.stripe.checkout.sessions.create(params());
    expect(await failure(play.stripe.checkout.sessions.retrieve(id, { expand: ['weather'] }))).toMatchObject({
      statusCode: 400,
    });
  });

  it('accepts percent-encoded brackets and open arrays', async () => {
    const answer = await post(
      'mode=payment&line_items%5B0%5D%5Bprice_data%5D%5Bcurrency%5D=EUR&line_items[0][price_data][unit_amount]=450&line_items[0][price_data][product_data][name]=a&line_items[0][quantity]=2&success_url=http%3A%2F%2Fx.test&expand[]=line_items',
    );
    expect(await answer.json()).toMatchObject({
      currency: 'eur',
      amount_total: 900,
      line_items: { data: [{ quantity: 2 }] },
    });
  });
});

it("calls of Stripe that the sandbox does not have: 501 in Stripe's error format", async () => {
  const { stripe } = play;
  const { id } = await stripe.checkout.sessions.create(params());
  for (const call of [
    () => stripe.customers.create({ phone: '1' }),
    () => stripe.customers.update('cus_1', {}),
    () => stripe.paymentIntents.capture('pi_1'),
    () => stripe.checkout.sessions.update(id, { metadata: {} }),
    () => stripe.checkout.sessions.create({ ...params(), mode: 'subscription' }),
    () => stripe.checkout.sessions.create({ ...params(), discounts: [{ coupon: 'x' }] }),
    () => stripe.checkout.sessions.create({ ...params(), line_items: [{ price: 'price_1', quantity: 1 }] }),
    () => stripe.refunds.cancel('re_1'),
  ]) {
    expect(await failure(call())).toMatchObject({ statusCode: 501, type: 'StripeAPIError' });
  }
  const elsewhere = await fetch(`${play.url}/v2/core/events`);
  expect([elsewhere.status, await elsewhere.json()]).toMatchObject([501, { error: { type: 'api_error' } }]);
});

describe('lists', () => {
  it('are newest first, paginated and filtered', async () => {
    const { stripe } = play;
    const made = [];
    for (let n = 0; n < 3; n++) made.push(await stripe.checkout.sessions.create(params()));
    const first = await stripe.checkout.sessions.list({ limit: 2 });
    expect(first).toMatchObject({
      object: 'list',
      has_more: true,
      data: [{ id: made[2]!.id, url: made[2]!.url }, { id: made[1]!.id }],
    });
    const rest = await stripe.checkout.sessions.list({ starting_after: first.data[1]!.id });
    expect(rest).toMatchObject({ has_more: false, data: [{ id: made[0]!.id }] });
    expect((await stripe.checkout.sessions.list({ ending_before: made[0]!.id, limit: 1 })).data[0]!.id).toBe(
      made[1]!.id,
    );

    await payWith(made[1]!, '4242424242424242');
    const { payment_intent } = await stripe.checkout.sessions.retrieve(made[1]!.id);
    const found = await stripe.checkout.sessions.list({
      payment_intent: String(payment_intent),
      expand: ['data.payment_intent'],
    });
    expect(found.data).toMatchObject([{ id: made[1]!.id, payment_intent: { id: payment_intent } }]);
    await stripe.refunds.create({ payment_intent: String(payment_intent), amount: 100 });
    await stripe.refunds.create({ payment_intent: String(payment_intent), amount: 50 });
    expect(
      (await stripe.refunds.list({ payment_intent: String(payment_intent) })).data.map(({ amount }) => amount),
    ).toEqual([50, 100]);
    expect((await stripe.refunds.list({ charge: 'ch_other' })).data).toEqual([]);
  });

  it('payments, refunds and disputes are filtered by creation time', async () => {
    const { stripe } = play;
    const session = await stripe.checkout.sessions.create(params());
    await payWith(session, '4242424242424242');
    const { payment_intent } = await stripe.checkout.sessions.retrieve(session.id);
    const { id, created } = await stripe.paymentIntents.retrieve(String(payment_intent));
    await stripe.refunds.create({ payment_intent: id, amount: 100 });
    await play.control({ dispute: { payment_intent: id, reason: 'fraudulent' } });

    const lists = [stripe.paymentIntents, stripe.refunds, stripe.disputes] as const;
    for (const list of lists) {
      expect((await list.list({ created: { gte: created } })).data).toHaveLength(1);
      expect((await list.list({ created: { lt: created } })).data).toEqual([]);
    }
    expect((await stripe.paymentIntents.list({ created })).data).toMatchObject([{ id }]);
    expect((await stripe.disputes.list({ payment_intent: 'pi_other' })).data).toEqual([]);
  });
});

describe('idempotency keys', () => {
  const create = (idempotencyKey: string, more = {}) =>
    play.stripe.checkout.sessions.create(params(more), { idempotencyKey });

  it('the same key and parameters: the same response, executed once', async () => {
    const first = await create('k1');
    const again = await create('k1');
    expect(again.id).toBe(first.id);
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
    expect((await play.ledger()).sessions).toHaveLength(1);
  });

  it('the same key and other parameters: 400 idempotency_error', async () => {
    await create('k2');
    expect(await failure(create('k2', { customer_email: 'other@example.com' }))).toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
    });
  });

  it('the same key concurrently: 409, and then the response of the first', async () => {
    await play.control({ hold: { call: 'sessions.create' } });
    const first = create('k3');
    await play.held('sessions.create');
    expect(await failure(create('k3'))).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
    await play.control({ release: { call: 'sessions.create' } });
    expect((await create('k3')).id).toBe((await first).id);
  });

  it('ten concurrent calls: one session', async () => {
    const settled = await Promise.allSettled(Array.from({ length: 10 }, () => create('k4')));
    const ids = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value.id] : []));
    expect(new Set(ids).size).toBe(1);
    expect((await play.ledger()).sessions).toHaveLength(1);
  });

  it('a stored 500 is replayed, although the session was created', async () => {
    await play.control({ fail: { call: 'sessions.create', when: 'after', status: 500, store: true } });
    expect((await failure(create('k5'))).statusCode).toBe(500);
    expect(await failure(create('k5'))).toMatchObject({ statusCode: 500, headers: { 'idempotent-replayed': 'true' } });
    expect((await play.ledger()).sessions).toHaveLength(1);
  });

  it('a lost response is replayed unchanged', async () => {
    // Twice: the SDK retries once when a connection closes.
    await play.control({ fail: { call: 'sessions.create', when: 'after', hangup: true, times: 2 } });
    expect((await failure(create('k6'))).type).toBe('StripeConnectionError');
    const again = await create('k6');
    expect((await play.ledger()).sessions).toMatchObject([{ id: again.id }]);
  });

  it('invalid parameters do not use up the key', async () => {
    expect((await failure(create('k7', { success_url: 'no' }))).statusCode).toBe(400);
    expect((await create('k7')).status).toBe('open');
  });

  it('refunds: one refund', async () => {
    const session = await create('k8');
    await payWith(session, '4242424242424242');
    const { payment_intent } = await play.stripe.checkout.sessions.retrieve(session.id);
    const refund = () =>
      play.stripe.refunds.create({ payment_intent: String(payment_intent) }, { idempotencyKey: 'r1' });
    expect((await refund()).id).toBe((await refund()).id);
    expect((await play.ledger()).refunds).toHaveLength(1);
  });
});
