import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { booksOf, rows, startBuiltShop } from '#test/support/books.ts';
import { ops } from '#test/support/ops.ts';
import { backupKeys, createRestores, type Restored } from '#test/support/restores.ts';
import { look, order, type Buyer } from '#test/support/shop.ts';
import { control, held, ledger, payHosted, until } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';
import { createDesk } from '#test/support/desk.ts';
import { inFull } from '#test/support/full.ts';

/**
 * Refunds of single lines: made in the vendor's dashboard, at the deadline, by an operator, and read back after a
 * restore. A line ends with its eSIM or with its price, never with both, and never with its price twice.
 */

let world: World;
const restores = createRestores(() => world);
beforeAll(async () => {
  world = await startBuiltShop({ ...backupKeys(), SWEEP_SECONDS: '3600', RECONCILE_GRACE_SECONDS: '0' });
});
afterAll(async () => {
  await restores.close();
  await world?.close();
});
afterEach(async () => {
  for (const call of ['webhooks.deliver', 'refunds.create', 'refunds.list'])
    await control(world.stripe, { release: { call } });
});

type Store = Pick<World, 'db' | 'stripe' | 'airalo' | 'services' | 'app'> | Restored;

/** 11, 10 and 24 dollars. */
const TRIP = ['france-3gb', 'egypt-3gb', 'thailand-10gb'];
/** 11, 10, 24 and 10 dollars. */
const TWINS = [...TRIP, 'morocco-3gb'];
/** The wholesaler does not have this package; as the id of a plan, it is one without another source. */
const SOLD_OUT = 'test-out-of-stock-7days-1gb';

const books = (buyer: Buyer, store: Store = world) => booksOf(store, buyer.order.id);
const desk = (store: Store = world) => createDesk(store.db);
const orderOf = async (buyer: Buyer, store: Store = world) => (await store.services.orders.find(buyer.order.id))!;
const statuses = async (buyer: Buyer, store: Store = world) =>
  (await books(buyer, store)).lines.map(({ status }) => status);
const linesBecome = (buyer: Buyer, expected: string[], store: Store = world) =>
  until(async () => (await statuses(buyer, store)).join() === expected.join(), {
    what: `lines ${expected.join(', ')}`,
  }).catch(async (error: unknown) => {
    throw new Error(`the lines are ${(await statuses(buyer, store)).join(', ')}`, { cause: error });
  });
const stuck = async (store: Store = world) => (await desk(store).stuck()).join('\n');

/** An order of these plans that is paid and delivered, except for the lines (from 1) that the wholesaler has not. */
async function waitingFor(planIds: string[], late: number[]): Promise<Buyer & { intent: string }> {
  const buyer = await order(world.app, { planId: undefined, planIds });
  for (const line of late)
    await rows(
      world,
      sql`update order_lines set package_id = ${SOLD_OUT}, plan_id = ${SOLD_OUT} where order_id = ${buyer.order.id} and position = ${line - 1}`,
    );
  await payHosted(buyer.paymentUrl);
  await linesBecome(
    buyer,
    planIds.map((_, at) => (late.includes(at + 1) ? 'fulfilling' : 'fulfilled')),
  );
  return { ...buyer, intent: String((await books(buyer)).payments[0]?.['id']) };
}

/** A refund in the payment vendor's dashboard. */
async function refundAtVendor(intent: string, amount: number, metadata: Record<string, string> = {}) {
  const body = new URLSearchParams({ payment_intent: intent, amount: String(amount) });
  for (const [name, value] of Object.entries(metadata)) body.set(`metadata[${name}]`, value);
  const answer = await fetch(`${world.stripe.url}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.env['STRIPE_SECRET_KEY']}` },
    body,
  });
  return (await answer.json()) as { id: string };
}

/** What the vendor stores about a refund. */
async function labelOf(vendorId: string): Promise<Record<string, string>> {
  const { refunds = [] } = await ledger(world.stripe);
  return (refunds.find(({ id }) => id === vendorId)?.['metadata'] ?? {}) as Record<string, string>;
}

/** The deadline of these lines passes, and each line is processed as its job does. */
async function deadline(buyer: Buyer, store: Store = world) {
  await rows(
    store,
    sql`update wholesale_orders set deadline = now() - interval '1 hour', submitted_at = submitted_at - interval '1 hour' where order_id = ${buyer.order.id}`,
  );
  await work(buyer, store);
}

/** Runs the jobs of every line and every refund of an order, as the sweep does. */
async function work(buyer: Buyer, store: Store = world) {
  for (const { id } of (await orderOf(buyer, store)).lines) await store.services.fulfilLine(id);
  for (const row of await rows<{ id: string }>(store, sql`select id from refunds where order_id = ${buyer.order.id}`))
    await store.services.refunds.carryOutRefund(row.id);
}

