import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPaymentProviders } from '#src/modules/payments/providers.ts';
import { createVendors, type MakeVendors } from '#src/vendors.ts';
import { BY_HAND, createDesk, createReconcileDesk } from '#test/support/desk.ts';
import { rows, startShop } from '#test/support/books.ts';
import { becomes, type Buyer, look, order, post } from '#test/support/shop.ts';
import { createToyPayments, type ToyPayments } from '#test/support/toy-payments.ts';
import { ledger, until } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';

/**
 * A second payment provider joins by its adapter and an entry of the registry. New payments are made at it, and those at
 * the other one go on. It charges saved cards too, without a page.
 */

const makeVendors: MakeVendors = (...given) => {
  const vendors = createVendors(...given);
  return {
    ...vendors,
    paymentProviders: createPaymentProviders([toy.provider, plain, ...vendors.paymentProviders.all()]),
  };
};

let world: World;
const toy = createToyPayments();
/** A provider that keeps no cards. */
const { provider } = createToyPayments();
const plain = { ...provider, name: 'plain', gateway: { ...provider.gateway, charges: null, savedCards: null } };
beforeAll(async () => {
  // The sweep is off, so that only the test's own actions settle a payment.
  world = await startShop({ SWEEP_SECONDS: '3600', RECONCILE_GRACE_SECONDS: '0' }, undefined, { makeVendors });
});
afterAll(() => world?.close());
afterEach(() => {
  toy.loseAnswers(false);
  toy.decline(false);
});

const CARD = { provider: 'toy', ...toy.cards.save() };
const deliver = async (...of: Parameters<ToyPayments['event']>) => {
  const { body, headers } = toy.event(...of);
  return post(world.app, '/webhooks/toy', body, headers);
};
const attemptsOf = (buyer: Buyer) =>
  rows<{
    provider: string;
    kind: string;
    status: string;
    session_id: string | null;
    payment_intent_id: string;
    fault: string | null;
  }>(world, sql`select * from payment_attempts where order_id = ${buyer.order.id} order by number`);
const refundsOf = (buyer: Buyer) =>
  rows(world, sql`select provider, amount, status, origin from refunds where order_id = ${buyer.order.id}`);
/** A full comparison; returns the open differences of the order. */
async function differencesOf(buyer: Buyer) {
  await world.services.reconcile({ full: true });
  return rows<{ kind: string; provider: string | null; repair: string }>(
    world,
    sql`select kind, provider, repair from ledger_differences where order_id = ${buyer.order.id} and closed_at is null`,
  );
}

/** Paid once, delivered once. */
async function deliveredOnce(buyer: Buyer): Promise<void> {
  expect((await becomes(world.app, buyer, 'fulfilled')).esim?.lpa).toMatch(/^LPA:1\$/);
  expect(toy.paymentsOf(buyer.order.id).filter(({ status }) => status === 'paid')).toHaveLength(1);
  expect(await rows(world, sql`select 1 from esims where order_id = ${buyer.order.id}`)).toHaveLength(1);
}

