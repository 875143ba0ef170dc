import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadDataSettings } from '#src/config/config.ts';
import { examine } from '#src/ops/doctor/doctor.ts';
import { createSite } from '#src/ops/site.ts';
import { freePort } from '#sandbox/postgres/port.ts';
import { rows, startBuiltShop } from '#test/support/books.ts';
import { freshDatabase } from '#test/support/database.ts';
import { scrape, untilMetric, valueOf } from '#test/support/metrics.ts';
import { becomes, bought, look, order, payHosted } from '#test/support/shop.ts';
import { type Replicated, startReplicated } from '#test/support/standby.ts';
import { startBeside, type World } from '#test/support/world.ts';
import { until } from '#test/support/wire.ts';

/** The built store with a standby of its database as reporting replica: in step, paused, late, stopped. */

let servers: Replicated;
let world: World;
let metrics: string;
beforeAll(async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'cairn-replicated-'));
  // As root, PostgreSQL runs as user "nobody".
  await chmod(dir, 0o755);
  servers = await startReplicated(dir);
  const METRICS_LISTEN = `127.0.0.1:${await freePort()}`;
  metrics = `http://${METRICS_LISTEN}`;
  world = await startBuiltShop(
    { METRICS_LISTEN, REPORTING_DATABASE_URL: servers.standby, RECONCILE_GRACE_SECONDS: '0' },
    undefined,
    {
      filled: {
        database: { url: servers.primary, drop: async () => undefined },
        dataDir: await mkdtemp(path.join(tmpdir(), 'cairn-world-')),
      },
    },
  );
  await isRead(1);
}, 120_000);
afterAll(async () => {
  await world?.close();
  await servers?.close();
});

const isRead = (up: 0 | 1) => untilMetric(metrics, 'store_reporting_replica_up', {}, (value) => value === up);
const delivered = async () =>
  valueOf(await scrape(metrics), 'store_orders_ended_last_day', { state: 'fulfilled' }) ?? 0;
const untilDelivered = (count: number) =>
  untilMetric(metrics, 'store_orders_ended_last_day', { state: 'fulfilled' }, (value) => value === count);

/** Stops the replay while the standby has everything, so that it shows this moment. */
async function paused(work: () => Promise<void>): Promise<void> {
  await servers.caughtUp();
  await servers.pause();
  try {
    await work();
  } finally {
    await servers.resume();
  }
}

/** The destinations of the page, in its order, in a process that has not counted yet. */
async function popularInNewProcess(): Promise<string[]> {
  const beside = await startBeside({ ...world, env: { ...world.env, METRICS_LISTEN: '' } });
  try {
    const text = await (await fetch(`${beside.url}/coverage/popular`, { headers: { 'accept-language': 'en' } })).text();
    return [...text.matchAll(/<b class="place-table__name">([^<]+)/g)].map(([, name]) => name!);
  } finally {
    await beside.stop();
  }
}

async function doctor(changes: Record<string, string> = {}) {
  const env = { ...world.env, ...changes };
  const site = createSite(loadDataSettings(env), { env, progress: () => undefined });
  return (await examine(site)).find(({ name }) => name === 'reporting replica');
}

describe('a replica in step', { timeout: 120_000 }, () => {
  it('answers for the metrics and the popular destinations, and never for an order', async () => {
    expect(await delivered()).toBe(0);
    await paused(async () => {
      const buyer = await bought(world.app, { planId: 'morocco-1gb' });
      // The buyer sees the eSIM at once, the replica does not have the order.
      expect((await look(world.app, buyer)).status).toBe('fulfilled');
      expect(await delivered()).toBe(0);
      expect(await popularInNewProcess()).not.toContain('Morocco');
      await isRead(1);
    });
    await untilDelivered(1);
    expect((await popularInNewProcess())[0]).toBe('Morocco');
  });

  it('gives reconciliation its books: what it lacks is read on the primary, and is no difference', async () => {
    const buyer = await order(world.app);
    await paused(async () => {
      await payHosted(buyer.paymentUrl);
      await becomes(world.app, buyer, 'fulfilled');
      await world.services.reconcile({ full: true });
      expect(await rows(world, sql`select kind, order_id from reconciliation_differences`)).toEqual([]);
      const [run] = await rows<{ figures: { orders: number } }>(
        world,
        sql`select figures from reconciliation_runs order by started_at desc limit 1`,
      );
      expect(run?.figures.orders).toBe(2);
    });
  });

  it('is what the doctor says of it', async () => {
    expect(await doctor()).toMatchObject({
      state: 'ok',
      says: expect.stringMatching(/^a standby of the primary, \d+ s old$/),
    });
  });
});

describe('a wrong address', { timeout: 60_000 }, () => {
  it('the primary under another name, or another cluster → named by the doctor', async () => {
    const primary = servers.primary.replace('127.0.0.1', 'localhost');
    expect(await doctor({ REPORTING_DATABASE_URL: primary })).toMatchObject({
      state: 'warning',
      says: expect.stringContaining('it is no standby'),
    });
    const other = await freshDatabase();
    expect(await doctor({ REPORTING_DATABASE_URL: other.url })).toMatchObject({
      state: 'warning',
      says: expect.stringContaining('another cluster'),
    });
    await other.drop();
  });
});

describe('a replica that is late', { timeout: 120_000 }, () => {
  it('is not read: the primary is, and the metrics say so', async () => {
    const before = await delivered();
    // The primary's clock is two minutes ahead of what the standby has replayed.
    await servers.on(servers.primary, 'create schema ahead');
    await servers.on(
      servers.primary,
      "create function ahead.clock_timestamp() returns timestamptz language sql as $$ select pg_catalog.clock_timestamp() + interval '2 minutes' $$",
    );
    await paused(async () => {
      await withSearchPath('ahead, pg_catalog, public', async () => {
        await isRead(0);
        expect(valueOf(await scrape(metrics), 'store_reporting_replica_age_seconds')).toBeGreaterThan(60);
        await bought(world.app);
        await untilDelivered(before + 1);
      });
    });
    await isRead(1);
  });
});

/** Of new connections to the primary. Those of the store are cut. */
async function withSearchPath(value: string, work: () => Promise<void>): Promise<void> {
  const cut = () =>
    servers.on(
      servers.primary,
      "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and application_name like 'cairn%'",
    );
  await servers.on(servers.primary, `alter database cairn set search_path = ${value}`);
  await cut();
  try {
    await work();
  } finally {
    await servers.on(servers.primary, 'alter database cairn reset search_path');
    await cut();
    await until(async () => (await fetch(`${world.app.url}/readyz`)).ok, { what: 'the store is ready' });
  }
}

describe('a replica that is stopped', { timeout: 120_000 }, () => {
  it('is not missed, and is read again when it is back', async () => {
    const before = await delivered();
    await servers.stopStandby();
    const buyer = await bought(world.app);
    expect((await look(world.app, buyer)).status).toBe('fulfilled');
    await isRead(0);
    await untilDelivered(before + 1);
    expect(valueOf(await scrape(metrics), 'store_database_up')).toBe(1);
    expect((await popularInNewProcess())[0]).toBe('Morocco');
    expect(await doctor()).toMatchObject({ state: 'warning', says: expect.stringContaining("can't be reached") });
    await servers.startStandby();
    await isRead(1);
    expect(await delivered()).toBe(before + 1);
  });
});
