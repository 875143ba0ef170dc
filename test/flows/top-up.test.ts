import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEGAL_VERSIONS } from '#src/shared/legal.ts';
import type { TopUpsView } from '#src/shared/top-up-views.ts';
import type { OrderView } from '#src/shared/views.ts';
import { createAccount } from '#test/support/accounts.ts';
import { checkPlans, rows } from '#test/support/books.ts';
import { BY_HAND } from '#test/support/desk.ts';
import { inFull } from '#test/support/full.ts';
import { moneyOf } from '#test/support/money.ts';
import { ops as opsOn } from '#test/support/ops.ts';
import { backupKeys, createRestores } from '#test/support/restores.ts';
import { becomes, bought, type Buyer, errorOf, look, post } from '#test/support/shop.ts';
import { control, ledger, messages, payHosted, until } from '#test/support/wire.ts';
import { startBuiltWorld, type World } from '#test/support/world.ts';

/** `france-3gb` comes from the first wholesaler, `france-1gb` from the second: each adds plans to its own eSIMs. */
const SECOND_PLAN = 'france-1gb';
const PACKAGE = 'CKH248';

let world: World;
beforeAll(async () => {
  world = await startBuiltWorld(
    {
      ...backupKeys(),
      ESIM_USAGE_MAX_AGE_MINUTES: '0',
      RECONCILE_GRACE_SECONDS: '0',
      FULFILMENT_FIRST_RETRY_SECONDS: '1',
      WHOLESALE_TIMEOUT_WINDOW_SECONDS: '1',
      LIMIT_TOP_UP_LOOKS_PER_ORDER: '10',
    },
    undefined,
    { secondWholesaler: true },
  );
  await checkPlans(world);
  await opsOn(world, `catalogue package ${SECOND_PLAN} ${PACKAGE} esim-access --by ana`);
  await until(async () => (await world.services.catalogue.plan(SECOND_PLAN))?.available, {
    what: 'the plan is on sale',
  });
});
afterAll(() => world?.close());

const second = () => world.esimAccess!;
type Headers = Record<string, string>;
type Seen = Pick<Buyer, 'order' | 'cookie'>;

const pathOf = ({ order }: Seen) => `/api/orders/${order.id}/lines/1/top-ups`;
async function offered(buyer: Seen, headers: Headers = { cookie: buyer.cookie }): Promise<TopUpsView> {
  const answer = await fetch(world.app.url + pathOf(buyer), { headers });
  expect(answer.status).toBe(200);
  return (await answer.json()) as TopUpsView;
}

const { terms, refund, privacy } = LEGAL_VERSIONS;
/** The body of a top-up of 1 GB. */
const wanted = (changes: object = {}) => ({
  idempotencyKey: randomUUID(),
  planId: 'france-1gb',
  shownAmount: 500,
  shownCurrency: 'USD',
  shownTexts: { terms, refund, privacy },
  locale: 'en',
  ...changes,
});
const ask = (buyer: Seen, changes: object = {}, headers: Headers = { cookie: buyer.cookie }) =>
  post(world.app, pathOf(buyer), wanted(changes), headers);

/** A top-up that is not paid. The price is that of the page. */
async function order(buyer: Seen, changes: object = {}, headers?: Headers): Promise<Seen & { paymentUrl: string }> {
  const { choices } = await offered(buyer, headers);
  const price = choices.find(({ planId }) => planId === 'france-1gb')!.price;
  const answer = await ask(buyer, { shownAmount: price.amount, ...changes }, headers);
  expect([answer.status, answer.status === 201 ? '' : await answer.text()]).toEqual([201, '']);
  const { orderId, paymentUrl } = (await answer.json()) as { orderId: string; paymentUrl: string };
  const cookie = answer.headers.getSetCookie()[0]!.split(';')[0]!;
  return { order: { id: orderId } as OrderView, cookie, paymentUrl };
}
async function pay(topUp: Seen & { paymentUrl: string }): Promise<Seen> {
  await payHosted(topUp.paymentUrl);
  return topUp;
}
const added = async (buyer: Seen, headers?: Headers) => {
  const topUp = await pay(await order(buyer, {}, headers));
  await becomes(world.app, topUp, 'fulfilled');
  return topUp;
};

