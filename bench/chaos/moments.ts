import { setTimeout as pause } from 'node:timers/promises';
import { until } from '#test/support/wire.ts';
import { newPurchase, shop, type Purchase, type Stage } from './buyer.ts';
import { disturb, restoreVendors } from './disturb.ts';
import { disturbTopUps } from './disturb-top-ups.ts';
import { lockedJobs } from './jobs.ts';
import { createLoad, type Load } from './load.ts';
import { startOperator } from './operator.ts';
import { endOutages } from './outages.ts';
import { randomPerson } from './people.ts';
import { poolsAtRest } from './pool.ts';
import { createRandom, type Random } from './random.ts';
import { giveTwoSources } from './sources.ts';
import { untilQuiet } from './tally.ts';
import { type Rights, startRights } from './rights.ts';
import { startTopUps, type TopUps } from './top-ups.ts';
import { startUse, type Use } from './use.ts';
import { type FaultKind, FAULTS, hit, KILLED, type Scene, type Victim } from './victims.ts';
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
  /**
   * In place of `moments`: faults of these kinds until so many orders are acknowledged and so many kills made, or so much
   * time has passed.
   */
  faults?: { kinds: readonly FaultKind[]; orders: number; minutes?: number; kills?: number; lines?: 'few' | 'many' };
  /** Delivered eSIMs are used. */
  use?: boolean;
  /** Delivered eSIMs are topped up, by hand and by themselves. */
  topUps?: boolean;
  /** Buyers give back, ask for refunds and withdraw. */
  rights?: boolean;
  /** Concurrent buyers. */
  buyers?: number;
  /** The longest pause before a fault, in milliseconds. */
  pauseMs?: number;
  onMoment?: (moment: Moment, number: number) => void;
};

export type MomentsReport = {
  purchases: Purchase[];
  moments: Moment[];
  /** How often an operator had to decide about a refund, a request or a declaration. */
  decisions: number;
  use?: Use | undefined;
  topUps?: TopUps | undefined;
  rights?: Rights | undefined;
  /** What was seen during the run and must not happen. */
  violations: string[];
};

/** The time limit for an order after the last fault: the deadline of fulfilment, a refund, and all retries. */
const QUIET_WITHIN = 200_000;
const ENDED: readonly Stage[] = ['finished', 'gone'];

/** What the parts of a run share. */
type Run = {
  scene: Scene;
  options: MomentsOptions;
  purchases: Purchase[];
  topUps: TopUps | undefined;
  rights: Rights | undefined;
  moments: Moment[];
  violations: Set<string>;
  /** Resolve when their buyers have gone. */
  crowd: Promise<unknown>[];
  /** Ends the purchases that never become final. */
  patience: AbortController;
  /** True when buyers begin no further purchase. */
  closing: boolean;
};

/** Keeps buyers active, with faults at random moments. Resolves when all orders are final after the last one. */
export async function runMoments(world: ChaosWorld, options: MomentsOptions): Promise<MomentsReport> {
  const { faults, seed } = options;
  const run = createRun(world, options);
  const { purchases, moments, violations, crowd } = run;
  await world.start();
  await untilSelling(world);
  if (world.esimAccess) await giveTwoSources(world);
  if (faults?.kinds.includes('primary')) await run.scene.load();
  if (options.topUps) run.topUps = startTopUps(world, createRandom(seed), purchases);
  if (options.rights) run.rights = startRights(world, purchases);
  crowd.push(...Array.from({ length: options.buyers ?? 6 }, () => buyOneAfterTheOther(run)));
  const operator = faults || options.rights ? startOperator(world, createRandom(seed)) : undefined;
  const use = options.use ? startUse(world, createRandom(seed), purchases) : undefined;
  try {
    for (const victim of victimsOf(run)) await strikeOnce(run, victim);
    run.closing = true;
    // From here on the vendors work correctly.
    await endOutages(world);
    await restoreVendors(world);
    await comeToRest(run);
    await run.topUps?.finish();
    await run.rights?.finish();
    await use?.finish();
    await untilQuiet(world);
  } finally {
    run.closing = true;
    await operator?.stop();
    await use?.stop();
    await run.topUps?.stop();
    await run.rights?.stop();
  }
  if (faults) for (const sentence of await poolsAtRest(world)) violations.add(sentence);
  const { topUps, rights } = run;
  const decisions = operator?.decisions ?? 0;
  return { purchases, moments, decisions, use, topUps, rights, violations: [...violations] };
}

