import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#sandbox/postgres/port.ts';
import { rows, startBuiltShop } from '#test/support/books.ts';
import { openStream, type OrderStream } from '#test/support/order-stream.ts';
import { bought, type Buyer, errorOf, order } from '#test/support/shop.ts';
import { payHosted, until } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';

/* Many open order pages at one process. */
const STREAMS = 100;
const PER_ORDER = 25;
/** Longer than the pause between two looks of a process at what notices may not have said. */
const IDLE_MS = 32_000;

let world: World;
beforeAll(async () => {
  world = await startBuiltShop({ LIMIT_STREAMS_PER_ORDER: '100', LIMIT_STREAMS_PER_ADDRESS: '1000' });
});
afterAll(() => world?.close());

async function unpaid(): Promise<Buyer[]> {
  const buyers: Buyer[] = [];
  while (buyers.length < STREAMS / PER_ORDER) buyers.push(await order(world.app));
  return buyers;
}

/** Open streams of these orders, each with its first state read. */
async function watch(buyers: readonly Buyer[]): Promise<OrderStream[]> {
  const streams = await Promise.all(
    Array.from({ length: STREAMS }, (_, turn) => {
      const buyer = buyers[turn % buyers.length]!;
      return openStream(world.app, buyer.order.id, { cookie: buyer.cookie });
    }),
  );
  await Promise.all(streams.map((stream) => stream.next(() => true)));
  return streams;
}

/** Ends orders without a notice; with `cut`, ends the connections that listen for notices before. */
async function expireInSilence(buyers: readonly Buyer[], { cut }: { cut: boolean }): Promise<void> {
  const ids = buyers.map((buyer) => buyer.order.id);
  const [done] = await rows<{ cut: number; changed: number }>(
    world,
    sql`with gone as materialized (
          select pg_terminate_backend(pid) from pg_stat_activity
          where ${cut} and datname = current_database() and application_name = 'cairn notices'
        ), changed as (
          update orders set status = 'expired', updated_at = clock_timestamp()
          where id = any(${sql.param(ids)}::uuid[]) and (select count(*) from gone) >= 0 returning id
        )
        select (select count(*) from gone)::int as cut, (select count(*) from changed)::int as changed`,
  );
  expect(done).toEqual({ cut: cut ? 2 : 0, changed: ids.length });
}

const isExpired = ({ status }: { status: string }) => status === 'expired';

/** Transactions on the database while so much time passes. Each connection reports its own ten seconds later at the latest. */
async function transactionsIn(ms: number): Promise<number> {
  const total = async () => {
    const query = sql`select (xact_commit + xact_rollback)::int as total from pg_stat_database where datname = current_database()`;
    return (await rows<{ total: number }>(world, query))[0]!.total;
  };
  const passes = async (wait: number) => {
    const end = performance.now() + wait;
    await until(() => performance.now() > end, { what: 'the time has passed' });
  };
  await passes(11_000);
  const before = await total();
  await passes(ms);
  return (await total()) - before;
}

describe('the stream of a final order', () => {
  it('says the state and that it is final, and ends', async () => {
    const buyer = await bought(world.app);
    const stream = await openStream(world.app, buyer.order.id, { cookie: buyer.cookie });
    expect((await stream.next(() => true)).status).toBe('fulfilled');
    expect(await stream.rest()).toMatch(/event: final\ndata: {}\n\n$/);
  });
});

describe('idle streams', () => {
  it(
    'make no transactions of their own, and still show a change whose notice was lost',
    { timeout: 240_000 },
    async () => {
      const buyers = await unpaid();
      // Opened once before, because a stream starts a check of the payment.
      for (const stream of await watch(buyers)) await stream.close();
      const without = await transactionsIn(IDLE_MS);
      const streams = await watch(buyers);
      const idle = await transactionsIn(IDLE_MS);
      expect(idle - without).toBeLessThan(STREAMS / 4);
      await expireInSilence(buyers, { cut: false });
      await Promise.all(streams.map((stream) => stream.next(isExpired)));
    },
  );
});

describe('after the connection for notices was cut', () => {
  it('changes of that time arrive, spread over seconds', { timeout: 120_000 }, async () => {
    const buyers = await unpaid();
    const streams = await watch(buyers);
    await expireInSilence(buyers, { cut: true });
    const arrived = await Promise.all(
      streams.map(async (stream) => {
        await stream.next(isExpired);
        return performance.now();
      }),
    );
    expect(Math.max(...arrived) - Math.min(...arrived)).toBeGreaterThan(3_000);
    for (const since of arrived)
      expect(arrived.filter((at) => at >= since && at < since + 1_000).length).toBeLessThan(STREAMS / 2);
  });

  it('later changes are noticed', async () => {
    const buyer = await order(world.app);
    const stream = await openStream(world.app, buyer.order.id, { cookie: buyer.cookie });
    await stream.next(() => true);
    await expireInSilence([], { cut: true });
    await payHosted(buyer.paymentUrl);
    expect((await stream.next(({ status }) => status === 'fulfilled')).esim?.lpa).toMatch(/^LPA:1\$/);
  });
});

describe('a process that is full', () => {
  it('answers 503 with Retry-After until a place is free', async () => {
    const PORT = String(await freePort());
    const full = await world.begin({ ...world.env, PORT, LIMIT_STREAMS_PER_PROCESS: '1' });
    try {
      const buyer = await order(world.app);
      const headers = { cookie: buyer.cookie };
      const first = await openStream(full, buyer.order.id, headers);
      await first.next(() => true);
      const refused = await fetch(`${full.url}/api/orders/${buyer.order.id}/events`, { headers });
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60']);
      expect(await errorOf(refused)).toMatchObject({ code: 'unavailable' });
      await first.close();
      const next = await until(async () => {
        const stream = await openStream(full, buyer.order.id, headers);
        return stream.status === 200 && stream;
      });
      expect((await next.next(() => true)).id).toBe(buyer.order.id);
      await next.close();
    } finally {
      await full.stop();
    }
  });
});
