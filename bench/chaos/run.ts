import { parseArgs } from 'node:util';
import { searchLogs } from './markers.ts';
import { runMoments, type Moment, type Victim } from './moments.ts';
import { KILL_POINTS } from './points.ts';
import { reconcileAll } from './reconcile.ts';
import { strike } from './strike.ts';
import { isQuiet, tallyUp } from './tally.ts';
import { createChaosWorld } from './world.ts';
import { until } from '#test/support/wire.ts';

/**
 * `node bench/chaos/run.ts [--moments 100] [--seed N] [--buyers 6] [--pause 1800] [--without-points]`: kills the
 * product at every named point, with and without PostgreSQL, and at random moments. Prints a summary of the sandboxes'
 * ledgers and exits with 1 on any violation. The same seed gives the same buyers, faults and kills. Their timing
 * depends on the machine.
 */
const { values } = parseArgs({
  options: {
    moments: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    buyers: { type: 'string', default: '6' },
    pause: { type: 'string', default: '1800' },
    'without-points': { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const say = (line: string) => process.stdout.write(`${line}\n`);
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const since = performance.now();
say(`seed ${seed}`);

const world = await createChaosWorld({ FULFILMENT_DEADLINE_SECONDS: '25', RECONCILE_GRACE_SECONDS: '0' });
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void world.close().finally(() => process.exit(1)));
const purchases = [];
let failed = false;
try {
  if (!values['without-points']) {
    await world.start();
    await until(
      async () => (await world.query('select 1 from wholesale_lists where packages > 0 limit 1')).length > 0,
      {
        what: 'plans are checked',
      },
    );
    for (const point of KILL_POINTS) {
      for (const postgres of [undefined, 'server', 'everything'] as const) {
        const done = await strike(world, point, postgres);
        purchases.push(done.purchase);
        say(
          `${point.name}${postgres ? `, PostgreSQL too (${postgres})` : ''}: ready after ${seconds(done.backMs)}, eSIM after ${seconds(done.healedMs)}`,
        );
      }
    }
    await until(() => isQuiet(world), { timeout: 60_000, what: 'everything has come to rest' });
    await world.crash();
  }
  const report = await runMoments(world, {
    moments: Number(values.moments),
    seed,
    buyers: Number(values.buyers),
    pauseMs: Number(values.pause),
    onMoment: ({ victim, stages, backMs }, number) =>
      say(`${number}. ${victim}, orders ${stages.join(' ') || 'none'}: ready after ${seconds(backMs)}`),
  });
  purchases.push(...report.purchases);
  const tally = await tallyUp(world, purchases);
  const reconciled = await reconcileAll(world);
  const leaks = await searchLogs(world, purchases);

  const { violations, ...counts } = tally;
  say('');
  for (const [name, count] of Object.entries(counts))
    say(
      `${name
        .replaceAll(/([A-Z])/g, ' $1')
        .toLowerCase()
        .padEnd(22)} ${count}`,
    );
  say(`${'applications that fell'.padEnd(22)} ${world.fell}`);
  for (const victim of ['application', 'application and PostgreSQL', 'PostgreSQL', 'application, frozen'] as const)
    say(back(victim, report.moments));
  say(
    `markers planted: ${Object.entries(leaks.planted)
      .map(([kind, count]) => `${count} ${kind}`)
      .join(', ')}; found in ${leaks.logLines} lines of log: ${leaks.found.length}`,
  );
  for (const { kind, line } of leaks.found.slice(0, 20)) say(`LEAK ${kind}: ${line.slice(0, 600)}`);
  for (const line of reconciled.report) say(line);
  for (const [kind, count] of Object.entries(reconciled.byHand)) say(`left for a person: ${kind} ${count}`);
  for (const line of reconciled.unrepaired) say(`UNREPAIRED ${line}`);
  for (const violation of violations) say(`VIOLATION ${violation}`);
  say(`took ${seconds(performance.now() - since)}`);
  failed = violations.length > 0 || reconciled.unrepaired.length > 0 || leaks.found.length > 0 || world.fell > 0;
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
  await world.close();
}
process.exit(failed ? 1 : 0);

function back(victim: Victim, moments: Moment[]): string {
  const times = moments
    .filter((each) => each.victim === victim)
    .map(({ backMs }) => backMs)
    .sort((a, b) => a - b);
  if (times.length === 0) return `${victim}: never killed`;
  return `${victim} killed ${times.length} times: ready again after ${seconds(times[Math.floor(times.length / 2)] ?? 0)} (median), ${seconds(times.at(-1) ?? 0)} (worst)`;
}
