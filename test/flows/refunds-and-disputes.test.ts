import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { booksOf, checkPlans, fulfilLines, rows, startBuiltShop } from '#test/support/books.ts';
import { formatDate } from '#src/i18n/format.ts';
import { inFull } from '#test/support/full.ts';
import { becomes, look, order, type Buyer } from '#test/support/shop.ts';
import { control, held, ledger, messages, payHosted, until } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';
import { createDesk } from '#test/support/desk.ts';

/** Full or partial refunds and disputes, at any moment: the buyer never keeps both the eSIM and the money. */

let world: World;
beforeAll(async () => {
  // Only events and the test's own actions change anything here.
  world = await startBuiltShop({ SWEEP_SECONDS: '3600', WHOLESALE_CALL_TIMEOUT_SECONDS: '60' });
});
afterAll(() => world?.close());
afterEach(async () => {
  await control(world.stripe, { release: { call: 'webhooks.deliver' } });
  await control(world.airalo, { reset: true });
  // A reset ends the token. A held order must reach the wholesaler with a valid one.
  await checkPlans(world);
});

const desk = () => createDesk(world.db);
const orderOf = async ({ order: { id } }: Buyer) => (await world.services.orders.find(id))!;
const intentOf = async (buyer: Buyer) => String((await booksOf(world, buyer.order.id)).payments[0]?.['id']);
const books = (buyer: Buyer) => booksOf(world, buyer.order.id);
const refundAtDesk = (payment_intent: string, amount?: number) =>
  control(world.stripe, { refund: { payment_intent, ...(amount === undefined ? {} : { amount }) } });
const outOfCredit = () =>
  control(world.airalo, {
    fail: { call: 'orders.create', times: 1000, status: 422, body: { code: 11, reason: 'Insufficient credit' } },
  });
const wholesaleRow = async (buyer: Buyer) =>
  (
    await rows<{ status: string; last_fault: string | null }>(
      world,
      sql`select * from wholesale_orders where order_id = ${buyer.order.id}`,
    )
  )[0];
const strays = async (buyer: Buyer) =>
  rows(
    world,
    sql`select s.vendor_order_id from stray_profiles s join wholesale_orders w on w.id = s.wholesale_order_id where w.order_id = ${buyer.order.id}`,
  );
const pageOf = async (buyer: Buyer, language = 'en') =>
  (
    await fetch(`${world.app.url}/orders/${buyer.order.id}`, {
      headers: { cookie: buyer.cookie, 'accept-language': language },
    })
  ).text();
const mailed = (buyer: Buyer, subject: RegExp) =>
  until(async () => (await messages(world.mail, buyer.email)).find((mail) => subject.test(mail.subject)), {
    what: `a mail ${subject}`,
  });

async function pay(card?: string): Promise<Buyer & { intent: string }> {
  const buyer = await order(world.app);
  await payHosted(buyer.paymentUrl, card);
  return { ...buyer, intent: await intentOf(buyer) };
}
async function bought(card?: string) {
  const buyer = await pay(card);
  await becomes(world.app, buyer, 'fulfilled');
  return buyer;
}
/** Paid, and refused at least once by the wholesaler. */
async function refusedByWholesaler() {
  await outOfCredit();
  const buyer = await pay();
  await until(async () => (await wholesaleRow(buyer))?.last_fault === 'insufficient-credit', { what: 'a refusal' });
  return buyer;
}
/** Paid, but we do not know it yet. */
async function paidUnseen() {
  await control(world.stripe, { hold: { call: 'webhooks.deliver', when: 'before', times: 1000 } });
  return pay();
}
const deliver = async (buyer: Buyer, type: string) =>
  control(world.stripe, { deliver: { type, session: (await books(buyer)).attempts[0]?.session_id } });

/** What the buyer has after the refund, once the wholesaler has recovered and the order was processed again. */
async function outcomeOf(buyer: Buyer) {
  const { esim, refund } = await becomes(world.app, buyer, 'refunded');
  await control(world.airalo, { reset: true });
  await fulfilLines(world, buyer.order.id);
  const { wholesale, esims, refunds } = await books(buyer);
  const given = refunds.reduce((sum, { amount }) => sum + Number(amount), 0);
  return { esim, shown: refund, given, wholesale: wholesale.length, issued: esims.length };
}
const ONLY_MONEY = {
  esim: null,
  shown: {
    status: 'succeeded',
    amount: { amount: 1100, currency: 'USD' },
    partial: false,
    reason: 'requested',
    since: expect.any(String),
    otherWay: false,
    bankReference: '7278000000000001',
  },
  given: 1100,
  wholesale: 0,
  issued: 0,
};