const esimOf = async (buyer: Seen) => (await look(world.app, buyer)).lines[0]!.esim!;
const lineIdOf = async ({ order: { id } }: Seen) =>
  (await rows<{ id: string }>(world, sql`select id from order_lines where order_id = ${id}`))[0]!.id;

/** The top-ups in the books of both wholesalers under the reference of an order. */
async function wholesaleOf(topUp: Seen): Promise<object[]> {
  const reference = `cairn-${await lineIdOf(topUp)}`;
  const first = await ledger<{ orders: { description: string | null }[] }>(world.airalo);
  const other = await ledger<{ topups: { transactionId: string }[] }>(second());
  return [
    ...first.orders.filter(({ description }) => description === reference),
    ...other.topups.filter(({ transactionId }) => transactionId === reference),
  ];
}
async function differencesOf(...orders: Seen[]): Promise<object[]> {
  await world.services.reconcile({ full: true });
  const open = await rows<{ order_id: string; kind: string }>(
    world,
    sql`select order_id, kind, subject from ledger_differences where closed_at is null`,
  );
  return open.filter((each) => orders.some(({ order: { id } }) => id === each.order_id));
}
const subjects = async (email: string) => (await messages(world.mail, email)).map(({ subject }) => subject);
const AT = [
  ['the first wholesaler', 'france-3gb', 3072],
  ['the second wholesaler', SECOND_PLAN, 1024],
] as const;

