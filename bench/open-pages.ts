import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { loadConfig } from '#src/config/config.ts';
import { createLog } from '#src/log.ts';
import { openStore } from '#src/open-store.ts';
import type { OrderView } from '#src/shared/views.ts';
import { freePort } from '#sandbox/postgres/port.ts';
import { startEmbeddedPostgres } from '#sandbox/postgres/supervisor.ts';
import { createAccount } from '#test/support/accounts.ts';
import { spawnApp } from '#test/support/process.ts';
import { bought } from '#test/support/shop.ts';
import { startVendors } from '#test/support/vendors.ts';
import { control, until } from '#test/support/wire.ts';
import { type CountingWay, startCountingWay } from './open-pages/counting-way.ts';
import { addEsims } from './open-pages/many-esims.ts';
import { get, productionArgs, quantile } from './running-app.ts';

/**
 * `node bench/open-pages.ts [--esims 5000] [--second 1000]`: so many pages of eSIMs are opened within two minutes, at two
 * processes, and look again as browsers do; `--second` of the eSIMs are of the second wholesaler. Prints the calls that each
 * wholesaler got, the most in any second beside its limit, and how long it took until each page had its figures; and the
 * home page's p99 beside its idle one in the same run (at most 5 times). Exits with 1 when a limit was exceeded, an eSIM
 * was read twice or not at all, or the home page was slower. It takes a quarter of an hour with the defaults: the
 * wholesalers' limits are what is waited for.
 */
const { values } = parseArgs({
  options: { esims: { type: 'string', default: '5000' }, second: { type: 'string', default: '1000' } },
});
const COUNT = { 'esim-access': Number(values.second), airalo: Number(values.esims) - Number(values.second) };
/** Calls per second that the vendors allow one client: the first one for reads of the usage, the second one for all calls. */
const LIMITS = { airalo: 5, 'esim-access': 8 };
const LIMITED = { airalo: '/v2/sims/:id/usage', 'esim-access': 'all' };
const PACKAGES = { airalo: 'france-30days-3gb', 'esim-access': 'CKH319' };
/** A browser's pauses between its looks, in milliseconds (web/pages/order/live/follow-order.ts). */
const LOOKS = [0, 3_000, 9_000, 27_000, 81_000, 120_000, 120_000, 120_000, 120_000, 120_000];
/** The first look of each page is within this time. */
const OPENED_WITHIN_MS = 120_000;
const IDLE_MS = 10_000;

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const dataDir = await mkdtemp(path.join(tmpdir(), 'cairn-bench-'));
await chmod(dataDir, 0o755);
const closers: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true })];
try {
  const isExceeded = await measure();
  if (isExceeded) process.exitCode = 1;
} finally {
  for (const close of closers.toReversed()) await close();
}

async function measure(): Promise<boolean> {
  const { apps, env, ways, databaseUrl } = await startWorld();
  const { ids, authorization } = await sell(apps[0]!, env, databaseUrl);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  closers.push(() => client.end());
  const query = async (text: string) => (await client.query<{ count: number }>(text)).rows[0]!.count;

  const idle = await homeWhile(apps[0]!.url, pause(IDLE_MS));
  for (const way of Object.values(ways)) way.reset();
  const since = performance.now();
  const looked = { times: 0 };
  const readers = open(
    ids,
    apps.map(({ url }) => url),
    { authorization, looked },
  );
  // A read without an answer is repeated a minute later at the earliest, by the next look: the readers may have left.
  const unread = () => query('select count(*)::int as count from esims where usage_at is null and failures = 0');
  const busy = await homeWhile(apps[0]!.url, readers);
  await until(async () => (await unread()) === 0, { timeout: 3_600_000, what: 'every eSIM was read' });
  const failed = await query('select count(*)::int as count from esims where usage_at is null');
  const seconds = (performance.now() - since) / 1000;

  const readings = await query('select count(*)::int as count from esim_readings');
  const [idleP99, busyP99] = [quantile(idle, 0.99), quantile(busy, 0.99)];
  const rows = await Promise.all(Object.entries(ways).map(([name, way]) => rowOf(name as keyof typeof COUNT, way)));
  process.stdout.write(
    `${rows.map(({ text }) => text).join('\n')}
every eSIM was read after ${seconds.toFixed(0)} s, ${failed} without an answer; ${looked.times} looks of ${ids.length} pages; ${readings} readings
home p99 ${idleP99.toFixed(1)} ms idle, ${busyP99.toFixed(1)} ms beside the open pages: ${(busyP99 / idleP99).toFixed(1)}x of 5x (${busy.length} requests)
`,
  );
  return rows.some((row) => row.isExceeded) || busyP99 / idleP99 > 5;
}

