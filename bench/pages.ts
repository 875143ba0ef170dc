import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { until } from '#test/support/wire.ts';
import budgets from './budgets.json' with { type: 'json' };
import { cpuMs, get, load, median, startApp } from './running-app.ts';

/**
 * `node bench/pages.ts --beside CHECKOUT`: CPU cost of pages here and in another checkout of Cairn (built, with its
 * packages), such as 6ef38a5, alternating within one run. Measures a rendering without caches, and requests for the
 * cached home page and offers in brotli, whose rate is what one core does in a second. Exits with 1 over a budget.
 * Linux only.
 */
const { values } = parseArgs({ options: { beside: { type: 'string' }, rounds: { type: 'string', default: '7' } } });
if (values.beside === undefined) throw new Error('--beside names the checkout to compare with');
const ROUNDS = Number(values.rounds);
const RENDERED = ['/', '/plans', '/plans/local/france', '/checkout/france-3gb', '/auth'];
const RENDERINGS = 50;
const KEPT = ['/', '/?utm_source=news', '/plans', '/api/offers'];
const REQUESTS = 400;
const PARALLEL = 8;

const roots = { before: path.resolve(values.beside), here: path.join(import.meta.dirname, '..') };
const costs = new Map<string, Record<keyof typeof roots, number[]>>();

// Renderings read the catalogue of a running shop.
const shop = await startApp();
await plansAreChecked(shop.url);
const databaseUrl = shop.env['DATABASE_URL'];

await inTurns(RENDERED, async (root) => {
  const child = fork(path.join(import.meta.dirname, 'rendering-process.ts'), [root], {
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: databaseUrl },
  });
  return {
    name: (page) => `rendering ${page}`,
    async measure(page) {
      child.send({ path: page, count: RENDERINGS });
      const [answer] = (await once(child, 'message')) as [number];
      return answer;
    },
    close: async () => void child.kill(),
  };
});

await shop.close();

await inTurns(KEPT, async (root) => {
  const app = await startApp({}, root);
  await plansAreChecked(app.url);
  return {
    name: (address) => `kept ${address}`,
    async measure(address) {
      const before = await cpuMs(app.pid);
      await load(REQUESTS, PARALLEL, () => get(app.url + address, { 'accept-encoding': 'br' }));
      return ((await cpuMs(app.pid)) - before) / REQUESTS;
    },
    close: () => app.close(),
  };
});

const limits = budgets.pages as Record<string, number | string>;
for (const [what, cost] of costs) {
  const ratio = median(cost.here.map((here, round) => here / cost.before[round]!));
  const limit = limits[what];
  const over = typeof limit === 'number' && ratio > limit;
  if (over) process.exitCode = 1;
  const figures = `${median(cost.before).toFixed(2).padStart(6)} → ${median(cost.here).toFixed(2).padStart(5)} ms`;
  process.stdout.write(
    `${what.padEnd(32)} ${figures}  ${ratio.toFixed(3)} of it${typeof limit === 'number' ? `, at most ${limit}` : ''}, ${(1 / ratio).toFixed(1)} times the rate${over ? '  OVER' : ''}\n`,
  );
}

async function plansAreChecked(url: string): Promise<void> {
  await until(async () => (await get(`${url}/api/offers`)).toString().includes('"available":true'), {
    what: 'plans are checked',
  });
}

type Side = {
  name: (address: string) => string;
  /** CPU in milliseconds of one page. */
  measure: (address: string) => Promise<number>;
  close: () => Promise<void>;
};

/** Measures both checkouts, round by round and address by address. The first round is a warm-up and does not count. */
async function inTurns(addresses: readonly string[], open: (root: string) => Promise<Side>): Promise<void> {
  const sides = { before: await open(roots.before), here: await open(roots.here) };
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const address of addresses) {
        const what = sides.here.name(address);
        const cost = costs.get(what) ?? { before: [], here: [] };
        const [before, here] = [await sides.before.measure(address), await sides.here.measure(address)];
        if (round === 0) continue;
        cost.before.push(before);
        cost.here.push(here);
        costs.set(what, cost);
      }
    }
  } finally {
    await sides.before.close();
    await sides.here.close();
  }
}
