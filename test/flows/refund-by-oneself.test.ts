import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LineRefundView } from '#src/shared/refund-views.ts';
import { checkPlans, rows } from '#test/support/books.ts';
import { inFull } from '#test/support/full.ts';
import { ops as opsOn } from '#test/support/ops.ts';
import { bought, buy, type Buyer, errorOf, look, post } from '#test/support/shop.ts';
import { control, ledger, messages, until } from '#test/support/wire.ts';
import { startBuiltWorld, type World } from '#test/support/world.ts';

/**
 * Refunds by oneself, requests that a person answers, and withdrawals: one answer from one table
 * (docs/decisions/0075-rights.md). `france-1gb` comes from the second wholesaler, which takes unused profiles back at once;
 * `france-3gb` from the first, where a person decides.
 */

const AT_ONCE = 'france-1gb';
const PACKAGE = 'CKH248';
const SETTINGS = {
  ESIM_USAGE_MAX_AGE_MINUTES: '0',
  RECONCILE_GRACE_SECONDS: '0',
  REFUNDS_BY_ONESELF_OF_A_CARD_IN_90_DAYS: '900',
};

let world: World;
beforeAll(async () => {
  world = await startBuiltWorld(SETTINGS, undefined, { secondWholesaler: true });
  await checkPlans(world);
  await opsOn(world, `catalogue package ${AT_ONCE} ${PACKAGE} esim-access --by ana`);
  await until(async () => (await world.services.catalogue.plan(AT_ONCE))?.available, { what: 'the plan is on sale' });
});
afterAll(() => world?.close());

const ops = async (line: string) => (await opsOn(world, line)).join('\n');
const path = ({ order: { id } }: Buyer, line = 1) => `/api/orders/${id}/lines/${line}/refund`;
const refund = (buyer: Buyer, reason = 'not-travelling') =>
  post(world.app, path(buyer), { reason }, { cookie: buyer.cookie });
const ask = (buyer: Buyer, told: object = {}) =>
  post(world.app, `${path(buyer)}-request`, { reason: 'no-connection', ...told }, { cookie: buyer.cookie });
async function rightOf(buyer: Buyer, line = 1): Promise<LineRefundView> {
  const answer = await fetch(`${world.app.url}${path(buyer, line)}`, { headers: { cookie: buyer.cookie } });
  expect(answer.status).toBe(200);
  return (await answer.json()) as LineRefundView;
}
const refusalOf = async (answer: Promise<Response>) => {
  const got = await answer;
  return { status: got.status, rule: got.status === 409 ? (await errorOf(got)).rule : null };
};
const isIn = (buyer: Buyer, state: string) =>
  until(
    async () => {
      const view = await rightOf(buyer);
      return view.request?.state === state && view;
    },
    { what: `the request is ${state}` },
  );
const becomes = (buyer: Buyer, status: string) =>
  until(async () => (await look(world.app, buyer)).status === status, { what: `the order is ${status}` });

type StripeRefund = { id: string; amount: number; metadata: Record<string, string> };
/** The refunds of an order at the payment provider. */
async function paidBack({ order: { id } }: Buyer): Promise<StripeRefund[]> {
  const { refunds } = await ledger<{ refunds: StripeRefund[] }>(world.stripe);
  return refunds.filter(({ metadata }) => metadata['order_id'] === id);
}
const amountsOf = async (buyer: Buyer) => (await paidBack(buyer)).map(({ amount }) => amount);
const iccidOf = async (buyer: Buyer) => (await look(world.app, buyer)).lines[0]!.esim!.iccid;
const subjects = async (buyer: Buyer) => (await messages(world.mail, buyer.email)).map(({ subject }) => subject);
const requestOf = async ({ order: { id } }: Buyer) =>
  (
    await rows<{ id: string; state: string; why: string | null; profile: string | null }>(
      world,
      sql`select * from refund_requests where order_id = ${id} order by created_at desc`,
    )
  )[0]!;

type Profile = { iccid: string; esimStatus: string };
async function profileOf(iccid: string): Promise<Profile> {
  const { orders } = await ledger<{ orders: { esimList: Profile[] }[] }>(world.esimAccess!);
  return orders.flatMap(({ esimList }) => esimList).find((each) => each.iccid === iccid)!;
}
const setProfile = (iccid: string, set: object) => control(world.esimAccess!, { profile: { iccid, set } });

