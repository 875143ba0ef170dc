import { setTimeout as pause } from 'node:timers/promises';
import { type Address, control, ledger } from '#test/support/wire.ts';
import { packageOf, SECOND_PACKAGES } from './packages.ts';
import { PLANS } from './people.ts';
import { setPrice } from './prices.ts';
import type { Random } from './random.ts';
import { checkPlans } from './sources.ts';
import type { ChaosWorld } from './world.ts';

/** What happens at two wholesalers, beside what `disturb.ts` does at the first. */
type Disturbance = (world: TwoWorld, random: Random) => Promise<unknown>;
type TwoWorld = ChaosWorld & { esimAccess: Address };

type Answer = { status: number; body?: unknown };
const code = (errorCode: string): Answer => ({
  status: 200,
  body: { success: false, errorCode, errorMsg: 'refused by the fault harness', obj: null },
});
/**
 * Refusals of the second wholesaler: no profiles, no balance, two prices, unknown packages, wrong parameters, maintenance
 * (a busy system), a wrong signature, an ended timestamp, a blocked address, a server error, a code that proves nothing.
 */
const REFUSALS: readonly [Answer, ...Answer[]] = [
  '200011',
  '200007',
  '200005',
  '200006',
  '310241',
  '310243',
  '200008',
  '900001',
  '101003',
  '101001',
  '101002',
  '000001',
  '200009',
].map(code) as [Answer, ...Answer[]];
const SERVER_FAULTS: readonly [Answer, ...Answer[]] = [
  { status: 500 },
  { status: 502 },
  { status: 503 },
  { status: 429 },
  // No envelope of the vendor.
  { status: 200, body: { hello: 'world' } },
];
/** Refusals of the first wholesaler, before its effect: `disturb.ts` has those after it. */
const FIRST_REFUSALS: readonly [Answer, ...Answer[]] = [
  { status: 401 },
  { status: 403 },
  ...([11, 13, 33, 34] as const).map((number) => ({
    status: 422,
    body: { code: number, reason: 'refused by the fault harness' },
  })),
];

const side = (random: Random) => random.pick(['before', 'after'] as const);
const few = (random: Random) => random.between(1, 3);

/** Answers that come after our time limit of two seconds, while the time-out window of three still runs. */
const PAST_TIME_OUT = [2_050, 2_500] as const;
/** The vendor documents up to 30 seconds. */
const ALLOCATED_LATE = [1_000, 20_000] as const;
const ALLOCATED_TOO_LATE = 35_000;
const ALLOCATED_USUALLY = 300;

/** At the second wholesaler's calls. */
const AT_SECOND: readonly (readonly [number, Disturbance])[] = [
  [
    0.35,
    ({ esimAccess }, random) =>
      control(esimAccess, {
        fail: { call: 'orders.create', when: side(random), times: few(random), ...random.pick(REFUSALS) },
      }),
  ],
  [
    0.1,
    ({ esimAccess }, random) =>
      control(esimAccess, {
        fail: { call: 'orders.create', when: side(random), ...random.pick(SERVER_FAULTS) },
      }),
  ],
  [
    0.1,
    ({ esimAccess }, random) =>
      control(esimAccess, { fail: { call: 'orders.create', when: side(random), hangup: true, times: few(random) } }),
  ],
  [
    0.3,
    ({ esimAccess }, random) =>
      control(esimAccess, {
        delay: {
          call: random.pick(['orders.create', 'profiles.query', 'packages.list']),
          ms: random.between(100, 1_500),
          times: few(random),
        },
      }),
  ],
  [
    0.1,
    ({ esimAccess }, random) =>
      control(esimAccess, {
        delay: { call: 'orders.create', ms: random.between(...PAST_TIME_OUT), times: few(random) },
      }),
  ],
  [
    0.15,
    ({ esimAccess }, random) =>
      control(esimAccess, {
        fail: {
          call: random.pick(['profiles.query', 'packages.list']),
          times: random.between(1, 4),
          ...random.pick<Answer>([...REFUSALS, ...SERVER_FAULTS] as [Answer, ...Answer[]]),
        },
      }),
  ],
  [0.3, ({ esimAccess }, random) => control(esimAccess, { allocate: { after_ms: random.between(...ALLOCATED_LATE) } })],
  [0.05, ({ esimAccess }) => control(esimAccess, { allocate: { after_ms: ALLOCATED_TOO_LATE } })],
  [0.4, ({ esimAccess }) => control(esimAccess, { allocate: { after_ms: ALLOCATED_USUALLY } })],
  [0.08, ({ esimAccess }) => control(esimAccess, { profiles: { next: 'none', times: 1 } })],
  [0.08, ({ esimAccess }) => control(esimAccess, { profiles: { next: 'duplicate', times: 1 } })],
  [0.04, ({ esimAccess }) => control(esimAccess, { balance: { set: 0 } })],
  [0.5, ({ esimAccess }) => control(esimAccess, { balance: { set: 100_000 } })],
];

