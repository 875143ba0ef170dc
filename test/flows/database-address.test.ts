import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadDataSettings } from '#src/config/config.ts';
import { readReplication } from '#src/db/replication.ts';
import { examine } from '#src/ops/doctor/doctor.ts';
import { createSite } from '#src/ops/site.ts';
import { onDatabase } from '#test/support/database-access.ts';
import { launchBuilt, type SpawnedApp, spawnBuilt } from '#test/support/process.ts';
import { type Relay, startRelay } from '#test/support/relay.ts';
import { look, order } from '#test/support/shop.ts';
import { type Server, startPair, startStranger } from '#test/support/standby.ts';
import { startSurroundings, type Surroundings } from '#test/support/surroundings.ts';
import { until } from '#test/support/wire.ts';

/** A real primary and its real standby: what the doctor and the start say of them, and a fail-over from one to the other. */

let around: Surroundings;
let primary: Server;
let standby: Server;
let stranger: Server;
let relay: Relay;
let app: SpawnedApp;
beforeAll(async () => {
  around = await startSurroundings({ LOG_LEVEL: 'info', DATABASE_WATCHDOG_SECONDS: '600' });
  ({ primary, standby } = await startPair());
  stranger = await startStranger(primary);
  relay = await startRelay(primary.url);
  app = await spawnBuilt({ ...around.env, DATABASE_URL: relay.url });
  const sold = 'select from wholesale_lists where packages > 0';
  await until(async () => (await rows(primary, sold)).length > 0, { what: 'plans are checked' });
}, 180_000);
afterAll(async () => {
  await app?.kill();
  await relay?.close();
  await Promise.all([primary?.stop(), standby?.stop(), stranger?.stop()]);
  await around?.close();
});

async function rows({ url }: { url: string }, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: found } = await client.query<Record<string, unknown>>(text);
  await client.end();
  return found;
}

/** What the doctor says of this address: `state: sentence`. */
async function doctor(url: string, check: 'database' | 'replication'): Promise<string> {
  const env = { ...around.env, DATABASE_URL: url };
  const found = await examine(createSite(loadDataSettings(env), { env, progress: () => undefined }));
  const { state, says } = found.find(({ name }) => name === check)!;
  return `${state}: ${says}`;
}

/** What a role sees that may not read the details of replication. */
async function withoutPrivileges(): Promise<string> {
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  await client.query('create role plain; set role plain');
  const { says } = await readReplication(client);
  await client.end();
  return says;
}

/** The exit code and the last words of a start at this address. */
async function outcomeOfStart(url: string): Promise<string> {
  const started = await launchBuilt({ ...around.env, DATABASE_URL: url });
  return `${await started.exited}: ${started.output().trim().split('\n').at(-1)}`;
}

const ready = async () => ((await (await fetch(`${app.url}/readyz`)).json()) as { status: string }).status;
const isReady = () => until(async () => (await ready()) === 'ready', { what: 'it is ready' });
const said = (words: string) => app.output().split(words).length - 1;

const ASYNCHRONOUS = '1 standby streams from it asynchronously: a fail-over loses the last orders';
const TWO_PRIMARIES = /its address leads to two primaries, of the timelines \d+\/00000001 and \d+\/00000002: orders/;

describe('a standby that streams', { timeout: 240_000 }, () => {
  it('asynchronously is named by doctor and start, until a standby is synchronous', async () => {
    expect(said(ASYNCHRONOUS)).toBe(1);
    expect(await doctor(primary.url, 'replication')).toContain(`warning: ${ASYNCHRONOUS}`);
    expect(await withoutPrivileges()).toContain(ASYNCHRONOUS);
    await onDatabase(primary.url, "alter system set synchronous_standby_names = 'standby'");
    await onDatabase(primary.url, 'select pg_reload_conf()');
    const isSynchronous = "select from pg_stat_replication where sync_state = 'sync'";
    await until(async () => (await rows(primary, isSynchronous)).length === 1, { what: 'it is synchronous' });
    expect(await doctor(primary.url, 'replication')).toBe('ok: 1 standby streams from it, 1 of them synchronously');
  });

  it('is named when its address is given as that of the database', async () => {
    expect(await doctor(standby.url, 'database')).toBe(
      'failed: its address is that of a standby (a replica), which is read-only',
    );
    relay.moveTo(primary.url, standby.url);
    const mixed = 'its address leads to the primary and to a standby (a replica) in turn';
    expect(await doctor(relay.url, 'database')).toBe(`failed: ${mixed}`);
    relay.moveTo(primary.url);
    expect(await outcomeOfStart(standby.url)).toMatch(
      /^1: could not start: The database: its address is that of a standby/,
    );
  });
});

describe('a primary that freezes, whose standby is promoted', { timeout: 240_000 }, () => {
  it('is left by every connection: confirmed orders are kept, it sells on, and the old one is refused when it is back', async () => {
    const before = await order(app);
    await primary.signal('SIGSTOP');
    await until(async () => (await ready()) === 'no database', { what: 'it sees the silence' });
    await rows(standby, 'select pg_promote()');
    relay.moveTo(standby.url);
    await isReady();
    expect((await look(app, before)).status).toBe('pending_payment');
    await order(app);
    expect(said('PostgreSQL changed its timeline')).toBe(1);

    await primary.signal('SIGCONT');
    relay.moveTo(primary.url);
    relay.drop();
    relay.heal();
    await until(() => said('an older primary answers') > 0, { what: 'the old primary is refused' });
    expect(await ready()).toBe('no database');
    relay.moveTo(standby.url);
    await isReady();
    await order(app);
    expect(said('PostgreSQL changed its timeline')).toBe(1);
  });
});

describe('an address that leads to several servers', { timeout: 240_000 }, () => {
  it('is named: two primaries on different timelines', async () => {
    relay.moveTo(primary.url, standby.url);
    expect(await doctor(relay.url, 'database')).toMatch(TWO_PRIMARIES);
    expect(await outcomeOfStart(relay.url)).toMatch(TWO_PRIMARIES);
  });

  it('is named: two clusters', async () => {
    relay.moveTo(standby.url, stranger.url);
    expect(await doctor(relay.url, 'database')).toMatch(/^failed: its address leads to two different clusters/);
  });
});