/** The open differences of the order after a comparison of all books. */
async function differencesOf({ order: { id } }: Buyer) {
  await world.services.reconcile({ full: true });
  return rows(world, sql`select kind, subject from ledger_differences where order_id = ${id} and closed_at is null`);
}

describe('an unused eSIM', () => {
  it('is refunded once, however often and from wherever it is asked, and its price is claimed from the wholesaler', async () => {
    const buyer = await bought(world.app);
    const { total } = buyer.order;
    expect(await rightOf(buyer)).toMatchObject({
      right: { what: 'refund', amount: total },
      request: null,
      use: { usedMb: 0 },
      card: { brand: 'visa', last4: '4242' },
    });
    const answers = await Promise.all([refund(buyer), refund(buyer, 'other'), refund(buyer)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await becomes(buyer, 'refunded');
    expect((await refund(buyer)).status).toBe(200);
    expect(await amountsOf(buyer)).toEqual([total.amount]);
    expect(await rightOf(buyer)).toMatchObject({
      right: { what: 'none', why: 'refunded' },
      request: { kind: 'unused', state: 'done', amount: total, refund: { status: 'succeeded' } },
    });
    expect((await look(world.app, buyer)).lines[0]?.esim).toBeNull();

    const iccid = await until(
      async () => {
        const { refunds } = await ledger<{ refunds: { iccids: string[] }[] }>(world.airalo);
        return refunds.length === 1 && refunds[0]!.iccids[0];
      },
      { what: 'the wholesaler is asked for the price once' },
    );
    expect(iccid).toMatch(/^\d+$/);
    const listed = await until(
      async () =>
        (await ops('losses')).match(
          new RegExp(`(\\S+) {2}claimed .*order ${buyer.order.id}.*claim \\d+.*may still work`),
        ),
      { what: 'the loss' },
    );
    expect(await ops(`loss paid ${listed[1]!} --by ana`)).toContain('paid');
    await until(async () => (await subjects(buyer)).some((subject) => subject.startsWith('Your refund of')), {
      what: 'the mail',
    });
    expect(await differencesOf(buyer)).toEqual([]);
  });

  it('goes back to the wholesaler first where that answers at once; a kill in between repeats nothing', async () => {
    const buyer = await bought(world.app, { planId: AT_ONCE });
    const iccid = await iccidOf(buyer);
    await refund(buyer);
    await becomes(buyer, 'refunded');
    expect((await profileOf(iccid)).esimStatus).toBe('CANCEL');
    expect((await isIn(buyer, 'done')).request).toMatchObject({ profile: 'returned' });
    expect(await amountsOf(buyer)).toEqual([buyer.order.total.amount]);
    expect(await ops('losses')).not.toContain(buyer.order.id);
    expect(await differencesOf(buyer)).toEqual([]);

    // What a process leaves that is killed after the wholesaler's answer: the profile is cancelled, our books say nothing.
    const killed = await bought(world.app, { planId: AT_ONCE });
    await setProfile(await iccidOf(killed), { esimStatus: 'CANCEL' });
    const { lines, id: orderId } = (await world.services.orders.find(killed.order.id))!;
    const { id } = (await world.db.transaction((tx) =>
      world.services.rights.insert(tx, {
        orderId,
        lineId: lines[0].id,
        kind: 'unused',
        reason: 'other',
        seen: null,
        state: 'giving-back',
        why: null,
        askedVia: 'browser',
        amount: killed.order.total.amount,
        kept: 0,
        profile: 'to-return',
      }),
    ))!;
    await world.services.rights.markReturning(id);
    const again = () => world.services.rightsFlows.returnProfile(id);
    await Promise.all([again(), again()]);
    await becomes(killed, 'refunded');
    await again();
    expect(await amountsOf(killed)).toEqual([killed.order.total.amount]);
    expect(await requestOf(killed)).toMatchObject({ profile: 'returned' });
  });

  it('that a phone has is ended first, and read again: used until then, a person decides', async () => {
    const buyer = await bought(world.app, { planId: AT_ONCE });
    const iccid = await iccidOf(buyer);
    await setProfile(iccid, { smdpStatus: 'ENABLED' });
    await refund(buyer);
    const { id } = await requestOf(buyer);
    await until(async () => (await profileOf(iccid)).esimStatus === 'REVOKE', { what: 'it is ended' });
    expect(await isIn(buyer, 'giving-back')).toMatchObject({ request: { refund: null } });
    expect(await amountsOf(buyer)).toEqual([]);

    // The figures of after its end say that it was used.
    await setProfile(iccid, { orderUsage: 1024 ** 2 * 300 });
    await rows(world, sql`update refund_requests set updated_at = now() - interval '4 hours' where id = ${id}`);
    await world.services.rightsFlows.returnProfile(id);
    expect(await requestOf(buyer)).toMatchObject({ state: 'asked', why: 'used' });
    await until(
      async () => (await subjects(buyer)).some((subject) => subject.startsWith('We have your refund request')),
      {
        what: 'the mail',
      },
    );
    expect(await ops('refund-requests')).toMatch(
      new RegExp(`${id} {2}asked .*\n.*\n.*why a person: used .*300 of 1024 MB`),
    );
    expect(await ops('orders stuck')).toContain(`${id}  asked`);
    expect(await ops(`refund-request grant ${id} The unused half. --amount 1.50 --by ana`)).toContain(
      'granted, 1.50 USD',
    );
    await until(async () => (await amountsOf(buyer)).length === 1, { what: 'the part' });
    expect(await amountsOf(buyer)).toEqual([150]);
    // It was ended: the line is over, and the rest stays paid.
    await becomes(buyer, 'refunded');
    expect(await rightOf(buyer)).toMatchObject({ request: { state: 'granted', answer: 'The unused half.' } });
    await until(async () => (await subjects(buyer)).some((subject) => subject.includes('$1.50 goes back')), {
      what: 'the answer',
    });
  });

  it('that is not delivered yet is not delivered any more', async () => {
    await control(world.esimAccess!, { allocate: { hold: true } });
    const buyer = await buy(world.app, { planId: AT_ONCE });
    await until(async () => (await look(world.app, buyer)).status === 'fulfilling', { what: 'its delivery has begun' });
    expect(await rightOf(buyer)).toMatchObject({ right: { what: 'refund' }, use: null, fault: null });
    expect((await refund(buyer)).status).toBe(200);
    await becomes(buyer, 'refunded');
    await control(world.esimAccess!, { allocate: { release: true } });
    expect(await amountsOf(buyer)).toEqual([buyer.order.total.amount]);
    expect(await rows(world, sql`select 1 from esims where order_id = ${buyer.order.id}`)).toEqual([]);
  });
});

describe('a person decides', () => {
  it('about what was used: with words of the buyer, in words, a part or nothing; without script too', async () => {
    const buyer = await bought(world.app);
    await control(world.airalo, {
      usage: { iccid: await iccidOf(buyer), set: { status: 'ACTIVE', remaining: 1946 } },
    });
    expect(await refusalOf(refund(buyer))).toEqual({ status: 409, rule: 'used' });
    expect(await rightOf(buyer)).toMatchObject({
      right: { what: 'ask', why: 'used', upTo: buyer.order.total },
      use: { usedMb: 1126, planMb: 3072 },
    });
    const form = async (fields: Record<string, string>) => {
      const answer = await fetch(`${world.app.url}/orders/${buyer.order.id}/refund?line=1`, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie: buyer.cookie },
        body: new URLSearchParams(fields),
      });
      return [answer.status, answer.headers.get('location')];
    };
    const page = `/orders/${buyer.order.id}/refund?line=1`;
    expect(await form({ do: 'refund', reason: 'other' })).toEqual([303, `${page}&problem=refund-refused`]);
    expect(await form({ do: 'ask' })).toEqual([303, `${page}&ask=1&problem=invalid-input`]);
    const told = {
      do: 'ask',
      reason: 'no-connection',
      where: 'Chamonix',
      when: 'Nov 16 to 17',
      words: 'Chose Orange.',
    };
    expect(await form(told)).toEqual([303, page]);
    expect((await ask(buyer)).status).toBe(200);
    const asked = await requestOf(buyer);
    expect(asked).toMatchObject({ state: 'asked', why: 'used', place: 'Chamonix' });
    expect(await rows(world, sql`select 1 from refund_requests where order_id = ${buyer.order.id}`)).toHaveLength(1);
    expect(await ops('refund-requests')).toContain('where and when: Chamonix, Nov 16 to 17');

    expect(await ops(`refund-request refuse ${asked.id} The map shows no coverage there. --by ana`)).toContain(
      'refused',
    );
    await expect(ops(`refund-request grant ${asked.id} after all --by ben`)).rejects.toMatchObject({
      code: 'wrong-state',
      field: 'refund-request',
    });
    expect(await rightOf(buyer)).toMatchObject({
      request: { state: 'refused', answer: 'The map shows no coverage there.' },
      fault: { upTo: buyer.order.total },
    });
    await ask(buyer);
    const again = await requestOf(buyer);
    await ops(`refund-request grant ${again.id} We were wrong. --amount 4.03 --by ana`);
    await until(async () => (await amountsOf(buyer)).length === 1, { what: 'the part' });
    expect(await amountsOf(buyer)).toEqual([403]);
    // A part leaves the eSIM as it is, and what is left can't be asked for twice.
    expect((await look(world.app, buyer)).lines[0]).toMatchObject({ status: 'fulfilled' });
    expect(await differencesOf(buyer)).toEqual([]);
    expect(await ops(`order show ${buyer.order.number}`)).toMatch(/request .*granted .*4\.03 USD/);
  });

  it('about an eSIM that its wholesaler says nothing of: granted, it is read before it is given back', async () => {
    const grantUnread = async (usedMb: number, fail?: object) => {
      const buyer = await bought(world.app, { planId: AT_ONCE });
      const iccid = await iccidOf(buyer);
      await setProfile(iccid, { orderUsage: 1024 ** 2 * usedMb });
      await ask(buyer);
      await rows(world, sql`update refund_requests set seen = null where order_id = ${buyer.order.id}`);
      const { id } = await requestOf(buyer);
      if (fail) await control(world.esimAccess!, { fail });
      await ops(`refund-request grant ${id} We are sorry. --by ana`);
      await becomes(buyer, 'refunded');
      return until(
        async () => {
          await world.services.rightsFlows.returnProfile(id);
          const request = await requestOf(buyer);
          return request.profile !== 'to-return' && request.profile !== 'to-end' && { request, iccid, buyer };
        },
        { what: 'something became of the profile' },
      );
    };
    const unused = await grantUnread(0);
    expect(unused.request).toMatchObject({ profile: 'returned', seen: { usedMb: 0 } });
    expect((await profileOf(unused.iccid)).esimStatus).toBe('CANCEL');
    const used = await grantUnread(300);
    expect(used.request).toMatchObject({ profile: 'ended', seen: { usedMb: 300 } });
    expect(await ops('losses')).not.toContain(used.buyer.order.id);
    // Given back, and the answer was lost: no loss.
    const lost = await grantUnread(0, { call: 'profiles.cancel', when: 'after', hangup: true });
    expect(lost.request).toMatchObject({ profile: 'returned' });
    expect(await ops('losses')).not.toContain(lost.buyer.order.id);
  });

  it('not about a stranger, a dispute, or what was never paid', async () => {
    const buyer = await bought(world.app);
    const stranger = { ...buyer, cookie: '' };
    for (const call of [refund(stranger), ask(stranger)]) expect((await call).status).toBe(404);
    const other = await bought(world.app);
    expect((await refund({ ...buyer, cookie: other.cookie })).status).toBe(404);
    expect((await post(world.app, path(buyer, 2), { reason: 'other' }, { cookie: buyer.cookie })).status).toBe(404);

    const [{ intent } = { intent: '' }] = await rows<{ intent: string }>(
      world,
      sql`select payment_intent_id as intent from payment_attempts where order_id = ${buyer.order.id}`,
    );
    const { dispute } = await control(world.stripe, { dispute: { payment_intent: intent } });
    await becomes(buyer, 'disputed');
    expect(await refusalOf(refund(buyer))).toEqual({ status: 409, rule: 'disputed' });
    expect(await refusalOf(ask(buyer))).toEqual({ status: 409, rule: 'disputed' });
    expect(await amountsOf(buyer)).toEqual([]);
    await control(world.stripe, { dispute_status: { dispute: (dispute as { id: string }).id, status: 'won' } });
    await becomes(buyer, 'fulfilled');
    expect((await refund(buyer)).status).toBe(200);
    await becomes(buyer, 'refunded');
    expect(await amountsOf(buyer)).toEqual([buyer.order.total.amount]);
  });
});

