import { parseArgs } from 'node:util';
import { until } from '#test/support/wire.ts';
import budgets from './budgets.json' with { type: 'json' };
import { fetchOnce, getRequest } from './requests/connections.ts';
import { measureIdentity } from './requests/identity.ts';
import { measureOrders } from './requests/orders.ts';
import { measurePages, PAGES, type PageName } from './requests/pages.ts';
import { startRaw } from './requests/raw.ts';
import { measureRest } from './requests/rest.ts';
import { measureWatched } from './requests/watched.ts';
import { NO_LIMITS, startApp } from './running-app.ts';

/**
 * `node bench/requests.ts [row …] [--beside CHECKOUT] [--rounds 5] [--seconds 1.5]`: what requests cost beside a bare
 * `node:http` server that sends the same bytes (raw = 1), in alternating rounds of one run: 16 connections, brotli accepted.
 * Medians of the rounds count. Rows: the names of `PAGES`, `orders`, `identity`, `rest` and `metrics`; without names all of them.
 * `--beside` names an older checkout (built, with its packages) whose sign-ins are measured in the same rounds.
 * Exits with 1 when a ratio misses its budget (bench/budgets.json). Linux only: CPU is read from /proc.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    beside: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '1.5' },
  },
});
const OTHERS = ['orders', 'identity', 'rest', 'metrics'];
const known = [...Object.keys(PAGES), ...OTHERS];
const unknown = positionals.find((name) => !known.includes(name));
if (unknown !== undefined) throw new Error(`there is no row ${unknown}; there are ${known.join(', ')}`);
const wanted = (name: string) => positionals.length === 0 || positionals.includes(name);
const options = { rounds: Number(values.rounds), seconds: Number(values.seconds) };

type Budgets = Record<string, Record<string, { atLeast?: number; atMost?: number }> | undefined>;
const BUDGETS: Budgets = budgets.requests.rows;

const raw = await startRaw();
const app = await startApp({ ...NO_LIMITS, LIMIT_ORDERS_PER_ADDRESS: '1000000', LIMIT_ORDERS_PER_EMAIL: '1000000' });
try {
  await until(async () => (await fetchOnce(app.url, getRequest('/api/offers', {}))).body.includes('"available":true'), {
    what: 'plans are checked',
  });
  const pages = (Object.keys(PAGES) as PageName[]).filter(wanted);
  if (pages.length > 0)
    for (const { name, rate, cpu, ms, rawMs } of await measurePages(pages, { app, raw, ...options }))
      report(name, { rate, cpu }, `${ms.toFixed(3)} ms of CPU beside ${rawMs.toFixed(3)}`);
  if (wanted('orders')) {
    const { cpu, ms, rawMs } = await measureOrders({ app, raw, ...options });
    report('orders', { cpu }, `${ms.toFixed(2)} ms of CPU beside ${rawMs.toFixed(3)} for the catalogue JSON`);
  }
  if (wanted('identity'))
    for (const { name, ratios, note } of await measureIdentity({ app, beside: values.beside, ...options }))
      report(name, ratios, note);
  if (wanted('rest')) {
    const { megabytes, start, ms, emptyMs } = await measureRest({ app, ...options });
    report('rest', { megabytes, start }, `ready after ${ms.toFixed(0)} ms, node -e 0 takes ${emptyMs.toFixed(0)}`);
  }
  if (wanted('metrics')) {
    const { ratios, added, scrapeMs } = await measureWatched({ app, ...options });
    const more = Object.entries(added).map(([name, ms]) => `${name} ${(1000 * ms).toFixed(0)} µs`);
    report('metrics', ratios, `more CPU: ${more.join(', ')}; a scrape ${scrapeMs.toFixed(1)} ms`);
  }
} finally {
  raw.close();
  await app.close();
}

/** Prints the ratios of a row, each beside its budget: `atLeast` or `atMost`. */
function report(name: string, ratios: Record<string, number>, note: string): void {
  const limits = BUDGETS[name];
  const words = Object.entries(ratios).map(([what, ratio]) => {
    const { atLeast, atMost } = limits?.[what] ?? {};
    const missed = (atLeast !== undefined && ratio < atLeast) || (atMost !== undefined && ratio > atMost);
    if (missed) process.exitCode = 1;
    const limit = atLeast === undefined ? (atMost === undefined ? '' : ` (≤ ${atMost})`) : ` (≥ ${atLeast})`;
    return `${what} ${ratio >= 10 ? ratio.toFixed(0) : ratio.toFixed(3)}${limit}${missed ? ' MISSED' : ''}`;
  });
  process.stdout.write(`${name.padEnd(16)} ${words.join('  ').padEnd(52)} ${note}\n`);
}