describe.each(AT)('a top-up at %s', (_, planId, dataMb) => {
  it('is bought by two at once: each gets a plan, in the order of payment, for one payment each', async () => {
    const buyer = await bought(world.app, { planId });
    const { choices, reason } = await offered(buyer);
    expect(reason).toBeNull();
    const choice = choices.find((each) => each.planId === 'france-1gb')!;
    expect(choice).toMatchObject({ dataMb: 1024, unlimited: null, after: { leftMb: dataMb + 1024, until: null } });
    const [one, two] = [await order(buyer), await order(buyer)];
    await Promise.all([pay(one), pay(two)]);
    await Promise.all([one, two].map((each) => becomes(world.app, each, 'fulfilled')));

    const esim = await esimOf(buyer);
    expect(esim.plans.map(({ dataMb: mb, topUp, planState }) => [mb, topUp, planState])).toEqual([
      [dataMb, false, 'not_active'],
      [1024, true, 'not_active'],
      [1024, true, 'not_active'],
    ]);
    expect(
      esim.plans
        .slice(1)
        .map(({ orderId, line }) => [orderId, line])
        .toSorted(),
    ).toEqual([one, two].map(({ order: { id } }) => [id, 1]).toSorted());
    const view = await look(world.app, one);
    expect(view.lines).toMatchObject([{ purpose: 'plan', esim: null, addedTo: { orderId: buyer.order.id, line: 1 } }]);
    expect([view.email, view.claimable, view.total]).toEqual([buyer.email, true, choice.price]);
    for (const each of [one, two]) {
      expect(await wholesaleOf(each)).toHaveLength(1);
      expect(await moneyOf(world.stripe, each.order.id)).toEqual([choice.price.amount, 0]);
    }
    // The next report has all three plans.
    const rowOf = async () => (await world.services.esims.find(esim.id))!;
    await until(async () => (await rowOf()).usageAt! > (await rowOf()).plans[2]!.issuedAt, {
      what: 'a report with them',
    });
    expect((await rowOf()).doubtedSince).toBeNull();
    expect(await esimOf(buyer)).toMatchObject({ dataMb: dataMb + 2048, remainingMb: dataMb + 2048 });
    await until(async () => (await subjects(buyer.email)).length >= 3, { what: 'the mails' });
    expect(await subjects(buyer.email)).toContain('1GB added to your France eSIM');
    expect(await differencesOf(buyer, one, two)).toEqual([]);
    const shown = (await opsOn(world, `order show ${view.number}`)).join('\n');
    expect(shown).toContain(`for eSIM ${esim.id}`);
  });

  inFull(() => {
    const FAULTS = {
      'the first wholesaler': { at: () => world.airalo, call: 'topups.create' },
      'the second wholesaler': { at: second, call: 'profiles.topup' },
    } as const;
    const { at, call } = FAULTS[_];
    const fail = (fault: object) => control(at(), { fail: { call, ...fault } });

    it('is added once when its answer is lost after the effect, and when two processes look', async () => {
      const buyer = await bought(world.app, { planId });
      await fail({ when: 'after', hangup: true });
      const topUp = await added(buyer);
      const line = await lineIdOf(topUp);
      await Promise.all([world.services.fulfilLine(line), world.services.fulfilLine(line)]);
      expect(await wholesaleOf(topUp)).toHaveLength(1);
      expect((await esimOf(buyer)).plans).toHaveLength(2);
      expect(await differencesOf(buyer, topUp)).toEqual([]);
    });

    it('is added once when a process is killed between the call and its commit', async () => {
      const buyer = await bought(world.app, { planId });
      const topUp = await added(buyer);
      const line = await lineIdOf(topUp);
      // What such a process leaves.
      await rows(world, sql`delete from esim_plans where line_id = ${line}`);
      await rows(world, sql`update order_lines set status = 'fulfilling' where id = ${line}`);
      await rows(world, sql`update orders set status = 'fulfilling' where id = ${topUp.order.id}`);
      await rows(
        world,
        sql`update wholesale_orders set status = 'submitted', vendor_order_id = null, submitted_at = now() - interval '1 minute'
            where line_id = ${line}`,
      );
      await Promise.all([world.services.fulfilLine(line), world.services.sweeps.sweepFulfilment()]);
      await becomes(world.app, topUp, 'fulfilled');
      expect(await wholesaleOf(topUp)).toHaveLength(1);
      expect((await esimOf(buyer)).plans).toHaveLength(2);
      expect(await differencesOf(buyer, topUp)).toEqual([]);
    });

    it('is tried again after a refusal that passes', async () => {
      const buyer = await bought(world.app, { planId });
      await fail({ when: 'before', status: 503 });
      const topUp = await added(buyer);
      expect(await wholesaleOf(topUp)).toHaveLength(1);
    });

    it('is refunded, with a mail, when the profile ended after the payment page was opened', async () => {
      const buyer = await bought(world.app, { planId });
      const topUp = await order(buyer);
      await end(buyer);
      await pay(topUp);
      const view = await becomes(world.app, topUp, 'refunded');
      expect(await wholesaleOf(topUp)).toEqual([]);
      expect(await moneyOf(world.stripe, topUp.order.id)).toEqual([view.total.amount, view.total.amount]);
      await until(async () => (await subjects(buyer.email)).some((each) => each.startsWith('Your refund')), {
        what: 'the mail',
      });
      const mail = (await messages(world.mail, buyer.email)).at(-1)!;
      expect(JSON.stringify(mail)).toContain('We could not add the plan to your France eSIM');
      expect(await differencesOf(topUp)).toEqual([]);
    });

    it('is refunded when its package vanished after the payment page was opened', async () => {
      const buyer = await bought(world.app, { planId });
      const topUp = await order(buyer);
      await rows(world, sql`update order_lines set package_id = 'gone' where order_id = ${topUp.order.id}`);
      await pay(topUp);
      await becomes(world.app, topUp, 'refunded');
      expect(await wholesaleOf(topUp)).toEqual([]);
    });

    it('is refunded by an operator: the money goes back once, and the books agree', async () => {
      const buyer = await bought(world.app, { planId });
      const topUp = await added(buyer);
      await world.services.desk.refunds.refund(topUp.order.id, { ...BY_HAND, reason: 'goodwill' });
      const { total } = await becomes(world.app, topUp, 'refunded');
      expect(await moneyOf(world.stripe, topUp.order.id)).toEqual([total.amount, total.amount]);
      expect(await moneyOf(world.stripe, buyer.order.id)).toMatchObject([expect.any(Number), 0]);
    });

    it('is delivered once for several messages about its payment', async () => {
      const buyer = await bought(world.app, { planId });
      const topUp = await order(buyer);
      await pay(topUp);
      const attempts = await world.services.payments.attemptsOf(topUp.order.id);
      await Promise.all([1, 2, 3].flatMap(() => attempts.map(({ id }) => world.services.settlePayment(id))));
      await becomes(world.app, topUp, 'fulfilled');
      expect(await wholesaleOf(topUp)).toHaveLength(1);
      expect((await esimOf(buyer)).plans).toHaveLength(2);
    });

    /** The profile takes no plan any more. */
    async function end(buyer: Seen): Promise<void> {
      const { iccid } = await esimOf(buyer);
      await (at() === world.airalo
        ? control(world.airalo, { usage: { iccid, set: { status: 'RECYCLED' } } })
        : control(second(), { profile: { iccid, set: { esimStatus: 'USED_EXPIRED' } } }));
    }
  });
});