describe('a second provider', () => {
  it('sells an eSIM and refunds it: its rows name it, and the other one hears nothing', async () => {
    const buyer = await order(world.app);
    expect(buyer.paymentUrl).toMatch(/^https:\/\/toy\.example\/pay\/toypage_/);
    expect((await deliver('page.over', toy.pay(buyer.paymentUrl))).status).toBe(200);
    await deliveredOnce(buyer);
    expect(await attemptsOf(buyer)).toMatchObject([{ provider: 'toy', kind: 'page', status: 'paid' }]);

    await world.services.desk.refunds.refund(buyer.order.id, BY_HAND);
    await becomes(world.app, buyer, 'refunded');
    expect(await refundsOf(buyer)).toEqual([{ provider: 'toy', amount: 1100, status: 'succeeded', origin: 'ours' }]);
    expect(toy.paymentsOf(buyer.order.id)[0]!.refunds).toMatchObject([{ amount: 1100, lines: 'all' }]);
    expect(await differencesOf(buyer)).toEqual([]);
    expect((await ledger(world.stripe))['sessions']).toEqual([]);
    const desk = createDesk(world.db);
    const shown = await desk.show((await desk.orders.find(buyer.order.id))!);
    expect(shown).toContainEqual(expect.stringContaining('paid  toy  toypage_'));
  });

  it('is followed in its dashboard: a refund, and a dispute', async () => {
    const [returned, argued] = [await order(world.app), await order(world.app)];
    for (const buyer of [returned, argued]) {
      await deliver('page.over', toy.pay(buyer.paymentUrl));
      await deliveredOnce(buyer);
    }
    const payment = toy.paymentsOf(returned.order.id)[0]!.paymentRef;
    toy.refundByHand(payment, 1100);
    await deliver('money.back', { payment });
    await becomes(world.app, returned, 'refunded');
    expect(await refundsOf(returned)).toMatchObject([{ provider: 'toy', origin: 'vendor' }]);

    const { paymentRef } = toy.paymentsOf(argued.order.id)[0]!;
    toy.dispute(paymentRef);
    await deliver('money.argued', { payment: paymentRef });
    await becomes(world.app, argued, 'disputed');
    expect(await rows(world, sql`select provider from disputes where order_id = ${argued.order.id}`)).toEqual([
      { provider: 'toy' },
    ]);
    expect([await differencesOf(returned), await differencesOf(argued)]).toEqual([[], []]);
  });

  it('may use an event id of the other one: each event is received and handled', async () => {
    const { handlePaymentEvent, receivePaymentEvent, payments } = world.services;
    const event = { id: 'evt_of_two', objectRef: 'nothing', paymentRef: null, transactionRef: null };
    const outcomes = [
      await receivePaymentEvent('toy', { ...event, type: 'page.over' }),
      await receivePaymentEvent('stripe', { ...event, type: 'checkout.session.expired' }),
      await receivePaymentEvent('stripe', { ...event, type: 'checkout.session.expired' }),
      await receivePaymentEvent('stripe', { ...event, id: 'evt_3', type: 'page.over' }),
    ];
    expect(outcomes).toEqual(['received', 'received', 'duplicate', 'ignored']);
    const areHandled = async () => (await payments.findEvents('evt_of_two')).every(({ handledAt }) => handledAt);
    await until(areHandled, { what: 'both events are handled' });
    // One job, when the second event comes before it runs.
    await rows(world, sql`update payment_events set handled_at = null where id = 'evt_of_two'`);
    await handlePaymentEvent('evt_of_two');
    expect(await areHandled()).toBe(true);
    expect((await payments.findEvents('evt_of_two')).map(({ provider }) => provider).toSorted()).toEqual([
      'stripe',
      'toy',
    ]);
  });

  it('has an address of its own for its events; one that is not configured has none', async () => {
    const { body, headers } = toy.event('page.over', { page: 'toypage_0' });
    expect((await post(world.app, '/webhooks/toy', body, { ...headers, 'toy-signature': 'forged' })).status).toBe(400);
    expect((await post(world.app, '/webhooks/stripe', body, headers)).status).toBe(400);
    expect((await post(world.app, '/webhooks/gone', body, headers)).status).toBe(404);
  });
});

