import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import type { Purchase } from './buyer.ts';
import { killsIn, runMoments, type Moment, type MomentsReport, untilSelling } from './moments.ts';
import { KILL_POINTS } from './points.ts';
import { strike } from './strike.ts';
import { supplyLines } from './supply.ts';
import { isQuiet } from './tally.ts';
import { USE_SETTINGS } from './use.ts';
import { RIGHTS_SETTINGS } from './rights.ts';
import { linesOfRights } from './rights-tally.ts';
import { TOP_UP_SETTINGS } from './top-ups.ts';
import { linesOfTopUps } from './top-up-verdict.ts';
import { linesOfUse } from './use-verdict.ts';
import { judge, type Verdict } from './verdict.ts';
import { type FaultKind, FAULTS, VICTIMS } from './victims.ts';
import { createChaosWorld, type ChaosWorld, FAULT_SETTINGS } from './world.ts';

/**
 * `node bench/chaos/run.ts [--moments 100] [--seed N] [--buyers 6] [--pause 1800] [--without-points]`: kills the
 * product at every named point, with and without PostgreSQL, and at random moments.
 *
 * `node bench/chaos/run.ts --orders 2000 --faults all [--lines 4] [--kills 60] [--wholesalers 2] [--minutes 60] [--seed
 * N] [--buyers 40] [--pause 6000]`: faults of these kinds (`all`, or a list such as `restores,clocks`) at two wholesalers
 * until so many orders of one to four eSIMs (`--lines 15`: to fifteen) are acknowledged and so many processes killed, or
 * so many minutes have passed.
 *
 * `--use` lets every delivered eSIM be used until its data or its time ends, and compares what travellers were told.
 *
 * `--top-ups` lets some of them be topped up and used, by hand and by auto top-up, and compares each payment and charge.
 *
 * `--rights` lets buyers give back, ask for refunds and withdraw, and compares what went back with what was used and declared.
 *
 * Prints a summary of the sandboxes' ledgers and exits with 1 on any violation. `--log FILE` keeps the logs of the store and
 * of PostgreSQL. The same seed gives the same buyers and faults. Their timing depends on the machine.
 */