/** The wholesaler has the package again. */
async function restock(buyer: Buyer, store: Store = world) {
  for (const table of ['order_lines', 'wholesale_orders'])
    await rows(
      store,
      sql`update ${sql.identifier(table)} set package_id = 'egypt-30days-3gb' where order_id = ${buyer.order.id} and package_id = ${SOLD_OUT}`,
    );
}

const given = async (buyer: Buyer) =>
  (await books(buyer)).refunds
    .filter(({ status }) => status !== 'failed')
    .reduce((sum, { amount }) => sum + Number(amount), 0);
const profiles = async (buyer: Buyer) => (await books(buyer)).wholesale.length;

describe("a refund in the vendor's dashboard for a late line", () => {
  it("of its exact price is that line's: not paid again at the deadline, and no eSIM comes", async () => {
    const buyer = await waitingFor(TRIP, [2]);
    await refundAtVendor(buyer.intent, 1000);
    await linesBecome(buyer, ['fulfilled', 'refunded', 'fulfilled']);
    await restock(buyer);
    await deadline(buyer);
    expect([await given(buyer), await profiles(buyer)]).toEqual([1000, 2]);
    expect(await look(world.app, buyer)).toMatchObject({ status: 'fulfilled', refund: { amount: { amount: 1000 } } });
  });

  it('is recognised however often and late its events arrive', async () => {
    const buyer = await waitingFor(TRIP, [2]);
    await control(world.stripe, { hold: { call: 'webhooks.deliver', when: 'before', times: 1000 } });
    await refundAtVendor(buyer.intent, 1000);
    const session = (await books(buyer)).attempts[0]?.session_id;
    for (const type of ['charge.refunded', 'refund.created'])
      await control(world.stripe, { deliver: { type, session, times: 3 } });
    await linesBecome(buyer, ['fulfilled', 'refunded', 'fulfilled']);
    await deadline(buyer);
    expect([await given(buyer), (await books(buyer)).refundRows.length]).toEqual([1000, 1]);
  });

  it('made while the refund of the deadline is on its way → paid once', async () => {
    const buyer = await waitingFor(TRIP, [2]);
    await control(world.stripe, { hold: { call: 'webhooks.deliver', when: 'before', times: 1000 } });
    await control(world.stripe, { hold: { call: 'refunds.list', when: 'before', times: 2 } });
    const running = deadline(buyer);
    await held(world.stripe, 'refunds.list');
    await refundAtVendor(buyer.intent, 1000);
    await control(world.stripe, { release: { call: 'refunds.list' } });
    await running;
    await linesBecome(buyer, ['fulfilled', 'refunded', 'fulfilled']);
    expect(await given(buyer)).toBe(1000);
    expect((await books(buyer)).refundRows.map(({ status }) => status).toSorted()).toEqual(['succeeded', 'superseded']);
  });

  it('sent back by the bank → the line is owed again, and is refunded once more by the command', async () => {
    const buyer = await waitingFor(TRIP, [2]);
    const { id } = await refundAtVendor(buyer.intent, 1000);
    await linesBecome(buyer, ['fulfilled', 'refunded', 'fulfilled']);
    await control(world.stripe, { fail_refund: { refund: id } });
    await linesBecome(buyer, ['fulfilled', 'refunding', 'fulfilled']);
    expect(await stuck()).toContain(`order ${buyer.order.id}  10.00 USD`);
    await ops(world, `order refund ${buyer.order.id} 2 --reason late`);
    await linesBecome(buyer, ['fulfilled', 'refunded', 'fulfilled']);
    expect([await given(buyer), await profiles(buyer)]).toEqual([1000, 2]);
  });

  it('two at once for two lines of that price → one for each', async () => {
    const buyer = await waitingFor(TWINS, [2, 4]);
    await Promise.all([refundAtVendor(buyer.intent, 1000), refundAtVendor(buyer.intent, 1000)]);
    await linesBecome(buyer, ['fulfilled', 'refunded', 'fulfilled', 'refunded']);
    await deadline(buyer);
    expect([await given(buyer), await profiles(buyer)]).toEqual([2000, 2]);
  });
});

