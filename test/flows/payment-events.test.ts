import { sql } from 'drizzle-orm';
import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { booksOf, rows, startBuiltShop } from '#test/support/books.ts';
import { openStream } from '#test/support/order-stream.ts';
import { becomes, look, order, post, type Buyer } from '#test/support/shop.ts';
import { control, held, ledger, messages, payHosted, until } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';
import { createDesk } from '#test/support/desk.ts';

/**
 * Whatever the payment vendor sends, however often and in whatever order: one payment, and one eSIM or a full refund.
 */

let world: World;
beforeAll(async () => {
  // The sweep is off, so that only the test's own actions settle a payment.
  world = await startBuiltShop({ SWEEP_SECONDS: '3600', RECONCILE_GRACE_SECONDS: '0' });
});
afterAll(() => world?.close());

const holdWebhooks = () => control(world.stripe, { hold: { call: 'webhooks.deliver', when: 'before', times: 1000 } });
const deliver = (type: string, session: string | null | undefined) =>
  control(world.stripe, { deliver: { type, session } });
const sessionOf = async (buyer: Buyer, number = 0) =>
  (await booksOf(world, buyer.order.id)).attempts[number]?.session_id;
const desk = () => createDesk(world.db);

/** The order is delivered once, and all ledgers agree. */
async function boughtOnce(buyer: Buyer): Promise<void> {
  await becomes(world.app, buyer, 'fulfilled');
  const books = await booksOf(world, buyer.order.id);
  expect([books.payments.length, books.wholesale.length, books.esims.length, books.refunds.length]).toEqual([
    1, 1, 1, 0,
  ]);
  await until(async () => (await messages(world.mail, buyer.email)).length > 0, { what: 'the mail' });
  expect(await messages(world.mail, buyer.email)).toHaveLength(1);
  expect(books.events.filter(({ to_status: to }) => to === 'paid')).toHaveLength(1);
}

