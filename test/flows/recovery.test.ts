import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { newPurchase, shop, type Purchase } from '../../bench/chaos/buyer.ts';
import { plainPerson } from '../../bench/chaos/strike.ts';
import { isQuiet, tallyUp } from '../../bench/chaos/tally.ts';
import { createChaosWorld } from '../../bench/chaos/world.ts';
import { startKillable } from '#test/support/killable.ts';
import { spawnBuilt, type SpawnedApp } from '#test/support/process.ts';
import { startSurroundings } from '#test/support/surroundings.ts';
import { control, held, until } from '#test/support/wire.ts';

describe('a job', () => {
  const HEARTBEAT = 1;

  test(
    'stays with its live worker; after a kill, missed heartbeats alone release it',
    { timeout: 240_000 },
    async () => {
      // Without a sweep that would queue the work again, and with a slow call to the wholesaler.
      const { world, database } = await startKillable({
        WORKER_HEARTBEAT_SECONDS: String(HEARTBEAT),
        SWEEP_SECONDS: '3600',
        WHOLESALE_CALL_TIMEOUT_SECONDS: '60',
      });
      try {
        const purchase = newPurchase(plainPerson());
        await control(world.airalo, { hold: { call: 'orders.create', when: 'before' } });
        const going = shop(world, purchase, AbortSignal.timeout(150_000));
        await held(world.airalo, 'orders.create');
        await until(
          async () =>
            (
              await world.query(`
        select 1 from graphile_worker._private_jobs j join worker_heartbeats w on w.worker_id = j.locked_by
        where w.beat_at > j.locked_at + interval '5 seconds'`)
            ).length === 1,
          { what: "the job is still its worker's, five beats later" },
        );

        await world.crash();
        await control(world.airalo, { release: { call: 'orders.create' } });
        await world.start();
        // Nothing else would release the job: the sweep is off, and the queue keeps the lock for four hours. Three
        // beats are missed, the next check comes half a beat later, and the queue polls every second: 54 s at the
        // default of 15 s.
        await going;
        expect(purchase.last?.status).toBe('fulfilled');
      } finally {
        await world.close();
        await database.drop();
      }
    },
  );
});

describe('PostgreSQL killed with SIGKILL while the application runs', () => {
  test('reconnects by itself, and open orders continue', { timeout: 240_000 }, async () => {
    const world = await createChaosWorld();
    try {
      await world.start();
      await until(
        async () => (await world.query('select 1 from wholesale_lists where packages > 0 limit 1')).length > 0,
        {
          what: 'plans are checked',
        },
      );
      const purchases: Purchase[] = [];
      for (const how of ['server', 'everything'] as const) {
        const purchase = newPurchase(plainPerson({ click: 'twice' }));
        purchases.push(purchase);
        await control(world.airalo, { hold: { call: 'orders.create', when: 'after' } });
        const going = shop(world, purchase, AbortSignal.timeout(150_000));
        await held(world.airalo, 'orders.create');
        await world.crashPostgres(how);
        await control(world.airalo, { release: { call: 'orders.create' } });
        await until(
          async () => (await world.query('select 1')).length === 1 && (await fetch(`${world.appUrl}/readyz`)).ok,
          { what: 'the site is back', timeout: 120_000 },
        );
        await going;
        expect(purchase.last?.status).toBe('fulfilled');
      }
      await until(() => isQuiet(world), { what: 'everything has come to rest', timeout: 120_000 });
      expect(await tallyUp(world, purchases)).toMatchObject({
        orders: 2,
        payments: 2,
        delivered: 2,
        wholesaleOrders: 2,
        violations: [],
      });
      expect(world.fell).toBe(0);
    } finally {
      await world.close();
    }
  });
});

describe('a full disk under the database', () => {
  test(
    'does not stop the process when a job ends; the job is recorded once there is space',
    { timeout: 240_000 },
    async () => {
      const around = await startSurroundings({ LOG_LEVEL: 'info' });
      const { db } = around.database;
      // PostgreSQL's error, in statements that graphile-worker does not await.
      const fill = sql`
      create function no_space() returns trigger language plpgsql as $$
        begin raise exception 'No space left on device' using errcode = '53100'; end $$;
      create trigger no_space before delete on graphile_worker._private_jobs execute function no_space();`;
      let app: SpawnedApp | undefined;
      try {
        app = await spawnBuilt(around.env);
        const { exited, output } = app;
        let ended = false;
        void exited.then(() => (ended = true));
        await db.execute(fill);
        const jobs = async () =>
          (
            await db.execute(
              sql`select from graphile_worker.jobs where task_identifier = 'clean-up' and locked_at is not null`,
            )
          ).rowCount;
        await db.execute(sql`select graphile_worker.add_job('clean-up', '{}')`);
        await until(jobs, { what: 'the job is being worked on, or done and not written down' });
        await until(() => output().includes('the disk of the database is full') || ended, { what: 'it is noticed' });
        expect(ended).toBe(false);
        await db.execute(sql`drop function no_space cascade`);
        await until(async () => (await jobs()) === 0, { what: 'the job is written down', timeout: 120_000 });
        expect(await app.kill('SIGTERM')).toBe(0);
      } finally {
        await app?.kill();
        await around.close();
      }
    },
  );
});