describe("a refund in the vendor's dashboard that may be for several lines", () => {
  const undecided = async (buyer: Buyer) =>
    (
      await rows<{ id: string }>(
        world,
        sql`select id from refunds where order_id = ${buyer.order.id} and line_id is null`,
      )
    )[0]!.id;

  it('waits for an operator: nothing is delivered or paid, also at the deadline; then the named line is given back', async () => {
    const buyer = await waitingFor(TWINS, [2, 4]);
    const { id } = await refundAtVendor(buyer.intent, 1000);
    await linesBecome(buyer, ['fulfilled', 'stopped', 'fulfilled', 'stopped']);
    expect(await stuck()).toMatch(new RegExp(`refunds that name no line: 1\n  order ${buyer.order.id}  10.00 USD`));
    await restock(buyer);
    await deadline(buyer);
    expect([await given(buyer), await profiles(buyer)]).toEqual([1000, 2]);
    await world.services.reconcile({ full: true });
    expect((await ops(world, 'differences')).join('\n')).toMatch(`refund-undecided  ${id}`);
    await expect(ops(world, `order refund ${buyer.order.id} 2 --reason late`)).rejects.toMatchObject({
      code: 'refund-undecided',
    });

    await ops(world, `refund assign ${await undecided(buyer)} 4 the buyer cancelled Morocco`);
    await linesBecome(buyer, ['fulfilled', 'fulfilled', 'fulfilled', 'refunded']);
    expect([await given(buyer), await profiles(buyer)]).toEqual([1000, 3]);
    expect(await stuck()).toContain('refunds that name no line: 0');
    await until(async () => (await labelOf(id))['lines'] === '4:1000', { what: 'the decision at the vendor' });
    await world.services.reconcile({ full: true });
    expect((await ops(world, 'differences')).join('\n')).not.toContain(id);
  });

  it('a decision whose job was lost is carried out by the sweep; without one the lines keep waiting', async () => {
    const buyer = await waitingFor(TRIP, [2, 3]);
    const { id } = await refundAtVendor(buyer.intent, 3449);
    await linesBecome(buyer, ['fulfilled', 'stopped', 'stopped']);
    await restock(buyer);
    const { sweepFulfilment } = world.services.sweeps;
    await sweepFulfilment();
    expect(await statuses(buyer)).toEqual(['fulfilled', 'stopped', 'stopped']);

    // As restored from a backup that was made between the decision and its job.
    await rows(world, sql`update refunds set scope = 'none' where vendor_id = ${id}`);
    await sweepFulfilment();
    await linesBecome(buyer, ['fulfilled', 'fulfilled', 'fulfilled']);
    expect(await given(buyer)).toBe(3449);
  });

  it('as the sum of two lines: an operator names both', async () => {
    const buyer = await waitingFor(TRIP, [2, 3]);
    await refundAtVendor(buyer.intent, 3400);
    await linesBecome(buyer, ['fulfilled', 'stopped', 'stopped']);
    const id = await undecided(buyer);
    await expect(ops(world, `refund assign ${id} 2,9 no such line`)).rejects.toMatchObject({ code: 'invalid-input' });
    await ops(world, `refund assign ${id} 2,3 both are late`);
    await linesBecome(buyer, ['fulfilled', 'refunded', 'refunded']);
    await expect(ops(world, `refund assign ${id} none twice`)).rejects.toMatchObject({ code: 'wrong-state' });
    expect(await given(buyer)).toBe(3400);
  });

  it('as less than the price of any line: delivery continues, the refund of the deadline waits until it is decided', async () => {
    const buyer = await waitingFor(TRIP, [2, 3]);
    await refundAtVendor(buyer.intent, 100);
    await until(async () => (await look(world.app, buyer)).refund?.partial, { what: 'the part' });
    await rows(
      world,
      sql`update order_lines set package_id = 'thailand-30days-10gb' where order_id = ${buyer.order.id} and position = 2`,
    );
    await world.services.fulfilLine((await orderOf(buyer)).lines[2]!.id);
    await linesBecome(buyer, ['fulfilled', 'fulfilling', 'fulfilled']);
    await deadline(buyer);
    await linesBecome(buyer, ['fulfilled', 'refunding', 'fulfilled']);
    await work(buyer);
    expect(await given(buyer)).toBe(100);
    expect(await stuck()).toMatch(new RegExp(`refunds that name no line: 1\n  order ${buyer.order.id}  1.00 USD`));

    await ops(world, `refund assign ${await undecided(buyer)} none an apology`);
    await linesBecome(buyer, ['fulfilled', 'refunded', 'fulfilled']);
    expect(await given(buyer)).toBe(1100);
  });

  it('as a part that an operator names for its line: the rest of the price follows', async () => {
    const buyer = await waitingFor(TRIP, [2]);
    await refundAtVendor(buyer.intent, 900);
    await until(async () => (await look(world.app, buyer)).refund?.partial, { what: 'the part' });
    await ops(world, `refund assign ${await undecided(buyer)} 2 without the fee`);
    await linesBecome(buyer, ['fulfilled', 'refunded', 'fulfilled']);
    expect(await given(buyer)).toBe(1000);
  });
});