describe('the webhook', () => {
  afterEach(() => control(world.stripe, { release: { call: 'webhooks.deliver' } }));

  it('ten times concurrently, and again later → recorded once, handled once', async () => {
    await holdWebhooks();
    const buyer = await order(world.app);
    const session = await sessionOf(buyer);
    await payHosted(buyer.paymentUrl);
    await Promise.all(Array.from({ length: 10 }, () => deliver('checkout.session.completed', session)));
    await boughtOnce(buyer);
    await deliver('checkout.session.completed', session);
    await control(world.stripe, { release: { call: 'webhooks.deliver' } });
    const { deliveries } = await ledger(world.stripe);
    expect(deliveries?.filter((each) => each['status'] === 'delivered').length).toBeGreaterThanOrEqual(11);
    expect(
      await rows(
        world,
        sql`select id from payment_events where type = 'checkout.session.completed' and object_id = ${session}`,
      ),
    ).toHaveLength(1);
    await boughtOnce(buyer);
  });

  it("out of order: the old page's expiry arrives after the new page was paid → the order stays delivered", async () => {
    await holdWebhooks();
    const buyer = await order(world.app);
    const old = await sessionOf(buyer);
    await control(world.stripe, { expire: { session: old } });
    const { paymentUrl } = (await (
      await post(world.app, `/api/orders/${buyer.order.id}/payment`, {}, { cookie: buyer.cookie })
    ).json()) as { paymentUrl: string };
    await payHosted(paymentUrl);
    await deliver('checkout.session.completed', await sessionOf(buyer, 1));
    await boughtOnce(buyer);
    await deliver('checkout.session.expired', old);
    await until(
      async () =>
        (await rows(world, sql`select 1 from payment_events where object_id = ${old} and handled_at is not null`))
          .length === 1,
      { what: 'the late event is handled' },
    );
    await boughtOnce(buyer);
    expect((await booksOf(world, buyer.order.id)).attempts.map(({ status }) => status)).toEqual(['expired', 'paid']);
  });

  it('lost, and the buyer returns → opening the order page settles it', async () => {
    await holdWebhooks();
    const buyer = await order(world.app);
    await payHosted(buyer.paymentUrl);
    const stream = await openStream(world.app, buyer.order.id, { cookie: buyer.cookie });
    expect((await stream.next(({ status }) => status === 'fulfilled')).esim?.lpa).toMatch(/^LPA:1\$/);
    await stream.close();
    await boughtOnce(buyer);
    expect(await rows(world, sql`select 1 from payment_events where object_id = ${await sessionOf(buyer)}`)).toEqual(
      [],
    );
  });

  it('lost, and the buyer does not return → the sweep settles it', async () => {
    await holdWebhooks();
    const buyer = await order(world.app);
    await payHosted(buyer.paymentUrl);
    await world.services.sweeps.sweepPayments();
    expect((await look(world.app, buyer)).status).toBe('pending_payment');
    await rows(
      world,
      sql`update payment_attempts set created_at = now() - interval '3 hours' where order_id = ${buyer.order.id}`,
    );
    await world.services.sweeps.sweepPayments();
    await boughtOnce(buyer);
  });

  it('of a page that a restored database does not know → settles the order', async () => {
    const buyer = await order(world.app);
    const page = sql`update payment_attempts set session_id = null, status = 'opening' where order_id = ${buyer.order.id}`;
    await rows(world, page);
    expect(await sessionOf(buyer)).toBeNull();
    await payHosted(buyer.paymentUrl);
    await boughtOnce(buyer);
  });

  it('recorded, but its job is lost (a restored database has none) → the sweep queues it again', async () => {
    await holdWebhooks();
    const buyer = await order(world.app);
    await payHosted(buyer.paymentUrl);
    await rows(
      world,
      sql`insert into payment_events (id, type, object_id, received_at)
        values ('evt_restored', 'checkout.session.completed', ${await sessionOf(buyer)}, now() - interval '2 hours')`,
    );
    await world.services.sweeps.sweepPayments();
    await boughtOnce(buyer);
    await expect
      .poll(() => rows(world, sql`select id from payment_events where id = 'evt_restored' and handled_at is not null`))
      .toHaveLength(1);
  });

  it("at the same moment as the buyer's return → one eSIM", async () => {
    await holdWebhooks();
    const buyer = await order(world.app);
    const session = await sessionOf(buyer);
    await payHosted(buyer.paymentUrl);
    const [first, second] = await Promise.all([
      openStream(world.app, buyer.order.id, { cookie: buyer.cookie }),
      openStream(world.app, buyer.order.id, { cookie: buyer.cookie }),
      deliver('checkout.session.completed', session),
      deliver('checkout.session.completed', session),
    ]);
    await Promise.all([first, second].map((stream) => stream.next(({ status }) => status === 'fulfilled')));
    await Promise.all([first.close(), second.close()]);
    await boughtOnce(buyer);
    expect((await booksOf(world, buyer.order.id)).attempts).toMatchObject([{ status: 'paid' }]);
  });

  it('while the vendor is unreachable → retried until it answers', async () => {
    await control(world.stripe, { fail: { call: 'sessions.retrieve', times: 3, status: 503 } });
    const buyer = await order(world.app);
    await payHosted(buyer.paymentUrl);
    await boughtOnce(buyer);
    expect((await booksOf(world, buyer.order.id)).attempts).toMatchObject([{ status: 'paid' }]);
  });
});