describe('a withdrawal', () => {
  it('gives back what was not used, once, and a restored database knows that nothing more is owed', async () => {
    const buyer = await bought(world.app);
    const { id: orderId, total } = buyer.order;
    await rows(
      world,
      sql`update orders set begin_consent = '{"version":1,"at":"2026-11-27T00:00:00Z","locale":"en"}' where id = ${orderId}`,
    );
    await control(world.airalo, {
      usage: { iccid: await iccidOf(buyer), set: { status: 'ACTIVE', remaining: 1946 } },
    });
    const [line] = (await world.services.orders.find(orderId))!.lines;
    const withdraw = () =>
      world.services.rightsFlows.carryOutWithdrawal({ orderId, lineIds: [line.id], at: new Date(), via: 'link' });
    const kept = Math.floor((total.amount * 1126) / 3072);
    const [first, second] = await Promise.all([withdraw(), withdraw()]);
    expect([first, second].map(([each]) => each!.request?.id).every((id) => id === first[0]!.request?.id)).toBe(true);
    expect([first, second].flat().some(({ share }) => share.what === 'back' && share.kept === kept)).toBe(true);
    await becomes(buyer, 'refunded');
    expect(await withdraw()).toMatchObject([{ share: { what: 'nothing', why: 'refunded' } }]);
    const [made, another] = await paidBack(buyer);
    expect([made?.amount, another]).toEqual([total.amount - kept, undefined]);
    expect(made!.metadata).toMatchObject({ lines: `1:${total.amount - kept}`, kept: String(kept) });
    expect(await rightOf(buyer)).toMatchObject({ request: { kind: 'withdrawal', kept: { amount: kept } } });
    const isMailed = async () =>
      (await messages(world.mail, buyer.email)).some(({ text }) => text.includes('You withdrew from the contract'));
    await until(isMailed, { what: 'the mail' });

    // A backup of before it is restored: the provider says what was kept.
    await rows(world, sql`delete from refund_requests where order_id = ${orderId}`);
    await rows(world, sql`delete from documents where order_id = ${orderId} and refund_id is not null`);
    await rows(world, sql`delete from refunds where order_id = ${orderId}`);
    await rows(world, sql`update orders set status = 'fulfilled' where id = ${orderId}`);
    await rows(world, sql`update order_lines set status = 'fulfilled', kept_amount = 0 where order_id = ${orderId}`);
    await rows(world, sql`update payment_attempts set synced_at = null where order_id = ${orderId}`);
    const attempt = (await world.services.payments.paidAttempt(orderId))!;
    await world.services.paymentSync.syncPayment(attempt.id);
    expect(await rows(world, sql`select status, kept_amount from order_lines where order_id = ${orderId}`)).toEqual([
      { status: 'refunded', kept_amount: kept },
    ]);
    expect(await refusalOf(refund(buyer))).toEqual({ status: 409, rule: 'refunded' });
    expect(await amountsOf(buyer)).toEqual([total.amount - kept]);
  });
});

inFull(() =>
  describe('a buyer who gives back often', () => {
    it('asks a person at the limit of the address, also with several orders at once', async () => {
      const email = `often-${Date.now()}@example.com`;
      const buyers = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(() => bought(world.app, { email })));
      const answers = await Promise.all(buyers.map((buyer) => refund(buyer)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
      const refused = buyers.filter((_, at) => answers[at]!.status === 409);
      expect(refused).toHaveLength(2);
      expect(await rightOf(refused[0]!)).toMatchObject({ right: { what: 'ask', why: 'too-often' } });
      expect((await ask(refused[0]!, { reason: 'other' })).status).toBe(200);
    });
  }),
);
