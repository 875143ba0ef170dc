import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { freePort } from '#sandbox/postgres/port.ts';
import { startEmbeddedPostgres } from '#sandbox/postgres/supervisor.ts';
import { openStream } from '#test/support/order-stream.ts';
import { memoryOf, spawnApp, type SpawnedApp } from '#test/support/process.ts';
import { type Buyer, order } from '#test/support/shop.ts';
import { startVendors } from '#test/support/vendors.ts';
import { control, payHosted, until } from '#test/support/wire.ts';
import budgets from './budgets.json' with { type: 'json' };
import { cpuMs, load, NO_LIMITS, productionArgs, quantile } from './running-app.ts';
import type { Watched, Watching } from './watchers/streams-thread.ts';

/**
 * `node bench/watchers.ts [--streams 10000] [--seconds 60] [--buyers 2]`: so many open pages of unpaid orders over two
 * processes. Prints, with and without them, at rest and while buyers buy: memory per stream, CPU of both processes,
 * transactions per second, and the milliseconds until an order is made and until its eSIM is there; and what
 * happens when the connections for notices are cut. Exits with 1 when a budget is missed. Linux only. Each stream takes a
 * file descriptor here and one in a process: `ulimit -n` has to be above the number of streams.
 */
const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '60' },
    buyers: { type: 'string', default: '2' },
  },
});
const [STREAMS, SECONDS, BUYERS] = [Number(values.streams), Number(values.seconds), Number(values.buyers)];
const STREAMS_PER_ORDER = 10;
const OPENED_AT_ONCE = 20;
/** Connections of PostgreSQL report their transactions at most so much later. */
const REPORTED_MS = 11_000;

type World = { apps: SpawnedApp[]; database: pg.Client };
/** `made`, `delivered`: milliseconds of each order, and of each eSIM from the payment on. */
type Phase = { cpu: number; transactions: number; made: number[]; delivered: number[] };

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const dataDir = await mkdtemp(path.join(tmpdir(), 'cairn-bench-'));
await chmod(dataDir, 0o755);
const closers: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true })];
try {
  const limit = Number(/open files\s+\d+\s+(\d+)/.exec(await readFile('/proc/self/limits', 'utf8'))?.[1]);
  if (limit < STREAMS + 1_000)
    throw new Error(`${STREAMS} streams need more open files than ${limit}: raise ulimit -n`);
  await measure(await startWorld());
} finally {
  for (const close of closers.toReversed()) await close();
}

async function measure(world: World): Promise<void> {
  const orders: Buyer[] = [];
  await load(
    Math.ceil(STREAMS / STREAMS_PER_ORDER),
    4,
    async (turn) => void orders.push(await order(app(world, turn))),
  );
  // What was compiled or read for the first time counts for neither side.
  await phase(world, 10, BUYERS);
  const [rest, buying] = [await phase(world, SECONDS, 0), await phase(world, SECONDS, BUYERS)];
  const before = await memory(world);

  const since = performance.now();
  const watchers = watch(world, orders);
  const watched = await until(
    async () => {
      const now = await watchers.counts();
      return now.open >= STREAMS && now;
    },
    { timeout: 1_800_000, what: `${STREAMS} streams are open` },
  );
  const openedIn = (performance.now() - since) / 1000;
  // A stream that opens has the payment of its order checked.
  const checks = "select from graphile_worker.jobs where task_identifier = 'settle-payment'";
  await until(async () => (await world.database.query(checks)).rowCount === 0, { what: 'payments are checked' });
  const idle = await phase(world, SECONDS, 0);
  const memoryKb = ((await memory(world)) - before) / STREAMS / 1024;
  const busy = await phase(world, SECONDS, BUYERS);
  const { slowest, worst } = await cut(world);
  const after = await watchers.counts();

  const row = (name: string, ...cells: (number | string)[]) =>
    `| ${[name, ...cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(1) : cell))].join(' | ')} |\n`;
  const at = (times: number[]) => [0.5, 0.95, 0.99].map((share) => quantile(times, share).toFixed(0)).join(' / ');
  process.stdout.write(
    `${STREAMS} streams over two processes, open after ${openedIn.toFixed(0)} s: ${watched.refused} refused; ${after.ended} ended and opened again; ${after.open} open at the end
memory: ${memoryKb.toFixed(0)} KB a stream
${row('', 'at rest', 'at rest, watched', 'buying', 'buying, watched')}${row('---', '---', '---', '---', '---')}${row('CPU of both processes, % of a core', rest.cpu, idle.cpu, buying.cpu, busy.cpu)}${row('transactions/s', rest.transactions, idle.transactions, buying.transactions, busy.transactions)}${row('orders', '', '', `${buying.made.length}`, `${busy.made.length}`)}${row('an order, p50 / p95 / p99 ms', '', '', at(buying.made), at(busy.made))}${row('payment to eSIM, p50 / p95 / p99 ms', '', '', at(buying.delivered), at(busy.delivered))}after both connections for notices were cut: slowest /readyz ${slowest.toFixed(0)} ms, slowest order ${worst.toFixed(0)} ms
`,
  );
  check('KB of memory a stream', memoryKb, budgets.watchers.memoryKb);
  check('transactions/s of idle streams', idle.transactions - rest.transactions, budgets.watchers.transactions);
  check(
    'median order, times that without',
    quantile(busy.made, 0.5) / quantile(buying.made, 0.5),
    budgets.watchers.order,
  );
}

