import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { booksOf, checkPlans, rows, startBuiltShop } from '#test/support/books.ts';
import { FULL, inFull } from '#test/support/full.ts';
import { ops as opsOn } from '#test/support/ops.ts';
import { becomes, buy, type Buyer, look } from '#test/support/shop.ts';
import { control, held, ledger, until } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';

/** A plan with a source at each of the two wholesalers: when one fails, the other delivers. */

const PLAN = 'france-1gb';
const FIRST = { wholesaler: 'airalo', package_id: 'france-7days-1gb' };
const SECOND = { wholesaler: 'esim-access', package_id: 'CKH248' };
const WINDOW_MS = 3_000;

let world: World;
beforeAll(async () => {
  world = await startBuiltShop({ RECONCILE_GRACE_SECONDS: '0' }, undefined, { secondWholesaler: true });
  await rows(
    world,
    sql`insert into plan_sources (plan_id, position, wholesaler, package_id, fault, created_at)
      values (${PLAN}, 1, ${SECOND.wholesaler}, ${SECOND.package_id}, 'never-checked', now()) returning 1`,
  );
  await checkPlans(world);
});
afterAll(() => world?.close());
afterEach(async () => {
  await both({ reset: true });
  // Each test has its own failures in a row, and prices.
  await rows(world, sql`delete from circuit_breakers returning 1`);
  await checkPlans(world);
});

const second = () => world.esimAccess!;
const both = (orders: Record<string, unknown>) =>
  Promise.all([control(world.airalo, orders), control(second(), orders)]);
const ops = async (line: string) => (await opsOn(world, line)).join('\n');

type Row = { wholesaler: string; package_id: string; status: string; submissions: number; last_fault: string | null };
const rowOf = async ({ order: { id } }: Buyer) =>
  (await rows<Row>(world, sql`select * from wholesale_orders where order_id = ${id}`))[0]!;
const triesOf = ({ order: { id } }: Buyer) =>
  rows(
    world,
    sql`select t.wholesaler, t.turns, t.last_fault from wholesale_tries t
      join wholesale_orders w on w.id = t.wholesale_order_id where w.order_id = ${id} order by t.wholesaler`,
  );
const referenceOf = async ({ order: { id } }: Buyer) =>
  (await rows<{ reference: string }>(world, sql`select reference from wholesale_orders where order_id = ${id}`))[0]!
    .reference;
/** What the wholesalers hold for this order. */
async function heldFor(buyer: Buyer) {
  const reference = await referenceOf(buyer);
  const at = await ledger<{ orders: { transactionId: string; orderNo: string; amount: number }[] }>(second());
  return {
    first: (await booksOf(world, buyer.order.id)).wholesale,
    second: at.orders.filter(({ transactionId }) => transactionId === reference),
  };
}
const strays = ({ order: { id } }: Buyer) =>
  rows(
    world,
    sql`select s.wholesaler, s.vendor_order_id from stray_profiles s
      join wholesale_orders w on w.id = s.wholesale_order_id where w.order_id = ${id}`,
  );
/** The three ledgers agree about the order. */
async function agrees({ order: { id } }: Buyer) {
  await world.services.reconcile({ full: true });
  const open = await rows(
    world,
    sql`select kind, wholesaler, subject from ledger_differences where order_id = ${id} and closed_at is null`,
  );
  expect(open).toEqual([]);
}

const refusal = (code: number, reason: string) => ({ status: 422, body: { code, reason } });
const REFUSALS = [
  ['out of stock', 'out-of-stock', refusal(34, 'out of stock')],
  ['without enough profiles', 'out-of-stock', refusal(33, 'not enough')],
  ['out of credit', 'insufficient-credit', refusal(11, 'no credit')],
  ['under maintenance', 'maintenance', refusal(13, 'maintenance')],
  ['for an unknown package', 'invalid-package', { status: 422, body: { data: { package_id: 'is invalid' } } }],
  ['for the credentials', 'unauthorized', { status: 401, body: { data: [] } }],
] as const;