describe('a charge of a saved card', () => {
  it('pays without a page: settled, delivered, refunded in the dashboard, and equal in all ledgers', async () => {
    const buyer = await order(world.app);
    expect(await world.services.chargeOrder(buyer.order.id, CARD)).toBe('paid');
    await deliveredOnce(buyer);
    // The page that the order began with is closed.
    expect(() => toy.pay(buyer.paymentUrl)).toThrow('the page is over');
    const [page, charge] = await attemptsOf(buyer);
    expect(page).toMatchObject({ kind: 'page', status: 'expired' });
    expect(charge).toMatchObject({ provider: 'toy', kind: 'charge', status: 'paid', session_id: null });
    expect((await look(world.app, buyer)).card).toEqual({ brand: 'toycard', last4: '0042' });
    await expect(world.services.chargeOrder(buyer.order.id, CARD)).rejects.toMatchObject({ code: 'order-not-payable' });

    expect(await differencesOf(buyer)).toEqual([]);
    toy.refundByHand(charge!.payment_intent_id, 1100);
    await deliver('money.back', { payment: charge!.payment_intent_id });
    await becomes(world.app, buyer, 'refunded');
    expect(await differencesOf(buyer)).toEqual([]);
  });

  it('whose answer is lost is charged once: no page opens beside it, and the sweep settles it', async () => {
    const buyer = await order(world.app);
    toy.loseAnswers(true);
    for (let call = 0; call < 2; call += 1)
      await expect(world.services.chargeOrder(buyer.order.id, CARD)).rejects.toMatchObject({
        code: 'payment-unavailable',
      });
    expect(toy.paymentsOf(buyer.order.id)).toHaveLength(1);
    const aged = sql`update payment_attempts set created_at = now() - interval '5 hours' where order_id = ${buyer.order.id}`;
    await rows(world, aged);
    await world.services.sweeps.sweepPayments();
    await deliveredOnce(buyer);
    expect(await differencesOf(buyer)).toEqual([]);
  });

  it('that is still in progress lets no page open beside it; one that never arrived expires', async () => {
    const buyer = await order(world.app);
    toy.loseAnswers(true);
    await expect(world.services.chargeOrder(buyer.order.id, CARD)).rejects.toThrow();
    // It never reached the provider.
    const [lost] = toy.paymentsOf(buyer.order.id);
    toy.payments.delete(lost!.paymentRef);
    const pay = () => post(world.app, `/api/orders/${buyer.order.id}/payment`, {}, { cookie: buyer.cookie });
    expect((await pay()).status).toBe(503);
    expect((await look(world.app, buyer)).status).toBe('pending_payment');
    await rows(
      world,
      sql`update payment_attempts set expires_at = now() - interval '1 second' where order_id = ${buyer.order.id} and kind = 'charge'`,
    );
    const { paymentUrl } = (await (await pay()).json()) as { paymentUrl: string };
    await deliver('page.over', toy.pay(paymentUrl));
    await deliveredOnce(buyer);
    expect((await attemptsOf(buyer)).map(({ kind, status }) => `${kind} ${status}`)).toEqual([
      'page expired',
      'charge expired',
      'page paid',
    ]);
  });

  it('that is declined fails the attempt, and the buyer can pay on a page', async () => {
    const buyer = await order(world.app);
    toy.decline(true);
    expect(await world.services.chargeOrder(buyer.order.id, CARD)).toBe('over');
    expect((await look(world.app, buyer)).status).toBe('payment_failed');
    toy.decline(false);
    const answer = await post(world.app, `/api/orders/${buyer.order.id}/payment`, {}, { cookie: buyer.cookie });
    const { paymentUrl } = (await answer.json()) as { paymentUrl: string };
    await deliver('page.over', toy.pay(paymentUrl));
    await deliveredOnce(buyer);
  });

  it('says why it failed: the bank wants its holder, or the card is gone', async () => {
    const [asked, gone] = [await order(world.app), await order(world.app)];
    toy.decline('authentication-required');
    expect(await world.services.chargeOrder(asked.order.id, CARD)).toBe('over');
    toy.decline(false);
    const removed = toy.cards.save();
    toy.cards.deleteCustomer(removed.customerRef);
    expect(await world.services.chargeOrder(gone.order.id, { provider: 'toy', ...removed })).toBe('over');
    expect((await attemptsOf(asked))[1]).toMatchObject({ status: 'failed', fault: 'authentication-required' });
    expect((await attemptsOf(gone))[1]).toMatchObject({ status: 'failed', fault: 'card-gone' });
    expect((await look(world.app, gone)).status).toBe('payment_failed');
  });

  it('that our books do not know, after a restore, is found in the ledger and settled', async () => {
    const buyer = await order(world.app);
    toy.loseAnswers(true);
    await expect(world.services.chargeOrder(buyer.order.id, CARD)).rejects.toThrow();
    await rows(world, sql`delete from payment_attempts where order_id = ${buyer.order.id} and kind = 'charge'`);
    expect(await differencesOf(buyer)).toEqual([
      { kind: 'payment-unrecorded', provider: 'toy', repair: 'recover-payment' },
    ]);
    await deliveredOnce(buyer);
    expect((await attemptsOf(buyer))[1]).toMatchObject({ provider: 'toy', kind: 'charge', status: 'paid' });
    expect(await differencesOf(buyer)).toEqual([]);
  });

  it('is not made by a provider that makes none', async () => {
    const buyer = await order(world.app);
    await expect(world.services.chargeOrder(buyer.order.id, { ...CARD, provider: 'plain' })).rejects.toMatchObject({
      code: 'payment-unavailable',
    });
  });
});