describe('unexpected payments', () => {
  it('paid twice on two pages → the first payment buys, the second is refunded in full', async () => {
    const buyer = await order(world.app);
    // As if the first page was marked as expired by mistake: both can be paid.
    await rows(world, sql`update payment_attempts set status = 'expired' where order_id = ${buyer.order.id}`);
    const { paymentUrl } = (await (
      await post(world.app, `/api/orders/${buyer.order.id}/payment`, {}, { cookie: buyer.cookie })
    ).json()) as { paymentUrl: string };
    expect(paymentUrl).not.toBe(buyer.paymentUrl);
    await payHosted(paymentUrl);
    await becomes(world.app, buyer, 'fulfilled');
    await payHosted(buyer.paymentUrl);
    const mail = await until(
      async () => (await messages(world.mail, buyer.email)).find(({ subject }) => /refund/i.test(subject)),
      { what: 'the mail about the refund' },
    );
    expect(mail.text).toContain('paid for twice');

    const books = await booksOf(world, buyer.order.id);
    expect([books.payments.length, books.wholesale.length, books.esims.length]).toEqual([2, 1, 1]);
    const second = books.payments.find(
      (each) => (each['metadata'] as { attempt_id: string }).attempt_id === books.attempts[0]?.id,
    );
    expect(books.refunds).toMatchObject([{ amount: 1100, status: 'succeeded', payment_intent: second?.['id'] }]);
    expect(books.refunds).toHaveLength(1);
    expect(books.refundRows).toMatchObject([{ reason: 'duplicate_payment', status: 'succeeded' }]);
    expect(await look(world.app, buyer)).toMatchObject({ status: 'fulfilled', refund: null });
  });

  it('paid twice, and the second payment is disputed and lost → no request is left, and the ledgers are equal', async () => {
    const buyer = await order(world.app);
    await rows(world, sql`update payment_attempts set status = 'expired' where order_id = ${buyer.order.id}`);
    const { paymentUrl } = (await (
      await post(world.app, `/api/orders/${buyer.order.id}/payment`, {}, { cookie: buyer.cookie })
    ).json()) as { paymentUrl: string };
    await payHosted(paymentUrl);
    await becomes(world.app, buyer, 'fulfilled');
    const first = (await booksOf(world, buyer.order.id)).payments[0]?.['id'];
    await control(world.stripe, { hold: { call: 'refunds.create', when: 'before' } });
    await payHosted(buyer.paymentUrl);
    await held(world.stripe, 'refunds.create');
    const second = (await booksOf(world, buyer.order.id)).payments.find(({ id }) => id !== first)?.['id'];
    const { dispute } = await control(world.stripe, { dispute: { payment_intent: second } });
    await control(world.stripe, { release: { call: 'refunds.create' } });
    const refundsOf = async () => (await booksOf(world, buyer.order.id)).refundRows;
    const requests = async () => (await refundsOf()).filter(({ status }) => status === 'requested');
    await until(async () => (await refundsOf()).length === 2, { what: 'the request with a new key' });
    await control(world.stripe, { dispute_status: { dispute: (dispute as { id: string }).id, status: 'lost' } });
    await until(async () => (await requests()).length === 0, { what: 'the requests are dropped' });
    for (const { id } of (await refundsOf()) as unknown as { id: string }[])
      await world.services.refunds.carryOutRefund(id);
    expect(await refundsOf()).toMatchObject([{ status: 'superseded' }, { status: 'superseded' }]);

    await world.services.reconcile({ full: true });
    const open = await world.services.reconciliation.open();
    expect(open.filter(({ orderId }) => orderId === buyer.order.id)).toEqual([]);
    expect((await look(world.app, buyer)).status).toBe('fulfilled');
  });

  it("another amount than the order's → refunded in full, nothing is ordered, and the order can be paid again", async () => {
    const buyer = await order(world.app);
    await rows(world, sql`update payment_attempts set amount = 900 where order_id = ${buyer.order.id}`);
    await payHosted(buyer.paymentUrl);
    await until(async () => (await booksOf(world, buyer.order.id)).refunds.length === 1, { what: 'the refund' });
    const wrong = await booksOf(world, buyer.order.id);
    expect(wrong).toMatchObject({
      status: 'pending_payment',
      wholesale: [],
      esims: [],
      refunds: [{ amount: 1100, status: 'succeeded' }],
    });
    expect(wrong.events.map(({ kind }) => kind)).toContain('payment-mismatch');

    const { paymentUrl } = (await (
      await post(world.app, `/api/orders/${buyer.order.id}/payment`, {}, { cookie: buyer.cookie })
    ).json()) as { paymentUrl: string };
    await payHosted(paymentUrl);
    await becomes(world.app, buyer, 'fulfilled');
    // The later payment counts: a refund gives that one back.
    await desk().refund((await world.services.orders.find(buyer.order.id))!);
    await becomes(world.app, buyer, 'refunded');
    const books = await booksOf(world, buyer.order.id);
    expect([books.payments.length, books.refunds.length, books.wholesale.length]).toEqual([2, 2, 1]);
  });
});

