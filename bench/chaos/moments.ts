import { setTimeout as pause } from 'node:timers/promises';
import offers from '#data/catalogue/offers.json' with { type: 'json' };
import { control, until } from '#test/support/wire.ts';
import { newPurchase, shop, type Purchase, type Stage } from './buyer.ts';
import { PLANS, randomPerson } from './people.ts';
import type { PostgresDeath } from './postgres.ts';
import { createRandom, type Random } from './random.ts';
import { isQuiet } from './tally.ts';
import type { ChaosWorld } from './world.ts';

/** One kill: its target, the stages of the orders in flight, and the milliseconds until the site was ready again. */
export type Moment = { victim: Victim; stages: Stage[]; backMs: number };
/** `application, frozen`: SIGSTOP for seconds, as on a machine that swaps or migrates. Calls time out meanwhile. */
export type Victim = 'application' | 'application and PostgreSQL' | 'PostgreSQL' | 'application, frozen';

export type MomentsOptions = {
  /**
   * How often the application is killed. Every second time PostgreSQL is killed with it, every tenth time once more
   * alone, and every fifth time the application is also frozen.
   */
  moments: number;
  seed: number;
  /** Concurrent buyers. */
  buyers?: number;
  /** The longest pause before a kill, in milliseconds. */
  pauseMs?: number;
  onMoment?: (moment: Moment, number: number) => void;
};

export type MomentsReport = { purchases: Purchase[]; moments: Moment[] };

/** The time limit for an order after the last kill: the deadline of fulfilment, a refund, and all retries. */
const QUIET_WITHIN = 150_000;
const packageIds = new Map(offers.flatMap(({ plans }) => plans).map(({ id, packageId }) => [id, packageId]));
const packageOf = (plan: (typeof PLANS)[number]): string => packageIds.get(plan)!;
const ENDED: readonly Stage[] = ['finished', 'gone'];

/** Keeps buyers active and kills at random moments. Resolves when all orders are final after the last kill. */
export async function runMoments(world: ChaosWorld, options: MomentsOptions): Promise<MomentsReport> {
  const random = createRandom(options.seed);
  const purchases: Purchase[] = [];
  const patience = new AbortController();
  const open = () => purchases.filter(({ stage, complaints }) => !ENDED.includes(stage) && complaints.length === 0);
  let closing = false;

  async function buyOneAfterTheOther(): Promise<void> {
    while (!closing) {
      const purchase = newPurchase(randomPerson(random));
      purchases.push(purchase);
      await shop(world, purchase, patience.signal);
    }
  }

  await world.start();
  await until(async () => (await world.query('select 1 from wholesale_lists where packages > 0 limit 1')).length > 0, {
    what: 'plans are checked',
  });
  const crowd = Array.from({ length: options.buyers ?? 6 }, buyOneAfterTheOther);
  const moments: Moment[] = [];
  for (let number = 1; number <= options.moments; number += 1) {
    const victims: Victim[] = [
      number % 2 === 0 ? 'application and PostgreSQL' : 'application',
      ...(number % 10 === 0 ? (['PostgreSQL'] as const) : []),
      ...(number % 5 === 0 ? (['application, frozen'] as const) : []),
    ];
    for (const victim of victims) {
      await disturb(world, random);
      await pause(random.between(0, options.pauseMs ?? 1_800));
      await until(() => open().length > 0, { what: 'an order is in flight' });
      const stages = open().map(({ stage }) => stage);
      const moment = { victim, stages, backMs: await kill(world, random, victim) };
      moments.push(moment);
      options.onMoment?.(moment, number);
    }
  }

  closing = true;
  // From here on the vendors work correctly.
  for (const plan of PLANS) await control(world.airalo, { package: { id: packageOf(plan), set: null } });
  const timer = setTimeout(() => patience.abort(new Error('it never became final')), QUIET_WITHIN);
  await Promise.all(crowd);
  clearTimeout(timer);
  await until(() => isQuiet(world), { timeout: QUIET_WITHIN, what: 'everything has come to rest' }).catch(
    () => undefined,
  );
  return { purchases, moments };
}

