import { control } from '#test/support/wire.ts';
import { disturbWholesalers, restoreWholesalers } from './disturb-wholesalers.ts';
import { packageOf } from './packages.ts';
import { PLANS } from './people.ts';
import { setPrice } from './prices.ts';
import type { Random } from './random.ts';
import type { ChaosWorld } from './world.ts';

type Refusal = { status: number; body?: { code: number; reason: string } };

/** A refusal of the wholesaler, as its API answers it. */
const REFUSAL: Refusal = { status: 422, body: { code: 14, reason: 'The request is not valid.' } };
/** Answers that look like refusals, after the order was carried out: a token that ended, and codes of the vendor. */
const REFUSED_AFTER_ALL: readonly [Refusal, ...Refusal[]] = [
  { status: 401 },
  { status: 422, body: { code: 34, reason: 'The requested eSIM package is out of stock.' } },
  { status: 422, body: { code: 13, reason: 'The operator is currently undergoing maintenance.' } },
  { status: 422, body: { code: 11, reason: 'Insufficient credit.' } },
];

type Disturbance = (world: ChaosWorld, random: Random) => Promise<unknown>;

const slow = (call: string, random: Random) => ({
  delay: { call, ms: random.between(100, 1_500), times: random.between(1, 3) },
});
const beforeOrAfter = (random: Random) => random.pick(['before', 'after'] as const);

/** The disturbances with their probabilities. */
const DISTURBANCES: readonly (readonly [number, Disturbance])[] = [
  [
    0.5,
    ({ stripe }, random) =>
      control(
        stripe,
        slow(random.pick(['sessions.create', 'sessions.retrieve', 'webhooks.deliver', 'sessions.pay']), random),
      ),
  ],
  [0.5, ({ airalo }, random) => control(airalo, slow('orders.create', random))],
  [0.2, ({ mail }, random) => control(mail, slow('smtp.data', random))],
  [
    0.1,
    ({ stripe }, random) =>
      control(stripe, { fail: { call: 'sessions.create', status: 500, when: beforeOrAfter(random) } }),
  ],
  [
    0.1,
    ({ stripe }, random) =>
      control(stripe, { fail: { call: 'webhooks.deliver', when: beforeOrAfter(random), hangup: true } }),
  ],
  [
    0.15,
    ({ airalo }, random) =>
      control(airalo, { fail: { call: 'orders.create', when: beforeOrAfter(random), hangup: true } }),
  ],
  [0.05, ({ airalo }) => control(airalo, { fail: { call: 'orders.create', status: 503 } })],
  // A permanent refusal: the buyer gets a refund.
  [0.08, ({ airalo }) => control(airalo, { fail: { call: 'orders.create', ...REFUSAL } })],
  // Carried out, but reported as failed.
  [
    0.1,
    ({ airalo }, random) =>
      control(airalo, { fail: { call: 'orders.create', status: random.pick([429, 503]), when: 'after' } }),
  ],
  [0.08, ({ airalo }) => control(airalo, { profiles: { next: 'none', times: 1 } })],
  [0.08, ({ airalo }) => control(airalo, { profiles: { next: 'duplicate', times: 1 } })],
  // More expensive than our price, for a while.
  [
    0.1,
    ({ airalo }, random) => control(airalo, { package: { id: packageOf(random.pick(PLANS)), set: { net_price: 99 } } }),
  ],
  [0.3, restorePrices],
  [
    0.1,
    ({ mail }, random) => control(mail, { fail: { call: 'smtp.data', when: beforeOrAfter(random), hangup: true } }),
  ],
  [0.1, ({ stripe }, random) => control(stripe, slow('refunds.create', random))],
];

/** Carried out at the wholesaler, and then refused. */
const REFUSALS: Disturbance = ({ airalo }, random) =>
  control(airalo, {
    fail: {
      call: 'orders.create',
      when: 'after',
      times: random.between(1, 3),
      ...random.pick<Refusal>(REFUSED_AFTER_ALL),
    },
  });

/**
 * Sometimes a vendor is slow, fails, loses a response or refuses, so that faults hit calls in every state. With
 * `refusals` it also refuses what it has carried out.
 */
export async function disturb(world: ChaosWorld, random: Random, { refusals }: { refusals: boolean }): Promise<void> {
  const all = refusals ? [...DISTURBANCES, [0.3, REFUSALS] as const] : DISTURBANCES;
  for (const [probability, arm] of all) if (random.chance(probability)) await arm(world, random);
  await disturbWholesalers(world, random);
}

/** From now on the vendors work as at first, except for failures that are still armed. */
export async function restoreVendors(world: ChaosWorld): Promise<void> {
  await restorePrices(world);
  await restoreWholesalers(world);
}

/** The prices that the first wholesaler had at first. */
async function restorePrices(world: ChaosWorld): Promise<void> {
  await Promise.all(PLANS.map((plan) => setPrice(world, plan, null)));
}