inFull(() => {
  describe('before the payment', () => {
    const refusal = async (answer: Promise<Response>) => {
      const { code, rule, field } = await errorOf(await answer);
      return { status: (await answer).status, code, ...(rule && { rule }), ...(field && { field }) };
    };
    const REFUSED = { status: 409, code: 'top-up-refused', field: 'line' };

    it('strangers see nothing, and a browser with a mailed link may add a plan and see its order', async () => {
      const buyer = await bought(world.app);
      expect((await ask(buyer, {}, {})).status).toBe(404);
      expect((await fetch(world.app.url + pathOf(buyer))).status).toBe(404);
      const found = await until(async () => {
        const [mail] = await messages(world.mail, buyer.email);
        return /\/orders\/[^"\s]+\/open\?key=[\w-]+/.exec(JSON.stringify(mail ?? ''))?.[0];
      });
      const opened = await fetch(world.app.url + found, { redirect: 'manual' });
      const cookie = opened.headers.getSetCookie()[0]!.split(';')[0]!;
      const topUp = await added({ ...buyer, cookie });
      expect((await look(world.app, topUp)).correctable).toBe(false);
    });

    it('the owner of an account gets the order in the account', async () => {
      const { idToken } = await createAccount(world.app);
      const headers = { authorization: `Bearer ${idToken}` };
      const buyer = await bought(world.app, {}, headers);
      const topUp = await added(buyer, headers);
      const { orders } = (await (await fetch(`${world.app.url}/api/orders`, { headers })).json()) as {
        orders: { id: string; lines: { purpose: string }[] }[];
      };
      expect(orders.find(({ id }) => id === topUp.order.id)?.lines).toMatchObject([{ purpose: 'plan' }]);
      const { esims } = (await (await fetch(`${world.app.url}/api/esims`, { headers })).json()) as { esims: object[] };
      expect(esims).toMatchObject([{ plans: [{ topUp: false }, { topUp: true, orderId: topUp.order.id }] }]);
    });

    it('a repeated request gets the same order, another one with its key is refused', async () => {
      const buyer = await bought(world.app);
      const idempotencyKey = randomUUID();
      const [one, two] = [await order(buyer, { idempotencyKey }), await order(buyer, { idempotencyKey })];
      expect([two.order.id, two.paymentUrl]).toEqual([one.order.id, one.paymentUrl]);
      const other = ask(buyer, { idempotencyKey, planId: 'france-3gb', shownAmount: 1 });
      expect(await refusal(other)).toMatchObject({ status: 409, code: 'idempotency-key-reused' });
      const stranger = await bought(world.app);
      expect(await refusal(ask(stranger, { idempotencyKey }))).toMatchObject({ code: 'idempotency-key-reused' });
    });

    it('another price, other texts, an unknown plan and one of another place are refused', async () => {
      const buyer = await bought(world.app);
      expect(await refusal(ask(buyer, { shownAmount: 1 }))).toMatchObject({ status: 409, code: 'price-changed' });
      const shownTexts = { terms: terms - 1, refund, privacy };
      expect(await refusal(ask(buyer, { shownTexts }))).toMatchObject({ status: 409, code: 'terms-changed' });
      expect(await refusal(ask(buyer, { planId: 'japan-1gb' }))).toMatchObject({ status: 404, field: 'planId' });
      expect(await refusal(ask(buyer, { planId: 'nowhere' }))).toMatchObject({ status: 404, field: 'planId' });
    });

    it('a package that vanished or costs more than the plan between sheet and payment is said', async () => {
      const buyer = await bought(world.app);
      await offered(buyer);
      // The next larger package would deliver the plan as well, without a loss.
      const ids = ['france-7days-1gb', 'france-30days-3gb'];
      const set = (change: object | null) =>
        Promise.all(ids.map((id) => control(world.airalo, { package: { id, set: change } })));
      await set({ net_price: 900 });
      const answer = await refusal(ask(buyer));
      await set(null);
      expect(answer).toMatchObject({ status: 409, code: 'plan-unavailable', field: 'planId' });
    });

    it('an eSIM that is not ready, refunded, disputed, replaced or ended says so', async () => {
      const waiting = await bought(world.app);
      const line = await lineIdOf(waiting);
      const is = async (reason: string) => {
        expect(await offered(waiting)).toEqual({ choices: [], reason });
        expect(await refusal(ask(waiting))).toEqual({ ...REFUSED, rule: reason });
      };
      const setLine = (status: string) =>
        rows(world, sql`update order_lines set status = ${status} where id = ${line}`);
      const setOrder = (status: string) =>
        rows(world, sql`update orders set status = ${status} where id = ${waiting.order.id}`);
      const { id } = await esimOf(waiting);
      await setLine('fulfilling');
      await is('not-ready');
      await setLine('refunding');
      await is('refunded');
      await setLine('fulfilled');
      await setOrder('disputed');
      await is('disputed');
      await setOrder('fulfilled');
      await rows(world, sql`update esims set ended_at = now() where id = ${id}`);
      await is('replaced');
      await rows(world, sql`update esims set ended_at = null, profile_state = 'deleted' where id = ${id}`);
      await is('ended');
    });

    it('a wholesaler that does not answer is said, and asked again', async () => {
      const buyer = await bought(world.app);
      await control(world.airalo, { fail: { call: 'sims.topups', status: 503 } });
      expect(await offered(buyer)).toEqual({ choices: [], reason: 'unavailable-now' });
      expect(await refusal(ask(buyer, { shownAmount: 1 }))).toMatchObject({ code: 'price-changed' });
    });

    it('looks are limited per order', async () => {
      const buyer = await bought(world.app);
      const answers: number[] = [];
      for (let n = 0; n < 12; n += 1) answers.push((await ask(buyer, { shownAmount: 1 })).status);
      expect(answers.at(-1)).toBe(429);
    });
  });

  it('whose ICCID has become another customer’s hides nothing else at its wholesaler from reconciliation', async () => {
    const buyer = await bought(world.app, { planId: SECOND_PLAN });
    const topUp = await added(buyer);
    const { iccid } = await esimOf(buyer);
    await control(second(), { life: { iccid, acts: ['recycle'] } });
    expect(await differencesOf(topUp)).toEqual([]);
    const { figures } = (await world.services.reconciliation.latestRun())!;
    expect(figures!.wholesalers!['esim-access']!.fault).toBeNull();
  });

  it('after a restore to a time before it was delivered, nothing is bought twice', { timeout: 240_000 }, async () => {
    const restores = createRestores(() => world);
    try {
      const buyer = await bought(world.app);
      const topUp = await order(buyer);
      const backup = await restores.backup();
      await pay(topUp);
      await becomes(world.app, topUp, 'fulfilled');
      const restored = await backup.restore();
      await restored.services.reconcile({ full: true });
      await becomes(restored.app, topUp, 'fulfilled');
      expect(await wholesaleOf(topUp)).toHaveLength(1);
      const esim = (await restored.services.esims.listByOrders([buyer.order.id]))[0]!;
      expect(esim.plans).toHaveLength(2);
    } finally {
      await restores.close();
    }
  });
});