describe('a full refund before delivery', () => {
  it("in the vendor's dashboard while the wholesaler refuses → no eSIM after recovery, and the wholesale row is stopped", async () => {
    const buyer = await refusedByWholesaler();
    await refundAtDesk(buyer.intent);
    expect(await outcomeOf(buyer)).toEqual(ONLY_MONEY);
    expect(await wholesaleRow(buyer)).toMatchObject({ status: 'stopped' });
  });

  it('by an operator → the same, and the command says what happens to the eSIM', async () => {
    const buyer = await refusedByWholesaler();
    const said = (await desk().refund(await orderOf(buyer))).join('\n');
    expect(said).toContain('11.00 USD');
    expect(said).toContain('not issued, and none will be');
    expect(await outcomeOf(buyer)).toEqual(ONLY_MONEY);
    // When, why, and what the bank finds it by.
    const [{ refund }, page] = [await look(world.app, buyer), await pageOf(buyer)];
    for (const words of [
      'We have sent your refund',
      'As agreed with you.',
      formatDate(refund!.since!, 'en', 'UTC'),
      'Reference for your bank',
      '7278000000000001',
    ])
      expect(page).toContain(words);
    expect(await pageOf(buyer, 'fr')).toContain('Votre remboursement est parti');
  });

  inFull(() => {
    it('reported before the payment → settled as refunded', async () => {
      const buyer = await paidUnseen();
      await refundAtDesk(buyer.intent);
      await deliver(buyer, 'charge.refunded');
      expect(await outcomeOf(buyer)).toEqual(ONLY_MONEY);
      expect((await books(buyer)).attempts).toMatchObject([{ status: 'paid' }]);
    });

    it('never reported, as during an outage → found when the payment is settled', async () => {
      const buyer = await paidUnseen();
      await refundAtDesk(buyer.intent);
      await deliver(buyer, 'checkout.session.completed');
      expect(await outcomeOf(buyer)).toEqual(ONLY_MONEY);
    });
  });

  it('never reported after settlement → found before the next call to the wholesaler', async () => {
    const buyer = await refusedByWholesaler();
    await control(world.stripe, { hold: { call: 'webhooks.deliver', when: 'before', times: 1000 } });
    await refundAtDesk(buyer.intent);
    await control(world.airalo, { reset: true });
    await fulfilLines(world, buyer.order.id);
    expect(await outcomeOf(buyer)).toEqual(ONLY_MONEY);
  });

  it('during the call to the wholesaler → the profile is not issued, and listed at once', async () => {
    await control(world.airalo, { hold: { call: 'orders.create', when: 'after' } });
    const buyer = await pay();
    await held(world.airalo, 'orders.create');
    await refundAtDesk(buyer.intent);
    await becomes(world.app, buyer, 'refunded');
    await control(world.airalo, { release: { call: 'orders.create' } });
    await until(async () => (await strays(buyer)).length === 1, { what: 'the stray profile' });
    expect((await books(buyer)).esims).toEqual([]);
    expect((await desk().stuck()).join('\n')).toContain(`order ${buyer.order.id}`);
  });

  it('after the eSIM was issued → the command names the wholesale order to claim', async () => {
    const buyer = await bought();
    const said = (await desk().refund(await orderOf(buyer))).join('\n');
    expect(said).toContain(
      `Claim it at the wholesaler airalo: order ${String((await books(buyer)).wholesale[0]?.['id'])}`,
    );
    await becomes(world.app, buyer, 'refunded');
  });
});

