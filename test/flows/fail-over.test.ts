import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { type SpawnedApp, spawnBuilt } from '#test/support/process.ts';
import { type Relay, startRelay } from '#test/support/relay.ts';
import { order } from '#test/support/shop.ts';
import { startSurroundings, type Surroundings } from '#test/support/surroundings.ts';
import { until } from '#test/support/wire.ts';
import pg from 'pg';

/** The built store, in a process of its own, while its database dies, goes silent, is promoted, or is a standby. */

let database: TestDatabase;
let relay: Relay;
let around: Surroundings;
let app: SpawnedApp;
let direct: pg.Client;
let hasEnded = false;
beforeAll(async () => {
  database = await freshDatabase();
  relay = await startRelay(database.url);
  around = await startSurroundings({
    DATABASE_URL: relay.url,
    LOG_LEVEL: 'info',
    DATABASE_WATCHDOG_SECONDS: '4',
  });
  direct = new pg.Client({ connectionString: database.url });
  await direct.connect();
  app = await spawnBuilt(around.env);
  void app.exited.then(() => (hasEnded = true));
  await until(async () => (await rows('select from wholesale_lists where packages > 0')).length > 0, {
    what: 'plans are checked',
  });
}, 120_000);
afterAll(async () => {
  await app?.kill();
  await direct?.end();
  await around?.close();
  await relay?.close();
  await database?.drop();
});

const rows = async (text: string, values: unknown[] = []) =>
  (await direct.query<Record<string, unknown>>(text, values)).rows;
const ready = async () => {
  const answer = await fetch(`${app.url}/readyz`);
  return [answer.status, ((await answer.json()) as { status: string }).status];
};
const isReady = () => until(async () => (await ready())[0] === 200, { what: 'it is ready' });
const listeners = async () =>
  (await rows("select from pg_stat_activity where datname = current_database() and application_name = 'cairn notices'"))
    .length;

/** A setting of the database for new connections. The store's connections are cut, so that it opens new ones. */
async function set(setting: string): Promise<void> {
  await rows(`do $$ begin execute format('alter database %I ${setting}', current_database()); end $$`);
  relay.drop();
  relay.heal();
}

describe('a primary that is killed', { timeout: 90_000 }, () => {
  it('is away: 503 at once; the process stays, and buys again afterwards', async () => {
    relay.drop();
    expect(await ready()).toEqual([503, 'no database']);
    // Many more looks than the watchdog would wait for.
    const before = relay.accepted();
    await until(() => relay.accepted() > before + 30, { what: 'the store tries to connect' });
    expect(hasEnded).toBe(false);
    relay.heal();
    await isReady();
    await order(app);
  });
});

describe('a primary that goes silent', { timeout: 120_000 }, () => {
  it('→ 503 while it is; new connections bring pool and listener back without a restart', async () => {
    const buyer = await order(app);
    relay.freeze();
    expect(await ready()).toEqual([503, 'no database']);
    const page = fetch(`${app.url}/api/orders/${buyer.order.id}`, { headers: { cookie: buyer.cookie } });
    expect((await page).status).toBe(503);
    relay.heal();
    await isReady();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () =>
        fetch(`${app.url}/api/orders/${buyer.order.id}`, { headers: { cookie: buyer.cookie } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 200));
    await until(async () => (await listeners()) === 1, { what: 'the listener is back' });
    expect(hasEnded).toBe(false);
  });
});

describe('a standby', { timeout: 90_000 }, () => {
  it('is not ready', async () => {
    await rows('create schema fake');
    await rows("create function fake.pg_is_in_recovery() returns boolean language sql as 'select true'");
    await set('set search_path = fake, pg_catalog, public');
    await until(async () => (await ready())[1] === 'the database is a standby', { what: 'it sees the standby' });
    expect((await ready())[0]).toBe(503);
    await set('reset all');
    await isReady();
    await rows('drop schema fake cascade');
  });
});

describe('a timeline that changes', { timeout: 90_000 }, () => {
  it('without a word counts as lost time, once, before the first query', async () => {
    const stamps = async () => (await rows('select server_timeline, restored_at from installation'))[0]!;
    const before = await stamps();
    expect(before).toEqual({ server_timeline: expect.stringMatching(/^\d+\/0000000\d$/), restored_at: null });
    await rows('create schema promoted');
    await rows(
      "create function promoted.pg_walfile_name(pg_lsn) returns text language sql as 'select ''0000000A0000000000000001'''",
    );
    // It stays so: the store refuses a primary that was replaced.
    await set('set search_path = promoted, pg_catalog, public');
    await until(async () => (await stamps())['restored_at'] !== null, { what: 'the lost time is noted' });
    expect((await stamps())['server_timeline']).toMatch(/\/0000000A$/);
    const noted = app.output().split('PostgreSQL changed its timeline').length - 1;
    expect(noted).toBe(1);
    await isReady();
  });
});

describe('a job whose start was lost', { timeout: 90_000 }, () => {
  it('is freed by its living worker and runs', async () => {
    await rows(
      "select graphile_worker.add_job('read-devices', '{}', job_key => 'lost', run_at => now() + interval '1 hour')",
    );
    await rows(`update graphile_worker._private_jobs set run_at = now(), locked_at = now(),
      locked_by = (select worker_id from worker_heartbeats order by beat_at desc limit 1) where key = 'lost'`);
    expect(await rows("select from graphile_worker.jobs where key = 'lost' and locked_by is not null")).toHaveLength(1);
    await until(async () => (await rows("select from graphile_worker.jobs where key = 'lost'")).length === 0, {
      what: 'the job ran',
    });
    expect(app.output()).toContain('jobs whose start was lost were freed');
  });
});

describe('a pool that stays dead while new connections work', { timeout: 90_000 }, () => {
  it('ends the process, which its supervisor starts again', async () => {
    relay.freeze('cairn watch');
    expect(await app.exited).toBe(1);
    expect(app.output()).toContain('the connection pool is dead while the database answers');
  });
});
