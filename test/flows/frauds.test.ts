import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LineRefundView } from '#src/shared/refund-views.ts';
import { createAccount, freshEmail, type TestAccount } from '#test/support/accounts.ts';
import { checkPlans, rows } from '#test/support/books.ts';
import { cases, inFull } from '#test/support/full.ts';
import { ops as opsOn } from '#test/support/ops.ts';
import { becomes, bought, buy, type Buyer, errorOf, look, order, post } from '#test/support/shop.ts';
import { control, held, ledger, payHosted, until } from '#test/support/wire.ts';
import { startBeside, startBuiltWorld, type World } from '#test/support/world.ts';

/**
 * Frauds with refunds, as an outsider lists them: money back for what is used, for what is another's, or twice.
 * Elsewhere are what was used (`refund-by-oneself.test.ts`), the documents of others (`documents.test.ts`), withdrawals
 * by guessed tokens and other sites (`withdrawals.test.ts`), and disputes of other orders
 * (`refunds-and-disputes.test.ts`).
 */

/** From the second wholesaler, which takes unused profiles back at once; at the first one a person decides. */
const AT_ONCE = 'france-1gb';
const MASTERCARD = '5555555555554444';
const DISCOVER = '6011111111111117';
const SETTINGS = {
  // A held call must not end by itself on a busy machine.
  WHOLESALE_CALL_TIMEOUT_SECONDS: '30',
  ESIM_USAGE_MAX_AGE_MINUTES: '0',
  RECONCILE_GRACE_SECONDS: '0',
  SWEEP_SECONDS: '3600',
  LIMIT_WITHDRAWALS_PER_ADDRESS: '1000',
  REFUNDS_BY_ONESELF_IN_90_DAYS: '2',
  REFUNDS_BY_ONESELF_OF_A_CARD_IN_90_DAYS: '900',
};

let world: World;
beforeAll(async () => {
  world = await startBuiltWorld(SETTINGS, undefined, { secondWholesaler: true });
  await checkPlans(world);
  await opsOn(world, `catalogue package ${AT_ONCE} CKH248 esim-access --by ana`);
  await until(async () => (await world.services.catalogue.plan(AT_ONCE))?.available, { what: 'the plan is on sale' });
});
afterAll(() => world?.close());

type Headers = Record<string, string>;
type App = { url: string };

const bearer = ({ idToken }: TestAccount): Headers => ({ authorization: `Bearer ${idToken}` });
const path = ({ order: { id } }: Buyer, line = 1) => `/api/orders/${id}/lines/${line}/refund`;
const refund = (buyer: Buyer, { app = world.app, line = 1 }: { app?: App; line?: number } = {}) =>
  post(app, path(buyer, line), { reason: 'not-said' }, { cookie: buyer.cookie });
const ask = (buyer: Buyer) =>
  post(world.app, `${path(buyer)}-request`, { reason: 'no-connection' }, { cookie: buyer.cookie });
async function rightOf(buyer: Buyer, app: App = world.app): Promise<LineRefundView> {
  const answer = await fetch(app.url + path(buyer), { headers: { cookie: buyer.cookie } });
  expect(answer.status).toBe(200);
  return (await answer.json()) as LineRefundView;
}
const ruleOf = async (answer: Response) => [answer.status, answer.status === 409 ? (await errorOf(answer)).rule : null];
const is = (buyer: Buyer, status: 'fulfilled' | 'refunded' | 'disputed') => becomes(world.app, buyer, status);

type StripeRefund = { amount: number; status: string; metadata: Record<string, string> };
/** What went back at the payment provider, refund by refund. */
async function paidBack({ order: { id } }: Buyer): Promise<number[]> {
  const { refunds } = await ledger<{ refunds: StripeRefund[] }>(world.stripe);
  return refunds
    .filter(({ metadata, status }) => metadata['order_id'] === id && status !== 'failed')
    .map(({ amount }) => amount);
}
type Request = { id: string; state: string; why: string | null; profile: string | null };
const requestsOf = ({ order: { id } }: Buyer) =>
  rows<Request>(world, sql`select * from refund_requests where order_id = ${id} order by created_at desc`);