describe('partial refunds', () => {
  it("a dollar in the vendor's dashboard, then the rest → both booked, shown and mailed with their amounts", async () => {
    const buyer = await bought();
    await refundAtDesk(buyer.intent, 100);
    const mail = await mailed(buyer, /refund of \$1\.00/);
    expect(mail.text).toContain('$1.00 of $11.00');
    expect(await look(world.app, buyer)).toMatchObject({
      status: 'fulfilled',
      refund: { amount: { amount: 100 }, status: 'succeeded', partial: true },
    });
    const page = await pageOf(buyer);
    expect(page).toContain('Partly refunded');
    expect(page).toContain('We refunded $1.00 of the $11.00 you paid.');

    await desk().refund(await orderOf(buyer));
    expect(await becomes(world.app, buyer, 'refunded')).toMatchObject({ refund: { amount: { amount: 1100 } } });
    await mailed(buyer, /refund of \$10\.00/);
    expect((await books(buyer)).refundRows).toMatchObject([
      { amount: 100, origin: 'vendor', status: 'succeeded' },
      { amount: 1000, origin: 'ours', status: 'succeeded' },
    ]);
  });

  inFull(() => {
    it('two halves during delivery → the first stops nothing, the second ends it', async () => {
      const buyer = await refusedByWholesaler();
      await refundAtDesk(buyer.intent, 550);
      await until(async () => (await look(world.app, buyer)).refund?.partial, { what: 'the first half' });
      expect((await look(world.app, buyer)).status).toBe('fulfilling');
      await refundAtDesk(buyer.intent, 550);
      expect(await outcomeOf(buyer)).toEqual(ONLY_MONEY);
    });
  });

  it('a partial refund while our full request is pending → the request is replaced by one for the rest', async () => {
    const buyer = await bought();
    await control(world.stripe, { hold: { call: 'refunds.create', when: 'before' } });
    await desk().refund(await orderOf(buyer));
    await held(world.stripe, 'refunds.create');
    await refundAtDesk(buyer.intent, 100);
    await control(world.stripe, { release: { call: 'refunds.create' } });
    await becomes(world.app, buyer, 'refunded');
    const { refunds, refundRows } = await books(buyer);
    expect(refunds.map(({ amount }) => amount).sort()).toEqual([100, 1000]);
    expect(
      refundRows
        .filter(({ status }) => status === 'succeeded')
        .map(({ amount }) => amount)
        .sort(),
    ).toEqual([100, 1000]);
  });

  it('refused by the vendor → listed with the reason, and closed by an operator with a reason', async () => {
    const buyer = await bought();
    const body = { error: { type: 'invalid_request_error', code: 'insufficient_funds', message: 'no' } };
    await control(world.stripe, { fail: { call: 'refunds.create', status: 400, body } });
    await desk().refund(await orderOf(buyer));
    const [refund] = await until(
      async () => {
        const { refundRows } = await books(buyer);
        return refundRows[0]?.status === 'failed' && refundRows;
      },
      { what: 'the refusal' },
    );
    const id = String((refund as unknown as { id: string }).id);
    expect((await desk().stuck()).join('\n')).toContain(`refund ${id}  our balance at the vendor is too low`);
    const closing = { note: 'paid by bank transfer', reference: null, by: 'ana' };
    await desk().closeRefund(id, closing);
    expect((await look(world.app, buyer)).status).toBe('refunded');
    expect((await desk().show(await orderOf(buyer))).join('\n')).toContain('paid by bank transfer');
    expect((await desk().stuck()).join('\n')).not.toContain(id);
    await expect(desk().closeRefund(id, closing)).rejects.toMatchObject({ code: 'wrong-state' });
  });

  it('sent back by the bank → the buyer learns what happens next by mail and on the page; then refunded again', async () => {
    const buyer = await bought();
    await desk().refund(await orderOf(buyer));
    await becomes(world.app, buyer, 'refunded');
    await mailed(buyer, /Your refund of \$11\.00$/);
    const [first] = (await books(buyer)).refunds;
    await control(world.stripe, { fail_refund: { refund: first?.['id'] } });
    const mail = await mailed(buyer, /did not arrive/);
    expect(mail.text).toContain('We will email you within 2 business days');
    expect(await becomes(world.app, buyer, 'refund_pending')).toMatchObject({ refund: { status: 'failed' } });
    expect(await pageOf(buyer)).toContain('Your refund did not arrive');
    expect((await desk().stuck()).join('\n')).toContain('the card has expired or was cancelled');

    await desk().refund(await orderOf(buyer));
    await becomes(world.app, buyer, 'refunded');
    expect((await books(buyer)).refundRows.map(({ status }) => status)).toEqual(['superseded', 'succeeded']);
  });
});

