import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newPurchase, shop, type Purchase } from '../../bench/chaos/buyer.ts';
import { KILL_POINTS } from '../../bench/chaos/points.ts';
import { plainPerson, strike } from '../../bench/chaos/strike.ts';
import { isQuiet, isSettled, tallyUp } from '../../bench/chaos/tally.ts';
import { createChaosWorld, type ChaosWorld } from '../../bench/chaos/world.ts';
import { freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { control, held, messages, until } from '#test/support/wire.ts';

/** The application as a process that is killed; its database is the test run's (bench/chaos/run.ts kills that, too). */
async function startKillable(overrides: Record<string, string> = {}): Promise<{ world: ChaosWorld; database: TestDatabase }> {
  const database = await freshDatabase();
  const world = await createChaosWorld({ DATABASE_URL: database.url, ...overrides });
  await world.start();
  await until(async () => (await world.query('select 1 from plan_checks limit 1')).length > 0, { what: 'plans are checked' });
  return { world, database };
}

describe('the application killed with SIGKILL', () => {
  let world: ChaosWorld;
  let database: TestDatabase;
  const purchases: Purchase[] = [];
  beforeAll(async () => {
    ({ world, database } = await startKillable());
  });
  afterAll(async () => {
    await world.close();
    await database.drop();
  });

  test.each(KILL_POINTS)('$name: the buyer gets one eSIM for one payment', { timeout: 60_000 }, async (point) => {
    const { purchase } = await strike(world, point);
    purchases.push(purchase);
    expect(purchase.complaints).toEqual([]);
    expect(purchase.last).toMatchObject({ status: 'fulfilled', esim: { lpa: expect.stringMatching(/^LPA:1\$/) } });
    await until(() => isSettled(world), { what: 'nothing is under way any more' });
  });

  test('all of that together: as many payments and wholesale orders as orders', { timeout: 60_000 }, async () => {
    await until(() => isQuiet(world), { what: 'nothing more comes from the payment vendor', timeout: 40_000 });
    const tally = await tallyUp(world, purchases);
    expect(tally.violations).toEqual([]);
    expect(tally).toMatchObject({ orders: KILL_POINTS.length, paid: KILL_POINTS.length, payments: KILL_POINTS.length, delivered: KILL_POINTS.length, wholesaleOrders: KILL_POINTS.length, strays: 0, stuck: 0 });
    // The server had taken the mail when its answer was lost: at most that one came twice, under one Message-ID.
    expect(tally.mails).toBe(KILL_POINTS.length + tally.mailsRepeated);
    expect(tally.mailsRepeated).toBeLessThanOrEqual(1);
    expect(world.fell).toBe(0);
  });
});

describe('a job', () => {
  const HEARTBEAT = 1;

  test('is left to its worker while that lives; once it is killed, heartbeats alone free it: at their default in less than 60 s', { timeout: 60_000 }, async () => {
    // No sweep that would queue the mail anew.
    const { world, database } = await startKillable({ WORKER_HEARTBEAT_SECONDS: String(HEARTBEAT), SWEEP_SECONDS: '3600', SMTP_TIMEOUT_SECONDS: '60' });
    try {
      const purchase = newPurchase(plainPerson());
      await control(world.mail, { hold: { call: 'smtp.data', when: 'before' }, fail: { call: 'smtp.data', when: 'before', hangup: true } });
      await shop(world, purchase, new AbortController().signal);
      await held(world.mail, 'smtp.data');
      await until(async () => (await world.query(`
        select 1 from graphile_worker._private_jobs j join worker_heartbeats w on w.worker_id = j.locked_by
        where w.beat_at > j.locked_at + interval '5 seconds'`)).length === 1, { what: 'the job is still its worker\'s, five beats later' });

      await world.crash();
      const since = Date.now();
      await control(world.mail, { release: { call: 'smtp.data' } });
      await world.start();
      await until(async () => (await messages(world.mail, purchase.person.email)).length > 0, { what: 'the mail' });
      const seconds = (Date.now() - since) / 1000;

      // Three beats are missed, the next look comes half a beat later, and the queue is asked every second.
      const bound = (heartbeat: number) => 3.5 * heartbeat + 1;
      expect(bound(15)).toBeLessThan(60);
      // Room for a machine that does other things: still no more than what the default's bound leaves.
      expect(seconds).toBeLessThan(bound(HEARTBEAT) + 5);
    } finally {
      await world.close();
      await database.drop();
    }
  });
});

describe('PostgreSQL killed with SIGKILL while the application lives', () => {
  test('comes back by itself within 10 s, and the orders in flight go on', { timeout: 90_000 }, async () => {
    const world = await createChaosWorld();
    try {
      await world.start();
      await until(async () => (await world.query('select 1 from plan_checks limit 1')).length > 0, { what: 'plans are checked' });
      const purchases: Purchase[] = [];
      for (const how of ['server', 'everything'] as const) {
        const purchase = newPurchase(plainPerson({ click: 'twice' }));
        purchases.push(purchase);
        await control(world.airalo, { hold: { call: 'orders.create', when: 'after' } });
        const going = shop(world, purchase, AbortSignal.timeout(40_000));
        await held(world.airalo, 'orders.create');
        const since = Date.now();
        await world.crashPostgres(how);
        await control(world.airalo, { release: { call: 'orders.create' } });
        await until(async () => (await world.query('select 1')).length === 1 && (await fetch(`${world.appUrl}/readyz`)).ok, { what: 'the site is back', timeout: 30_000 });
        expect(Date.now() - since).toBeLessThan(10_000);
        await going;
        expect(purchase.last?.status).toBe('fulfilled');
      }
      await until(() => isQuiet(world), { what: 'everything has come to rest', timeout: 40_000 });
      expect(await tallyUp(world, purchases)).toMatchObject({ orders: 2, payments: 2, delivered: 2, wholesaleOrders: 2, violations: [] });
      expect(world.fell).toBe(0);
    } finally {
      await world.close();
    }
  });
});
