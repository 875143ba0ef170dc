import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderLineView } from '#src/shared/views.ts';
import { createAccount } from '#test/support/accounts.ts';
import { checkPlans, rows } from '#test/support/books.ts';
import { BY_HAND } from '#test/support/desk.ts';
import { inFull } from '#test/support/full.ts';
import { ops as opsOn } from '#test/support/ops.ts';
import { bought, type Buyer, errorOf, look, post } from '#test/support/shop.ts';
import { control, ledger, messages, until } from '#test/support/wire.ts';
import { startBuiltWorld, type World } from '#test/support/world.ts';

/**
 * "I changed my phone": a delivered eSIM is replaced once, for one payment, by a profile with what is left. `france-1gb`
 * comes from the second wholesaler, which ends profiles and releases codes again; `france-3gb` from the first, which does
 * neither.
 */

const PLAN = 'france-1gb';
const PACKAGE = 'CKH248';

let world: World;
const start = async (settings: Record<string, string> = {}) => {
  const started = await startBuiltWorld(
    { ESIM_USAGE_MAX_AGE_MINUTES: '0', RECONCILE_GRACE_SECONDS: '0', ...settings },
    undefined,
    { secondWholesaler: true },
  );
  await checkPlans(started);
  await opsOn(started, `catalogue package ${PLAN} ${PACKAGE} esim-access --by ana`);
  await until(async () => (await started.services.catalogue.plan(PLAN))?.available, { what: 'the plan is on sale' });
  return started;
};
beforeAll(async () => {
  world = await start();
});
afterAll(() => world?.close());

const second = () => world.esimAccess!;
const ops = async (line: string) => (await opsOn(world, line)).join('\n');
const lineOf = async (buyer: Buyer): Promise<OrderLineView> => (await look(world.app, buyer)).lines[0]!;
const iccidOf = async (buyer: Buyer) => (await lineOf(buyer)).esim!.iccid;

/** A call of the buyer's browser. */
const call = (buyer: Buyer, path: string, body: object) =>
  post(world.app, `/api/orders/${buyer.order.id}/${path}`, { line: 1, ...body }, { cookie: buyer.cookie });
const ask = (buyer: Buyer, reason = 'lost') => call(buyer, 'replacement', { reason });
const refusalOf = async (answer: Promise<Response>) => {
  const { status } = await answer;
  return status === 200 ? null : { status, ...(await errorOf(await answer)) };
};

type Row = { id: string; state: string; reason: string; plan_id: string; old_profile: string | null };
const replacementsOf = ({ order: { id } }: Buyer) =>
  rows<Row>(world, sql`select * from replacements where order_id = ${id} order by created_at`);
async function asked(buyer: Buyer): Promise<string> {
  expect((await ask(buyer)).status).toBe(200);
  return (await replacementsOf(buyer)).at(-1)!.id;
}
const approve = (id: string, name = 'ana') =>
  world.services.desk.replacements.approve(id, { ...BY_HAND, actor: { kind: 'command-line', name } });
const isIn = (buyer: Buyer, state: string) =>
  until(
    async () => {
      const line = await lineOf(buyer);
      return line.replacement?.state === state && line;
    },
    { what: `the replacement is ${state}` },
  );

type Profile = { iccid: string; ac: string; esimStatus: string };
/** The profiles of an order at the second wholesaler, the first one first. */
async function profilesOf({ order: { id } }: Buyer): Promise<Profile[]> {
  const lines = await rows<{ id: string }>(
    world,
    sql`select id from order_lines where order_id = ${id} order by position`,
  );
  const { orders } = await ledger<{ orders: { transactionId: string; esimList: Profile[] }[] }>(second());
  return lines.flatMap((line) =>
    orders.filter((each) => each.transactionId === `cairn-${line.id}`).flatMap((each) => each.esimList),
  );
}

const subjects = async (buyer: Buyer) => (await messages(world.mail, buyer.email)).map(({ subject }) => subject);

/** The open differences of the order after a comparison of all books. */
async function differencesOf({ order: { id } }: Buyer) {
  await world.services.reconcile({ full: true });
  return rows(world, sql`select kind, subject from ledger_differences where order_id = ${id} and closed_at is null`);
}