describe('a dispute', () => {
  const open = async (buyer: { intent: string }, more: object = {}) => {
    const { dispute } = await control(world.stripe, { dispute: { payment_intent: buyer.intent, ...more } });
    return String((dispute as { id: string }).id);
  };
  const close = (dispute: string, status: string) => control(world.stripe, { dispute_status: { dispute, status } });
  const listed = async () => (await desk().disputes()).join('\n');

  it('during delivery → nothing more is bought; listed with its deadline; won → delivered', async () => {
    const buyer = await refusedByWholesaler();
    const dispute = await open(buyer);
    await becomes(world.app, buyer, 'disputed');
    await control(world.airalo, { reset: true });
    await fulfilLines(world, buyer.order.id);
    expect(await books(buyer)).toMatchObject({ wholesale: [], esims: [] });
    expect(await listed()).toMatch(
      new RegExp(`${dispute}  order ${buyer.order.id} .* withdrawn 11.00 USD  answer by 20`),
    );
    await expect(desk().refund(await orderOf(buyer))).rejects.toMatchObject({ code: 'order-not-refundable' });

    await close(dispute, 'won');
    await becomes(world.app, buyer, 'fulfilled');
    expect((await books(buyer)).wholesale).toHaveLength(1);
    expect(await listed()).not.toContain(dispute);
  });

  inFull(() => {
    it('during the call to the wholesaler → the profile is listed; won → another one is ordered', async () => {
      await control(world.airalo, { hold: { call: 'orders.create', when: 'after' } });
      const buyer = await pay();
      await held(world.airalo, 'orders.create');
      const dispute = await open(buyer);
      await becomes(world.app, buyer, 'disputed');
      await control(world.airalo, { release: { call: 'orders.create' } });
      await until(async () => (await strays(buyer)).length === 1, { what: 'the stray profile' });
      await close(dispute, 'won');
      const { esim } = await becomes(world.app, buyer, 'fulfilled');
      const { wholesale, esims } = await books(buyer);
      expect([wholesale.length, esims.length]).toEqual([2, 1]);
      const [stray] = await strays(buyer);
      const issued = wholesale.find((each) => String(each['id']) !== stray?.['vendor_order_id']);
      expect(issued).toMatchObject({ sims: [{ iccid: esim?.iccid }] });
    });

    it('reported before the payment → nothing is bought; lost → booked as a loss, nothing is delivered', async () => {
      const buyer = await paidUnseen();
      const dispute = await open(buyer);
      await deliver(buyer, 'charge.dispute.created');
      await becomes(world.app, buyer, 'disputed');
      await control(world.stripe, { release: { call: 'webhooks.deliver' } });
      await close(dispute, 'lost');
      await until(async () => (await look(world.app, buyer)).dispute === 'lost', { what: 'the loss' });
      expect(await books(buyer)).toMatchObject({ status: 'disputed', wholesale: [], esims: [], refunds: [] });
      expect(await listed()).toMatch(/disputes lost: \d+ {2}26\.00 USD with fees/);
      const page = await pageOf(buyer);
      expect(page).toContain('Your bank returned this payment to you');
      expect(page).not.toContain('On first use');
    });
  });

  it('after the eSIM was issued, with a pending refund → hidden; won → refunded as requested', async () => {
    const buyer = await bought();
    await control(world.stripe, { hold: { call: 'refunds.create', when: 'before' } });
    await desk().refund(await orderOf(buyer));
    await held(world.stripe, 'refunds.create');
    const dispute = await open(buyer);
    await becomes(world.app, buyer, 'disputed');
    await control(world.stripe, { release: { call: 'refunds.create' } });
    await until(async () => (await books(buyer)).refundRows.length === 2, { what: 'the request that waits' });
    await close(dispute, 'won');
    await becomes(world.app, buyer, 'refunded');
    expect((await books(buyer)).refunds).toMatchObject([{ amount: 1100, status: 'succeeded' }]);
  });

  it('after the eSIM was issued → no codes; won → the codes show again', async () => {
    const buyer = await bought();
    const dispute = await open(buyer);
    expect(await becomes(world.app, buyer, 'disputed')).toMatchObject({ esim: null, dispute: 'open' });
    await close(dispute, 'under_review');
    await close(dispute, 'won');
    expect((await becomes(world.app, buyer, 'fulfilled')).esim?.lpa).toMatch(/^LPA:/);
  });

  it('that is only an inquiry → delivery continues; listed until it is closed; escalation stops the order', async () => {
    await outOfCredit();
    const buyer = await pay('4000000000001976');
    await until(async () => (await listed()).includes(buyer.order.id), { what: 'the inquiry' });
    await control(world.airalo, { reset: true });
    await becomes(world.app, buyer, 'fulfilled');
    const { disputes } = await ledger(world.stripe);
    const id = String(disputes?.find((each) => each['payment_intent'] === buyer.intent)?.['id']);
    expect(await listed()).toMatch(
      new RegExp(`${id} .*inquiry  warning_needs_response .*withdrawn 0.00 USD  answer by`),
    );
    await close(id, 'warning_closed');
    await until(async () => !(await listed()).includes(id), { what: 'its end' });
    expect((await look(world.app, buyer)).status).toBe('fulfilled');

    const grown = await open(buyer, { kind: 'inquiry' });
    await close(grown, 'needs_response');
    await becomes(world.app, buyer, 'disputed');
  });

  inFull(() => {
    it('that is only an early fraud warning, known by its charge and before the payment → listed, and delivered', async () => {
      const buyer = await paidUnseen();
      await control(world.stripe, { fraud_warning: { payment_intent: buyer.intent } });
      await deliver(buyer, 'radar.early_fraud_warning.created');
      await becomes(world.app, buyer, 'fulfilled');
      expect(await listed()).toMatch(new RegExp(`order ${buyer.order.id}  misc`));
      await desk().refund(await orderOf(buyer));
      await becomes(world.app, buyer, 'refunded');
      await control(world.stripe, { release: { call: 'webhooks.deliver' } });
      await until(async () => !(await listed()).includes(buyer.order.id), { what: 'the warning is settled' });
    });
  });
});