inFull(() =>
  describe('after a restore', () => {
    it('the refund of a line is read back with its line: not paid again, and no eSIM comes', async () => {
      const buyer = await waitingFor(TRIP, [2]);
      const { restore } = await restores.backup();
      await deadline(buyer);
      await linesBecome(buyer, ['fulfilled', 'refunded', 'fulfilled']);
      const store = await restore();
      expect(await statuses(buyer, store)).toEqual(['fulfilled', 'fulfilling', 'fulfilled']);
      await deadline(buyer, store);
      await linesBecome(buyer, ['fulfilled', 'refunded', 'fulfilled'], store);
      expect([await given(buyer), await profiles(buyer)]).toEqual([1000, 2]);
    });

    it('a profile that appeared after its line was refunded is not issued', async () => {
      const buyer = await waitingFor(TRIP, [2]);
      const { restore } = await restores.backup();
      await deadline(buyer);
      await linesBecome(buyer, ['fulfilled', 'refunded', 'fulfilled']);
      const line = (await orderOf(buyer)).lines[1]!;
      const late = { description: `cairn-${line.id}`, package_id: 'egypt-30days-3gb' };
      await control(world.airalo, { late });
      const store = await restore();
      await restock(buyer, store);
      await work(buyer, store);
      await linesBecome(buyer, ['fulfilled', 'refunded', 'fulfilled'], store);
      const { esims, wholesale } = await books(buyer, store);
      expect([await given(buyer), esims.length, wholesale.length]).toEqual([1000, 2, 3]);
    });

    it("an operator's refund of a delivered line hides its codes, and the same command pays nothing again", async () => {
      const buyer = await waitingFor(TRIP, []);
      const { restore } = await restores.backup();
      await desk().refund(await orderOf(buyer), (await orderOf(buyer)).lines[0]);
      await linesBecome(buyer, ['refunded', 'fulfilled', 'fulfilled']);
      const store = await restore();
      // Refused where the comparison of the ledgers at the start has read the refund back before it.
      await ops(store, `order refund ${buyer.order.id} 1 --reason late`).catch((error: unknown) =>
        expect(error).toMatchObject({ code: 'wrong-state', field: 'refund' }),
      );
      await linesBecome(buyer, ['refunded', 'fulfilled', 'fulfilled'], store);
      await work(buyer, store);
      expect(await given(buyer)).toBe(1100);
      expect((await look(store.app, buyer)).lines[0]?.esim).toBeNull();
    });

    it('without any command, the first comparison of the ledgers reads such a refund back', async () => {
      const buyer = await waitingFor(TRIP, []);
      const { restore } = await restores.backup();
      await desk().refund(await orderOf(buyer), (await orderOf(buyer)).lines[0]);
      await linesBecome(buyer, ['refunded', 'fulfilled', 'fulfilled']);
      const store = await restore();
      // The store compares at its start, because time was lost.
      await linesBecome(buyer, ['refunded', 'fulfilled', 'fulfilled'], store);
      expect((await look(store.app, buyer)).lines[0]?.esim).toBeNull();
    });

    it("an operator's decision is read back from the vendor", async () => {
      const buyer = await waitingFor(TWINS, [2, 4]);
      const { restore } = await restores.backup();
      const { id } = await refundAtVendor(buyer.intent, 1000);
      await linesBecome(buyer, ['fulfilled', 'stopped', 'fulfilled', 'stopped']);
      const [row] = await rows<{ id: string }>(world, sql`select id from refunds where vendor_id = ${id}`);
      await ops(world, `refund assign ${row!.id} 4 cancelled`);
      await until(async () => (await labelOf(id))['lines'] === '4:1000', { what: 'the decision at the vendor' });
      const store = await restore();
      await work(buyer, store);
      await linesBecome(buyer, ['fulfilled', 'fulfilling', 'fulfilled', 'refunded'], store);
      expect(await given(buyer)).toBe(1000);
    });

    it('a refund of 1.0.0 that names no line is shown to an operator before more is paid', async () => {
      const buyer = await waitingFor(TRIP, [2]);
      const { restore } = await restores.backup();
      await control(world.stripe, { hold: { call: 'webhooks.deliver', when: 'before', times: 1000 } });
      await refundAtVendor(buyer.intent, 1000, { refund_id: crypto.randomUUID(), order_id: buyer.order.id });
      const store = await restore();
      await restock(buyer, store);
      await deadline(buyer, store);
      expect([await given(buyer), await profiles(buyer)]).toEqual([1000, 2]);
      expect(await stuck(store)).toMatch(
        new RegExp(`refunds that name no line: 1\n  order ${buyer.order.id}  10.00 USD`),
      );
    });
  }),
);
