import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { freePort } from '#sandbox/postgres/port.ts';
import { spawnApp } from '#test/support/process.ts';
import { type Buyer, order } from '#test/support/shop.ts';
import { payHosted, until } from '#test/support/wire.ts';
import { load, NO_LIMITS, productionArgs, quantile, startApp } from './running-app.ts';
import { openStreams, type Page, type Streams } from './watchers/open-streams.ts';
import { type Period, rssMb, startPeriod } from './watchers/readings.ts';

/**
 * `node bench/watchers.ts [--streams 10000] [--seconds 45]`: this many open order pages over two store processes while
 * eSIMs are bought at a fixed rate. Prints the memory of a stream, CPU, transactions a second, and how long an order
 * and an eSIM take, with and without the watchers; then what happens when the processes lose their notices, and how
 * fast a change reaches the pages. Five pages show one order, each from a network of its own. Linux only. Exits with 1
 * when a stream is missing or buying suffers: an order's or an eSIM's median beyond twice that without watchers, while
 * both were measured in this run.
 */
const { values: flags } = parseArgs({
  options: { streams: { type: 'string', default: '10000' }, seconds: { type: 'string', default: '45' } },
});
const STREAMS = Number(flags.streams);
const PERIOD_MS = Number(flags.seconds) * 1_000;
const PAGES_PER_ORDER = 5;
/** Time between two purchases. */
const PURCHASE_MS = 500;
const OPENED_AT_ONCE = 24;

const env = {
  ...NO_LIMITS,
  TRUSTED_PROXIES: '127.0.0.0/8',
  LIMIT_ORDERS_PER_ADDRESS: '1000000',
  LIMIT_STREAMS_PER_PROCESS: String(Math.ceil(STREAMS / 2) + 100),
};
const first = await startApp(env);
const PORT = String(await freePort());
const second = await spawnApp({ ...first.env, PORT }, undefined, productionArgs());
const apps = [first, second];
const pool = new pg.Pool({ connectionString: first.env['DATABASE_URL']!, max: 2 });
const measured = { pids: apps.map(({ pid }) => pid), databaseCpuMs: first.databaseCpuMs, pool };
const say = (line: string) => process.stdout.write(`${line}\n`);

type Times = { order: number[]; esim: number[]; failed: number };

/** Buys at a fixed rate, at both processes in turn: the times of the order's call, and from the payment to the eSIM. */
async function buyFor(ms: number): Promise<Times> {
  const times: Times = { order: [], esim: [], failed: 0 };
  const purchase = async (turn: number) => {
    const app = apps[turn % 2]!;
    const start = performance.now();
    const buyer = await order(app);
    times.order.push(performance.now() - start);
    const shown = eventOf(app.url, buyer, (text) => text.includes('LPA:1$'));
    const paid = performance.now();
    await payHosted(buyer.paymentUrl);
    await shown;
    times.esim.push(performance.now() - paid);
  };
  const running: Promise<unknown>[] = [];
  const end = performance.now() + ms;
  for (let turn = 0; performance.now() < end; turn += 1) {
    running.push(purchase(turn).catch(() => (times.failed += 1)));
    await pause(PURCHASE_MS);
  }
  await Promise.all(running);
  return times;
}

/** Resolves once the order's stream has said something. */
async function eventOf(url: string, { order: { id }, cookie }: Buyer, isIt: (text: string) => boolean): Promise<void> {
  const signal = AbortSignal.timeout(60_000);
  const answer = await fetch(`${url}/api/orders/${id}/events`, { headers: { cookie }, signal });
  let text = '';
  for await (const chunk of answer.body ?? []) {
    text += Buffer.from(chunk).toString();
    if (isIt(text)) return;
  }
  throw new Error('the stream ended first');
}

const ms = (values: readonly number[]) =>
  `p50 ${quantile(values, 0.5).toFixed(0)} ms, p95 ${quantile(values, 0.95).toFixed(0)} ms`;
const share = (value: number) => `${(value * 100).toFixed(0)} %`;
const periodLine = ({ stores, database, transactions }: Period) =>
  `CPU of a core: stores ${stores.map(share).join(' and ')}, database ${share(database)}; ${transactions.toFixed(0)} transactions/s`;

async function measure(name: string, work: () => Promise<unknown>): Promise<Period> {
  const finish = await startPeriod(measured);
  await work();
  const period = await finish();
  say(`${name.padEnd(28)} ${periodLine(period)}`);
  return period;
}

