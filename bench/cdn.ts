import { parseArgs } from 'node:util';
import { Agent, request, type IncomingMessage } from 'node:http';
import { freePort } from '#sandbox/postgres/port.ts';
import { LOCALES } from '#src/shared/locale.ts';
import { startVarnish } from '#test/support/varnish.ts';
import { until } from '#test/support/wire.ts';
import { cpuMs, descendantsCpuMs, get, load, NO_LIMITS, quantile, startApp } from './running-app.ts';

/**
 * `node bench/cdn.ts [--requests 10000] [--parallel 8]`: the same requests of readers to the store itself, and through Varnish with
 * the rules of deploy/cdn: how many come from copies, how many reach the store, and the CPU of both. One request in ten
 * is for a page that no cache may keep. Each reader has cookies of their own. Linux only: CPU is read from /proc.
 */
const { values } = parseArgs({
  options: { requests: { type: 'string', default: '10000' }, parallel: { type: 'string', default: '8' } },
});
const [requests, parallel] = [Number(values.requests), Number(values.parallel)];

const PUBLIC = [
  '/',
  '/plans',
  '/plans/local/france',
  '/plans/local/japan',
  '/plans/local/spain',
  '/plans/regional/europe',
  '/plans/global',
  '/help',
  '/help/installation',
  '/coverage',
  '/fr/plans/local/italy',
  '/api/offers',
  '/api/search-index',
  '/api/catalogue/destinations/france',
  '/og/en/france.png',
  '/maps/coverage/europe.svg',
];
const PERSONAL = ['/checkout/france-3gb', '/profile'];
const SECRET = 'a-secret-of-the-caches';

const addressOf = (turn: number): string =>
  turn % 10 === 9 ? PERSONAL[turn % PERSONAL.length]! : PUBLIC[turn % PUBLIC.length]!;

const port = await freePort();
const app = await startApp({
  ...NO_LIMITS,
  CDN: 'http',
  CDN_PURGE_URLS: `http://127.0.0.1:${port}/`,
  CDN_PURGE_SECRET: SECRET,
  TRUSTED_PROXIES: '127.0.0.1',
});
const varnish = await startVarnish({ port, store: Number(new URL(app.url).port), secret: SECRET });
try {
  await until(async () => (await get(`${app.url}/api/offers`)).includes('"available":true'), {
    what: 'plans are checked',
  });
  for (const url of [app.url, varnish.url]) await measure(url, 500);
  const direct = await measure(app.url, requests);
  const cached = await measure(varnish.url, requests);
  print('direct', direct);
  print('through Varnish', cached);
  process.stdout.write(
    `reaches the store: ${share(cached.reached, direct.reached)} of the requests, ${share(cached.storeMs, direct.storeMs)} of its CPU\n`,
  );
} finally {
  await varnish.stop();
  await app.close();
}

type Measured = { hits: number; reached: number; storeMs: number; cacheMs: number; p50: number; p99: number };

async function measure(url: string, count: number): Promise<Measured> {
  const logged = () => app.output().match(/"msg":"request"/g)?.length ?? 0;
  const agent = new Agent({ keepAlive: true, maxSockets: parallel });
  const times: number[] = [];
  let hits = 0;
  const before = { reached: logged(), store: await cpuMs(app.pid), cache: await descendantsCpuMs(varnish.pid) };
  await load(count, parallel, async (turn) => {
    const since = performance.now();
    const cookie = `cairn_lang=${LOCALES[turn % LOCALES.length]!}; reader=${turn}`;
    if ((await ask(url + addressOf(turn), agent, cookie)) === 'hit') hits += 1;
    times.push(performance.now() - since);
  });
  agent.destroy();
  return {
    hits,
    reached: logged() - before.reached,
    storeMs: (await cpuMs(app.pid)) - before.store,
    cacheMs: (await descendantsCpuMs(varnish.pid)) - before.cache,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  };
}

/** Returns what the cache says about its answer. Throws for a failed one. */
async function ask(url: string, agent: Agent, cookie: string): Promise<string | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request(url, { agent, headers: { cookie, 'accept-encoding': 'gzip' } }, resolve)
    .on('error', reject)
    .end();
  const answer = await promise;
  for await (const _ of answer);
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`);
  return answer.headers['x-cache'] as string | undefined;
}

function share(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`;
}

function print(name: string, { hits, reached, storeMs, cacheMs, p50, p99 }: Measured): void {
  process.stdout.write(
    `${name.padEnd(16)} ${requests} requests, ${share(hits, requests)} from copies, ${reached} reach the store; ` +
      `CPU of the store ${storeMs} ms, of Varnish ${cacheMs} ms; p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms\n`,
  );
}
