import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { booksOf, checkPlans, rows, startBuiltShop, totals } from '#test/support/books.ts';
import { cases } from '#test/support/full.ts';
import { becomes, errorOf, look, order, post, orderRequest, type Buyer } from '#test/support/shop.ts';
import { CARDS, control, ledger, messages, payHosted, until } from '#test/support/wire.ts';
import { startBuiltWorld, type World } from '#test/support/world.ts';

/**
 * A purchase from the order to the eSIM, and the statements of "Bad input" about the payment vendor and the wholesaler.
 */

let world: World;
beforeAll(async () => {
  world = await startBuiltWorld();
  await until(async () => (await world.services.catalogue.plan('france-3gb'))?.available, {
    what: 'the worker has checked the plans at start',
  });
});
afterAll(() => world?.close());

type Sim = { iccid: string; lpa: string; matching_id: string };
type Orders = { orders: { description: string; package_id: string; sims: Sim[] }[] };

describe('a purchase', () => {
  it('delivers the eSIM on the order page and by mail, with one payment and one wholesale order', async () => {
    const buyer = await order(world.app);
    expect(buyer.order).toMatchObject({
      status: 'pending_payment',
      total: { amount: 1100, currency: 'USD' },
      payable: true,
      esim: null,
    });

    const paid = await payHosted(buyer.paymentUrl);
    expect(paid.location).toBe(`${world.env['PUBLIC_URL'] ?? world.app.url}/orders/${buyer.order.id}`);

    const ready = await becomes(world.app, buyer, 'fulfilled');
    const wholesale = (await ledger<Orders>(world.airalo)).orders.filter(
      ({ description }) => description.includes(ready.esim?.id ?? '') || description.startsWith('cairn-'),
    );
    const mine = wholesale.find(({ sims }) => sims[0]?.iccid === ready.esim?.iccid);
    expect(mine).toMatchObject({ package_id: 'france-30days-3gb' });
    expect(ready.esim).toMatchObject({ smdpAddress: mine?.sims[0]?.lpa, activationCode: mine?.sims[0]?.matching_id });
    expect(ready.esim?.lpa).toBe(`LPA:1$${mine?.sims[0]?.lpa}$${mine?.sims[0]?.matching_id}`);
    expect(ready.card).toEqual({ brand: 'visa', last4: '4242' });

    const mail = await until(async () => (await messages(world.mail, buyer.email))[0], { what: 'the mail' });
    expect(mail.text).toContain(ready.esim?.activationCode);
    expect(mail.attachments).toHaveLength(1);
    expect(await until(async () => (await look(world.app, buyer)).mailedAt, { what: 'mailed' })).toBeTruthy();

    const { sessions, payment_intents: intents, refunds } = await ledger(world.stripe);
    expect(sessions?.filter((each) => each['client_reference_id'] === buyer.order.id)).toHaveLength(1);
    expect(intents).toHaveLength(1);
    expect(refunds).toHaveLength(0);
  });
});