/** Its messages: held, late, lost, sent again, and about orders that are not ours or do not exist. */
const MESSAGES: readonly (readonly [number, Disturbance])[] = [
  // What waits since the last fault arrives now, late.
  [0.7, ({ esimAccess }) => control(esimAccess, { release: { call: 'webhooks.deliver' } })],
  [
    0.2,
    ({ esimAccess }, random) =>
      control(esimAccess, { hold: { call: 'webhooks.deliver', when: side(random), times: random.between(1, 20) } }),
  ],
  [
    0.2,
    ({ esimAccess }, random) =>
      control(esimAccess, {
        fail: { call: 'webhooks.deliver', when: side(random), hangup: true, times: random.between(1, 10) },
      }),
  ],
  [0.3, ({ esimAccess }, random) => inBackground(sendAgain(esimAccess, random))],
  [0.3, ({ esimAccess }, random) => inBackground(sendForeign(esimAccess, random))],
];

/** At the first wholesaler's calls. */
const AT_FIRST: readonly (readonly [number, Disturbance])[] = [
  [
    0.2,
    ({ airalo }, random) =>
      control(airalo, { fail: { call: 'orders.create', times: few(random), ...random.pick(FIRST_REFUSALS) } }),
  ],
  [
    0.1,
    ({ airalo }, random) =>
      control(airalo, { delay: { call: 'orders.create', ms: random.between(...PAST_TIME_OUT), times: few(random) } }),
  ],
  [
    0.2,
    ({ airalo }, random) =>
      control(airalo, {
        fail: {
          call: random.pick(['orders.list', 'packages.list', 'token']),
          status: random.pick([429, 500, 503]),
          times: random.between(1, 4),
        },
      }),
  ],
];

type Terms = Record<string, unknown>;
/** What lists say of packages, at both wholesalers: dearer, cheaper, gone, too small, elsewhere, in another currency. */
const LISTS: readonly (readonly [number, Disturbance])[] = [
  [0.4, (world) => restoreLists(world)],
  [0.2, (world, random) => setSecond(world, random, { price: random.between(1, 12) * 10_000 })],
  [0.1, (world, random) => setSecond(world, random, { price: 990_000 })],
  [0.1, (world, random) => setSecond(world, random, { missing: true })],
  [0.1, (world, random) => setSecond(world, random, { location: ['AQ'] })],
  [0.1, (world, random) => setSecond(world, random, { currencyCode: 'EUR' })],
  [0.1, (world, random) => setSecond(world, random, { volume: 1_048_576 })],
  [0.1, (world, random) => setFirst(world, random, { net_price: random.between(1, 12) })],
  [0.1, (world, random) => setFirst(world, random, { missing: true })],
  [0.1, (world, random) => setFirst(world, random, { currency: 'EUR' })],
  [0.3, (world) => checkPlans(world)],
];

const setSecond = ({ esimAccess }: TwoWorld, random: Random, set: Terms) =>
  control(esimAccess, { package: { packageCode: SECOND_PACKAGES[random.pick(PLANS)], set } });
const setFirst = ({ airalo }: TwoWorld, random: Random, set: Terms) =>
  control(airalo, { package: { id: packageOf(random.pick(PLANS)), set } });

/** Faults at both wholesalers, for those that are armed by chance this time. */
export async function disturbWholesalers(world: ChaosWorld, random: Random): Promise<void> {
  if (!hasTwo(world)) return;
  for (const [probability, arm] of [...AT_SECOND, ...MESSAGES, ...AT_FIRST, ...LISTS])
    if (random.chance(probability)) await arm(world, random);
}

const hasTwo = (world: ChaosWorld): world is TwoWorld => world.esimAccess !== undefined;

/** The lists that the wholesalers had at first. */
async function restoreLists(world: ChaosWorld): Promise<void> {
  for (const at of ['airalo', 'esim-access'] as const)
    await Promise.all(PLANS.map((plan) => setPrice(world, plan, null, at)));
}

/** The second wholesaler works as at first: its lists, balance, allocation and messages. Armed failures run out. */
export async function restoreWholesalers(world: ChaosWorld): Promise<void> {
  await restoreLists(world);
  if (!hasTwo(world)) return;
  await control(world.esimAccess, {
    allocate: { after_ms: ALLOCATED_USUALLY },
    balance: { set: 100_000 },
    release: { call: 'webhooks.deliver' },
  });
}

/** The application may be down, or slow to answer: nobody waits for a message. */
function inBackground(sending: Promise<unknown>): Promise<void> {
  sending.catch(() => undefined);
  return Promise.resolve();
}

/** Sends the message about an order again, several times at once. */
async function sendAgain(esimAccess: Address, random: Random): Promise<void> {
  const { orders = [] } = await ledger(esimAccess);
  const order = orders[random.between(0, orders.length - 1)];
  if (order) await control(esimAccess, { deliver: { orderNo: order['orderNo'], times: 3 } });
}

/** Messages about orders that are not ours, or that name another order's reference: all of them are forged. */
async function sendForeign(esimAccess: Address, random: Random): Promise<void> {
  const { orders = [] } = await ledger(esimAccess);
  const [one, other] = [0, 1].map(() => orders[random.between(0, orders.length - 1)]);
  const content = random.pick([
    { orderNo: `B${random.word(12)}`, transactionId: `other-${random.word(20)}`, orderStatus: 'GOT_RESOURCE' },
    { orderNo: one?.['orderNo'], transactionId: other?.['transactionId'], orderStatus: 'GOT_RESOURCE' },
    { orderNo: `B${random.word(12)}`, transactionId: one?.['transactionId'], orderStatus: 'CANCEL' },
  ] as const);
  await pause(random.between(0, 500));
  await control(esimAccess, { deliver: { type: 'ORDER_STATUS', content } });
}