function check(what: string, value: number, atMost: number): void {
  if (value <= atMost) return;
  process.stdout.write(`OVER: ${what}: ${value.toFixed(2)}, at most ${atMost}\n`);
  process.exitCode = 1;
}

function app({ apps }: World, turn: number): SpawnedApp {
  return apps[turn % apps.length]!;
}

/** Resident bytes of both processes. */
async function memory({ apps }: World): Promise<number> {
  return (await Promise.all(apps.map(({ pid }) => memoryOf(pid)))).reduce((sum, each) => sum + each, 0);
}

/** What both processes and the database do for some seconds, while so many buyers buy. */
async function phase(world: World, seconds: number, buyers: number): Promise<Phase> {
  await pause(REPORTED_MS);
  const cpu = async () => (await Promise.all(world.apps.map(({ pid }) => cpuMs(pid)))).reduce((sum, ms) => sum + ms, 0);
  const transactions = async () => {
    const query =
      'select (xact_commit + xact_rollback)::int as total from pg_stat_database where datname = current_database()';
    return (await world.database.query<{ total: number }>(query)).rows[0]!.total;
  };
  const [cpuBefore, before, since] = [await cpu(), await transactions(), performance.now()];
  const times = { made: [] as number[], delivered: [] as number[] };
  const end = since + seconds * 1000;
  await Promise.all([
    pause(seconds * 1000),
    ...Array.from({ length: buyers }, async (_, turn) => {
      while (performance.now() < end) await buyOnce(app(world, turn), times);
    }),
  ]);
  const took = (performance.now() - since) / 1000;
  return {
    cpu: ((await cpu()) - cpuBefore) / took / 10,
    transactions: ((await transactions()) - before) / took,
    ...times,
  };
}

async function buyOnce(from: SpawnedApp, times: Pick<Phase, 'made' | 'delivered'>): Promise<void> {
  const since = performance.now();
  const buyer = await order(from);
  times.made.push(performance.now() - since);
  const stream = await openStream(from, buyer.order.id, { cookie: buyer.cookie });
  const paid = performance.now();
  await payHosted(buyer.paymentUrl);
  await stream.next(({ status }) => status === 'fulfilled');
  times.delivered.push(performance.now() - paid);
  await stream.close();
}

/** Opens the streams in a thread of their own, which takes no time from the buyers. */
function watch({ apps }: World, buyers: readonly Buyer[]) {
  const orders = buyers.map(({ order: { id }, cookie }) => ({ id, cookie }));
  const workerData: Watching = { urls: apps.map(({ url }) => url), orders, count: STREAMS, atOnce: OPENED_AT_ONCE };
  const thread = new Worker(new URL('./watchers/streams-thread.ts', import.meta.url), { workerData });
  closers.push(() => thread.terminate());
  return {
    async counts(): Promise<Watched> {
      thread.postMessage('counts');
      return ((await once(thread, 'message')) as [Watched])[0];
    },
  };
}

/** Ends the connections for notices. The slowest answers of both processes while their streams catch up. */
async function cut(world: World): Promise<{ slowest: number; worst: number }> {
  await world.database.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cairn notices'",
  );
  const times = { made: [] as number[], delivered: [] as number[] };
  const ready: number[] = [];
  const end = performance.now() + SECONDS * 1000;
  await Promise.all([
    ...world.apps.map(async ({ url }) => {
      while (performance.now() < end) {
        const since = performance.now();
        await (await fetch(`${url}/readyz`)).arrayBuffer();
        ready.push(performance.now() - since);
        await pause(50);
      }
    }),
    ...world.apps.map(async (each) => {
      while (performance.now() < end) await buyOnce(each, times);
    }),
  ]);
  return { slowest: Math.max(...ready), worst: Math.max(...times.made) };
}

/** Two processes on one database, as in production. */
async function startWorld(): Promise<World> {
  const vendors = await startVendors(dataDir);
  closers.push(() => vendors.close());
  await control(vendors.airalo, { balance: { set: 100_000 } });
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(dataDir, 'app'), log: silent });
  closers.push(() => postgres.stop());
  const env = {
    ...vendors.env,
    ...NO_LIMITS,
    DATABASE_URL: postgres.url,
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    SWEEP_SECONDS: '60',
    WORKER_HEARTBEAT_SECONDS: '15',
    LIMIT_ORDERS_PER_ADDRESS: '1000000',
    LIMIT_STREAMS_PER_ADDRESS: '100000',
    LIMIT_STREAMS_PER_PROCESS: '100000',
    PUBLIC_URL: vendors.appUrl,
  };
  const apps = [await spawnApp(env, undefined, productionArgs())];
  apps.push(await spawnApp({ ...env, PORT: String(await freePort()) }, undefined, productionArgs()));
  for (const { kill } of apps) closers.push(() => kill('SIGTERM'));
  await until(async () => (await (await fetch(`${apps[0]!.url}/api/offers`)).text()).includes('"available":true'), {
    what: 'plans are checked',
  });
  const database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
  closers.push(() => database.end());
  return { apps, database };
}