function createRun(world: ChaosWorld, options: MomentsOptions): Run {
  const random = createRandom(options.seed);
  const patience = new AbortController();
  let load: Promise<Load> | undefined;
  const run: Run = {
    options,
    purchases: [],
    topUps: undefined,
    rights: undefined,
    moments: [],
    violations: new Set(),
    crowd: [],
    patience,
    closing: false,
    scene: {
      world,
      random,
      load: () => (load ??= createLoad(world, createRandom(options.seed))),
      giveUp: patience.signal,
      lines: options.faults ? (options.faults.lines ?? 'many') : 'few',
      bought(made, over) {
        run.purchases.push(...made);
        run.crowd.push(over);
      },
      wrong: (sentence) => run.violations.add(sentence),
    },
  };
  return run;
}

async function buyOneAfterTheOther(run: Run): Promise<void> {
  const { world, random, giveUp, lines } = run.scene;
  while (!run.closing) {
    const wanted = { lines, topUps: run.topUps !== undefined, rights: run.rights !== undefined };
    const purchase = newPurchase(randomPerson(random, wanted));
    run.purchases.push(purchase);
    await shop(world, purchase, giveUp);
    const begins = (made: Purchase) => void run.purchases.push(made);
    const goesOn = () => !run.closing;
    await run.topUps?.topUp(purchase, { giveUp, begins, goesOn });
    await run.rights?.askBack(purchase, { giveUp, goesOn });
  }
}

function victimsOf({ scene: { random }, options, purchases, moments }: Run): Iterable<Victim> {
  const { faults } = options;
  if (!faults) return killsOf(options.moments ?? 0);
  const endsAt = performance.now() + (faults.minutes ?? Infinity) * 60_000;
  const acknowledged = () => purchases.filter(({ orderId }) => orderId !== null).length;
  const isDone = () => acknowledged() >= faults.orders && killsIn(moments) >= (faults.kills ?? 0);
  return deckOf(random, faults.kinds, () => !isDone() && performance.now() < endsAt);
}

/** How many of these faults ended a process. */
export const killsIn = (moments: readonly Moment[]): number =>
  moments.filter(({ victim }) => KILLED.includes(victim)).length;

/** One fault, after a random pause, while an order is in flight. */
async function strikeOnce({ scene, options, purchases, moments, violations }: Run, victim: Victim): Promise<void> {
  const { world, random } = scene;
  const { faults, pauseMs = 1_800, onMoment } = options;
  await disturb(world, random, { refusals: faults !== undefined });
  if (options.topUps) await disturbTopUps(world, random);
  await pause(random.between(0, pauseMs));
  const inFlight = () => purchases.filter(({ stage, complaints }) => !ENDED.includes(stage) && complaints.length === 0);
  await until(() => inFlight().length > 0, { what: 'an order is in flight' });
  const stages = inFlight().map(({ stage }) => stage);
  const since = performance.now();
  const note = await hit(scene, victim);
  const moment = { victim, stages, note, backMs: Math.round(performance.now() - since) };
  moments.push(moment);
  onMoment?.(moment, moments.length);
  if (!faults) return;
  for (const sentence of await lockedJobs(world)) violations.add(sentence.replace(/for \d+ s/, 'too long'));
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

async function comeToRest({ scene: { world }, crowd, patience }: Run): Promise<void> {
  const timer = setTimeout(() => patience.abort(new Error('it never became final')), QUIET_WITHIN);
  await Promise.all(crowd);
  clearTimeout(timer);
  await untilQuiet(world);
}