describe('when the first wholesaler refuses', () => {
  it.each(FULL ? REFUSALS : REFUSALS.slice(0, 1))(
    '%s, the second delivers after a search at the first',
    async (_, fault, answer) => {
      await control(world.airalo, { hold: { call: 'orders.list', when: 'before', times: 1 } });
      await control(world.airalo, { fail: { call: 'orders.create', ...answer } });
      const buyer = await buy(world.app, { planId: PLAN });
      await held(world.airalo, 'orders.list');
      // Until the search has its answer, nothing is ordered elsewhere.
      expect(await rowOf(buyer)).toMatchObject({ ...FIRST, submissions: 1, last_fault: fault });
      expect((await heldFor(buyer)).second).toEqual([]);
      await control(world.airalo, { release: { call: 'orders.list' } });
      await becomes(world.app, buyer, 'fulfilled');
      expect(await rowOf(buyer)).toMatchObject({ ...SECOND, status: 'done', submissions: 2 });
      const { first, second: made } = await heldFor(buyer);
      expect([first.length, made.length]).toEqual([0, 1]);
      expect((await look(world.app, buyer)).esim?.lpa).toContain('$rsp.access.example$');
      expect(await triesOf(buyer)).toMatchObject([
        { wholesaler: 'airalo', turns: 1, last_fault: fault },
        { wholesaler: 'esim-access', turns: 0 },
      ]);
      await agrees(buyer);
    },
  );

  it('after it has made the profile, that one is the buyer’s, and the second is not asked', async () => {
    await control(world.airalo, { fail: { call: 'orders.create', when: 'after', ...refusal(34, 'out of stock') } });
    const buyer = await buy(world.app, { planId: PLAN });
    await becomes(world.app, buyer, 'fulfilled');
    expect(await rowOf(buyer)).toMatchObject({ ...FIRST, status: 'done', submissions: 1 });
    const { first, second: made } = await heldFor(buyer);
    expect([first.length, made.length]).toEqual([1, 0]);
    await agrees(buyer);
  });

  it('because its price is above the limit, the second delivers, and nothing is ordered at the first', async () => {
    await control(world.airalo, { package: { id: FIRST.package_id, set: { net_price: 30 } } });
    // The price that was read is too old: it is read again before the order.
    await rows(
      world,
      sql`update wholesale_packages set seen_at = now() - interval '1 hour' where wholesaler = 'airalo' returning 1`,
    );
    const buyer = await buy(world.app, { planId: PLAN });
    await becomes(world.app, buyer, 'fulfilled');
    expect(await rowOf(buyer)).toMatchObject({ ...SECOND, submissions: 1 });
    expect((await heldFor(buyer)).first).toEqual([]);
    await agrees(buyer);
  });
});

it('asks the second at once, without a search, when the order can not be sent to the first', async () => {
  await control(world.airalo, { tokens: 'revoke' });
  await rows(world, sql`delete from vendor_tokens where vendor = 'airalo' returning 1`);
  await control(world.airalo, { fail: { call: 'token', status: 503, times: 1_000 } });
  const buyer = await buy(world.app, { planId: PLAN });
  await becomes(world.app, buyer, 'fulfilled');
  expect(await rowOf(buyer)).toMatchObject({ ...SECOND, status: 'done', submissions: 2 });
  expect(await triesOf(buyer)).toMatchObject([
    { wholesaler: 'airalo', turns: 1, last_fault: 'token-unavailable' },
    { wholesaler: 'esim-access', turns: 0 },
  ]);
  await control(world.airalo, { reset: true });
  await agrees(buyer);
});

describe('when the first wholesaler hangs after the order was sent', () => {
  it('the second is asked after the window and a search, not before', async () => {
    const calledAt = Date.now();
    await control(world.airalo, { hold: { call: 'orders.create', when: 'before' } });
    const buyer = await buy(world.app, { planId: PLAN });
    await held(world.airalo, 'orders.create');
    await until(async () => (await rowOf(buyer)).last_fault === 'timeout', { what: 'the call timed out' });
    expect(await rowOf(buyer)).toMatchObject({ ...FIRST, status: 'submitted' });
    await becomes(world.app, buyer, 'fulfilled');
    expect(Date.now() - calledAt).toBeGreaterThan(WINDOW_MS);
    expect(await rowOf(buyer)).toMatchObject({ ...SECOND, status: 'done', doubts: 1 });
    // The first one carries the call out at last: its profile is listed under its name, and never issued.
    await control(world.airalo, { release: { call: 'orders.create' } });
    await until(async () => (await heldFor(buyer)).first.length === 1, { what: 'the late profile' });
    await world.services.sweeps.findStrays();
    expect(await strays(buyer)).toMatchObject([{ wholesaler: 'airalo' }]);
    expect(await ops(`order show ${buyer.order.id}`)).toMatch(/airalo france-7days-1gb/);
    await agrees(buyer);
  });

  it('and the profile turns up within the window, it is the buyer’s, and the second is not asked', async () => {
    await control(world.airalo, { fail: { call: 'orders.create', when: 'after', hangup: true } });
    const buyer = await buy(world.app, { planId: PLAN });
    await becomes(world.app, buyer, 'fulfilled');
    expect(await rowOf(buyer)).toMatchObject({ ...FIRST, status: 'done' });
    expect((await heldFor(buyer)).second).toEqual([]);
    await agrees(buyer);
  });

  inFull(() => {
    it('and its profile turns up while the second hangs, the buyer gets that one, and no second one', async () => {
      await control(world.airalo, { fail: { call: 'orders.create', ...refusal(34, 'out of stock') } });
      await control(second(), { hold: { call: 'orders.create', when: 'before' } });
      const buyer = await buy(world.app, { planId: PLAN });
      await held(second(), 'orders.create');
      await control(world.airalo, { late: { description: await referenceOf(buyer), package_id: FIRST.package_id } });
      await becomes(world.app, buyer, 'fulfilled');
      expect(await rowOf(buyer)).toMatchObject({ ...FIRST, status: 'done' });
      await control(second(), { release: { call: 'orders.create' } });
      await until(async () => (await heldFor(buyer)).second.length === 1, { what: 'the late profile' });
      // An order is in the second one's list when its profile is allocated.
      await until(async () => {
        await world.services.sweeps.findStrays();
        return (await strays(buyer)).length === 1;
      });
      expect(await strays(buyer)).toMatchObject([{ wholesaler: 'esim-access' }]);
      expect((await look(world.app, buyer)).esim?.lpa).not.toContain('access');
      await agrees(buyer);
    });
  });
});

