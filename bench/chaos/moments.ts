import { setTimeout as pause } from 'node:timers/promises';
import { until } from '#test/support/wire.ts';
import { newPurchase, shop, type Purchase, type Stage } from './buyer.ts';
import { disturb, restorePrices } from './disturb.ts';
import { lockedJobs } from './jobs.ts';
import { createLoad, type Load } from './load.ts';
import { randomPerson } from './people.ts';
import { poolsAtRest } from './pool.ts';
import { createRandom, type Random } from './random.ts';
import { isQuiet } from './tally.ts';
import { type FaultKind, FAULTS, hit, type Scene, type Victim } from './victims.ts';
import type { ChaosWorld } from './world.ts';

/** One fault: its target, the stages of the orders in flight, and the milliseconds until the site was ready again. */
export type Moment = { victim: Victim; stages: Stage[]; backMs: number; note: string };

export type MomentsOptions = {
  seed: number;
  /**
   * How often the application is killed. Every second time PostgreSQL is killed with it, every tenth time once more
   * alone, and every fifth time the application is also frozen.
   */
  moments?: number;
  /** In place of `moments`: faults of these kinds until so many orders are acknowledged, or so much time has passed. */
  faults?: { kinds: readonly FaultKind[]; orders: number; minutes?: number };
  /** Concurrent buyers. */
  buyers?: number;
  /** The longest pause before a fault, in milliseconds. */
  pauseMs?: number;
  onMoment?: (moment: Moment, number: number) => void;
};

export type MomentsReport = {
  purchases: Purchase[];
  moments: Moment[];
  /** What was seen during the run and must not happen. */
  violations: string[];
};

/** The time limit for an order after the last fault: the deadline of fulfilment, a refund, and all retries. */
const QUIET_WITHIN = 150_000;
const LOOK_EVERY = 500;
const ENDED: readonly Stage[] = ['finished', 'gone'];

/** Keeps buyers active, with faults at random moments. Resolves when all orders are final after the last one. */
export async function runMoments(world: ChaosWorld, options: MomentsOptions): Promise<MomentsReport> {
  const { faults } = options;
  const random = createRandom(options.seed);
  const purchases: Purchase[] = [];
  const moments: Moment[] = [];
  const violations = new Set<string>();
  const patience = new AbortController();
  const crowd: Promise<unknown>[] = [];
  let closing = false;

  async function buyOneAfterTheOther(): Promise<void> {
    while (!closing) {
      const purchase = newPurchase(randomPerson(random, faults ? 'many' : 'few'));
      purchases.push(purchase);
      await shop(world, purchase, patience.signal);
    }
  }

  let load: Promise<Load> | undefined;
  const scene: Scene = {
    world,
    random,
    load: () => (load ??= createLoad(world, createRandom(options.seed))),
    giveUp: patience.signal,
    bought(made, over) {
      purchases.push(...made);
      crowd.push(over);
    },
    wrong: (sentence) => violations.add(sentence),
  };

  await world.start();
  await untilSelling(world);
  if (faults?.kinds.includes('primary')) await scene.load();
  crowd.push(...Array.from({ length: options.buyers ?? 6 }, buyOneAfterTheOther));
  const acknowledged = () => purchases.filter(({ orderId }) => orderId !== null).length;
  const endsAt = performance.now() + (faults?.minutes ?? Infinity) * 60_000;
  const victims = faults
    ? deckOf(random, faults.kinds, () => acknowledged() < faults.orders && performance.now() < endsAt)
    : killsOf(options.moments ?? 0);
  for (const victim of victims) {
    await disturb(world, random, { refusals: faults !== undefined });
    await pause(random.between(0, options.pauseMs ?? 1_800));
    const inFlight = () =>
      purchases.filter(({ stage, complaints }) => !ENDED.includes(stage) && complaints.length === 0);
    await until(() => inFlight().length > 0, { what: 'an order is in flight' });
    const stages = inFlight().map(({ stage }) => stage);
    const since = performance.now();
    const note = await hit(scene, victim);
    const moment = { victim, stages, note, backMs: Math.round(performance.now() - since) };
    moments.push(moment);
    options.onMoment?.(moment, moments.length);
    if (faults)
      for (const sentence of await lockedJobs(world)) violations.add(sentence.replace(/for \d+ s/, 'too long'));
  }

  closing = true;
  // From here on the vendors work correctly.
  await restorePrices(world);
  await comeToRest(world, crowd, patience);
  if (faults) for (const sentence of await poolsAtRest(world)) violations.add(sentence);
  return { purchases, moments, violations: [...violations] };
}

/** Plans are on sale when they have been compared with the wholesaler's. */
export async function untilSelling(world: ChaosWorld): Promise<void> {
  await until(async () => (await world.query('select 1 from wholesale_lists where packages > 0 limit 1')).length > 0, {
    what: 'plans are checked',
  });
}

/** Every kind of kill in the same order each time. */
function* killsOf(moments: number): Iterable<Victim> {
  for (let number = 1; number <= moments; number += 1) {
    yield number % 2 === 0 ? 'application and PostgreSQL' : 'application';
    if (number % 10 === 0) yield 'PostgreSQL';
    if (number % 5 === 0) yield 'application, frozen';
  }
}

/** The victims of these kinds in a random order, again and again. Every victim is hit at least once. */
function* deckOf(random: Random, kinds: readonly FaultKind[], goesOn: () => boolean): Iterable<Victim> {
  for (let round = 1; round === 1 || goesOn(); round += 1) {
    const deck: Victim[] = kinds.flatMap((kind) => [...FAULTS[kind]]);
    while (deck.length > 0 && (round === 1 || goesOn())) yield deck.splice(random.between(0, deck.length - 1), 1)[0]!;
  }
}

async function comeToRest(world: ChaosWorld, crowd: Promise<unknown>[], patience: AbortController): Promise<void> {
  const timer = setTimeout(() => patience.abort(new Error('it never became final')), QUIET_WITHIN);
  await Promise.all(crowd);
  clearTimeout(timer);
  const end = performance.now() + QUIET_WITHIN;
  while (performance.now() < end && !(await isQuiet(world))) await pause(LOOK_EVERY);
}