const requestOf = async (buyer: Buyer) => (await requestsOf(buyer))[0]!;

type Profile = { iccid: string; esimStatus: string };
const iccidOf = async (buyer: Buyer) => (await look(world.app, buyer)).lines[0]!.esim!.iccid;
async function profileOf(iccid: string): Promise<Profile> {
  const { orders } = await ledger<{ orders: { esimList: Profile[] }[] }>(world.esimAccess!);
  return orders.flatMap(({ esimList }) => esimList).find((each) => each.iccid === iccid)!;
}
const setProfile = (iccid: string, set: object) => control(world.esimAccess!, { profile: { iccid, set } });

/** The holder of the card asks the bank for the money. */
async function dispute({ order: { id } }: Buyer, more: object = {}): Promise<string> {
  const [{ intent } = { intent: '' }] = await rows<{ intent: string }>(
    world,
    sql`select payment_intent_id as intent from payment_attempts where order_id = ${id}`,
  );
  const opened = await control(world.stripe, { dispute: { payment_intent: intent, ...more } });
  return (opened['dispute'] as { id: string }).id;
}
const close = (id: string, status: 'won' | 'lost') =>
  control(world.stripe, { dispute_status: { dispute: id, status } });

const passHours = ({ order: { id } }: Buyer) =>
  rows(world, sql`update refund_requests set updated_at = now() - interval '4 hours' where order_id = ${id}`);
/** What runs each minute, for rows that are old enough. */
async function sweep(buyer: Buyer) {
  await passHours(buyer);
  await world.services.rightsFlows.sweepRequests();
}

/** Nothing was asked, and nothing went back. */
async function isUntouched(buyer: Buyer) {
  expect(await requestsOf(buyer)).toEqual([]);
  expect(await paidBack(buyer)).toEqual([]);
  expect(await look(world.app, buyer)).toMatchObject({ status: 'fulfilled', refund: null });
}