inFull(() => {
  it('after lost time, a profile of any source of the plan is the buyer’s', async () => {
    await control(world.airalo, { fail: { call: 'orders.create', ...refusal(34, 'out of stock') } });
    const buyer = await buy(world.app, { planId: PLAN });
    await becomes(world.app, buyer, 'fulfilled');
    const { esim } = await look(world.app, buyer);
    const { id } = buyer.order;
    // As in a backup from before the line moved on (`recordLostTime`).
    for (const change of [
      sql`delete from esim_plans where order_id = ${id}`,
      sql`delete from esims where order_id = ${id}`,
      sql`delete from wholesale_tries t using wholesale_orders w where w.id = t.wholesale_order_id and w.order_id = ${id}`,
      sql`update order_lines set status = 'fulfilling' where order_id = ${id}`,
      sql`update orders set status = 'fulfilling', fulfilled_at = null where id = ${id}`,
      sql`update wholesale_orders set status = 'submitted', submitted_at = now() - interval '1 minute',
      wholesaler = ${FIRST.wholesaler}, package_id = ${FIRST.package_id}, vendor_order_id = null,
      last_fault = 'lost-time' where order_id = ${id}`,
    ])
      await rows(world, change);
    await ops(`order retry ${id}`);
    await becomes(world.app, buyer, 'fulfilled');
    expect(await rowOf(buyer)).toMatchObject({ ...SECOND, status: 'done' });
    expect((await look(world.app, buyer)).esim?.lpa).toBe(esim?.lpa);
    expect((await heldFor(buyer)).first).toEqual([]);
    await agrees(buyer);
  });
});

it('refunds the line when both refuse, as soon as both have proved that they hold nothing', async () => {
  await control(world.airalo, {
    fail: { call: 'orders.create', times: 100, status: 422, body: { data: { package_id: 'is invalid' } } },
  });
  await control(second(), { package: { packageCode: SECOND.package_id, set: { missing: true } } });
  const buyer = await buy(world.app, { planId: PLAN });
  await becomes(world.app, buyer, 'refunded');
  const books = await booksOf(world, buyer.order.id);
  expect(books.refunds).toMatchObject([{ amount: 450 }]);
  expect(await heldFor(buyer)).toEqual({ first: [], second: [] });
  await agrees(buyer);
});

inFull(() => {
  describe('a wholesaler that fails again and again', () => {
    it('is skipped for new orders until a probe succeeds, then one order is tried there', async () => {
      await control(world.airalo, { fail: { call: 'orders.create', times: 1_000, ...refusal(13, 'maintenance') } });
      for (let n = 0; n < 5; n += 1) await becomes(world.app, await buy(world.app, { planId: PLAN }), 'fulfilled');
      const breaker = async () =>
        (await rows<{ state: string }>(world, sql`select * from circuit_breakers where wholesaler = 'airalo'`))[0]
          ?.state;
      await until(async () => (await breaker()) !== 'closed', { what: 'it is skipped' });
      // Probes get no answer.
      await control(world.airalo, { hold: { call: 'orders.list', when: 'before', times: 1_000 } });
      await rows(world, sql`update circuit_breakers set state = 'open' where wholesaler = 'airalo' returning 1`);
      const skipping = await buy(world.app, { planId: PLAN });
      await becomes(world.app, skipping, 'fulfilled');
      expect(await triesOf(skipping)).toMatchObject([{ wholesaler: 'esim-access' }]);
      expect(await rowOf(skipping)).toMatchObject({ ...SECOND, submissions: 1 });
      expect(await ops('wholesalers')).toMatch(/airalo\n {2}orders +SKIPPED/);

      await control(world.airalo, { reset: true });
      await until(async () => (await breaker()) === 'half_open', { what: 'a probe succeeds' });
      const trial = await buy(world.app, { planId: PLAN });
      await becomes(world.app, trial, 'fulfilled');
      expect(await rowOf(trial)).toMatchObject({ ...FIRST, submissions: 1 });
      expect(await breaker()).toBe('closed');
    });

    it('is asked all the same for a plan that has no other source', async () => {
      await rows(
        world,
        sql`insert into circuit_breakers (wholesaler, state, failures, opened_at) values ('airalo', 'open', 5, now()) returning 1`,
      );
      const buyer = await buy(world.app, { planId: 'spain-1gb' });
      await becomes(world.app, buyer, 'fulfilled');
      expect(await rowOf(buyer)).toMatchObject({ wholesaler: 'airalo', submissions: 1 });
    });
  });
});