const { values } = parseArgs({
  options: {
    moments: { type: 'string', default: '100' },
    orders: { type: 'string', default: '2000' },
    minutes: { type: 'string', default: '60' },
    faults: { type: 'string' },
    kills: { type: 'string', default: '0' },
    lines: { type: 'string', default: '4' },
    wholesalers: { type: 'string', default: '2' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    buyers: { type: 'string' },
    pause: { type: 'string' },
    log: { type: 'string' },
    use: { type: 'boolean', default: false },
    'top-ups': { type: 'boolean', default: false },
    rights: { type: 'boolean', default: false },
    'without-points': { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const kinds = values.faults === undefined ? undefined : kindsOf(values.faults);
const say = (line: string) => process.stdout.write(`${line}\n`);
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const since = performance.now();
say(`seed ${seed}`);

if (!['4', '15'].includes(values.lines)) throw new Error('--lines: 4 or 15');
if (!['1', '2'].includes(values.wholesalers)) throw new Error('--wholesalers: 1 or 2');
const world = await createChaosWorld(
  {
    ...(kinds ? FAULT_SETTINGS : { FULFILMENT_DEADLINE_SECONDS: '25', RECONCILE_GRACE_SECONDS: '0' }),
    ...(values.use && USE_SETTINGS),
    ...(values['top-ups'] && TOP_UP_SETTINGS),
    ...(values.rights && RIGHTS_SETTINGS),
  },
  kinds ? { processes: 2, relayed: true, secondWholesaler: values.wholesalers === '2' } : {},
);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void world.close().finally(() => process.exit(1)));
let failed = false;
try {
  const purchases = kinds || values['without-points'] ? [] : await atEveryPoint(world);
  const report = await runMoments(world, {
    seed,
    use: values.use,
    topUps: values['top-ups'],
    rights: values.rights,
    ...(kinds
      ? {
          faults: {
            kinds,
            orders: Number(values.orders),
            minutes: Number(values.minutes),
            kills: Number(values.kills),
            lines: values.lines === '4' ? ('few' as const) : ('many' as const),
          },
        }
      : { moments: Number(values.moments) }),
    buyers: Number(values.buyers ?? (kinds ? '40' : '6')),
    pauseMs: Number(values.pause ?? (kinds ? '6000' : '1800')),
    onMoment: ({ victim, stages, backMs, note }, number) =>
      say(`${number}. ${victim}${note && ` (${note})`}, orders ${countOf(stages)}: went on after ${seconds(backMs)}`),
  });
  const verdict = await judge(world, [...purchases, ...report.purchases], report);
  printVerdict(verdict, report);
  failed = verdict.violations.length > 0;
} catch (error) {
  failed = true;
  say(`FAILED ${error instanceof Error ? error.message : String(error)}; the last the product said outside its log:`);
  say(
    (await world.logs())
      .split('\n')
      .filter((line) => line !== '' && !/^(\{"level|\d{4}-)/.test(line))
      .slice(-25)
      .join('\n'),
  );
} finally {
  if (values.log !== undefined) await writeFile(values.log, await world.logs());
  await world.close();
}
process.exit(failed ? 1 : 0);

/** The kinds of faults on the command line. */
function kindsOf(words: string): FaultKind[] {
  const all = Object.keys(FAULTS) as FaultKind[];
  if (words === 'all') return all;
  return words.split(',').map((word) => {
    const kind = all.find((each) => each === word);
    if (!kind) throw new Error(`--faults: ${word} is none of all, ${all.join(', ')}`);
    return kind;
  });
}

/** Kills the application at each named point, alone and with PostgreSQL. */
async function atEveryPoint(victim: ChaosWorld): Promise<Purchase[]> {
  const purchases: Purchase[] = [];
  await victim.start();
  await untilSelling(victim);
  for (const point of KILL_POINTS) {
    for (const postgres of [undefined, 'server', 'everything'] as const) {
      const done = await strike(victim, point, postgres);
      purchases.push(done.purchase);
      const also = postgres ? `, PostgreSQL too (${postgres})` : '';
      say(`${point.name}${also}: ready after ${seconds(done.backMs)}, eSIM after ${seconds(done.healedMs)}`);
    }
  }
  while (!(await isQuiet(victim))) await pause(500);
  await victim.crash();
  return purchases;
}

function printVerdict(
  { tally, losses, supply, reconciled, leaks, use, topUps, rights, violations }: Verdict,
  report: MomentsReport,
): void {
  say('');
  const rows = {
    ...tally,
    applicationsThatFell: world.fell,
    restores: world.gaps.length,
    kills: killsIn(report.moments),
    movedOn: supply.movedOn,
    fromAnotherSource: supply.fromAnotherSource,
    operatorDecisions: report.decisions,
  };
  for (const [name, count] of Object.entries(rows))
    say(
      `${name
        .replaceAll(/([A-Z])/g, ' $1')
        .toLowerCase()
        .padEnd(22)} ${count}`,
    );
  say(`losses in cents        ${losses.total}, of one order ${losses.order}, of one package ${losses.package}`);
  for (const line of [
    ...supplyLines(supply),
    ...(use ? linesOfUse(use) : []),
    ...(topUps ? linesOfTopUps(topUps) : []),
    ...(rights ? linesOfRights(rights) : []),
  ])
    say(line);
  for (const victim of VICTIMS) {
    const line = timesOf(victim, report.moments);
    if (line) say(line);
  }
  const planted = Object.entries(leaks.planted).map(([kind, count]) => `${count} ${kind}`);
  say(`markers planted: ${planted.join(', ')}; found in ${leaks.logLines} lines of log: ${leaks.found.length}`);
  for (const line of reconciled.report) say(line);
  for (const [kind, count] of Object.entries(reconciled.byHand)) say(`left for a person: ${kind} ${count}`);
  for (const violation of violations) say(`VIOLATION ${violation}`);
  say(`took ${seconds(performance.now() - since)}`);
}

/** The stages of the orders in flight, each with its count. */
function countOf(stages: readonly string[]): string {
  const counts = [...Map.groupBy(stages, (stage) => stage)].map(([stage, all]) => `${all.length} ${stage}`);
  return counts.join(', ') || 'none';
}

function timesOf(victim: string, moments: Moment[]): string | undefined {
  const times = moments
    .filter((each) => each.victim === victim)
    .map(({ backMs }) => backMs)
    .sort((a, b) => a - b);
  if (times.length === 0) return undefined;
  const median = times[Math.floor(times.length / 2)] ?? 0;
  return `${victim}: ${times.length} times, went on after ${seconds(median)} (median), ${seconds(times.at(-1) ?? 0)} (worst)`;
}