describe('the payment page', () => {
  it('declined card → back on the payment page with the reason, the order still payable', async () => {
    const buyer = await order(world.app);
    for (const [card, reason] of [
      [CARDS.declined, 'card_declined'],
      [CARDS.noFunds, 'insufficient_funds'],
    ] as const) {
      const declined = await payHosted(buyer.paymentUrl, card);
      expect(declined).toMatchObject({ status: 303 });
      const back = new URL(declined.location ?? '', buyer.paymentUrl);
      expect(back.href.startsWith(buyer.paymentUrl)).toBe(true);
      expect(back.searchParams.get('error')).toMatch(new RegExp(reason.replace('card_declined', 'decline')));
      expect(await (await fetch(back)).text()).toMatch(/declined|insufficient/i);
    }
    expect(await look(world.app, buyer)).toMatchObject({ status: 'pending_payment', payable: true });
    expect(await booksOf(world, buyer.order.id)).toMatchObject({
      status: 'pending_payment',
      payments: [],
      wholesale: [],
      attempts: [{ status: 'open' }],
    });

    expect((await payHosted(buyer.paymentUrl)).location).toContain(`/orders/${buyer.order.id}`);
    await becomes(world.app, buyer, 'fulfilled');
    const books = await booksOf(world, buyer.order.id);
    expect([books.sessions.length, books.payments.length, books.wholesale.length, books.refunds.length]).toEqual([
      1, 1, 1, 0,
    ]);
  });

  it('expired session → the order page says so and offers a retry; the old page cannot be paid', async () => {
    const buyer = await order(world.app);
    const [first] = (await booksOf(world, buyer.order.id)).attempts;
    await control(world.stripe, { expire: { session: first?.session_id } });
    expect(await becomes(world.app, buyer, 'expired')).toMatchObject({ payable: true });
    const unpaid = await page(buyer);
    expect(unpaid).toContain('This payment page has expired');
    expect(unpaid).toContain('Pay $11.00</button>');
    // The order can still be paid, so its plan can still start.
    expect(unpaid).toContain('On first use');

    const again = await post(world.app, `/api/orders/${buyer.order.id}/payment`, {}, { cookie: buyer.cookie });
    expect(again.status).toBe(200);
    const { paymentUrl } = (await again.json()) as { paymentUrl: string };
    expect(paymentUrl).not.toBe(buyer.paymentUrl);
    expect(await look(world.app, buyer)).toMatchObject({ status: 'pending_payment' });

    expect((await payHosted(buyer.paymentUrl)).location ?? '').not.toContain(world.app.url);
    expect((await booksOf(world, buyer.order.id)).payments).toEqual([]);
    await payHosted(paymentUrl);
    await becomes(world.app, buyer, 'fulfilled');
    const books = await booksOf(world, buyer.order.id);
    expect(books.attempts.map(({ status }) => status)).toEqual(['expired', 'paid']);
    expect([books.sessions.length, books.payments.length, books.wholesale.length]).toEqual([2, 1, 1]);
  });

  it('cancelled → the order page says so and leads to the same payment page', async () => {
    const buyer = await order(world.app);
    const [session] = (await booksOf(world, buyer.order.id)).sessions;
    expect(session?.['cancel_url']).toBe(`${world.app.url}/orders/${buyer.order.id}?payment=cancelled`);
    expect(await page(buyer, '?payment=cancelled')).toContain('Payment not completed');
    const again = await post(world.app, `/api/orders/${buyer.order.id}/payment`, {}, { cookie: buyer.cookie });
    expect(await again.json()).toEqual({ paymentUrl: buyer.paymentUrl });
    expect(await booksOf(world, buyer.order.id)).toMatchObject({
      status: 'pending_payment',
      attempts: [{ status: 'open' }],
      sessions: [{ status: 'open' }],
    });
  });
});

async function page(buyer: Buyer, query = ''): Promise<string> {
  const answer = await fetch(`${world.app.url}/orders/${buyer.order.id}${query}`, {
    headers: { cookie: buyer.cookie },
  });
  expect(answer.status).toBe(200);
  return answer.text();
}

