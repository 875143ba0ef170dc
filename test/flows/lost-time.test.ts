import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#sandbox/postgres/port.ts';
import type { RunningApp } from '#src/main.ts';
import { booksOf, checkPlans, rows, startBuiltShop, wholesaleRow } from '#test/support/books.ts';
import { emptyDatabase, type TestDatabase } from '#test/support/database.ts';
import { ops } from '#test/support/ops.ts';
import { becomes, type Buyer, look, order, post } from '#test/support/shop.ts';
import { control, payHosted, until } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';

/**
 * Orders in every state of a delivery at the time of a backup. All are delivered after it; then the backup is restored.
 * The restored store finds each delivery at the wholesaler and buys nothing again.
 */

const STATES = ['waiting', 'held', 'submitted', 'stopped', 'unpaid'] as const;
const PACKAGE = 'france-30days-3gb';

let world: World;
let dir: string;
let target: TestDatabase;
let restored: RunningApp;
/** How the payment of an order stood at the backup. */
const ATTEMPTS = ['page not stored yet', 'first page expired', 'expired before its page was stored'] as const;
/** Unpaid at the backup: paid, delivered, and then this. Their deliveries have no row in the restored books. */
const UNKNOWN = ['paid and refunded', 'paid and disputed', 'paid and lost'] as const;
const buyers = {} as Record<
  | (typeof STATES)[number]
  | (typeof ATTEMPTS)[number]
  | (typeof UNKNOWN)[number]
  | 'stopped after a call'
  | 'disputed later',
  Buyer
>;
let later: string;
let disputedUnknown: string;

beforeAll(async () => {
  world = await startBuiltShop({
    BACKUP_KEY: randomBytes(32).toString('base64'),
    CAIRN_SECRET_KEYS: `a:${randomBytes(32).toString('base64')}`,
    SWEEP_SECONDS: '3600',
    RECONCILE_GRACE_SECONDS: '0',
    FULFILMENT_FIRST_RETRY_SECONDS: '600',
    FULFILMENT_LONGEST_RETRY_SECONDS: '600',
    WHOLESALE_TIMEOUT_WINDOW_SECONDS: '2',
  });
  dir = await mkdtemp(path.join(tmpdir(), 'cairn-lost-time-'));
  target = await emptyDatabase();
  await makeOrders();
  const file = path.join(dir, 'store.backup');
  await backUpBeforeTheAnswer(file);
  await deliverAll();
  await ops(world, ['restore', file, '--into', target.url], world.env);
  const env = { ...world.env, DATABASE_URL: target.url, PORT: String(await freePort()), SWEEP_SECONDS: '1' };
  restored = await world.begin({ ...env, PUBLIC_URL: world.services.config.publicUrl });
  await restored.services.reconcile({ full: true });
}, 120_000);
afterAll(async () => {
  await restored?.stop();
  await world?.close();
  await target?.drop();
  await rm(dir, { recursive: true, force: true });
});

const has = (buyer: Buyer, status: string) =>
  until(async () => (await wholesaleRow(world, buyer.order.id))?.status === status, { what: `a row ${status}` });
const rowWithFault = (buyer: Buyer) =>
  until(
    async () => {
      const row = await wholesaleRow(world, buyer.order.id);
      return row?.last_fault && row;
    },
    { what: 'a call that failed' },
  );
const failNext = (fault: object) => control(world.airalo, { fail: { call: 'orders.create', ...fault } });
const REFUSAL = { when: 'before', status: 422, body: { code: 13, reason: 'Maintenance' } };

async function dispute(buyer: Buyer): Promise<string> {
  const intent = String((await booksOf(world, buyer.order.id)).payments[0]!['id']);
  const { dispute: opened } = await control(world.stripe, { dispute: { payment_intent: intent } });
  await becomes(world.app, buyer, 'disputed');
  return String((opened as { id: string }).id);
}

const disputes: string[] = [];

