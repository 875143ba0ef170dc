import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { rows, startShop } from '#test/support/books.ts';
import { openStream, type OrderStream } from '#test/support/order-stream.ts';
import { type Buyer, order } from '#test/support/shop.ts';
import { payHosted, until } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';

/** What many open order pages cost the database. Intervals pass only when the test says so. */
const ORDERS = 12;
const PAGES = 9;
const STREAMS = ORDERS * PAGES;

let world: World;
const buyers: Buyer[] = [];
const streams: OrderStream[] = [];
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  world = await startShop({
    SWEEP_SECONDS: '3600',
    WORKER_HEARTBEAT_SECONDS: '300',
    LIMIT_STREAMS_PER_ADDRESS: '1000',
    LIMIT_STREAMS_PER_PROCESS: String(STREAMS + 1),
  });
  for (let turn = 0; turn < ORDERS; turn += 1) buyers.push(await order(world.app));
  for (const buyer of buyers)
    for (let page = 0; page < PAGES; page += 1) {
      const stream = await openStream(world.app, buyer.order.id, { cookie: buyer.cookie });
      await stream.next(() => true);
      streams.push(stream);
    }
});
afterAll(async () => {
  for (const stream of streams) await stream.close();
  vi.useRealTimers();
  await world?.close();
});

/** The transactions of the store so far. Its sessions report theirs about once a second: these do so at once. */
async function transactions(): Promise<number> {
  const { pool } = world.services;
  // The queue keeps one, on which it listens.
  const clients = await Promise.all(Array.from({ length: pool.options.max! - 1 }, () => pool.connect()));
  for (const client of clients) await client.query('select pg_stat_force_next_flush()');
  for (const client of clients) client.release();
  const [row] = await rows<{ count: string }>(
    world,
    sql`select xact_commit as count from pg_stat_database where datname = current_database()`,
  );
  return Number(row!.count);
}

/** Lets intervals pass, and waits until what they started has ended: the pool is at rest, but for the queue's listener. */
async function afterMinutes(minutes: number): Promise<void> {
  const { pool } = world.services;
  vi.advanceTimersByTime(minutes * 60_000);
  await until(() => pool.idleCount >= pool.totalCount - 1 && pool.waitingCount === 0, { what: 'the pool is at rest' });
}

it('while notices arrive, open pages read nothing by themselves', async () => {
  const before = await transactions();
  await afterMinutes(5);
  const after = await transactions();
  // A poll of each stream every 30 s would take ten rounds. Here the count itself and the store's own jobs are in it.
  expect(after - before).toBeLessThan(2 * STREAMS);
});

it('a change whose notice was lost is found within a minute', async () => {
  const [buyer] = buyers;
  await rows(
    world,
    sql`update orders set updated_at = updated_at + interval '1 second', email = 'seen@example.com' where id = ${buyer!.order.id}`,
  );
  const shown = Promise.all(
    streams.slice(0, PAGES).map((stream) => stream.next(({ email }) => email === 'seen@example.com')),
  );
  await afterMinutes(1);
  expect(await shown).toHaveLength(PAGES);
});

it('while no notice arrives, every page looks at its order in turn', async () => {
  const glance = vi.spyOn(world.services.orders, 'glance');
  const listening = vi.spyOn(world.services.notices, 'isListening').mockReturnValue(false);
  const before = await transactions();
  vi.advanceTimersByTime(31_000);
  await until(() => glance.mock.calls.length >= STREAMS, { what: 'every page looks' });
  expect((await transactions()) - before).toBeGreaterThan(STREAMS);
  listening.mockRestore();
  glance.mockRestore();
});

it('a full process answers 503 with a delay before it reads anything, and the page can read the order', async () => {
  const [buyer] = buyers;
  const headers = { cookie: buyer!.cookie };
  const last = await openStream(world.app, buyer!.order.id, headers);
  await last.next(() => true);
  const glance = vi.spyOn(world.services.orderPages, 'findFor');
  const refused = await fetch(`${world.app.url}/api/orders/${buyer!.order.id}/events`, { headers });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60']);
  expect(await refused.json()).toMatchObject({ error: { code: 'unavailable' } });
  expect(glance).not.toHaveBeenCalled();
  expect((await fetch(`${world.app.url}/api/orders/${buyer!.order.id}`, { headers })).status).toBe(200);
  await last.close();
});

it('when an order gets its eSIM all of its pages say so, and their streams end', async () => {
  const buyer = buyers[1]!;
  const its = streams.slice(PAGES, 2 * PAGES);
  await payHosted(buyer.paymentUrl);
  const shown: string[] = [];
  for (const stream of its) shown.push((await stream.next(({ esim }) => esim !== null)).status);
  expect(shown).toEqual(its.map(() => 'fulfilled'));
  // Each has an end.
  await Promise.all(its.map((stream) => stream.rest()));
});
