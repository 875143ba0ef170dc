import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#sandbox/postgres/port.ts';
import { createAccount } from '#test/support/accounts.ts';
import { booksOf, rows, startBuiltShop } from '#test/support/books.ts';
import { capturedLog } from '#test/support/captured-log.ts';
import { spawnBuilt, type SpawnedApp } from '#test/support/process.ts';
import { scrape, valueOf } from '#test/support/metrics.ts';
import { ops } from '#test/support/ops.ts';
import { FULL } from '#test/support/full.ts';
import { createShiftedClock, type ShiftedClock } from '#test/support/shifted-clock.ts';
import { becomes, type Buyer, buy, look, order, post } from '#test/support/shop.ts';
import { control, held, ledger, messages, payHosted, until } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';

describe('a shifted clock (test/support/shifted-clock.mjs)', () => {
  it('moves the wall clock of a process, and neither its dates nor its monotonic clock', async () => {
    const clock = await createShiftedClock(3_600);
    const script = `setInterval(() => console.log(JSON.stringify([Date.now(), +new Date(), Date.parse(Date()),
      new Date(0).toISOString(), new Date() instanceof Date, performance.now()])), 50)`;
    const child = spawn(process.execPath, ['-e', script], { env: { ...process.env, ...clock.env } });
    try {
      let last: [number, number, number, string, boolean, number] | undefined;
      createInterface(child.stdout).on('line', (line) => (last = JSON.parse(line) as typeof last));
      for (const seconds of [3_600, -3_600, 0]) {
        await clock.shift(seconds);
        // Within a minute, because a busy machine may pause the process.
        const isShifted = (at: number) => Math.abs(at - Date.now() - seconds * 1000) < 60_000;
        await until(async () => last !== undefined && last.slice(0, 3).every((at) => isShifted(at as number)), {
          what: `the clock is ${seconds} s ahead`,
        });
        expect(last!.slice(3, 5)).toEqual(['1970-01-01T00:00:00.000Z', true]);
        expect(last![5]).toBeLessThan(600_000);
      }
    } finally {
      child.kill();
      await once(child, 'close');
      await clock.close();
    }
  });
});

/** The window is longer than the test needs on a busy machine, and shorter than the clocks differ. */
const WINDOW_SECONDS = 110;
const SETTINGS = {
  WORKER_CONCURRENCY: '8',
  WHOLESALE_CALL_TIMEOUT_SECONDS: '1',
  WHOLESALE_TIMEOUT_WINDOW_SECONDS: String(WINDOW_SECONDS),
  // All calls are made side by side: none waits for the price that another one shows.
  WHOLESALE_PRICE_PROOF_SECONDS: '0',
};
const PLANS = ['france-1gb', 'france-3gb', 'france-3gb'];

const linesOf = (world: World) => rows<{ id: string }>(world, sql`select line_id as id from wholesale_orders`);

/** Orders at the wholesaler by our reference. */
async function bought(world: World): Promise<Map<string, number>> {
  const { orders } = await ledger<{ orders: { description: string }[] }>(world.airalo);
  return new Map([...Map.groupBy(orders, ({ description }) => description)].map(([key, all]) => [key, all.length]));
}