async function makeOrders(): Promise<void> {
  const paid = async (name: keyof typeof buyers) => {
    buyers[name] = await order(world.app);
    await payHosted(buyers[name].paymentUrl);
    return buyers[name];
  };
  await failNext(REFUSAL);
  await rowWithFault(await paid('waiting'));
  // The refusal was searched for already: only the lost time asks for another search.
  await rows(
    world,
    sql`update wholesale_orders set searched_calls = submissions where order_id = ${buyers.waiting.order.id}`,
  );
  await failNext(REFUSAL);
  await rowWithFault(await paid('stopped after a call'));
  disputes.push(await dispute(buyers['stopped after a call']));
  await failNext(REFUSAL);
  await rowWithFault(await paid('disputed later'));
  await failNext({ when: 'before', hangup: true });
  await rowWithFault(await paid('submitted'));
  buyers.held = await order(world.app);
  buyers.stopped = await order(world.app);
  buyers.unpaid = await order(world.app);
  for (const name of [...ATTEMPTS, ...UNKNOWN]) buyers[name] = await order(world.app);
  await setPrice(30);
  for (const buyer of [buyers.held, buyers.stopped]) {
    await payHosted(buyer.paymentUrl);
    await has(buyer, 'held');
  }
  disputes.push(await dispute(buyers.stopped));
}

/** A backup from before the payment vendor's answers were stored: two attempts name no session. */
async function backUpBeforeTheAnswer(file: string): Promise<void> {
  const expired = (await booksOf(world, buyers['first page expired'].order.id)).attempts[0]!.session_id;
  await control(world.stripe, { expire: { session: expired } });
  await becomes(world.app, buyers['first page expired'], 'expired');
  const stored = new Map<string, unknown>();
  const without = { 'page not stored yet': 'opening', 'expired before its page was stored': 'expired' } as const;
  for (const [name, status] of Object.entries(without)) {
    const { id } = buyers[name as keyof typeof without].order;
    stored.set(id, (await booksOf(world, id)).attempts[0]!.session_id);
    await rows(world, sql`update payment_attempts set session_id = null, status = ${status} where order_id = ${id}`);
  }
  await ops(world, ['backup', file], world.env);
  for (const [id, session] of stored)
    await rows(world, sql`update payment_attempts set session_id = ${session}, status = 'open' where order_id = ${id}`);
}

async function setPrice(dollars: number | null): Promise<void> {
  const set = dollars === null ? null : { net_price: dollars };
  await control(world.airalo, { package: { id: PACKAGE, set } });
  await checkPlans(world);
}

async function deliverAll(): Promise<void> {
  await setPrice(null);
  await payHosted(buyers.unpaid.paymentUrl);
  const again = buyers['first page expired'];
  const answer = await post(world.app, `/api/orders/${again.order.id}/payment`, {}, { cookie: again.cookie });
  again.paymentUrl = ((await answer.json()) as { paymentUrl: string }).paymentUrl;
  for (const name of [...ATTEMPTS, ...UNKNOWN]) await payHosted(buyers[name].paymentUrl);
  for (const id of disputes) await control(world.stripe, { dispute_status: { dispute: id, status: 'won' } });
  for (const buyer of Object.values(buyers)) {
    await until(
      async () => {
        for (const { id } of (await booksOf(world, buyer.order.id)).lines) await world.services.fulfilLine(id);
        return (await look(world.app, buyer)).status === 'fulfilled';
      },
      { what: 'a delivery after the backup' },
    );
  }
  later = await dispute(buyers['disputed later']);
  disputedUnknown = await dispute(buyers['paid and disputed']);
  const lost = await dispute(buyers['paid and lost']);
  await control(world.stripe, { dispute_status: { dispute: lost, status: 'lost' } });
  const refunded = buyers['paid and refunded'];
  const payment = (await booksOf(world, refunded.order.id)).payments[0]!;
  await control(world.stripe, { refund: { payment_intent: payment['id'], amount: payment['amount_received'] } });
  await becomes(world.app, refunded, 'refunded');
}

const straysOf = (buyer: Buyer) =>
  rows(
    { db: restored.services.db },
    sql`select s.vendor_order_id as id from stray_profiles s join wholesale_orders w on w.id = s.wholesale_order_id
      where w.order_id = ${buyer.order.id}`,
  );
const differencesOf = (buyer: Buyer) =>
  rows(
    { db: restored.services.db },
    sql`select kind, repair from ledger_differences where order_id = ${buyer.order.id} and closed_at is null`,
  );

