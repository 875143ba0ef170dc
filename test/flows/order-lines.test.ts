import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { EsimView, OrderSummary, OrderView } from '#src/shared/views.ts';
import { createAccount } from '#test/support/accounts.ts';
import { booksOf, rows, startBuiltShop, strays } from '#test/support/books.ts';
import { inFull } from '#test/support/full.ts';
import { becomes, bought, buy, look, type Buyer } from '#test/support/shop.ts';
import { control, held, ledger, messages, until } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';
import { createDesk } from '#test/support/desk.ts';

/** Orders of several lines have one payment. Each line ends with an eSIM or its refund, independent of the others. */

let world: World;
beforeAll(async () => {
  world = await startBuiltShop({
    SWEEP_SECONDS: '3600',
    WHOLESALE_CALL_TIMEOUT_SECONDS: '20',
    RECONCILE_GRACE_SECONDS: '0',
  });
});
afterAll(() => world?.close());
afterEach(async () => {
  await control(world.stripe, { release: { call: 'webhooks.deliver' } });
  await control(world.airalo, { release: { call: 'orders.create' } });
});

/** Prices: 11.00, 4.50 and 11.00. */
const TRIP = { planId: undefined, planIds: ['france-3gb', 'spain-1gb', 'france-3gb'] };
const PRICES = [1100, 450, 1100];
const TOTAL = 2650;

const books = ({ order: { id } }: Buyer) => booksOf(world, id);
const desk = () => createDesk(world.db);
const orderOf = async ({ order: { id } }: Buyer) => (await world.services.orders.find(id))!;
const statusesOf = ({ lines }: Pick<OrderView, 'lines'>) => lines.map(({ status }) => status);
const sumOf = (entries: readonly { amount?: unknown }[]) =>
  entries.reduce((total, { amount }) => total + Number(amount), 0);
const refusedOnce = (body: object = { code: 43, reason: 'Invalid package' }) =>
  control(world.airalo, { fail: { call: 'orders.create', status: 422, body } });
const pageOf = async (buyer: Buyer, language = 'en') =>
  (
    await fetch(`${world.app.url}/orders/${buyer.order.id}`, {
      headers: { cookie: buyer.cookie, 'accept-language': language },
    })
  ).text();
const mailsTo = (buyer: Buyer, subject: RegExp) =>
  until(
    async () => {
      const found = (await messages(world.mail, buyer.email)).filter((mail) => subject.test(mail.subject));
      return found.length > 0 && found;
    },
    { what: `a mail ${subject}` },
  );
/** Waits until the order's lines have these statuses, in any order. */
const linesBecome = (buyer: Buyer, ...statuses: string[]) =>
  until(
    async () => {
      const now = await look(world.app, buyer);
      return statusesOf(now).toSorted().join() === statuses.toSorted().join() && now;
    },
    { what: `lines ${statuses.join(', ')}` },
  );
/** Every line has one eSIM or its refund, and the vendors' ledgers agree to the cent. */
async function expectKept(buyer: Buyer): Promise<void> {
  const { lines, esims, payments, refunds, refundRows } = await books(buyer);
  expect(payments).toMatchObject([{ amount_received: TOTAL }]);
  for (const line of lines) {
    const issued = esims.filter(({ line_id }) => line_id === line.id).length;
    const back = sumOf(refundRows.filter(({ line_id, status }) => line_id === line.id && status === 'succeeded'));
    expect([issued, back], line.status).toEqual(line.status === 'fulfilled' ? [1, 0] : [0, line.unit_amount]);
  }
  expect(sumOf(refunds)).toBe(sumOf(refundRows.filter(({ status }) => status === 'succeeded')));
}