describe('a new eSIM in place of one that its wholesaler can end', () => {
  it('is asked for twice and confirmed by two people at once: one, for one payment, and the old one ends', async () => {
    const buyer = await bought(world.app, { planId: PLAN });
    const old = await lineOf(buyer);
    expect(old).toMatchObject({ rest: { leftMb: 1024, leftDays: 7 }, onNewPhone: { reinstalls: true, endsOld: true } });
    const answers = await Promise.all([ask(buyer), ask(buyer), ask(buyer, 'broken')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [row, another] = await replacementsOf(buyer);
    expect([row?.state, another]).toEqual(['requested', undefined]);
    // Which of the calls came first, and so its reason, is open.
    expect(['lost', 'broken']).toContain(row?.reason);
    const listed = await ops('replacements');
    expect(listed).toContain(`${row!.id}  requested`);
    expect(listed).toMatch(
      /left when asked: 1024 MB {2}7 days .*\n {4}new: france-1gb {2}1024 MB {2}7 days {2}esim-access CKH248 {2}net price \d/,
    );
    expect(await ops('orders stuck')).toContain(`${row!.id}  requested`);

    const confirmed = await Promise.allSettled([approve(row!.id), approve(row!.id, 'ben')]);
    expect(confirmed.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const line = await isIn(buyer, 'done');
    const [first, next, third] = await profilesOf(buyer);
    expect([first?.esimStatus, next?.esimStatus, third]).toEqual(['REVOKE', 'GOT_RESOURCE', undefined]);
    expect(line).toMatchObject({
      status: 'fulfilled',
      price: old.price,
      esim: { iccid: next!.iccid, lpa: next!.ac, installed: false },
      replaced: [{ iccid: first!.iccid }],
      replacement: { reason: row!.reason, oldProfile: 'ended' },
    });
    const order = await look(world.app, buyer);
    expect([order.status, order.total, order.lines.length]).toEqual(['fulfilled', buyer.order.total, 1]);
    await until(async () => (await subjects(buyer)).length >= 3, { what: 'the mails' });
    expect((await subjects(buyer)).toSorted()).toEqual([
      'A new France eSIM is being made for you',
      'Your France eSIM is ready',
      'Your France eSIM is ready',
    ]);
    const mail = (await messages(world.mail, buyer.email)).at(-1)!;
    expect(JSON.stringify(mail)).toContain(next!.ac.split('$').at(-1));
    expect(JSON.stringify(mail)).not.toContain(first!.ac.split('$').at(-1));

    expect(await differencesOf(buyer)).toEqual([]);
    const shown = await ops(`order show ${buyer.order.number}`);
    expect(shown).toMatch(/replacement.* done .*old profile ended by its wholesaler/);
    expect(shown.match(/eSIM new/g)).toHaveLength(1);
    // The old one is not read any more, and the buyer has one replacement.
    const [{ id } = { id: '' }] = await rows<{ id: string }>(
      world,
      sql`select id from esims where order_id = ${buyer.order.id} and ended_at is not null`,
    );
    expect(await world.services.esims.claimRefresh((await world.services.esims.find(id))!)).toBe(null);
    expect(await refusalOf(ask(buyer))).toMatchObject({ status: 409, code: 'esim-not-replaceable', rule: 'once' });
  });

  it('is delivered once after a kill between the end of the old profile and the delivery', async () => {
    const buyer = await bought(world.app, { planId: PLAN });
    const iccid = await iccidOf(buyer);
    const id = await asked(buyer);
    // What a process leaves that is killed there: the profile has ended, and our books say only "confirmed".
    await rows(world, sql`update replacements set state = 'approved' where id = ${id}`);
    await control(second(), { profile: { iccid, set: { esimStatus: 'REVOKE' } } });
    await Promise.all([world.services.sweeps.sweepFulfilment(), world.services.replaceEsim(id)]);
    await isIn(buyer, 'done');
    await world.services.replaceEsim(id);
    expect((await profilesOf(buyer)).map(({ esimStatus }) => esimStatus)).toEqual(['REVOKE', 'GOT_RESOURCE']);
    expect(await differencesOf(buyer)).toEqual([]);
  });

  it('is not delivered when the order is refunded meanwhile: what was paid for the first one goes back', async () => {
    const buyer = await bought(world.app, { planId: PLAN });
    const id = await asked(buyer);
    await control(second(), { allocate: { hold: true } });
    await approve(id);
    await until(async () => (await replacementsOf(buyer))[0]?.state === 'delivering', { what: 'it is ordered' });
    await until(async () => (await world.services.fulfilment.listByOrder(buyer.order.id)).length === 2, {
      what: 'the second wholesale order',
    });
    await ops(`order refund ${buyer.order.number} --reason stolen --by ana`);
    const order = await until(
      async () => {
        const now = await look(world.app, buyer);
        return now.status === 'refunded' && now;
      },
      { what: 'the refund' },
    );
    expect(order.refund?.amount).toEqual(buyer.order.total);
    await control(second(), { allocate: { release: true } });
    expect((await replacementsOf(buyer)).map(({ state }) => state)).toEqual(['withdrawn']);
    const issued = await rows(world, sql`select 1 from esims where order_id = ${buyer.order.id}`);
    expect(issued).toHaveLength(1);
    expect(await refusalOf(ask(buyer))).toMatchObject({ code: 'esim-not-replaceable', rule: 'not-delivered' });
    expect((await look(world.app, buyer)).lines[0]).toMatchObject({ esim: null, replacement: null, replaced: [] });
  });

  it('is not needed when the wholesaler releases the code again', async () => {
    const buyer = await bought(world.app, { planId: PLAN });
    const { iccid, lpa } = (await lineOf(buyer)).esim!;
    const set = (change: object) => control(second(), { profile: { iccid, set: change } });
    const lookNow = async () => {
      const answer = await call(buyer, 'profile', {});
      return ((await answer.json()) as { order: { lines: OrderLineView[] } }).order.lines[0]!.esim;
    };
    await set({ smdpStatus: 'ENABLED', esimStatus: 'IN_USE', orderUsage: 1024 ** 2 * 100 });
    expect(await lookNow()).toMatchObject({ profileState: 'enabled', installed: true });
    await set({ smdpStatus: 'RELEASED' });
    expect(await lookNow()).toMatchObject({ profileState: 'released', installed: false, lpa, remainingMb: 924 });
    // The ordinary reading keeps it so, until a phone has it.
    await set({ smdpStatus: 'ENABLED' });
    expect(await lookNow()).toMatchObject({ profileState: 'enabled' });
  });
});

describe('a new eSIM in place of one that its wholesaler can not end', () => {
  it('has the cheapest plan that covers the rest, and the operator reads that the old one may work', async () => {
    const buyer = await bought(world.app);
    const iccid = await iccidOf(buyer);
    const inFiveDays = new Date(Date.now() + 4.5 * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
    await control(world.airalo, {
      usage: { iccid, set: { status: 'ACTIVE', remaining: 600, expired_at: inFiveDays } },
    });
    const id = await asked(buyer);
    expect((await replacementsOf(buyer))[0]).toMatchObject({ plan_id: PLAN });
    expect(await ops(`replacement approve ${id} --by ana`)).toContain('confirmed, at ');
    const line = await isIn(buyer, 'done');
    expect(line).toMatchObject({
      dataMb: 3072,
      esim: { dataMb: 1024, remainingMb: 1024, plans: [{ days: 7 }] },
      replaced: [{ iccid, remainingMb: 600 }],
      replacement: { oldProfile: 'unknown' },
    });
    expect(await ops(`order show ${buyer.order.number}`)).toContain('old profile may still work');
    expect(await differencesOf(buyer)).toEqual([]);
  });

  it('is withdrawn, refused, or impossible: with a clear answer, without script too', async () => {
    const buyer = await bought(world.app);
    const form = (fields: Record<string, string>) =>
      fetch(`${world.app.url}/orders/${buyer.order.id}/phone`, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie: buyer.cookie },
        body: new URLSearchParams({ line: '1', ...fields }),
      });
    const location = async (fields: Record<string, string>) => {
      const answer = await form(fields);
      return [answer.status, answer.headers.get('location')];
    };
    const page = `/orders/${buyer.order.id}/phone?line=1&old=gone`;
    expect(await location({ do: 'ask', reason: 'broken' })).toEqual([303, `${page}&sent=1`]);
    expect(await location({ do: 'withdraw' })).toEqual([303, `${page}&sent=1`]);
    const [withdrawn] = await replacementsOf(buyer);
    expect(withdrawn?.state).toBe('withdrawn');
    await expect(approve(withdrawn!.id)).rejects.toMatchObject({ code: 'wrong-state' });
    expect(await location({ do: 'withdraw' })).toEqual([303, `${page}&problem=not-found`]);

    const id = await asked(buyer);
    expect(await ops(`replacement refuse ${id} asked from another country --by ana`)).toContain('refused');
    await until(async () => (await subjects(buyer)).includes('About your request for a new France eSIM'), {
      what: 'the mail',
    });
    expect((await lineOf(buyer)).replacement).toMatchObject({ state: 'refused' });
    expect(await ops(`audit ${buyer.order.number}`)).toContain('because asked from another country');

    // Foreign, and at the end of the plan.
    expect((await ask({ ...buyer, cookie: '' })).status).toBe(404);
    await control(world.airalo, { usage: { iccid: await iccidOf(buyer), set: { status: 'FINISHED', remaining: 0 } } });
    expect(await refusalOf(ask(buyer))).toMatchObject({ code: 'esim-not-replaceable', rule: 'ended' });
    expect(await location({ do: 'ask', reason: 'lost' })).toEqual([303, `${page}&problem=esim-not-replaceable`]);
    expect((await form({ do: 'ask' })).status).toBe(400);
  });

  it('is asked for without script by the owner who is signed in, from a page of ours only', async () => {
    const { idToken, email } = await createAccount(world.app);
    const bearer = { authorization: `Bearer ${idToken}` };
    const buyer = await bought(world.app, { email }, bearer);
    const session = await fetch(`${world.app.url}/api/session`, { method: 'POST', headers: bearer });
    const cookie = session.headers.getSetCookie()[0]!.split(';')[0]!;
    const form = async (headers: Record<string, string>) => {
      const answer = await fetch(`${world.app.url}/orders/${buyer.order.id}/phone`, {
        method: 'POST',
        redirect: 'manual',
        headers,
        body: new URLSearchParams({ line: '1', do: 'ask', reason: 'lost' }),
      });
      return answer.status;
    };
    expect(await form({})).toBe(404);
    for (const site of ['cross-site', 'same-site']) expect(await form({ cookie, 'sec-fetch-site': site })).toBe(401);
    expect(await form({ cookie, origin: 'https://elsewhere.example' })).toBe(401);
    expect(await replacementsOf(buyer)).toEqual([]);
    expect(await form({ cookie, 'sec-fetch-site': 'same-origin' })).toBe(303);
    expect(await replacementsOf(buyer)).toMatchObject([{ state: 'requested', reason: 'lost' }]);
  });

  it('waits for the end of a dispute, and is refused during one', async () => {
    const buyer = await bought(world.app);
    const id = await asked(buyer);
    const [{ intent } = { intent: '' }] = await rows<{ intent: string }>(
      world,
      sql`select payment_intent_id as intent from payment_attempts where order_id = ${buyer.order.id}`,
    );
    const { dispute } = await control(world.stripe, { dispute: { payment_intent: intent } });
    await until(async () => (await look(world.app, buyer)).status === 'disputed', { what: 'the dispute' });
    await expect(approve(id)).rejects.toMatchObject({ code: 'esim-not-replaceable', rule: 'disputed' });
    expect(await refusalOf(ask(buyer))).toMatchObject({ rule: 'disputed' });
    await control(world.stripe, { dispute_status: { dispute: (dispute as { id: string }).id, status: 'won' } });
    await until(async () => (await look(world.app, buyer)).status === 'fulfilled', { what: 'it is won' });
    await approve(id);
    await isIn(buyer, 'done');
    // Its cost is a loss on the books.
    expect(await ops('orders stuck')).toContain(`order ${buyer.order.id}  paid 0.00 USD  net price `);
  });
});

inFull(() =>
  describe('a merchant who lets the store confirm by itself', () => {
    const outer = () => world;
    let before: World;
    beforeAll(async () => {
      before = outer();
      world = await start({ REPLACE_WITHOUT_OPERATOR_MAX_CENTS: '500', WHOLESALE_MAX_ORDER_LOSS_CENTS: '500' });
    });
    afterAll(async () => {
      await world.close();
      world = before;
    });

    it('has a new eSIM at once where the old profile is ended, within the limits of loss; else a person decides', async () => {
      const buyer = await bought(world.app, { planId: PLAN });
      expect((await ask(buyer)).status).toBe(200);
      await isIn(buyer, 'done');
      expect((await profilesOf(buyer)).map(({ esimStatus }) => esimStatus)).toEqual(['REVOKE', 'GOT_RESOURCE']);
      const other = await bought(world.app, { planId: 'spain-1gb' });
      await asked(other);
      expect((await replacementsOf(other))[0]?.state).toBe('requested');
    });
  }),
);
