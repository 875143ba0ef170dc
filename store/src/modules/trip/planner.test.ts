import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plansOf, WIDE_DAYS } from '#test/support/trip-plans.ts';
import { MAX_MB_PER_DAY, MAX_STOPS, MAX_TRIP_DAYS, MAX_TRIP_MB } from '../../shared/itinerary.ts';
import { MAX_ESIMS } from './greedy-mix.ts';
import { planWithin, type TripInput } from './plan-within.ts';
import { createPlanner, INLINE_CELLS, THREAD_CELLS } from './planner.ts';
import { NO_POOLS, withOpening, type Pools } from './pools.ts';
import type { TripPlan } from './problem.ts';
import { createMeter } from './meter.ts';

/** The specification's sizes, days and prices, for countries of which half are in each of two regions. */
const COUNTRIES = Array.from({ length: 20 }, (_, at) => `country-${at}`);
const CATALOGUE = [
  ...COUNTRIES.slice(0, 18).flatMap((country) => plansOf(country, [450, 1100, 1600, 2600], [country])),
  ...plansOf('west', [500, 1300, 2000, 3500], COUNTRIES.slice(0, 10), WIDE_DAYS),
  ...plansOf('east', [500, 1300, 2000, 3500], COUNTRIES.slice(10), WIDE_DAYS),
  ...plansOf('global', [900, 2400, 3500, 5900], COUNTRIES, WIDE_DAYS),
];
/** Plans of one day and little data each, limited and unlimited: the most purchases and the most open plans. */
const SMALL = COUNTRIES.flatMap((country, at): TripPlan[] =>
  [1, 3, 7, 15].flatMap((days) => [
    { id: `${country}-${days}`, cents: 100 + days, dataMb: 1024, dailyMb: null, days, countries: new Set([country]) },
    {
      id: `${country}-${days}-unlimited`,
      cents: 150 + at,
      dataMb: 0,
      dailyMb: 512,
      days,
      countries: new Set([country, COUNTRIES[(at + 1) % 20]!]),
    },
  ]),
);

const inputOf = (
  stops: readonly [country: number, days: number][],
  mbPerDay: number,
  plans = CATALOGUE,
): TripInput => ({
  stops: stops.map(([country, days]) => ({ country: COUNTRIES[country]!, days, mbPerDay })),
  plans,
  local: stops.map(() => true),
});

/** The largest addresses that `readItinerary` lets through. */
const WORST: [name: string, input: TripInput][] = [
  ['one stop of a year', inputOf([[0, 365]], 1_122)],
  ['one stop with the most data a day', inputOf([[0, 20]], 20_480)],
  ['one stop of a month with the most data', inputOf([[0, 40]], 10_240)],
  [
    '15 stops of 24 days',
    inputOf(
      Array.from({ length: 15 }, (_, at) => [at, 24]),
      1_137,
    ),
  ],
  [
    '15 stops in turns',
    inputOf(
      Array.from({ length: 15 }, (_, at) => [at % 2 ? 19 : 0, 24]),
      512,
    ),
  ],
  [
    'two countries in turns with much data',
    inputOf(
      Array.from({ length: 15 }, (_, at) => [at % 2, 2]),
      13_653,
    ),
  ],
  ['small plans for a year', inputOf([[0, 365]], 1_122, SMALL)],
  [
    'small plans for 15 stops',
    inputOf(
      Array.from({ length: 15 }, (_, at) => [at, 24]),
      1_137,
      SMALL,
    ),
  ],
  ['small plans with the most data a day', inputOf([[0, 20]], 20_480, SMALL)],
];

describe('the work of a planned trip', () => {
  test.each(WORST)('%s has an answer or ends within the cells of a thread, and inline within those', (_, input) => {
    const away = planWithin(input, THREAD_CELLS);
    expect(away.cells).toBeLessThan(THREAD_CELLS);
    if ('answer' in away) expect(away.answer!.best.purchases.length).toBeLessThanOrEqual(MAX_ESIMS);
    const inline = planWithin(input, INLINE_CELLS);
    // The step that ended it was counted but not made.
    expect(inline.cells).toBeLessThan(2 * INLINE_CELLS);
  });

  test('the catalogue of the store has an answer for each of them', () => {
    for (const [name, input] of WORST.filter(([, { plans }]) => plans === CATALOGUE)) {
      const { stops } = input;
      const within = planWithin(input, THREAD_CELLS);
      expect('answer' in within && within.answer !== null, name).toBe(true);
      expect(stops.length).toBeLessThanOrEqual(MAX_STOPS);
      expect(stops.reduce((sum, { days }) => sum + days, 0)).toBeLessThanOrEqual(MAX_TRIP_DAYS);
      expect(stops.reduce((sum, { days, mbPerDay }) => sum + days * mbPerDay, 0)).toBeLessThanOrEqual(MAX_TRIP_MB);
    }
  });

  test('no itinerary within the limits makes more cells than a thread may, or has more eSIMs than a page shows', () => {
    const itinerary = fc
      .record({
        stops: fc.array(fc.tuple(fc.nat(19), fc.integer({ min: 1, max: 60 })), { minLength: 1, maxLength: MAX_STOPS }),
        mbPerDay: fc.integer({ min: 1, max: MAX_MB_PER_DAY }),
        plans: fc.constantFrom(CATALOGUE, SMALL),
      })
      .filter(({ stops, mbPerDay }) => {
        const days = stops.reduce((sum, stop) => sum + stop[1], 0);
        return days <= MAX_TRIP_DAYS && days * mbPerDay <= MAX_TRIP_MB;
      });
    fc.assert(
      fc.property(itinerary, ({ stops, mbPerDay, plans }) => {
        const within = planWithin(inputOf(stops, mbPerDay, plans), THREAD_CELLS);
        expect(within.cells).toBeLessThan(THREAD_CELLS);
        if ('answer' in within) expect(within.answer!.best.purchases.length).toBeLessThanOrEqual(MAX_ESIMS);
      }),
      { numRuns: 40 },
    );
  });
});

