import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { params, payWith, playStripe, receiver, spawnStripe, WEBHOOK_SECRET } from './stripe-support.ts';

describe('webhooks', () => {
  let play: Awaited<ReturnType<typeof playStripe>>;
  beforeEach(async () => {
    play = await playStripe();
  });
  afterEach(() => play.close());

  async function paid() {
    const session = await play.stripe.checkout.sessions.create(params());
    await payWith(session, '4242424242424242');
    return session;
  }
  const count = async (n: number) => await expect.poll(() => play.hook.received).toHaveLength(n);
  const settled = async (status: string) =>
    await expect
      .poll(async () => (await play.ledger()).deliveries.map((delivery) => delivery.status))
      .toEqual([status, status, status]);

  it('are signed as Stripe signs them', async () => {
    await paid();
    await count(3);
    for (const { raw, signature } of play.hook.received) {
      expect(play.stripe.webhooks.constructEvent(raw, signature, WEBHOOK_SECRET)).toMatchObject({
        object: 'event',
        api_version: '2026-10-28.endive',
      });
      expect(() => play.stripe.webhooks.constructEvent(`${raw} `, signature, WEBHOOK_SECRET)).toThrow();
      expect(() => play.stripe.webhooks.constructEvent(raw, signature, 'whsec_other')).toThrow();
    }
    await settled('delivered');
  });

  it('name the request that caused them, and none for a payment', async () => {
    const session = await paid();
    await count(3);
    expect(play.hook.received[0]!.event.request).toEqual({ id: null, idempotency_key: null });
    const { payment_intent } = await play.stripe.checkout.sessions.retrieve(session.id);
    await play.stripe.refunds.create({ payment_intent: String(payment_intent) }, { idempotencyKey: 'r' });
    await count(5);
    expect(play.hook.received[4]!.event.request).toMatchObject({
      id: expect.stringMatching(/^req_/),
      idempotency_key: 'r',
    });
  });

  it('are retried with back-off until the response is 2xx', async () => {
    play.hook.answers.push(500, 500, 500, 302);
    await paid();
    await count(7);
    await settled('delivered');
    const attempts = (await play.ledger()).deliveries.reduce((sum, delivery) => sum + delivery.attempts, 0);
    expect(attempts).toBe(7);
  });

  it('fail on command: before the endpoint received them, or after (so that it receives them twice)', async () => {
    await play.control({ fail: { call: 'webhooks.deliver', times: 3 } });
    await paid();
    await settled('delivered');
    expect(play.hook.received).toHaveLength(3);
    await play.control({ reset: true });
    play.hook.received.length = 0;
    await play.control({ fail: { call: 'webhooks.deliver', when: 'after', hangup: true } });
    await paid();
    await count(4);
    expect(new Set(play.hook.received.map(({ event }) => event.id)).size).toBe(3);
  });

  it('are held and released on command', async () => {
    await play.control({ hold: { call: 'webhooks.deliver', times: 3 } });
    await paid();
    await play.held('webhooks.deliver', 3);
    expect(play.hook.received).toEqual([]);
    await play.control({ release: { call: 'webhooks.deliver' } });
    await count(3);
  });

  it('are duplicated and reordered on command, past held ones', async () => {
    await play.control({ hold: { call: 'webhooks.deliver', times: 3 } });
    const session = await paid();
    await play.held('webhooks.deliver', 3);
    const answer = await play.control({ deliver: { type: 'checkout.session.completed', session: session.id } });
    expect(answer.body['deliver']).toMatchObject([{ status: 'delivered', last_status: 200, attempts: 1 }]);
    expect(play.hook.types()).toEqual(['checkout.session.completed']);
    await play.control({ deliver: { event: play.hook.received[0]!.event.id, times: 3 } });
    expect(play.hook.types()).toEqual(Array(4).fill('checkout.session.completed'));
    await play.control({ release: { call: 'webhooks.deliver' } });
    await count(7);
    expect((await play.control({ deliver: { event: 'evt_none' } })).status).toBe(400);
  });

  it('go to an endpoint that is set later', async () => {
    const other = await receiver();
    await play.control({ webhook: { url: other.url } });
    await paid();
    await expect.poll(() => other.received).toHaveLength(3);
    expect(play.hook.received).toEqual([]);
    other.close();
  });
});

