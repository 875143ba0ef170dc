import { inspect, parseArgs } from 'node:util';
import { reconcileAll } from '../chaos/reconcile.ts';
import { tallyUp, untilQuiet } from '../chaos/tally.ts';
import { FAULTS, type Fault } from './faults.ts';
import { HEAD, lineOfRow } from './report.ts';
import { brokenBounds, carryOut, NOTHING_YET } from './rows.ts';
import { openSale } from './sale.ts';
import { readTtl } from './templates.ts';
import { type Closers, createDrillWorld } from './world.ts';

/**
 * `npm run drill -- [--faults "primary killed,etcd frozen"] [--times 3] [--seed N] [--logs FOLDER]`: builds the cluster of
 * deploy/ha on this machine from Debian's packages, sells eSIMs, and lets faults happen one by one. As root the machines are
 * network namespaces; otherwise they are addresses of loopback, and what needs a network of its own is left out. Prints a
 * table in Markdown. Exits with 1 and a sentence for each bound that was broken (docs/reliability.md has them).
 */
const { values } = parseArgs({
  options: {
    faults: { type: 'string' },
    times: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    logs: { type: 'string' },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);
const isRoot = process.getuid?.() === 0;
const faults = chosen(values.faults).filter((fault) => {
  if (!fault.needsRoot || isRoot) return true;
  say(`Without root there is no "${fault.name}".`);
  return false;
});

const closers: Closers = [];
let closing: Promise<void> | undefined;
/** Stops everything that was started, the last first. */
const closeAll = () =>
  (closing ??= (async () => {
    for (let close = closers.pop(); close; close = closers.pop())
      await close().catch((error: unknown) => say(`could not be stopped: ${String(error)}`));
    closing = undefined;
  })());
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void closeAll().finally(() => process.exit(130)));

const broken: string[] = [];
try {
  for (let time = 1; time <= Number(values.times); time += 1) {
    say(`\nTime ${time} of ${values.times}, seed ${values.seed}\n`);
    broken.push(...(await drill(Number(values.seed) + time - 1)));
    await closeAll();
  }
} catch (error) {
  broken.push(`the drill could not go on: ${inspect(error)}`);
} finally {
  await closeAll();
}
say('');
for (const sentence of broken) say(`BROKEN ${sentence}`);
process.exit(broken.length > 0 ? 1 : 0);

/** The faults of the command line, in the order of the list. */
function chosen(words: string | undefined): Fault[] {
  const names = words?.split(',').map((word) => word.trim());
  const unknown = names?.filter((name) => !FAULTS.some((fault) => fault.name === name)) ?? [];
  if (unknown.length > 0) throw new Error(`--faults: ${unknown.join(', ')}. There are: ${FAULTS.map(({ name }) => name).join(', ')}`);
  return FAULTS.filter(({ name }) => names?.includes(name) ?? true);
}

/** One drill on a new cluster. Returns a sentence for each broken bound. */
async function drill(seed: number): Promise<string[]> {
  const since = performance.now();
  const world = await createDrillWorld(closers, values.logs);
  say(`The cluster sells after ${Math.round((performance.now() - since) / 1000)} s.\n`);
  const sale = await openSale(world.shop, seed);
  const ttl = await readTtl();
  const before = NOTHING_YET();
  const sentences: string[] = [];
  for (const line of HEAD) say(line);
  for (const fault of faults) {
    const row = await carryOut(world, sale, fault, before);
    say(lineOfRow(row));
    sentences.push(...brokenBounds(row, ttl));
  }
  await sale.finish();
  await untilQuiet(world.shop);
  const { violations, ...tally } = await tallyUp(world.shop, sale.purchases);
  const { unrepaired } = await reconcileAll(world.shop);
  say(
    `\nIn all ${tally.acknowledged} acknowledged orders, ${tally.paid} of them paid; ${tally.lines} lines, ` +
      `${tally.linesDelivered} delivered; ${tally.acknowledgedLost} lost, ${tally.paidTwice} paid twice, ${tally.stuck} stuck. ` +
      `The drill took ${Math.round((performance.now() - since) / 60_000)} minutes.`,
  );
  return [...sentences, ...violations.filter((each) => !before.known.has(each)), ...unrepaired];
}