/** The calls that one wholesaler got, and whether they were too many. */
async function rowOf(wholesaler: keyof typeof COUNT, way: CountingWay): Promise<{ text: string; isExceeded: boolean }> {
  const [limit, limited, esims] = [LIMITS[wholesaler], LIMITED[wholesaler], COUNT[wholesaler]];
  const { all, byAddress } = await way.counts();
  const { calls, mostInASecond } = limited === 'all' ? all : (byAddress[limited] ?? { calls: 0, mostInASecond: 0 });
  const each = Object.entries(byAddress).map(
    ([address, some]) => `\n  ${address}: ${some.calls}, at most ${some.mostInASecond} in a second`,
  );
  return {
    text: `${wholesaler}: ${calls} calls (${limited}) for ${esims} eSIMs, at most ${mostInASecond} in a second (limit ${limit})${each.join('')}`,
    isExceeded: mostInASecond > limit || calls > esims * 1.02 + 5,
  };
}

/** Two processes on one database, and the counted ways to both wholesalers. */
async function startWorld() {
  const vendors = await startVendors(dataDir, {}, { secondWholesaler: true });
  closers.push(() => vendors.close());
  const ways = {
    airalo: await startCountingWay(vendors.airalo.url),
    'esim-access': await startCountingWay(vendors.esimAccess!.url),
  };
  for (const way of Object.values(ways)) closers.push(() => way.close());
  await control(vendors.esimAccess!, { allocate: { after_ms: 0 }, balance: { set: 100_000 } });
  await control(vendors.airalo, { balance: { set: 100_000 } });
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(dataDir, 'app'), log: silent });
  closers.push(() => postgres.stop());
  const env = {
    ...vendors.env,
    AIRALO_API_URL: ways.airalo.url,
    ESIM_ACCESS_API_URL: ways['esim-access'].url,
    DATABASE_URL: postgres.url,
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    SWEEP_SECONDS: '60',
    WORKER_HEARTBEAT_SECONDS: '15',
    WORKER_CONCURRENCY: '8',
    // The copied orders stand in no vendor's books. Reconciliation would look up each of them at the wholesalers.
    RECONCILE_GRACE_SECONDS: '3600',
    PUBLIC_URL: vendors.appUrl,
  };
  const apps = [await spawnApp(env, undefined, productionArgs())];
  apps.push(await spawnApp({ ...env, PORT: String(await freePort()) }, undefined, productionArgs()));
  for (const app of apps) closers.push(() => app.kill('SIGTERM'));
  return { apps, env, ways, databaseUrl: postgres.url };
}

/** An account with all the orders. */
async function sell(app: { url: string }, env: Record<string, string>, databaseUrl: string) {
  await until(async () => (await (await fetch(`${app.url}/api/offers`)).text()).includes('"available":true'), {
    what: 'plans are checked',
  });
  const { idToken, email } = await createAccount(app);
  const authorization = `Bearer ${idToken}`;
  const first = await bought(app, { email }, { authorization });
  const opened: (() => Promise<unknown>)[] = [];
  const services = await openStore(loadConfig(env), {
    log: createLog('silent'),
    onClose: (close) => void opened.push(close),
  });
  try {
    const ids: string[] = [];
    for (const wholesaler of ['airalo', 'esim-access'] as const)
      ids.push(
        ...(await addEsims(services, {
          databaseUrl,
          orderId: first.order.id,
          wholesaler,
          packageId: PACKAGES[wholesaler],
          count: COUNT[wholesaler],
        })),
      );
    return { ids, authorization };
  } finally {
    for (const close of opened.reverse()) await close();
  }
}

/** Opens the pages one after the other; each looks again, slower and slower, until its figures are there. */
async function open(
  ids: readonly string[],
  urls: readonly string[],
  { authorization, looked }: { authorization: string; looked: { times: number } },
): Promise<void> {
  const ask = async <T>(turn: number, what = ''): Promise<T> => {
    looked.times += 1;
    const text = await get(`${urls[turn % urls.length]}/api/orders/${ids[turn]}${what}`, { authorization });
    return JSON.parse(text.toString()) as T;
  };
  const isReading = async (turn: number) => (await ask<{ order: OrderView }>(turn)).order.readingUsage;
  await Promise.all(
    ids.map(async (_, turn) => {
      await pause((OPENED_WITHIN_MS * turn) / ids.length);
      if (!(await isReading(turn))) return;
      for (const ms of LOOKS) {
        await pause(ms * (0.5 + Math.random() / 2));
        const { reading } = await ask<{ reading: boolean }>(turn, '/reading');
        if (!reading && !(await isReading(turn))) return;
      }
    }),
  );
}

/** The times of the home page until the work is done. */
async function homeWhile(url: string, work: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isDone = false;
  const done = work.finally(() => (isDone = true));
  while (!isDone) {
    const since = performance.now();
    await (await fetch(url)).arrayBuffer();
    times.push(performance.now() - since);
    await pause(10);
  }
  await done;
  return times;
}
