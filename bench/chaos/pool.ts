import { setTimeout as pause } from 'node:timers/promises';
import { scrape, valueOf } from '#test/support/metrics.ts';
import type { ChaosWorld } from './world.ts';

/** The connections of a process's pool. */
export type PoolCount = { open: number; idle: number };

/** The deliveries of the buyers at the gate still run: their deadline, a refund, and a busy machine. */
const RESTS_WITHIN = 180_000;
const LOOK_EVERY = 50;
const POOL = 'store_db_pool_connections';
/** The queue listens for new jobs on one connection of the pool, always. */
const LISTENING = 1;

/**
 * Waits, with the buyers at the gate, until every connection of every pool is idle, except the listening one. Returns one sentence for each
 * process where that does not happen: connections that are never given back.
 */
export async function poolsAtRest(world: ChaosWorld): Promise<string[]> {
  world.gate.close();
  try {
    return leaksOf(await poolCounts(world));
  } finally {
    world.gate.open();
  }
}

/** The pool of each process when all of its connections are idle, except the listening one; else the best that was seen. */
export const poolCounts = (world: Pick<ChaosWorld, 'processes'>): Promise<PoolCount[]> =>
  Promise.all(world.processes.map(({ metrics }) => rest(metrics)));

/** One sentence for each process with connections in use. */
export const leaksOf = (counts: readonly PoolCount[]): string[] =>
  counts.flatMap(({ open, idle }, at) => {
    const busy = open - idle - LISTENING;
    return busy > 0 ? [`process ${at + 1}: ${busy} of ${open} connections of the pool are never given back`] : [];
  });

/** The counts of the first moment at which all connections are idle; without one the best that was seen. */
async function rest(metrics: { url: string }): Promise<PoolCount> {
  const end = performance.now() + RESTS_WITHIN;
  let best: PoolCount = { open: Infinity, idle: 0 };
  while (performance.now() < end) {
    const count = await read(metrics).catch(() => undefined);
    if (count && count.open - count.idle < best.open - best.idle) best = count;
    if (best.open - best.idle <= LISTENING) return best;
    await pause(LOOK_EVERY);
  }
  return best;
}

async function read(metrics: { url: string }): Promise<PoolCount> {
  const samples = await scrape(metrics.url);
  return {
    open: valueOf(samples, POOL, { state: 'open' }) ?? NaN,
    idle: valueOf(samples, POOL, { state: 'idle' }) ?? NaN,
  };
}