describe('two processes with different clocks', () => {
  let clock: ShiftedClock;
  let world: World;
  let beside: SpawnedApp;
  /** Address of the metrics of `beside`. */
  let metrics: string;
  const jumps: string[] = [];
  beforeAll(async () => {
    clock = await createShiftedClock();
    world = await startBuiltShop(SETTINGS);
    const port = String(await freePort());
    const own = { PORT: port, PUBLIC_URL: world.app.url, LOG_LEVEL: 'warn', ...clock.env };
    const METRICS_LISTEN = `127.0.0.1:${await freePort()}`;
    metrics = `http://${METRICS_LISTEN}`;
    beside = await spawnBuilt({ ...world.env, ...own, METRICS_LISTEN }, (line) => {
      if (line.includes('a clock jumped')) jumps.push(line);
    });
  });
  afterAll(async () => {
    await beside?.kill('SIGTERM');
    await world?.close();
    await clock?.close();
  });

  it.each([4_000, -4_000])('%d seconds apart accept the sign-ins of each other', async (seconds) => {
    const before = jumps.length;
    await clock.shift(seconds);
    await until(() => jumps.length > before, { what: 'the jump is noticed' });
    const both = [world.app, beside];
    const accounts = await Promise.all(both.map((app) => createAccount(app)));
    const asked = both.flatMap(({ url }) =>
      accounts.map(({ idToken }) => fetch(`${url}/api/esims`, { headers: { authorization: `Bearer ${idToken}` } })),
    );
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await clock.shift(0);
    await until(() => jumps.length > before + 1, { what: 'the jump back is noticed' });
  });

  it.each([120, -120])('%d seconds apart: the metrics have the difference, and each jump', async (seconds) => {
    const before = jumps.length;
    await clock.shift(seconds);
    await until(() => jumps.length > before, { what: 'the jump is noticed' });
    const samples = await scrape(metrics);
    const jumped = (of: string) => valueOf(samples, 'store_clock_jumps_total', { clock: of });
    expect([jumped('process'), jumped('database')]).toEqual([before + 1, 0]);
    expect(Math.abs(valueOf(samples, 'store_clock_offset_seconds')! - seconds)).toBeLessThan(60);
    await clock.shift(0);
    await until(() => jumps.length > before + 1, { what: 'the jump back is noticed' });
    const offset = valueOf(await scrape(metrics), 'store_clock_offset_seconds')!;
    expect(Math.abs(offset)).toBeLessThan(60);
  });

  it.each([3_600, -3_600])(
    '%d seconds apart agree on the state of an eSIM, the age of its usage, and which mailed links have ended',
    async (seconds) => {
      const before = jumps.length;
      await clock.shift(seconds);
      await until(() => jumps.length > before, { what: 'the jump is noticed' });
      const buyer = await buy(world.app);
      await becomes(world.app, buyer, 'fulfilled');
      const link = () =>
        until(
          async () => {
            const mails = await messages(world.mail, buyer.email);
            return mails.flatMap(({ links }) => links).find((each) => each.includes('/open?key='));
          },
          { what: 'the mail with the link' },
        );
      const first = await link();

      const isOver = seconds < 0;
      await rows(
        world,
        sql`update esims set profile_state = 'enabled', plan_state = 'active', refreshed_at = now() - interval '1 minute',
          usage_at = now(), expires_at = now() + ${isOver ? '-10 minutes' : '10 minutes'}::interval
        where order_id = ${buyer.order.id}`,
      );
      for (const app of [world.app, beside])
        expect(await look(app, buyer)).toMatchObject({
          readingUsage: false,
          esim: { planState: isOver ? 'expired' : 'active' },
        });

      await rows(world, sql`update esims set profile_state = 'released' where order_id = ${buyer.order.id}`);
      const open = async () => (await fetch(first, { redirect: 'manual' })).headers.getSetCookie();
      expect(await open()).toHaveLength(1);
      const { status } = await post(
        beside,
        `/api/orders/${buyer.order.id}/email`,
        { email: buyer.email },
        { cookie: buyer.cookie },
      );
      expect(status).toBe(200);
      expect(await open()).toEqual([]);
      await clock.shift(0);
      await until(() => jumps.length > before + 1, { what: 'the jump back is noticed' });
    },
  );

  it.each(FULL ? [120, 3_600, -3_600] : [3_600])(
    '%d seconds apart buy nothing twice over 24 lines',
    async (seconds) => {
      await clock.shift(seconds);
      const before = (await linesOf(world)).length;
      // No call is answered in time, and each is carried out later, still in its window.
      await control(world.airalo, { hold: { call: 'orders.create', times: 24 } });
      const buyers: Buyer[] = [];
      for (let n = 0; n < 8; n += 1) buyers.push(await buy(world.app, { planId: undefined, planIds: PLANS }));
      await held(world.airalo, 'orders.create', 24);
      await control(world.airalo, { release: { call: 'orders.create' } });
      for (const buyer of buyers) await becomes(world.app, buyer, 'fulfilled');
      const counts = [...(await bought(world)).values()];
      expect(counts).toEqual(Array(before + 24).fill(1));
    },
  );

  it('after lost time, an order from the process whose clock is ahead is searched for before it is bought', async () => {
    const before = jumps.length;
    await clock.shift(600);
    await until(() => jumps.length > before, { what: 'the jump is noticed' });
    const buyer = await order(beside);
    const [line] = (await booksOf(world, buyer.order.id)).lines;
    // Its delivery in the time that the database lost.
    await control(world.airalo, { late: { description: `cairn-${line!.id}`, package_id: 'france-30days-3gb' } });
    await ops(world, 'database lost-time');
    await payHosted(buyer.paymentUrl);
    await becomes(world.app, buyer, 'fulfilled');
    expect((await bought(world)).get(`cairn-${line!.id}`)).toBe(1);
    await clock.shift(0);
  });
});