describe('the wholesaler', () => {
  it('out of stock → the order page says what happens next, and the eSIM is delivered once there is stock', async () => {
    await control(world.airalo, {
      fail: {
        call: 'orders.create',
        times: 2,
        status: 422,
        body: { code: 34, reason: 'The requested eSIM package is currently out of stock.' },
      },
    });
    const buyer = await order(world.app);
    await payHosted(buyer.paymentUrl);
    const waiting = await until(
      async () => {
        const now = await look(world.app, buyer);
        return now.delayed && now;
      },
      { what: 'the order is delayed' },
    );
    expect(waiting).toMatchObject({ status: 'fulfilling', esim: null, payable: false });
    expect(Date.parse(waiting.refundBy ?? '')).toBeGreaterThan(Date.now());
    expect(await page(buyer)).toContain('Your eSIM is late');

    await becomes(world.app, buyer, 'fulfilled');
    const books = await booksOf(world, buyer.order.id);
    expect([books.payments.length, books.wholesale.length, books.refunds.length, books.esims.length]).toEqual([
      1, 1, 0, 1,
    ]);
  });

  it('a discontinued package → full refund at once', async () => {
    await control(world.airalo, { package: { id: 'egypt-7days-1gb', set: { missing: true } } });
    const buyer = await order(world.app, { planId: 'egypt-1gb' });
    await payHosted(buyer.paymentUrl);
    const refunded = await becomes(world.app, buyer, 'refunded');
    expect(refunded).toMatchObject({
      esim: null,
      payable: false,
      refund: { amount: { amount: 400, currency: 'USD' }, status: 'succeeded' },
    });
    const books = await booksOf(world, buyer.order.id);
    expect(books).toMatchObject({
      wholesale: [],
      esims: [],
      refunds: [{ amount: 400, status: 'succeeded' }],
      refundRows: [{ reason: 'fulfilment_failed', status: 'succeeded' }],
    });
    expect(books.refunds).toHaveLength(1);
    expect(await rows(world, sql`select submissions from wholesale_orders where order_id = ${buyer.order.id}`)).toEqual(
      [{ submissions: 1 }],
    );
  });

  it.each(
    cases([
      ['more expensive than ours', 'spain-1gb', 'spain-7days-1gb', { net_price: 4.5 }],
      ['smaller than ours', 'spain-3gb', 'spain-30days-3gb', { amount: 3071 }],
      ['shorter than ours', 'spain-5gb', 'spain-30days-5gb', { day: 29 }],
      ['gone', 'spain-10gb', 'spain-30days-10gb', { missing: true }],
    ]),
  )('a plan whose package is %s is unavailable: listed, but not for sale', async (_what, planId, packageId, set) => {
    await control(world.airalo, { package: { id: packageId, set } });
    await checkPlans(world);
    const before = await totals(world);
    const answer = await post(world.app, '/api/orders', orderRequest({ planId }));
    expect(answer.status).toBe(409);
    expect(await errorOf(answer)).toMatchObject({ code: 'plan-unavailable', field: 'planId' });
    expect(await totals(world)).toEqual(before);

    // The store's process hears of the publication within a second.
    const isOffered = async () => {
      const { offers } = (await (await fetch(`${world.app.url}/api/offers`)).json()) as {
        offers: { slug: string; plans: { id: string; available: boolean }[] }[];
      };
      return offers.find(({ slug }) => slug === 'spain')?.plans.find(({ id }) => id === planId)?.available;
    };
    await expect.poll(isOffered).toBe(false);
    expect((await world.services.catalogue.faults()).map((fault) => fault.planId)).toContain(planId);
    expect(await (await fetch(`${world.app.url}/plans/local/spain`)).text()).toMatch(/unavailable/i);

    await control(world.airalo, { package: { id: packageId, set: null } });
    await checkPlans(world);
    await order(world.app, { planId });
  });
});

describe('a wholesaler outage until the deadline', () => {
  let hasty: World;
  beforeAll(async () => {
    hasty = await startBuiltShop({
      FULFILMENT_DEADLINE_SECONDS: '2',
      WHOLESALE_TIMEOUT_WINDOW_SECONDS: '1',
      WHOLESALE_CALL_TIMEOUT_SECONDS: '1',
    });
  });
  afterAll(() => hasty?.close());

  it.each(
    cases([
      ['orders fail', 'fr', ['orders.create'], /^Votre remboursement de 11,00.\$US/, 'la totalité'],
      [
        'everything fails, searching too',
        'en',
        ['orders.create', 'orders.list'],
        /^Your refund of \$11\.00/,
        'the whole $11.00',
      ],
    ]),
  )('%s until the deadline → full refund, and the mail says so (%s)', async (_what, locale, calls, subject, words) => {
    for (const call of calls) await control(hasty.airalo, { fail: { call, times: 1000, status: 503 } });
    const buyer = await order(hasty.app, { locale });
    await payHosted(buyer.paymentUrl);
    const refunded = await becomes(hasty.app, buyer, 'refunded');
    expect(refunded).toMatchObject({ esim: null, refund: { status: 'succeeded', amount: { amount: 1100 } } });
    const mails = await until(
      async () => {
        const all = await messages(hasty.mail, buyer.email);
        return all.length > 0 && all;
      },
      { what: 'the mail' },
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toMatch(subject);
    expect(mails[0]?.text).toContain(words);
    const books = await booksOf(hasty, buyer.order.id);
    expect(books).toMatchObject({ wholesale: [], esims: [], refunds: [{ amount: 1100, status: 'succeeded' }] });
    expect([books.payments.length, books.refunds.length]).toEqual([1, 1]);
    expect(books.events.map(({ to_status: to }) => to).filter(Boolean)).toEqual([
      'paid',
      'fulfilling',
      'fulfilment_failed',
      'refund_pending',
      'refunded',
    ]);
    await control(hasty.airalo, { reset: true });
  });
});