describe('a row that names a provider that is not configured', () => {
  it('is left as it is: nothing is asked elsewhere, compared or refunded', async () => {
    const buyer = await order(world.app);
    await deliver('page.over', toy.pay(buyer.paymentUrl));
    await deliveredOnce(buyer);
    const gone = await order(world.app);
    await rows(
      world,
      sql`update payment_attempts set provider = 'gone'
      where order_id in (${buyer.order.id}, ${gone.order.id})`,
    );
    toy.payments.delete(toy.paymentsOf(buyer.order.id)[0]!.paymentRef);
    expect(await differencesOf(buyer)).toEqual([]);

    // An open page there may still be paid: no other one opens.
    const again = await post(world.app, `/api/orders/${gone.order.id}/payment`, {}, { cookie: gone.cookie });
    expect(again.status).toBe(503);
    await rows(world, sql`update payment_attempts set created_at = now() - interval '5 hours' where provider = 'gone'`);
    expect(await world.services.payments.takeUnsettled(1, 100)).not.toContainEqual(
      expect.objectContaining({ id: (await world.services.payments.latestAttempt(gone.order.id))!.id }),
    );

    const refund = await world.services.desk.refunds.refund(buyer.order.id, BY_HAND);
    await world.services.refunds.carryOutRefund(refund.id);
    expect(await refundsOf(buyer)).toMatchObject([{ provider: 'gone', status: 'requested' }]);
    expect((await world.services.payments.refundsUnderway(100)).map(({ id }) => id)).not.toContain(refund.id);
    expect((await look(world.app, buyer)).status).toBe('refund_pending');
  });

  it('keeps its events and its differences open', async () => {
    const { handlePaymentEvent, payments, reconcile } = world.services;
    await rows(
      world,
      sql`insert into payment_events (id, provider, type, object_id, received_at)
        values ('evt_gone', 'gone', 'page.over', 'page', now() - interval '1 hour')`,
    );
    await handlePaymentEvent('evt_gone');
    expect((await payments.findEvents('evt_gone')).map(({ handledAt }) => handledAt)).toEqual([null]);
    const hour = 3_600_000;
    const received = { since: new Date(Date.now() - 2 * hour), before: new Date(Date.now() + hour) };
    expect(await payments.unhandledEvents(received, 100)).not.toContain('evt_gone');

    const difference = (provider: string) =>
      sql`insert into ledger_differences (id, kind, subject, provider, repair, first_seen_at, last_seen_at)
        values (gen_random_uuid(), 'payment-of-no-order', ${`pay of ${provider}`}, ${provider}, 'by-hand', now(), now())`;
    for (const provider of ['gone', 'toy']) await rows(world, difference(provider));
    await reconcile({ full: true });
    const open = sql`select provider from ledger_differences where kind = 'payment-of-no-order' and closed_at is null`;
    expect(await rows(world, open)).toEqual([{ provider: 'gone' }]);
    expect(await createReconcileDesk(world.db).differences()).toContainEqual(
      expect.stringContaining('pay of gone at gone'),
    );
  });
});

it('a dispute never overwrites one of another provider with its id', async () => {
  const buyer = await order(world.app);
  await deliver('page.over', toy.pay(buyer.paymentUrl));
  await deliveredOnce(buyer);
  const attempt = (await world.services.payments.latestAttempt(buyer.order.id))!;
  toy.dispute(attempt.paymentRef!);
  const [dispute] = toy.paymentsOf(buyer.order.id)[0]!.disputes;
  await rows(
    world,
    sql`insert into disputes (vendor_id, provider, order_id, attempt_id, kind, status, reason, amount, currency, opened_at, updated_at)
      values (${dispute!.vendorId}, 'other', ${buyer.order.id}, ${attempt.id}, 'dispute', 'won', 'x', 1, 'USD', now(), now())`,
  );
  await expect(world.services.paymentSync.syncPayment(attempt.id)).rejects.toThrow('another provider has this id');
  const kept = sql`select provider, amount from disputes where vendor_id = ${dispute!.vendorId}`;
  expect(await rows(world, kept)).toEqual([{ provider: 'other', amount: 1 }]);
});