describe('after a restore, a delivery that was made in the lost time is found', () => {
  it.each([...STATES, 'stopped after a call'] as const)('%s at the backup', async (state) => {
    const buyer = buyers[state];
    const shown = await becomes(restored, buyer, 'fulfilled');
    const { wholesale } = await booksOf(world, buyer.order.id);
    expect(wholesale).toHaveLength(1);
    expect(shown.esim?.lpa).toBe((await look(world.app, buyer)).esim?.lpa);
  });

  it('waiting at the backup, delivered, then disputed: no stray during the dispute, shown again when it is won', async () => {
    const buyer = buyers['disputed later'];
    await becomes(restored, buyer, 'disputed');
    await restored.services.sweeps.findStrays();
    expect(await straysOf(buyer)).toEqual([]);
    await restored.services.reconcile({ full: true });
    expect(await differencesOf(buyer)).toEqual([]);

    await control(world.stripe, { dispute_status: { dispute: later, status: 'won' } });
    await restored.services.reconcile({ full: true });
    await becomes(restored, buyer, 'fulfilled');
    expect((await booksOf(world, buyer.order.id)).wholesale).toHaveLength(1);
  });
});

describe('after a restore, a payment that was made in the lost time is found', () => {
  it.each(ATTEMPTS)('%s at the backup', async (name) => {
    const shown = await becomes(restored, buyers[name], 'fulfilled');
    const { wholesale, payments, refunds } = await booksOf(world, buyers[name].order.id);
    expect([payments.length, refunds.length, wholesale.length]).toEqual([1, 0, 1]);
    expect(shown.esim?.lpa).toBe((await look(world.app, buyers[name])).esim?.lpa);
  });
});

describe('after a restore, the delivery of an order that was unpaid at the backup', () => {
  /** A run repairs what it found, and the next one finds nothing. */
  const untilCompared = (buyer: Buyer) =>
    until(
      async () => {
        await restored.services.reconcile({ full: true });
        return (await differencesOf(buyer)).length === 0;
      },
      { what: 'books that agree' },
    );

  it('is listed to be claimed back when the money went back meanwhile', async () => {
    const buyer = buyers['paid and refunded'];
    await becomes(restored, buyer, 'refunded');
    await untilCompared(buyer);
    const { wholesale } = await booksOf(world, buyer.order.id);
    expect(wholesale).toHaveLength(1);
    expect((await straysOf(buyer)).map(({ id }) => id)).toEqual([String(wholesale[0]!['id'])]);
  });

  it('is no stray during a dispute, and is shown when that is won', async () => {
    const buyer = buyers['paid and disputed'];
    await becomes(restored, buyer, 'disputed');
    await untilCompared(buyer);
    expect(await straysOf(buyer)).toEqual([]);
    await control(world.stripe, { dispute_status: { dispute: disputedUnknown, status: 'won' } });
    await restored.services.reconcile({ full: true });
    const shown = await becomes(restored, buyer, 'fulfilled');
    expect((await booksOf(world, buyer.order.id)).wholesale).toHaveLength(1);
    expect(shown.esim?.lpa).toBe((await becomes(world.app, buyer, 'fulfilled')).esim?.lpa);
  });

  it('is listed to be claimed back when the dispute is lost', async () => {
    const buyer = buyers['paid and lost'];
    await becomes(restored, buyer, 'disputed');
    await untilCompared(buyer);
    expect(await straysOf(buyer)).toHaveLength(1);
  });
});

describe('"ops database lost-time" on a running store', () => {
  it('makes it search for what is open before it orders', async () => {
    const buyer = await order(world.app);
    await setPrice(30);
    await payHosted(buyer.paymentUrl);
    await has(buyer, 'held');
    // The delivery of which the database knows nothing. The row had no call, so nothing else would be searched for.
    const [line] = (await booksOf(world, buyer.order.id)).lines;
    await control(world.airalo, { late: { description: `cairn-${line!.id}`, package_id: PACKAGE } });
    await ops(world, 'database lost-time');
    await setPrice(null);
    await until(
      async () => {
        await world.services.fulfilLine(line!.id);
        return (await look(world.app, buyer)).status === 'fulfilled';
      },
      { what: 'the delivery is found' },
    );
    expect((await booksOf(world, buyer.order.id)).wholesale).toHaveLength(1);
  });
});
