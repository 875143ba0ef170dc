import { reconcileAll } from '../chaos/reconcile.ts';
import { tallyUp, untilQuiet } from '../chaos/tally.ts';
import type { Closers } from './closers.ts';
import { type Fault, NO_FAULT } from './faults.ts';
import { createMovingWorld } from './move.ts';
import { HEAD, lineOfRow } from './report.ts';
import { brokenBounds, carryOut, NOTHING_YET } from './rows.ts';
import { openSale } from './sale.ts';
import { readTtl } from './templates.ts';
import { createDrillWorld } from './world.ts';

export type DrillOptions = {
  /** `move`: no fault, but the move of a shop on one machine into the cluster. */
  faults: readonly Fault[] | 'move';
  seed: number;
  /** The folder for the logs; none are kept without it. */
  logs?: string | undefined;
  /** Multiplies the bounds of time: for a machine that does other work meanwhile. */
  patience?: number;
  /** Takes each line of the report. */
  say: (line: string) => void;
};

const since = (start: number) => Math.round((performance.now() - start) / 1000);

/**
 * Builds a cluster, sells, and lets the faults happen one by one. Returns a sentence for each bound that was broken. The
 * caller undoes what is in `closers`, also when this throws.
 */
export async function runDrill(
  closers: Closers,
  { faults, seed, logs, patience = 1, say }: DrillOptions,
): Promise<string[]> {
  const start = performance.now();
  const { world, events } = await prepare(closers, faults, logs);
  say(`The cluster sells after ${since(start)} s.\n`);
  const sale = await openSale(world.shop, seed);
  const ttl = (await readTtl()) * patience;
  const before = NOTHING_YET();
  const broken: string[] = [];
  for (const line of HEAD) say(line);
  for (const fault of [NO_FAULT, ...events]) {
    const row = await carryOut(world, sale, fault, before);
    say(lineOfRow(row));
    broken.push(...brokenBounds(row, ttl));
  }
  await sale.finish();
  await untilQuiet(world.shop);
  const { violations, ...tally } = await tallyUp(world.shop, sale.purchases);
  const { unrepaired } = await reconcileAll(world.shop);
  say(
    `\n${tally.acknowledged} acknowledged orders, ${tally.paid} of them paid; ${tally.lines} lines, ${tally.linesDelivered} ` +
      `delivered; ${tally.acknowledgedLost} lost, ${tally.paidTwice} paid twice, ${tally.stuck} stuck. ${since(start)} s.`,
  );
  if (tally.paid < events.length) broken.push(`only ${tally.paid} orders were paid: too few to say anything`);
  return [...broken, ...violations.filter((each) => !before.known.has(each)), ...unrepaired];
}

async function prepare(closers: Closers, faults: DrillOptions['faults'], logs: string | undefined) {
  if (faults !== 'move') return { world: await createDrillWorld(closers, logs), events: faults };
  const { world, move } = await createMovingWorld(closers, logs);
  return { world, events: [move] };
}