test('a partial solution has at most 10 pools, which make 1,024 cells', () => {
  const stays = [{ first: 1, last: 365, need: 1 }];
  let pools: Pools | null = NO_POOLS;
  for (let end = 1; end <= 10; end += 1) {
    const opening = { plan: 0, day: 1, stops: 1, end, pool: 1, paidMb: 1, daily: 0, cost: 1 };
    pools = withOpening(pools!, opening, stays, createMeter());
  }
  expect(pools!.left).toHaveLength(1_024);
  const more = { plan: 0, day: 1, stops: 1, end: 11, pool: 1, paidMb: 1, daily: 0, cost: 1 };
  expect(withOpening(pools!, more, stays, createMeter())).toBeNull();
});

describe('the planner', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'planner-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function program(code: string): Promise<string> {
    const file = path.join(folder, `${hashOf(code)}.mjs`);
    await writeFile(file, `import { parentPort } from 'node:worker_threads';\n${code}`);
    return file;
  }
  const hashOf = (text: string) => Buffer.from(text).toString('hex').slice(0, 60);
  const quiet = { warn: () => undefined };
  const small = inputOf([[0, 4]], 512);
  const large = WORST[0]![1];
  /** No trip is small enough to be planned inline. */
  const away = { inlineCells: 0, deadlineMs: 60_000, threads: 1 };

  test('plans a small trip inline and a large one in a thread, with the same answer as without limits', async () => {
    const planner = createPlanner({ log: quiet, deadlineMs: 60_000 });
    expect(await planner.plan(small)).toMatchObject({ where: 'inline', answer: { proven: true } });
    expect(await planner.plan(large)).toEqual({ ...planWithin(large, Infinity), where: 'thread' });
    expect(planner.load()).toEqual({ running: 0, waiting: 0 });
  });

  test('is busy at once when a thread works and its queue is full, and plans again when one is free', async () => {
    const held = await program(
      'parentPort.on("message", () => setTimeout(() => parentPort.postMessage({ cells: 1, answer: null }), 300));',
    );
    const planner = createPlanner({ log: quiet, ...away, program: held, maxWaiting: 2 });
    const asked = Array.from({ length: 3 }, () => planner.plan(small));
    await Promise.resolve();
    expect(planner.load()).toEqual({ running: 1, waiting: 2 });
    expect(await planner.plan(small)).toMatchObject({ refused: 'busy' });
    expect(await Promise.all(asked)).toEqual(Array(3).fill({ cells: 1, answer: null, where: 'thread' }));
    expect(planner.load()).toEqual({ running: 0, waiting: 0 });
  });

  test('ends a thread at the deadline, also while others wait, and starts a new one', async () => {
    const endless = await program('parentPort.on("message", () => { for (;;); });');
    const planner = createPlanner({ log: quiet, ...away, program: endless, deadlineMs: 50 });
    const outcomes = await Promise.all(Array.from({ length: 3 }, () => planner.plan(small)));
    expect(outcomes.map((each) => 'refused' in each && each.refused)).toEqual(['busy', 'busy', 'busy']);
    expect(await planner.plan(small)).toMatchObject({ refused: 'busy' });
    await expect.poll(() => planner.load()).toEqual({ running: 0, waiting: 0 });
  });

  test('a thread that exceeds its memory ends alone: the trip is refused, the next one has a new thread', async () => {
    const greedy = await program(
      'parentPort.on("message", ({ input }) => { const all = []; if (input.stops.length > 1) for (;;) all.push(new Array(1e5).fill(1.5)); parentPort.postMessage({ cells: 1, answer: null }); });',
    );
    const warnings: unknown[] = [];
    const planner = createPlanner({
      log: { warn: (...all: unknown[]) => void warnings.push(all) },
      ...away,
      program: greedy,
    });
    expect(await planner.plan(WORST[3]![1])).toMatchObject({ refused: 'busy' });
    expect(warnings).toHaveLength(1);
    expect(await planner.plan(small)).toMatchObject({ answer: null });
  });
});