describe('a clock that jumps', () => {
  const { log, text } = capturedLog();
  let clock: ShiftedClock;
  let world: World;
  beforeAll(async () => {
    clock = await createShiftedClock();
    world = await startBuiltShop({ WHOLESALE_CALL_TIMEOUT_SECONDS: '1', ...clock.env }, log);
  });
  afterAll(async () => {
    await world?.close();
    await clock?.close();
  });
  const jumps = () => text().match(/"msg":"a clock jumped"/g)?.length ?? 0;
  const steps = () => text().match(/"task":"fulfil-line".*"msg":"job done"/g)?.length ?? 0;

  const JUMPS: [string, number][] = [
    ['ten minutes forward', 600],
    ['an hour forward', 3_600],
    ['an hour back', -3_600],
  ];
  it.each(FULL ? JUMPS : JUMPS.slice(1))(
    '%s, and right again: the order is delivered once, before its deadline, with few calls',
    async (_what, seconds) => {
      const before = { jumps: jumps(), steps: steps() };
      // The first call is in doubt, and is carried out; the search finds it once the clock is right again.
      await control(world.airalo, { hold: { call: 'orders.create' } });
      await clock.shift(seconds);
      await until(() => jumps() > before.jumps, { what: 'the jump is noticed' });
      const buyer = await buy(world.app);
      await held(world.airalo, 'orders.create');
      await until(
        async () => (await booksOf(world, buyer.order.id)).wholesale.length === 0 && steps() > before.steps + 1,
        {
          what: 'the first search',
        },
      );
      await clock.shift(0);
      await until(() => jumps() > before.jumps + 1, { what: 'the jump back is noticed' });
      const [late] = await rows(
        world,
        sql`select 1 from graphile_worker.jobs where task_identifier = 'fulfil-line' and run_at > now() + interval '60 s'`,
      );
      expect(late).toBeUndefined();
      await control(world.airalo, { release: { call: 'orders.create' } });
      await becomes(world.app, buyer, 'fulfilled');
      const { wholesale, refunds } = await booksOf(world, buyer.order.id);
      expect([wholesale.length, refunds.length]).toEqual([1, 0]);
      const { deadlineSeconds } = world.services.config.fulfilment;
      const [row] = await rows<{ inTime: boolean; isTrue: boolean; seconds: number }>(
        world,
        sql`select updated_at < deadline as "inTime", extract(epoch from now() - created_at)::float8 as seconds,
          deadline < now() + make_interval(secs => ${deadlineSeconds}) as "isTrue"
        from wholesale_orders where order_id = ${buyer.order.id}`,
      );
      // The deadline counts from the database's time, not from an hour ahead.
      expect(row).toMatchObject({ inTime: true, isTrue: true });
      // A step a second, and the sweep queues one a second.
      expect(steps() - before.steps).toBeLessThan(5 + 3 * row!.seconds);
    },
  );

  it('pulls back a job of the far future', async () => {
    const buyer = await buy(world.app);
    await becomes(world.app, buyer, 'fulfilled');
    const lineId = (await linesOf(world))[0]!.id;
    const payload = JSON.stringify({ lineId });
    await rows(
      world,
      sql`select graphile_worker.add_job('fulfil-line', ${payload}::json, run_at => now() + interval '1 hour', job_key => 'far')`,
    );
    await until(
      async () => (await rows(world, sql`select 1 from graphile_worker.jobs where key = 'far'`)).length === 0,
      {
        what: 'the job ran',
      },
    );
    await expect.poll(text).toContain('"msg":"jobs of the far future run now"');
  });

  it('accepts a payment event although its own clock is ten minutes fast', async () => {
    const before = jumps();
    await clock.shift(600);
    await until(() => jumps() > before, { what: 'the jump is noticed' });
    const buyer = await buy(world.app);
    // Its signature is within the tolerance of the database's time. The order may be paid by another way, too.
    const session = (await booksOf(world, buyer.order.id)).attempts[0]?.session_id;
    await until(
      async () => (await rows(world, sql`select from payment_events where object_id = ${session}`)).length > 0,
      { what: 'the event is accepted' },
    );
    expect((await becomes(world.app, buyer, 'fulfilled')).esim).not.toBeNull();
    await clock.shift(0);
  });
});