async function buyingPeriod(name: string): Promise<Times> {
  let times: Times | undefined;
  await measure(name, async () => {
    times = await buyFor(PERIOD_MS);
  });
  const { order: orders, esim, failed } = times!;
  say(`${''.padEnd(28)} ${esim.length} bought, ${failed} failed; order ${ms(orders)}; paid to eSIM ${ms(esim)}`);
  return times!;
}

async function openPages(buyers: readonly Buyer[]): Promise<Streams> {
  const before = await Promise.all(measured.pids.map(rssMb));
  const pages = Array.from({ length: STREAMS }, (_each, index): Page => {
    const { order: shown, cookie } = buyers[Math.floor(index / PAGES_PER_ORDER)]!;
    return { url: apps[index % 2]!.url, orderId: shown.id, cookie };
  });
  const start = performance.now();
  const streams = await openStreams(pages, OPENED_AT_ONCE);
  const seconds = (performance.now() - start) / 1_000;
  say(`${STREAMS} streams opened in ${seconds.toFixed(0)} s, ${(STREAMS / seconds).toFixed(0)} a second`);
  await jobsAreDone();
  const after = await Promise.all(measured.pids.map(rssMb));
  const each = after.map((mb, index) => ((mb - before[index]!) * 1_024) / (STREAMS / 2));
  say(
    `memory                       ${before.map((mb) => mb.toFixed(0)).join(' and ')} MB before, ${after.map((mb) => mb.toFixed(0)).join(' and ')} MB after: ${each.map((kb) => kb.toFixed(0)).join(' and ')} KB a stream`,
  );
  return streams;
}

/** Each stream has its order's payment looked at once: those jobs are no part of what an open page costs. */
async function jobsAreDone(): Promise<void> {
  const due = 'select count(*)::int as jobs from graphile_worker.jobs where run_at <= now()';
  const isQuiet = async () => (await pool.query<{ jobs: number }>(due)).rows[0]!.jobs === 0;
  await until(isQuiet, { what: 'the jobs are done', timeout: 600_000 });
}

/** How long all pages of some orders take to show that they were paid. */
async function changes(streams: Streams, buyers: readonly Buyer[]): Promise<number[]> {
  const times: number[] = [];
  for (const buyer of buyers) {
    const seen: number[] = [];
    streams.onEvent(buyer.order.id, () => seen.push(performance.now()));
    await payHosted(buyer.paymentUrl);
    await until(() => seen.length >= PAGES_PER_ORDER, { what: 'all pages show a change' });
    times.push(seen[PAGES_PER_ORDER - 1]! - seen[0]!);
  }
  return times;
}

/** Both processes lose the connection for notices while eSIMs are bought. */
async function loseNotices(): Promise<void> {
  const slowest = { ms: 0 };
  const asking = setInterval(async () => {
    const start = performance.now();
    await fetch(`${first.url}/readyz`).catch(() => undefined);
    slowest.ms = Math.max(slowest.ms, performance.now() - start);
  }, 250);
  await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cairn notices'`);
  await buyingPeriod('notices lost, buying');
  clearInterval(asking);
  say(`${''.padEnd(28)} slowest /readyz ${slowest.ms.toFixed(0)} ms`);
}

try {
  await until(async () => (await (await fetch(`${first.url}/api/offers`)).text()).includes('"available":true'), {
    what: 'plans are checked',
  });
  await buyFor(5_000);
  const buyers: Buyer[] = [];
  await load(Math.ceil(STREAMS / PAGES_PER_ORDER), 8, async (turn) => void buyers.push(await order(apps[turn % 2]!)));
  say(
    `${buyers.length} orders wait for their payment, a purchase every ${PURCHASE_MS} ms, periods of ${flags.seconds} s`,
  );
  await jobsAreDone();
  await measure('without watchers, idle', () => pause(PERIOD_MS));
  const without = await buyingPeriod('without watchers, buying');
  const streams = await openPages(buyers);
  await measure('with watchers, idle', () => pause(PERIOD_MS));
  const withThem = await buyingPeriod('with watchers, buying');
  await loseNotices();
  const spread = await changes(streams, buyers.slice(0, 20));
  say(`a change reaches the last page of an order ${ms(spread)} after its first`);
  const counts = streams.counts();
  say(`streams: ${JSON.stringify(counts)}, opened again: ${streams.reconnects()}`);
  const suffers = (['order', 'esim'] as const).some(
    (what) => quantile(withThem[what], 0.5) > 2 * quantile(without[what], 0.5),
  );
  if (suffers || withThem.failed > 0 || (counts['200'] ?? 0) + (counts['final'] ?? 0) < STREAMS) process.exitCode = 1;
  streams.close();
} finally {
  await pool.end();
  await second.kill('SIGTERM');
  await first.close();
}