describe('an order of three lines', () => {
  it('is paid once, delivered three times and mailed in one mail', async () => {
    const buyer = await bought(world.app, TRIP);
    const now = await look(world.app, buyer);
    expect(statusesOf(now)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    expect(now).toMatchObject({ total: { amount: TOTAL }, esim: null, line: { planId: 'france-3gb' } });
    expect(now.lines.map(({ price }) => price.amount)).toEqual(PRICES);
    expect(new Set(now.lines.map(({ esim }) => esim?.lpa)).size).toBe(3);

    const { sessions, wholesale, refunds } = await books(buyer);
    expect([sessions.length, wholesale.length, refunds.length]).toEqual([1, 3, 0]);
    const items = await fetch(`${world.stripe.url}/v1/checkout/sessions/${String(sessions[0]?.['id'])}/line_items`, {
      headers: { authorization: `Bearer ${world.env['STRIPE_SECRET_KEY']}` },
    });
    expect(((await items.json()) as { data: unknown[] }).data).toMatchObject([
      { description: 'France - 3GB', amount_total: 1100 },
      { description: 'Spain - 1GB', amount_total: 450 },
      { description: 'France - 3GB', amount_total: 1100 },
    ]);
    await expectKept(buyer);

    const [mail, ...others] = await mailsTo(buyer, /eSIM/);
    expect([mail?.subject, mail?.attachments.length, others.length]).toEqual(['Your 3 eSIMs are ready', 3, 0]);
    for (const { esim } of now.lines) expect(mail?.text).toContain(esim!.lpa);

    const pictures = await Promise.all(
      [1, 2, 3, 4].map((line) =>
        fetch(`${world.app.url}/api/orders/${buyer.order.id}/qr.png?line=${line}`, {
          headers: { cookie: buyer.cookie },
        }),
      ),
    );
    expect(pictures.map(({ status }) => status)).toEqual([200, 200, 200, 404]);
    const page = await pageOf(buyer);
    expect(page).toContain('Your 3 eSIMs are ready');
    for (const { esim } of now.lines) expect(page).toContain(esim!.activationCode);
  });

  it('with one failed line is refunded for that line, and the buyer and the operators learn it', async () => {
    await refusedOnce();
    const buyer = await buy(world.app, TRIP);
    const now = await linesBecome(buyer, 'fulfilled', 'fulfilled', 'refunded');
    const failed = now.lines.find(({ status }) => status === 'refunded')!;
    expect(now).toMatchObject({
      status: 'fulfilled',
      refund: { amount: failed.price, status: 'succeeded', partial: true },
    });
    expect(failed).toMatchObject({ esim: null, refund: { amount: failed.price, status: 'succeeded' } });
    await expectKept(buyer);
    expect((await books(buyer)).refundRows).toMatchObject([
      { reason: 'fulfilment_failed', amount: failed.price.amount },
    ]);

    const [ready] = await mailsTo(buyer, /2 of your 3 eSIMs are ready/);
    expect(ready?.attachments).toHaveLength(2);
    const [refund] = await mailsTo(buyer, /Your refund of/);
    expect(refund?.text).toContain('the other eSIMs of your order');
    expect(await pageOf(buyer)).toContain('You will not receive this eSIM.');
    expect(await pageOf(buyer, 'fr')).toContain('Vous ne recevrez pas cette eSIM.');
    const shown = (await desk().show(await orderOf(buyer))).join('\n');
    expect(shown).toContain(`line ${now.lines.indexOf(failed) + 1}`);
    expect(shown).toContain('refunding > refunded');

    await world.services.reconcile({ full: true });
    const open = await world.services.reconciliation.open();
    expect(open.filter(({ orderId }) => orderId === buyer.order.id)).toEqual([]);
  });

  inFull(() => {
    it('whose lines all fail is refunded in full', async () => {
      await control(world.airalo, {
        fail: { call: 'orders.create', times: 3, status: 422, body: { code: 43, reason: 'Invalid package' } },
      });
      const buyer = await buy(world.app, TRIP);
      expect(await becomes(world.app, buyer, 'refunded')).toMatchObject({
        refund: { amount: { amount: TOTAL }, status: 'succeeded', partial: false },
      });
      await expectKept(buyer);
    });
  });

  it('does not wait for an uncertain line: ready lines show, and the last one completes the one mail', async () => {
    await control(world.airalo, { hold: { call: 'orders.create', when: 'before' } });
    const buyer = await buy(world.app, TRIP);
    const now = await linesBecome(buyer, 'fulfilled', 'fulfilled', 'fulfilling');
    expect(now.status).toBe('fulfilling');
    expect(now.lines.filter(({ esim }) => esim !== null)).toHaveLength(2);
    expect(await pageOf(buyer)).toContain('2 of your 3 eSIMs are ready');
    await control(world.airalo, { release: { call: 'orders.create' } });
    await becomes(world.app, buyer, 'fulfilled');
    const [mail, ...others] = await mailsTo(buyer, /eSIM/);
    expect([mail?.attachments.length, others.length]).toEqual([3, 0]);
    await expectKept(buyer);
  });

  inFull(() => {
    it('with a late last line is mailed with the ready lines, and then with all of them', async () => {
      await control(world.airalo, { hold: { call: 'orders.create', when: 'before' } });
      const buyer = await buy(world.app, TRIP);
      await linesBecome(buyer, 'fulfilled', 'fulfilled', 'fulfilling');
      const waiting = await rows<{ id: string }>(
        world,
        sql`select id from mails where subject_id = ${buyer.order.id} and sent_at is null`,
      );
      expect(waiting).toHaveLength(1);
      // As its job does after the waiting time.
      await world.services.sendMail(waiting[0]!.id);
      expect((await mailsTo(buyer, /eSIM/))[0]).toMatchObject({ subject: '2 of your 3 eSIMs are ready' });
      await control(world.airalo, { release: { call: 'orders.create' } });
      await becomes(world.app, buyer, 'fulfilled');
      const [whole] = await mailsTo(buyer, /Your 3 eSIMs are ready/);
      expect(whole?.attachments).toHaveLength(3);
    });

    it('with three equal webhooks → each line once', async () => {
      const buyer = await buy(world.app, TRIP);
      const [attempt] = (await books(buyer)).attempts;
      await control(world.stripe, {
        deliver: { type: 'checkout.session.completed', session: attempt?.session_id, times: 3 },
      });
      await becomes(world.app, buyer, 'fulfilled');
      await until(
        async () => {
          const { deliveries = [] } = await ledger(world.stripe);
          return deliveries.every((each) => each['status'] !== 'pending');
        },
        { what: 'all events are delivered' },
      );
      expect((await books(buyer)).wholesale).toHaveLength(3);
      await expectKept(buyer);
    });
  });
});

describe('a refund while one line is delivered and one is not', () => {
  /** Two lines are delivered. The wholesaler holds the call for the third. */
  async function deliveredInPart() {
    await control(world.airalo, { hold: { call: 'orders.create', when: 'before' } });
    const buyer = await buy(world.app, TRIP);
    const now = await linesBecome(buyer, 'fulfilled', 'fulfilled', 'fulfilling');
    await held(world.airalo, 'orders.create');
    const intent = String((await books(buyer)).payments[0]?.['id']);
    return { buyer, intent, open: statusesOf(now).indexOf('fulfilling') + 1 };
  }

  it('a full refund ends all lines; the profile of the running call is listed and not issued', async () => {
    const { buyer } = await deliveredInPart();
    const said = (await desk().refund(await orderOf(buyer))).join('\n');
    expect(said.match(/it was issued/g)).toHaveLength(2);
    expect(said.match(/not issued, and none will be/g)).toHaveLength(1);
    const now = await becomes(world.app, buyer, 'refunded');
    expect(statusesOf(now)).toEqual(['refunded', 'refunded', 'refunded']);
    expect(now.lines.map(({ esim }) => esim)).toEqual([null, null, null]);
    await control(world.airalo, { release: { call: 'orders.create' } });
    await until(async () => (await books(buyer)).wholesale.length === 3, { what: 'the late profile' });
    const late = (await books(buyer)).wholesale.map(({ id }) => String(id));
    await until(async () => (await strays(world)).some((id) => late.includes(id)), { what: 'the stray' });
    const { esims, refunds } = await books(buyer);
    expect([esims.length, sumOf(refunds)]).toEqual([2, TOTAL]);
  });

  it('a refund of one delivered line hides that one and stops no other', async () => {
    const { buyer, open } = await deliveredInPart();
    const line = (await orderOf(buyer)).lines.find(({ position }) => position !== open - 1)!;
    await desk().refund(await orderOf(buyer), line);
    const now = await linesBecome(buyer, 'refunded', 'fulfilled', 'fulfilling');
    expect(now.status).toBe('fulfilling');
    expect(now.lines[line.position]).toMatchObject({ esim: null, status: 'refunded' });
    await control(world.airalo, { release: { call: 'orders.create' } });
    expect(statusesOf(await becomes(world.app, buyer, 'fulfilled')).toSorted()).toEqual([
      'fulfilled',
      'fulfilled',
      'refunded',
    ]);
    expect(sumOf((await books(buyer)).refunds)).toBe(line.unitAmount);
  });

  inFull(() => {
    it("a refund in the vendor's dashboard of less than a line's price stops no line", async () => {
      const { buyer, intent } = await deliveredInPart();
      await control(world.stripe, { refund: { payment_intent: intent, amount: 100 } });
      await until(async () => (await look(world.app, buyer)).refund?.partial, { what: 'the part' });
      await control(world.airalo, { release: { call: 'orders.create' } });
      expect(statusesOf(await becomes(world.app, buyer, 'fulfilled'))).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    });
  });

  it('a dispute stops the open line and hides the others; when it is won, delivery continues', async () => {
    const { buyer, intent } = await deliveredInPart();
    await control(world.stripe, { dispute: { payment_intent: intent, reason: 'fraudulent' } });
    const disputed = await becomes(world.app, buyer, 'disputed');
    expect(statusesOf(disputed).toSorted()).toEqual(['fulfilled', 'fulfilled', 'stopped']);
    expect(disputed.lines.map(({ esim }) => esim)).toEqual([null, null, null]);
    const { disputes = [] } = await ledger(world.stripe);
    const dispute = disputes.find((each) => each['payment_intent'] === intent)?.['id'];
    await control(world.stripe, { dispute_status: { dispute, status: 'won' } });
    await control(world.airalo, { release: { call: 'orders.create' } });
    expect(statusesOf(await becomes(world.app, buyer, 'fulfilled'))).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    await expectKept(buyer);
  });

  it('a refused refund of a failed line is listed, and requested again for that line alone', async () => {
    const body = { error: { type: 'invalid_request_error', code: 'insufficient_funds', message: 'no' } };
    await control(world.stripe, { fail: { call: 'refunds.create', status: 400, body } });
    await refusedOnce();
    const buyer = await buy(world.app, TRIP);
    const now = await until(
      async () => {
        const found = await look(world.app, buyer);
        return found.status === 'fulfilled' && found.refund?.status === 'failed' && found;
      },
      { what: 'a refused refund' },
    );
    const line = (await orderOf(buyer)).lines.find(({ status }) => status === 'refunding')!;
    expect(now.lines[line.position]?.refund).toMatchObject({ status: 'failed' });
    expect((await desk().stuck()).join('\n')).toContain(`order ${buyer.order.id}`);
    await desk().refund(await orderOf(buyer), line);
    await linesBecome(buyer, 'fulfilled', 'fulfilled', 'refunded');
    expect((await look(world.app, buyer)).refund).toMatchObject({
      amount: { amount: line.unitAmount },
      status: 'succeeded',
    });
    await expectKept(buyer);
  });
});

it('in an account: eSIMs are listed order by order, purchases and the export line by line', async () => {
  const { idToken } = await createAccount(world.app);
  const bearer = { authorization: `Bearer ${idToken}` };
  const [first, second] = [await bought(world.app, TRIP, bearer), await bought(world.app, TRIP, bearer)];
  const ask = async (path: string) =>
    (await (await fetch(world.app.url + path, { headers: bearer })).json()) as Record<string, unknown>;

  const page = (await ask('/api/esims?limit=2')) as { esims: EsimView[]; next: string };
  expect(page.esims.map(({ orderId, line }) => [orderId, line])).toEqual(
    [1, 2, 3].map((line) => [second.order.id, line]),
  );
  const rest = (await ask(`/api/esims?limit=2&before=${page.next}`)) as { esims: EsimView[]; next: null };
  expect(rest.esims.map(({ orderId }) => orderId)).toEqual([1, 2, 3].map(() => first.order.id));
  expect(rest.next).toBeNull();

  const { orders } = (await ask('/api/orders?paid=true')) as { orders: OrderSummary[] };
  expect(orders[0]!.lines.map(({ planId, status, price }) => [planId, status, price.amount])).toEqual(
    TRIP.planIds.map((planId, at) => [planId, 'fulfilled', PRICES[at]]),
  );
  const exported = (await ask('/api/account/export')) as { orders: { lines: object[] }[]; esims: { line: number }[] };
  expect(exported.orders[0]!.lines).toMatchObject(TRIP.planIds.map((planId) => ({ planId, status: 'fulfilled' })));
  expect(exported.esims.map(({ line }) => line)).toEqual([1, 2, 3, 1, 2, 3]);
});
