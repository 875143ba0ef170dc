import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { planTrip } from '#src/modules/trip/plan-trip.ts';
import type { TripPlan, TripStop } from '#src/modules/trip/problem.ts';
import { plansOf, WIDE_DAYS } from '#test/support/trip-plans.ts';
import { until } from '#test/support/wire.ts';
import budgets from './budgets.json' with { type: 'json' };
import { get, median, startApp } from './running-app.ts';

/**
 * `node bench/trip.ts [--beside-plans]`: CPU of planning trips of 15 stops on two continents, with all alternatives and
 * reasons. Each country has four plans of its own, four of its region and four of the world. With `--beside-plans`,
 * which needs a build, also as a share of one rendering of /plans in the same run. Exits with 1 over the budget.
 */
const { values } = parseArgs({ options: { 'beside-plans': { type: 'boolean', default: false } } });
const RANDOM_TRIPS = 200;
const HABITS = [204, 341, 512, 1024];

const EUROPE = Array.from({ length: 30 }, (_, at) => `europe-${at}`);
const ASIA = Array.from({ length: 20 }, (_, at) => `asia-${at}`);
const LOCAL_CENTS = [
  [450, 1100, 1600, 2600],
  [400, 1000, 1500, 2500],
  [350, 900, 1400, 2400],
];

let seed = 1;
function random(below: number): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
}

/** The specification's sizes, days and prices. */
function plansFor(countries: readonly string[]): TripPlan[] {
  return [
    ...[...new Set(countries)].flatMap((country) => plansOf(country, LOCAL_CENTS[random(3)]!, [country])),
    ...plansOf('europe', [500, 1300, 2000, 3500], EUROPE, WIDE_DAYS),
    ...plansOf('asia', [500, 1300, 2000, 3500], ASIA, WIDE_DAYS),
    ...plansOf('global', [900, 2400, 3500, 5900], [...EUROPE, ...ASIA], WIDE_DAYS),
  ];
}

const trip = (country: (at: number) => string, days: number, mbPerDay: number): TripStop[] =>
  Array.from({ length: 15 }, (_, at) => ({ country: country(at), days, mbPerDay }));
const oneThenOther = (at: number): string => (at < 8 ? EUROPE[at]! : ASIA[at]!);
const inTurns = (at: number): string => (at % 2 ? EUROPE[at]! : ASIA[at]!);
const named: [string, TripStop[]][] = [
  ['Europe then Asia, 2 days each, 0.5GB a day', trip(oneThenOther, 2, 512)],
  ['Europe then Asia, 4 days each, 0.5GB a day', trip(oneThenOther, 4, 512)],
  ['Europe then Asia, 4 days each, 1GB a day', trip(oneThenOther, 4, 1024)],
  ['Europe and Asia in turns, 2 days each, 0.2GB a day', trip(inTurns, 2, 204)],
  ['Europe and Asia in turns, 4 days each, 0.5GB a day', trip(inTurns, 4, 512)],
  [
    'the same 7 countries again and again, 4 days each',
    trip((at) => (at % 2 ? EUROPE[at % 4]! : ASIA[at % 6]!), 4, 341),
  ],
  ['24 days each, 0.5GB a day', trip(inTurns, 24, 512)],
];

function randomTrip(): TripStop[] {
  const left = [...EUROPE, ...ASIA];
  const countries = Array.from({ length: 15 }, () => left.splice(random(left.length), 1)[0]!);
  if (random(2) === 0) countries.sort();
  const mbPerDay = HABITS[random(HABITS.length)]!;
  const longest = 2 + random(5);
  return countries.map((country) => ({ country, days: 1 + random(longest), mbPerDay }));
}

function measured(stops: readonly TripStop[]): { ms: number; proven: boolean } {
  const plans = plansFor(stops.map(({ country }) => country));
  const before = process.cpuUsage();
  const { proven } = planTrip(stops, plans)!;
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1_000, proven };
}

const write = (line: string): void => void process.stdout.write(`${line}\n`);

for (let turn = 0; turn < 30; turn += 1) measured(randomTrip());
const rendering = values['beside-plans'] ? await renderingMs('/plans') : undefined;
const share = (ms: number): string =>
  rendering === undefined ? '' : `, ${(ms / rendering).toFixed(2)} renderings of /plans`;
if (rendering !== undefined) write(`one rendering of /plans: ${rendering.toFixed(1)} ms`);
for (const [name, stops] of named) {
  const runs = Array.from({ length: 3 }, () => measured(stops));
  const ms = median(runs.map((run) => run.ms));
  write(`${name.padEnd(52)} ${ms.toFixed(1).padStart(6)} ms${runs[0]!.proven ? '' : ', not proven'}${share(ms)}`);
}
const runs = Array.from({ length: RANDOM_TRIPS }, () => measured(randomTrip()));
const sorted = runs.map(({ ms }) => ms).sort((a, b) => a - b);
const proven = runs.filter((run) => run.proven).length;
for (const part of [0.5, 0.95, 1]) {
  const ms = sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]!;
  write(`${RANDOM_TRIPS} random trips, ${part * 100} % within ${ms.toFixed(1)} ms${share(ms)}`);
}
write(`${proven} of ${RANDOM_TRIPS} are proven`);
if (rendering !== undefined && sorted[Math.floor(0.95 * sorted.length)]! / rendering > budgets.trip.renderings) {
  write(`OVER: at most ${budgets.trip.renderings} renderings`);
  process.exitCode = 1;
}

/** CPU of one rendering, with the catalogue of a running shop and without caches. */
async function renderingMs(page: string): Promise<number> {
  const shop = await startApp();
  try {
    await until(async () => (await get(`${shop.url}/api/offers`)).toString().includes('"available":true'), {
      what: 'plans are checked',
    });
    const databaseUrl = shop.env['DATABASE_URL'];
    const child = fork(path.join(import.meta.dirname, 'rendering-process.ts'), [path.join(import.meta.dirname, '..')], {
      env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: databaseUrl },
    });
    let ms = 0;
    for (let turn = 0; turn < 4; turn += 1) {
      child.send({ path: page, count: 50 });
      [ms] = (await once(child, 'message')) as [number];
    }
    child.kill();
    return ms;
  } finally {
    await shop.close();
  }
}
