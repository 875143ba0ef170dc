import { control } from '#test/support/wire.ts';
import type { Random } from './random.ts';
import type { ChaosWorld } from './world.ts';

type Disturbance = (world: ChaosWorld, random: Random) => Promise<unknown>;

const side = (random: Random) => random.pick(['before', 'after'] as const);
const few = (random: Random) => random.between(1, 3);
/** After our time limit of two seconds, while the time-out window of three still runs. */
const PAST_TIME_OUT = [2_050, 2_500] as const;

/** Refusals of the wholesalers: no balance, maintenance, an unknown package, a code that proves nothing. */
const FIRST_REFUSALS = [11, 13, 33, 73] as const;
const SECOND_REFUSALS = ['200007', '101003', '310241', '200006', '200009'] as const;

/** What fails for charges of saved cards, and for plans that are added. */
const DISTURBANCES: readonly (readonly [number, Disturbance])[] = [
  [0.3, ({ stripe }, random) => control(stripe, hangUp('payment_intents.create', random))],
  [
    0.15,
    ({ stripe }, random) =>
      control(stripe, {
        fail: { call: 'payment_intents.create', status: 500, when: side(random), times: few(random) },
      }),
  ],
  [0.3, ({ stripe }, random) => control(stripe, slow('payment_intents.create', random, [100, 1_500]))],
  // Longer than our time limit: the charge is made, and its answer is lost.
  [0.1, ({ stripe }, random) => control(stripe, slow('payment_intents.create', random, [5_100, 6_000]))],
  [0.2, ({ airalo }, random) => control(airalo, hangUp('topups.create', random))],
  [0.2, ({ airalo }, random) => control(airalo, slow('topups.create', random, PAST_TIME_OUT))],
  [
    0.15,
    ({ airalo }, random) =>
      control(airalo, {
        fail: { call: 'topups.create', status: random.pick([429, 503]), when: side(random), times: few(random) },
      }),
  ],
  [
    0.15,
    ({ airalo }, random) =>
      control(airalo, {
        fail: {
          call: 'topups.create',
          status: 422,
          when: side(random),
          body: { code: random.pick(FIRST_REFUSALS), reason: 'refused by the fault harness' },
        },
      }),
  ],
  [0.1, ({ airalo }) => control(airalo, { fail: { call: 'sims.topups', status: 503 } })],
];

const AT_SECOND: readonly (readonly [number, Disturbance])[] = [
  [0.2, ({ esimAccess }, random) => control(esimAccess!, hangUp('profiles.topup', random))],
  [0.2, ({ esimAccess }, random) => control(esimAccess!, slow('profiles.topup', random, PAST_TIME_OUT))],
  [
    0.2,
    ({ esimAccess }, random) =>
      control(esimAccess!, {
        fail: {
          call: 'profiles.topup',
          status: 200,
          when: side(random),
          times: few(random),
          body: {
            success: false,
            errorCode: random.pick(SECOND_REFUSALS),
            errorMsg: 'refused by the fault harness',
            obj: null,
          },
        },
      }),
  ],
  [
    0.15,
    ({ esimAccess }, random) =>
      control(esimAccess!, { fail: { call: 'profiles.topup', status: random.pick([429, 502]), when: side(random) } }),
  ],
];

const hangUp = (call: string, random: Random) => ({ fail: { call, when: side(random), hangup: true } });
const slow = (call: string, random: Random, [least, most]: readonly [number, number]) => ({
  delay: { call, ms: random.between(least, most), times: few(random) },
});

/** Faults of what a top-up calls, beside those of purchases. */
export async function disturbTopUps(world: ChaosWorld, random: Random): Promise<void> {
  for (const [probability, arm] of [...DISTURBANCES, ...(world.esimAccess ? AT_SECOND : [])])
    if (random.chance(probability)) await arm(world, random);
}
