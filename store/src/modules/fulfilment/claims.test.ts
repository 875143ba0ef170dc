import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#src/db/database.ts';
import { uuidv7 } from '#src/shared/ids.ts';
import { freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { claimCall, mustWait, settleCall } from './claims.ts';
import { lossBudgets, wholesaleOrders } from './schema.ts';
import * as store from './store.ts';
import { DEFAULT_CURRENCY } from '../../shared/money.ts';

/** The reservation of losses, on a real database: calls side by side, each with any outcome or none (a killed process). */

const LIMITS = {
  maxLossCents: 100,
  maxReplacementLossCents: 0,
  maxOrderLossCents: 150,
  maxPackageLossCents: 220,
  maxDayLossCents: 300,
  // The turn of the first call is tested in test/flows/wholesale.test.ts. Here every call may be made at once.
  priceProofSeconds: 0,
  callTimeoutSeconds: 0,
  stepSeconds: 0,
};
const PAID = 1_000;

let target: TestDatabase;
let database: Database;
beforeAll(async () => {
  target = await freshDatabase();
  database = openDatabase(target.url, { max: 8, onError: () => undefined });
  // Only wholesale orders are needed here.
  await database.db.execute(sql`
    alter table wholesale_orders drop constraint wholesale_orders_order_id_orders_id_fk,
      drop constraint wholesale_orders_line_id_order_lines_id_fk`);
});
afterAll(async () => {
  await database?.close();
  await target?.drop();
});

type Line = {
  order: number;
  pack: number;
  net: number;
  /** `unstated`: delivered, and the wholesaler states no price. */
  outcome: 'done' | 'unstated' | 'refused' | 'not-found' | 'killed' | 'stopped';
};

const line: fc.Arbitrary<Line> = fc.record({
  order: fc.integer({ min: 0, max: 2 }),
  pack: fc.integer({ min: 0, max: 2 }),
  net: fc.integer({ min: PAID - 100, max: PAID + 130 }),
  outcome: fc.constantFrom('done', 'done', 'unstated', 'refused', 'not-found', 'killed', 'stopped'),
});

async function insert({ order, pack }: Line, orders: string[]): Promise<store.WholesaleRow> {
  const id = uuidv7();
  const row = {
    id,
    orderId: orders[order]!,
    lineId: id,
    reference: `cairn-${id}`,
    wholesaler: `wholesaler-${pack % 2}`,
    packageId: `package-${Math.floor(pack / 2)}`,
    netCurrency: DEFAULT_CURRENCY,
    status: 'waiting',
    deadline: new Date(Date.now() + 600_000),
    createdAt: new Date(),
    updatedAt: new Date(),
  } as const;
  await database.db.insert(wholesaleOrders).values(row);
  return (await store.findById(database.db, id))!;
}

async function run(each: Line, row: store.WholesaleRow): Promise<void> {
  const { db } = database;
  const claim = await claimCall(db, LIMITS, row, { netCents: each.net, paidCents: PAID });
  if (claim.kind !== 'claimed') return expect(claim.kind).toBe('held');
  if (each.outcome === 'killed') return;
  if (each.outcome === 'stopped') return store.stopByLine(db, row.lineId);
  await db.transaction(async (tx) => {
    if (each.outcome !== 'done' && each.outcome !== 'unstated') {
      await store.changeSubmitted(tx, claim.row, { status: 'waiting' });
      return settleCall(tx, row.id, null);
    }
    const netCents = each.outcome === 'done' ? each.net : null;
    await store.closeWholesale(tx, row.id, { status: 'done', chargedNetCents: netCents });
    await settleCall(tx, row.id, { netCents, paidCents: PAID });
  });
}

test('whatever calls end with, reservations and losses stay within each limit, and match the rows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 16 }), async (lines) => {
      const { db } = database;
      await db.execute(sql`truncate wholesale_orders, loss_budgets, package_charges cascade`);
      const orders = [uuidv7(), uuidv7(), uuidv7()];
      const made = await Promise.all(lines.map((each) => insert(each, orders)));
      await Promise.all(lines.map((each, at) => run(each, made[at]!)));

      const budgets = await db.select().from(lossBudgets);
      const found = await db.select().from(wholesaleOrders);
      const lossOf = (row: store.WholesaleRow) =>
        row.status === 'done' ? Math.max(0, (row.chargedNetCents ?? row.quotedNetCents!) - PAID) : 0;
      const rowsOf = (key: string) =>
        found.filter(
          ({ orderId, wholesaler, packageId }) =>
            key === `order:${orderId}` ||
            key.startsWith(`package:${wholesaler}:${packageId}:`) ||
            key.startsWith('day:'),
        );
      const limitOf = (key: string) =>
        key.startsWith('order:')
          ? LIMITS.maxOrderLossCents
          : key.startsWith('day:')
            ? LIMITS.maxDayLossCents
            : LIMITS.maxPackageLossCents;
      for (const { key, reservedCents, lostCents } of budgets) {
        const its = rowsOf(key);
        expect(reservedCents + lostCents, key).toBeLessThanOrEqual(limitOf(key));
        expect(lostCents, key).toBe(its.reduce((sum, row) => sum + lossOf(row), 0));
        expect(reservedCents, key).toBe(its.reduce((sum, row) => sum + row.reservedCents, 0));
      }
      for (const row of found) {
        const isOpen = row.status === 'submitted' || row.status === 'stopped';
        expect(isOpen || row.reservedCents === 0).toBe(true);
      }
      // Nothing was lost that no budget counted.
      const lost = found.reduce((sum, row) => sum + lossOf(row), 0);
      expect(lost).toBe(budgets.find(({ key }) => key.startsWith('day:'))?.lostCents ?? 0);
    }),
    { numRuns: 25 },
  );
});