describe("the control plane for Stripe's calls", () => {
  let play: Awaited<ReturnType<typeof playStripe>>;
  beforeEach(async () => {
    play = await playStripe();
  });
  afterEach(() => play.close());

  it('a payment is committed although its response is held and its client is gone', async () => {
    const session = await play.stripe.checkout.sessions.create(params());
    await play.control({ hold: { call: 'sessions.pay' } });
    const client = new AbortController();
    const form = new URLSearchParams({
      cardNumber: '4242424242424242',
      cardExpiry: '12/40',
      cardCvc: '123',
      billingName: 'A',
      email: 'a@example.com',
    });
    const submit = fetch(session.url!, { method: 'POST', body: form, signal: client.signal });
    await play.held('sessions.pay');
    client.abort();
    await expect(submit).rejects.toThrow();
    await play.control({ release: { call: 'sessions.pay' } });
    await expect.poll(async () => (await play.ledger()).charges).toHaveLength(1);

    await play.control({ hold: { call: 'sessions.create', when: 'after' } });
    const creation = play.stripe.checkout.sessions.create(params(), { idempotencyKey: 'held' });
    await play.held('sessions.create');
    expect((await play.ledger()).sessions).toHaveLength(2);
    const meanwhile = await play.stripe.checkout.sessions.create(params(), { idempotencyKey: 'held' });
    await play.control({ release: { call: 'sessions.create' } });
    expect((await creation).id).toBe(meanwhile.id);
  });

  it("returns injected failures in Stripe's error format", async () => {
    await play.control({ fail: { call: 'refunds.create', status: 429 } });
    await expect(play.stripe.refunds.create({ charge: 'ch_1' })).rejects.toMatchObject({
      type: 'StripeRateLimitError',
    });
    await play.control({ fail: { call: 'refunds.list', body: { error: { type: 'api_error', message: 'down' } } } });
    await expect(play.stripe.refunds.list()).rejects.toMatchObject({
      type: 'StripeAPIError',
      statusCode: 503,
      message: 'down',
    });
    expect(await play.control({ fail: { call: 'refunds.burn' } })).toMatchObject({ status: 400 });
  });

  it('reset clears everything except the endpoint', async () => {
    const session = await play.stripe.checkout.sessions.create(params());
    await payWith(session, '4242424242424242');
    await expect.poll(() => play.hook.received).toHaveLength(3);
    await play.control({ reset: true });
    expect(await play.ledger()).toMatchObject({
      sessions: [],
      payment_intents: [],
      charges: [],
      refunds: [],
      deliveries: [],
    });
    await payWith(await play.stripe.checkout.sessions.create(params()), '4242424242424242');
    await expect.poll(() => play.hook.received).toHaveLength(6);
  });
});

describe('as a separate process', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'cairn-stripe-'));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  it('keeps its responses, idempotency keys and pending webhooks after kill -9', async () => {
    const first = await spawnStripe(dir);
    const session = await first.stripe.checkout.sessions.create(params(), { idempotencyKey: 'k' });
    await payWith(session, '4242424242424242');
    await first.end('SIGKILL');

    const hook = await receiver();
    hook.answers.push(503);
    const second = await spawnStripe(dir, '--webhook-url', hook.url);
    expect(await second.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
    });
    expect((await second.stripe.checkout.sessions.create(params(), { idempotencyKey: 'k' })).id).toBe(session.id);
    await expect.poll(() => hook.received).toHaveLength(4);
    expect(new Set(hook.types())).toEqual(
      new Set(['charge.succeeded', 'payment_intent.succeeded', 'checkout.session.completed']),
    );
    expect(await second.end()).toEqual([0, null]);

    const third = await spawnStripe(dir);
    await expect
      .poll(async () => (await third.ledger()).deliveries.map(({ status }) => status))
      .toEqual(['delivered', 'delivered', 'delivered']);
    expect(hook.received).toHaveLength(4);
    await third.end();
    hook.close();
  });

  it('killed during thirty creations: the same keys lead to thirty sessions, and sent responses are kept', async () => {
    const first = await spawnStripe(dir);
    const keys = Array.from({ length: 30 }, (_, n) => `key-${n}`);
    const answered = new Map<string, string>();
    const creations = keys.map(async (idempotencyKey) => {
      const { id } = await first.stripe.checkout.sessions.create(params(), { idempotencyKey });
      answered.set(idempotencyKey, id);
      if (answered.size === 8) first.child.kill('SIGKILL');
    });
    await Promise.allSettled(creations);
    expect(answered.size).toBeGreaterThanOrEqual(8);

    const second = await spawnStripe(dir);
    for (const key of keys) {
      const session = await second.stripe.checkout.sessions.create(params(), { idempotencyKey: key });
      if (answered.has(key)) expect(session.id).toBe(answered.get(key));
      expect(session.url).toBe(`${second.url}/c/pay/${session.id}`);
    }
    expect((await second.ledger()).sessions).toHaveLength(30);
    await second.end();
  });

  it('ends with its parent', async () => {
    const { child } = await spawnStripe(dir);
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.stdin.end();
    expect(await gone).toBe(0);
  });

  it('accepts only a test key', async () => {
    const { start } = await import('#sandbox/stripe/server.ts');
    await expect(start({ port: 0, dataDir: dir, secretKey: 'sk_live_x', webhookSecret: 'whsec_x' })).rejects.toThrow(
      'sk_test_',
    );
  });
});