describe('a stranger', () => {
  let victim: Buyer;
  let thief: Buyer;
  let account: TestAccount;
  beforeAll(async () => {
    [victim, thief, account] = await Promise.all([bought(world.app), bought(world.app), createAccount(world.app)]);
  });

  it('gets no refund of another’s order, by its id or number, with cookies of their own or an account', async () => {
    const renamed = victim.cookie.split('=')[0]! + thief.cookie.slice(thief.cookie.indexOf('='));
    const asWhom: Headers[] = [{}, { cookie: thief.cookie }, { cookie: renamed }, bearer(account)];
    for (const headers of asWhom) {
      for (const call of [path(victim), `${path(victim)}-request`]) {
        const body = { reason: call.endsWith('request') ? 'no-connection' : 'not-said' };
        expect((await post(world.app, call, body, headers)).status, call).toBe(404);
      }
      expect((await fetch(world.app.url + path(victim), { headers })).status).toBe(404);
      const form = await fetch(`${world.app.url}/orders/${victim.order.id}/refund?line=1`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'sec-fetch-site': 'same-origin', ...headers },
        body: new URLSearchParams({ do: 'refund', reason: 'not-said' }),
      });
      expect(form.status).toBe(404);
    }
    const send = (id: string, line: string, { cookie }: Buyer) =>
      post(world.app, `/api/orders/${encodeURIComponent(id)}/lines/${line}/refund`, { reason: 'not-said' }, { cookie });
    for (const id of [victim.order.number, `${victim.order.number}%00`, `${thief.order.id}/../${victim.order.id}`])
      expect((await send(id, '1', thief)).status, id).toBe(404);
    for (const line of ['0', '2', '-1', '1.5', 'NaN', '1e0x'])
      expect((await send(victim.order.id, line, victim)).status, line).toBe(404);
    await isUntouched(victim);
  });

  it('sees no receipt and no documents, nor does a browser whose access has ended', async () => {
    const { id, number } = victim.order;
    const files = [`/orders/${id}/receipt.pdf`, `/orders/${number}/receipt.pdf`];
    const lists = [`/api/orders/${id}/documents`, `/api/orders/${number}/documents`];
    const notShown = async (headers: Headers) => {
      for (const file of files) {
        const answer = await fetch(world.app.url + file, { headers, redirect: 'manual' });
        expect([303, 404], file).toContain(answer.status);
        expect(answer.headers.get('content-type') ?? '').not.toContain('pdf');
      }
      for (const list of lists) expect((await fetch(world.app.url + list, { headers })).status, list).toBe(404);
    };
    for (const headers of [{}, { cookie: thief.cookie }, bearer(account)] as Headers[]) await notShown(headers);

    const gone = await bought(world.app);
    const own = `/api/orders/${gone.order.id}/documents`;
    expect((await fetch(world.app.url + own, { headers: { cookie: gone.cookie } })).status).toBe(200);
    await rows(
      world,
      sql`update order_access set expires_at = now() - interval '1 second' where order_id = ${gone.order.id}`,
    );
    for (const file of [`/orders/${gone.order.id}/receipt.pdf`, own]) {
      const answer = await fetch(world.app.url + file, { headers: { cookie: gone.cookie }, redirect: 'manual' });
      expect([303, 404], file).toContain(answer.status);
    }
    expect((await refund(gone)).status).toBe(404);
  });

  it('ends no eSIM by a withdrawal: not from the page of their own order, nor signed in', async () => {
    const email = freshEmail();
    const declare = (asked: string, headers: Headers, fields: Headers) =>
      fetch(world.app.url + asked, {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin', ...headers },
        body: new URLSearchParams({ name: 'Ana Lima', order: victim.order.number, email, ...fields }),
      });
    // The lines of their own order are chosen, and the number of the victim's is typed.
    const own = `/withdraw?order=${thief.order.id}`;
    const answers = [
      await declare(own, { cookie: thief.cookie }, { of: thief.order.number, line: '1' }),
      await declare(own, { cookie: thief.cookie }, { of: victim.order.number, line: '1', name: 'Bea Lima' }),
      await declare(`/withdraw?order=${victim.order.id}`, bearer(account), { name: 'Cleo Lima' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const declared = await rows(world, sql`select state, proof from withdrawals where email = ${email}`);
    expect(declared).toEqual(Array.from({ length: 3 }, () => ({ state: 'received', proof: 'none' })));
    await isUntouched(victim);
    await isUntouched(thief);
  });
});

describe('money back twice', () => {
  it('not by many calls to two processes at once, and from the form', async () => {
    const beside = await startBeside(world);
    for (const planId of cases([AT_ONCE, 'france-3gb'])) {
      const buyer = await bought(world.app, { planId });
      const form = () =>
        fetch(`${world.app.url}/orders/${buyer.order.id}/refund?line=1`, {
          method: 'POST',
          redirect: 'manual',
          headers: { 'sec-fetch-site': 'same-origin', cookie: buyer.cookie },
          body: new URLSearchParams({ do: 'refund', reason: 'other' }),
        });
      const calls = [refund(buyer), refund(buyer, { app: beside }), form(), refund(buyer, { app: beside }), ask(buyer)];
      const answers = await Promise.all(calls);
      // A question about a fault may come first: then the refund takes it over.
      expect(answers.slice(0, 4).map(({ status }) => status)).toEqual([200, 200, 303, 200]);
      await is(buyer, 'refunded');
      expect(await paidBack(buyer)).toEqual([buyer.order.total.amount]);
      expect(await requestsOf(buyer)).toHaveLength(1);
    }
    await beside.stop();
  });

  it('not by a dispute after a refund that is not sent yet, nor by a refund during one', async () => {
    const buyer = await bought(world.app);
    await control(world.stripe, { hold: { call: 'refunds.create', when: 'before' } });
    await refund(buyer);
    await held(world.stripe, 'refunds.create');
    const opened = await dispute(buyer);
    await is(buyer, 'disputed');
    await control(world.stripe, { release: { call: 'refunds.create' } });
    expect((await refund(buyer)).status).toBe(200);
    expect(await requestsOf(buyer)).toHaveLength(1);
    await close(opened, 'lost');
    await until(async () => (await look(world.app, buyer)).dispute === 'lost', { what: 'the loss' });
    await sweep(buyer);
    // The bank gave the money back: nothing more does, and nothing stays open.
    expect(await requestOf(buyer)).toMatchObject({ state: 'done' });
    expect(await paidBack(buyer)).toEqual([]);
    expect(await ruleOf(await ask(buyer))).toEqual([409, 'refunded']);
  });

  inFull(() => {
    it('not by a dispute while the wholesaler takes the eSIM back', async () => {
      const buyer = await bought(world.app, { planId: AT_ONCE });
      await control(world.esimAccess!, { hold: { call: 'profiles.cancel', when: 'after' } });
      await refund(buyer);
      await held(world.esimAccess!, 'profiles.cancel');
      const opened = await dispute(buyer);
      await is(buyer, 'disputed');
      await control(world.esimAccess!, { release: { call: 'profiles.cancel' } });
      await until(async () => (await requestOf(buyer)).profile === 'returned', { what: 'its answer is stored' });
      expect(await requestOf(buyer)).toMatchObject({ state: 'giving-back' });
      await close(opened, 'lost');
      await until(async () => (await look(world.app, buyer)).dispute === 'lost', { what: 'the loss' });
      await sweep(buyer);
      expect(await requestOf(buyer)).toMatchObject({ state: 'done' });
      expect(await paidBack(buyer)).toEqual([]);
    });
  });

  it('not by a dispute of what was refunded: it is contested with that, and won', async () => {
    const buyer = await bought(world.app);
    const { amount } = buyer.order.total;
    await refund(buyer);
    await is(buyer, 'refunded');
    const opened = await dispute(buyer, { amount });
    await is(buyer, 'disputed');
    expect((await refund(buyer)).status).toBe(200);
    await close(opened, 'won');
    await is(buyer, 'refunded');
    expect(await paidBack(buyer)).toEqual([amount]);
  });

  it('not the part that a person granted: each line of several gives back its price at the most', async () => {
    const buyer = await bought(world.app, { planId: undefined, planIds: ['france-3gb', 'spain-1gb'] });
    const price = buyer.order.lines[0]!.price.amount;
    await ask(buyer);
    const { id } = await requestOf(buyer);
    await opsOn(world, `refund-request grant ${id} It was slow. --amount 4.00 --by ana`);
    await until(async () => (await paidBack(buyer)).length === 1, { what: 'the part' });
    expect((await rightOf(buyer)).right).toMatchObject({ what: 'refund', amount: { amount: price - 400 } });
    expect((await refund(buyer)).status).toBe(200);
    await until(async () => (await look(world.app, buyer)).lines[0]!.status === 'refunded', {
      what: 'the line is back',
    });
    expect(await paidBack(buyer)).toEqual([400, price - 400]);
    expect(await ruleOf(await ask(buyer))).toEqual([200, null]);
    expect(await requestsOf(buyer)).toHaveLength(2);
    expect((await look(world.app, buyer)).lines[1]!.status).toBe('fulfilled');
    expect((await refund(buyer, { line: 2 })).status).toBe(200);
    await is(buyer, 'refunded');
    expect((await paidBack(buyer)).reduce((sum, each) => sum + each, 0)).toBe(buyer.order.total.amount);
  });
});

describe('the money and the eSIM', () => {
  it('not by an installation at that moment: the eSIM is ended first, and gets no new one', async () => {
    const buyer = await bought(world.app, { planId: AT_ONCE });
    const iccid = await iccidOf(buyer);
    await control(world.esimAccess!, { hold: { call: 'profiles.cancel', when: 'before' } });
    await refund(buyer);
    await held(world.esimAccess!, 'profiles.cancel');
    await setProfile(iccid, { smdpStatus: 'INSTALLATION' });
    await control(world.esimAccess!, { release: { call: 'profiles.cancel' } });
    await until(async () => (await requestOf(buyer)).profile === 'ended', { what: 'it is ended' });
    expect((await profileOf(iccid)).esimStatus).toBe('REVOKE');
    expect(await paidBack(buyer)).toEqual([]);

    const another = await post(
      world.app,
      `/api/orders/${buyer.order.id}/replacement`,
      { line: 1, reason: 'lost' },
      { cookie: buyer.cookie },
    );
    expect(await ruleOf(another)).toEqual([409, 'ended']);

    // The figures of after its end count nothing.
    await passHours(buyer);
    await world.services.rightsFlows.returnProfile((await requestOf(buyer)).id);
    await is(buyer, 'refunded');
    expect(await paidBack(buyer)).toEqual([buyer.order.total.amount]);
    expect(await requestOf(buyer)).toMatchObject({ profile: 'ended' });
    // It was on a phone, and its wholesaler keeps the price: that is the merchant's loss, and followed.
    expect((await opsOn(world, 'losses')).join('\n')).toContain(buyer.order.id);
  });

  inFull(() => {
    it('not after use that begins while the wholesaler is asked', async () => {
      const buyer = await bought(world.app, { planId: AT_ONCE });
      const iccid = await iccidOf(buyer);
      await control(world.esimAccess!, { hold: { call: 'profiles.cancel', when: 'before' } });
      await refund(buyer);
      await held(world.esimAccess!, 'profiles.cancel');
      await setProfile(iccid, { smdpStatus: 'ENABLED', esimStatus: 'IN_USE', orderUsage: 1024 ** 2 * 12 });
      await control(world.esimAccess!, { release: { call: 'profiles.cancel' } });
      await until(async () => (await requestOf(buyer)).state === 'asked', { what: 'a person decides' });
      expect(await requestOf(buyer)).toMatchObject({ why: 'used', profile: null });
      expect((await profileOf(iccid)).esimStatus).toBe('IN_USE');
      expect(await paidBack(buyer)).toEqual([]);
      expect((await look(world.app, buyer)).lines[0]).toMatchObject({ status: 'fulfilled' });
    });
  });
});

describe('many refunds', () => {
  const refundAll = async (buyers: readonly Buyer[], app: App = world.app) => {
    const answers: unknown[] = [];
    for (const buyer of buyers) answers.push((await ruleOf(await refund(buyer, { app })))[1]);
    return answers;
  };

  it('of one mailbox count together, however it is written', async () => {
    const [name] = freshEmail().split('@');
    const emails = [`${name}@example.com`, `${name}+trip@example.com`, `${name!.toUpperCase()}+2@Example.com`];
    const buyers = await Promise.all(emails.map((email) => bought(world.app, { email })));
    expect(await refundAll(buyers)).toEqual([null, null, 'too-often']);
    expect((await rightOf(buyers[2]!)).right).toMatchObject({ what: 'ask', why: 'too-often' });

    // An eSIM that is not delivered yet is a person's, too.
    await control(world.esimAccess!, { allocate: { hold: true } });
    const early = await buy(world.app, { planId: AT_ONCE, email: emails[0] });
    await becomes(world.app, early, 'fulfilling');
    expect((await ruleOf(await refund(early)))[1]).toBe('too-often');
    expect((await ask(early)).status).toBe(200);
    await control(world.esimAccess!, { allocate: { release: true } });
    await is(early, 'fulfilled');
  });

  inFull(() => {
    it('of one account count together, whatever the addresses', async () => {
      const account = await createAccount(world.app);
      const own = await Promise.all([1, 2, 3].map(() => bought(world.app, { email: freshEmail() }, bearer(account))));
      expect(await refundAll(own)).toEqual([null, null, 'too-often']);
    });

    it('of one card count together, whatever the addresses and accounts', async () => {
      const strict = await startBeside({
        ...world,
        env: { ...world.env, REFUNDS_BY_ONESELF_OF_A_CARD_IN_90_DAYS: '2' },
      });
      const account = await createAccount(world.app);
      const buyers = await Promise.all([
        order(world.app),
        order(world.app, { email: account.email }, bearer(account)),
        order(world.app),
      ]);
      for (const { paymentUrl } of buyers) await payHosted(paymentUrl, MASTERCARD);
      for (const buyer of buyers) await is(buyer, 'fulfilled');
      expect(await refundAll(buyers, strict)).toEqual([null, null, 'too-often']);
      // Another card is another's.
      const other = await order(world.app);
      await payHosted(other.paymentUrl, DISCOVER);
      await is(other, 'fulfilled');
      expect((await rightOf(other, strict)).right).toMatchObject({ what: 'refund' });
      await strict.stop();
    });
  });
});