describe('after the purchase', () => {
  async function bought(card?: string): Promise<Buyer & { intent: string }> {
    const buyer = await order(world.app);
    await payHosted(buyer.paymentUrl, card);
    await becomes(world.app, buyer, 'fulfilled');
    const [payment] = (await booksOf(world, buyer.order.id)).payments;
    return { ...buyer, intent: String(payment?.['id']) };
  }

  it("a refund in the vendor's dashboard → the order is refunded, its eSIM is hidden, and the buyer is notified", async () => {
    const buyer = await bought();
    const { hostname, port } = new URL(world.stripe.url);
    const stripe = new Stripe(world.env['STRIPE_SECRET_KEY'] ?? '', {
      host: hostname,
      port,
      protocol: 'http',
      telemetry: false,
    });
    await stripe.refunds.create({ payment_intent: buyer.intent });
    expect(await becomes(world.app, buyer, 'refunded')).toMatchObject({
      esim: null,
      refund: { status: 'succeeded', amount: { amount: 1100 } },
    });
    expect(
      (await fetch(`${world.app.url}/api/orders/${buyer.order.id}/qr.png`, { headers: { cookie: buyer.cookie } }))
        .status,
    ).toBe(404);
    await until(async () => (await messages(world.mail, buyer.email)).some(({ subject }) => /refund/i.test(subject)), {
      what: 'the mail',
    });
    const books = await booksOf(world, buyer.order.id);
    expect(books.refunds).toHaveLength(1);
    expect(books.refundRows).toMatchObject([
      { status: 'succeeded', reason: 'requested', vendor_id: books.refunds[0]?.['id'] },
    ]);
  });

  it('a dispute → the order is under review and shows no codes', async () => {
    const buyer = await bought();
    await control(world.stripe, { dispute: { payment_intent: buyer.intent, reason: 'fraudulent' } });
    expect(await becomes(world.app, buyer, 'disputed')).toMatchObject({
      esim: null,
      payable: false,
      resendable: false,
    });
    const page = await fetch(`${world.app.url}/orders/${buyer.order.id}`, { headers: { cookie: buyer.cookie } });
    expect(await page.text()).toContain('This payment is under review');
    expect(await booksOf(world, buyer.order.id)).toMatchObject({
      refunds: [],
      events: expect.arrayContaining([expect.objectContaining({ to_status: 'disputed' })]) as unknown,
    });
  });

  it('a refund by an operator whose response is lost → one refund', async () => {
    const buyer = await bought();
    await control(world.stripe, { fail: { call: 'refunds.create', when: 'after', hangup: true, times: 3 } });
    const found = (await world.services.orders.find(buyer.order.id))!;
    const commands = await Promise.allSettled([desk().refund(found), desk().refund(found)]);
    expect(commands.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await becomes(world.app, buyer, 'refunded');
    const books = await booksOf(world, buyer.order.id);
    expect([books.refunds.length, books.refundRows.length]).toEqual([1, 1]);
    expect(
      (await messages(world.mail, buyer.email)).filter(({ subject }) => /refund/i.test(subject)).length,
    ).toBeLessThanOrEqual(1);
  });

  it('a refund that is pending at the bank → refund_pending first, then refunded', async () => {
    const buyer = await bought('4000000000007726');
    await desk().refund((await world.services.orders.find(buyer.order.id))!);
    await until(async () => (await look(world.app, buyer)).refund?.status === 'pending', {
      what: 'the refund is pending',
    });
    expect((await look(world.app, buyer)).status).toBe('refund_pending');
    await becomes(world.app, buyer, 'refunded');
    expect(await booksOf(world, buyer.order.id)).toMatchObject({
      refunds: [{ status: 'succeeded' }],
      refundRows: [{ status: 'succeeded' }],
    });
  });

  it('a refund that fails days later → the order does not say refunded, and is listed for a person', async () => {
    const buyer = await bought('4000000000005126');
    await desk().refund((await world.services.orders.find(buyer.order.id))!);
    await until(async () => (await booksOf(world, buyer.order.id)).refundRows[0]?.status === 'failed', {
      what: 'the refund is known to have failed',
    });
    expect(await look(world.app, buyer)).toMatchObject({ status: 'refund_pending', refund: { status: 'failed' } });
    expect(await booksOf(world, buyer.order.id)).toMatchObject({
      refunds: [{ status: 'failed' }],
      events: expect.arrayContaining([expect.objectContaining({ kind: 'refund-failed' })]) as unknown,
    });
    const report = (await desk().stuck()).join('\n');
    expect(report).toContain('refunds failed: 1');
    expect(report).toContain(`order ${buyer.order.id}  11.00 USD`);

    // An operator refunds in the vendor's dashboard, and the books follow.
    const { hostname, port } = new URL(world.stripe.url);
    const stripe = new Stripe(world.env['STRIPE_SECRET_KEY'] ?? '', {
      host: hostname,
      port,
      protocol: 'http',
      telemetry: false,
    });
    const again = await stripe.refunds.create({ payment_intent: buyer.intent }).catch((error: Error) => error);
    expect(again).not.toBeInstanceOf(Error);
    await becomes(world.app, buyer, 'refunded');
    expect((await desk().stuck()).join('\n')).toContain('refunds failed: 0');
  });
});