test('no more eSIMs are ordered in a day than allowed, side by side and again', async () => {
  const { db } = database;
  await db.execute(sql`truncate wholesale_orders, loss_budgets, package_charges cascade`);
  const orders = [uuidv7(), uuidv7(), uuidv7()];
  const limits = { ...LIMITS, maxDayOrders: 3 };
  const claim = (row: store.WholesaleRow) => claimCall(db, limits, row, { netCents: PAID, paidCents: PAID });
  const lines = Array.from({ length: 8 }, (_, at) => ({
    order: at % 3,
    pack: at,
    net: PAID,
    outcome: 'done' as const,
  }));
  const made = await Promise.all(lines.map((each) => insert(each, orders)));
  const claims = await Promise.all(made.map(claim));
  const claimed = claims.flatMap((each) => (each.kind === 'claimed' ? each.row : []));
  expect(claimed).toHaveLength(3);
  expect(claims.filter((each) => each.kind === 'held' && each.fault === 'day-order-limit')).toHaveLength(5);

  // A refused call is made again: it is the same order.
  const [again, ...others] = claimed;
  await db.transaction(async (tx) => {
    await store.changeSubmitted(tx, again!, { status: 'waiting' });
    await settleCall(tx, again!.id, null);
  });
  expect((await claim((await store.findById(db, again!.id))!)).kind).toBe('claimed');
  expect(others).toHaveLength(2);

  await db.execute(sql`update wholesale_orders set submitted_at = submitted_at - interval '1 day'`);
  const held = claims.findIndex(({ kind }) => kind === 'held');
  expect((await claim((await store.findById(db, made[held]!.id))!)).kind).toBe('claimed');
});

test('a call without an answer keeps the rest of its order and package waiting until it times out, others not', async () => {
  const { db } = database;
  await db.execute(sql`truncate wholesale_orders, loss_budgets, package_charges cascade`);
  const orders = [uuidv7(), uuidv7()];
  const claim = async (order: number, pack: number) => {
    const row = await insert({ order, pack, net: PAID, outcome: 'killed' }, orders);
    const limits = { ...LIMITS, callTimeoutSeconds: 30 };
    return [
      await mustWait(db, limits, row),
      (await claimCall(db, limits, row, { netCents: PAID, paidCents: PAID })).kind,
    ];
  };
  expect(await claim(0, 0)).toEqual([false, 'claimed']);
  expect(await claim(0, 0)).toEqual([true, 'wait']);
  expect(await claim(0, 1)).toEqual([false, 'claimed']);
  expect(await claim(1, 0)).toEqual([false, 'claimed']);
  await db.execute(sql`update wholesale_orders set submitted_at = submitted_at - interval '31 seconds'`);
  expect(await claim(0, 0)).toEqual([false, 'claimed']);
});
