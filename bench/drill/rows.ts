import { setTimeout as pause } from 'node:timers/promises';
import { lockedJobs } from '../chaos/jobs.ts';
import { leaksOf, type PoolCount, poolCounts } from '../chaos/pool.ts';
import { tallyUp, untilQuiet } from '../chaos/tally.ts';
import type { Fault } from './faults.ts';
import type { Probe, Sale, Trade } from './sale.ts';
import type { DrillWorld } from './world.ts';

/** What one fault did. The counts are those of this fault, not of the ones before. */
export type Row = Trade & {
  fault: Fault;
  /** Milliseconds from the beginning of the fault until three members stream and every process is ready. */
  wholeMs: number;
  acknowledged: number;
  lost: number;
  paidTwice: number;
  /** Differences between the ledgers, the books and what buyers saw: lines with both or neither, and others. */
  violations: string[];
  lockedJobs: string[];
  pools: PoolCount[];
  /** Processes of the store that ended by themselves. */
  fell: number;
};

/** What was counted before a fault. */
export type Before = { acknowledged: number; lost: number; paidTwice: number; fell: number; known: Set<string> };

export const NOTHING_YET = (): Before => ({ acknowledged: 0, lost: 0, paidTwice: 0, fell: 0, known: new Set() });

/** How long clients trade before a fault and after it. */
const TRADE_MS = 5_000;

/** Lets a fault happen while clients trade, waits until all is whole and at rest, and counts. Updates `before`. */
export async function carryOut(world: DrillWorld, sale: Sale, fault: Fault, before: Before): Promise<Row> {
  const { shop } = world;
  await world.untilWhole();
  const measurement = sale.begin();
  await pause(TRADE_MS);
  const since = performance.now();
  let wholeMs: number;
  let trade: Trade;
  try {
    await fault.happen(world);
    await world.untilWhole();
    wholeMs = performance.now() - since;
    await pause(TRADE_MS);
  } finally {
    trade = await measurement.end();
  }
  await untilQuiet(shop);
  const tally = await tallyUp(shop, sale.purchases);
  const row = {
    ...trade,
    fault,
    wholeMs,
    acknowledged: tally.acknowledged - before.acknowledged,
    lost: tally.acknowledgedLost - before.lost,
    paidTwice: tally.paidTwice - before.paidTwice,
    violations: tally.violations.filter((each) => !before.known.has(each)),
    lockedJobs: await lockedJobs(shop),
    pools: await poolCounts(shop),
    fell: shop.fell - before.fell,
  };
  for (const each of tally.violations) before.known.add(each);
  before.acknowledged = tally.acknowledged;
  before.lost = tally.acknowledgedLost;
  before.paidTwice = tally.paidTwice;
  before.fell = shop.fell;
  return row;
}

/** One sentence for each bound that a row breaks. `ttl` in seconds. */
export function brokenBounds(row: Row, ttl: number): string[] {
  const { fault, longestGapMs } = row;
  const allowed = fault.ttls * ttl + (fault.heldMs ?? 0) / 1000;
  const about = (sentence: string) => `${fault.name}: ${sentence}`;
  return [
    ...(longestGapMs > allowed * 1000
      ? [`no order for ${(longestGapMs / 1000).toFixed(1)} s, and at most ${allowed} s are allowed`]
      : []),
    ...(row.lost > 0 ? [`${row.lost} acknowledged orders are lost`] : []),
    ...(row.paidTwice > 0 ? [`${row.paidTwice} orders were paid twice`] : []),
    ...(row.fell > 0 ? [`${row.fell} processes of the store ended by themselves`] : []),
    ...row.violations,
    ...row.lockedJobs,
    ...leaksOf(row.pools),
  ].map(about);
}

/** Requests that failed, by status: `503: 12, no answer: 3`. */
export function failuresOf(probes: readonly Probe[]): string {
  const failed = probes.filter(({ status }) => status === 0 || status >= 500);
  const counts = [...Map.groupBy(failed, ({ status }) => status)].toSorted(([a], [b]) => a - b);
  return counts.map(([status, all]) => `${status || 'no answer'}: ${all.length}`).join(', ') || '0';
}