async function kill(world: ChaosWorld, random: Random, victim: Victim): Promise<number> {
  const how: PostgresDeath = random.pick(['server', 'everything']);
  const since = performance.now();
  if (victim === 'PostgreSQL') {
    await world.crashPostgres(how);
    // Ready again, and not only unaware of the kill.
    await until(
      async () => (await world.query('select 1')).length === 1 && (await fetch(`${world.appUrl}/readyz`)).ok,
      { timeout: 60_000, what: 'the site is back' },
    );
    return Math.round(performance.now() - since);
  }
  if (victim === 'application, frozen') {
    await world.freeze(random.between(500, 5_000));
    await until(async () => (await fetch(`${world.appUrl}/readyz`)).ok, { timeout: 60_000, what: 'the site is back' });
    return Math.round(performance.now() - since);
  }
  if (victim === 'application and PostgreSQL') {
    const databaseFirst = random.chance(0.5);
    if (databaseFirst) {
      await world.crashPostgres(how);
      await pause(random.between(0, 300));
    }
    await world.crash();
    await world.crashPostgres(how);
  } else {
    await world.crash();
  }
  await world.start();
  return Math.round(performance.now() - since);
}

/** Sometimes a vendor is slow, fails, loses a response or refuses, so that kills hit calls in every state. */
async function disturb(world: ChaosWorld, random: Random): Promise<void> {
  const { stripe, airalo, mail } = world;
  const slow = (call: string) => ({ delay: { call, ms: random.between(100, 1_500), times: random.between(1, 3) } });
  const disturbances: [number, () => Promise<unknown>][] = [
    [
      0.5,
      () =>
        control(
          stripe,
          slow(random.pick(['sessions.create', 'sessions.retrieve', 'webhooks.deliver', 'sessions.pay'])),
        ),
    ],
    [0.5, () => control(airalo, slow('orders.create'))],
    [0.2, () => control(mail, slow('smtp.data'))],
    [
      0.1,
      () => control(stripe, { fail: { call: 'sessions.create', status: 500, when: random.pick(['before', 'after']) } }),
    ],
    [
      0.1,
      () =>
        control(stripe, { fail: { call: 'webhooks.deliver', when: random.pick(['before', 'after']), hangup: true } }),
    ],
    [
      0.15,
      () => control(airalo, { fail: { call: 'orders.create', when: random.pick(['before', 'after']), hangup: true } }),
    ],
    [0.05, () => control(airalo, { fail: { call: 'orders.create', status: 503 } })],
    // A permanent refusal: the buyer gets a refund.
    [
      0.08,
      () =>
        control(airalo, {
          fail: { call: 'orders.create', status: 422, body: { code: 14, reason: 'The request is not valid.' } },
        }),
    ],
    // Carried out, but reported as failed.
    [0.1, () => control(airalo, { fail: { call: 'orders.create', status: random.pick([429, 503]), when: 'after' } })],
    [0.08, () => control(airalo, { profiles: { next: 'none', times: 1 } })],
    [0.08, () => control(airalo, { profiles: { next: 'duplicate', times: 1 } })],
    // More expensive than our price, for a while.
    [0.1, () => control(airalo, { package: { id: packageOf(random.pick(PLANS)), set: { net_price: 99 } } })],
    [
      0.3,
      async () =>
        void (await Promise.all(PLANS.map((plan) => control(airalo, { package: { id: packageOf(plan), set: null } })))),
    ],
    [0.1, () => control(mail, { fail: { call: 'smtp.data', when: random.pick(['before', 'after']), hangup: true } })],
    [0.1, () => control(stripe, slow('refunds.create'))],
  ];
  for (const [probability, arm] of disturbances) if (random.chance(probability)) await arm();
}
