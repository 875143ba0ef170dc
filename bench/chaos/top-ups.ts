import { setTimeout as pause } from 'node:timers/promises';
import type { Act } from '#sandbox/kit/life.ts';
import { begin, newOwner, type Owner, react } from './auto-top-up-owner.ts';
import type { Purchase } from './buyer.ts';
import { keyOf, ordersMade } from './made.ts';
import type { Random } from './random.ts';
import {
  autoRows,
  type Charged,
  chargedOrders,
  firstEsims,
  jobsDue,
  topUpFacts,
  type UsedEsim,
} from './top-up-books.ts';
import { topUpByHand } from './top-up-buyer.ts';
import { compareTopUps, type TopUpTally } from './top-up-verdict.ts';
import { hurry } from './use-books.ts';
import { live, refund, USE_SETTINGS } from './use.ts';
import { startTurns, TURN_MS, untilNothingHappens } from './turns.ts';
import type { ChaosWorld } from './world.ts';

/** An eSIM that is used while it is topped up. */
type Using = {
  wholesaler: 'airalo' | 'esim-access';
  iccid: string;
  /** The parts of what is left that are still to be used, and whether its days end then. */
  uses: number[];
  ends: boolean;
  /** When it was last used, in milliseconds since 1970. */
  usedAt: number;
  nextAt: number;
};

export type TopUps = {
  /** Owners of auto top-ups, by the order of their eSIM. */
  owners: ReadonlyMap<string, Owner>;
  /** The orders of charges, and when each was first seen in our books: no request acknowledges them. */
  noticed: ReadonlyMap<string, number>;
  /** Tops up what was bought, as its buyer wishes, while people still buy. */
  topUp(purchase: Purchase, shopping: Shopping): Promise<void>;
  /** Lets all data be used, and waits until each charge has its outcome, or nothing more happens. */
  finish(): Promise<void>;
  stop(): Promise<void>;
};

type Shopping = { giveUp: AbortSignal; begins: (made: Purchase) => void; goesOn: () => boolean };

/** Settings of a world in which eSIMs are topped up: each look reads, and buyers look often. */
export const TOP_UP_SETTINGS = { ...USE_SETTINGS, LIMIT_TOP_UP_LOOKS_PER_ORDER: '10000' } as const;

const HURRY_EVERY = 2;
/** A use is read within this time, or not: its order was given back, or the wholesaler fails. */
const READ_WITHIN_MS = 20_000;
/** Without data an owner waits so long for a plan. */
const WAITS_FOR_DATA_MS = 30_000;

type State = {
  world: ChaosWorld;
  random: Random;
  purchases: readonly Purchase[];
  owners: Map<string, Owner>;
  noticed: Map<string, number>;
  using: Map<string, Using>;
  /** Profiles that are not used: a fault gave them to two orders. */
  odd: Set<string>;
  refunded: Set<string>;
  giveUp: AbortController;
  turns: number;
};

/** Lets eSIMs be topped up and used until `stop` is called. */
export function startTopUps(world: ChaosWorld, random: Random, purchases: readonly Purchase[]): TopUps {
  const state: State = {
    world,
    random,
    purchases,
    owners: new Map(),
    noticed: new Map(),
    using: new Map(),
    odd: new Set(),
    refunded: new Set(),
    giveUp: new AbortController(),
    turns: 0,
  };
  const turns = startTurns(world, () => turn(state));
  return {
    owners: state.owners,
    noticed: state.noticed,
    topUp: (purchase, shopping) => topUp(state, purchase, shopping),
    finish: () => untilNothingHappens(() => openOf(state)),
    async stop() {
      state.giveUp.abort(new Error('it is over'));
      await turns.stop();
    },
  };
}

async function topUp({ world, owners }: State, purchase: Purchase, shopping: Shopping): Promise<void> {
  const { person, orderId, last } = purchase;
  const wish = person.topUps;
  if (wish === null || orderId === null || last?.lines[0]?.status !== 'fulfilled') return;
  const all = wish.byHand.map((way) => () => topUpByHand(world, purchase, way, shopping));
  if (wish.auto) {
    const owner = newOwner(purchase, wish.auto);
    owners.set(orderId, owner);
    all.unshift(() => begin(world, owner, shopping.giveUp));
  }
  const groups = wish.together ? [all] : all.map((each) => [each]);
  for (const group of groups) if (shopping.goesOn()) await Promise.all(group.map((each) => each()));
}

/** What is still to happen, in words; empty when nothing is. */
async function openOf(state: State): Promise<string> {
  const { world, using, owners } = state;
  const esims = await esimsOf(state);
  const uses = esims.reduce((sum, { issued_as }) => sum + (using.get(issued_as)?.uses.length ?? 0), 0);
  const unread = esims.filter((row) => isUnread(using, row)).length;
  const charges = (await chargedOrders(world)).filter(({ isOpen }) => isOpen).map(({ order_id }) => order_id);
  const busy = [...owners.values()].filter(({ isBusy }) => isBusy).length;
  const jobs = await jobsDue(world);
  return uses + unread + charges.length + busy + jobs === 0 ? '' : [uses, unread, charges, busy, jobs].join(' ');
}

const isUnread = (using: State['using'], { issued_as, read_ms }: UsedEsim) => {
  const one = using.get(issued_as);
  return one !== undefined && (read_ms ?? 0) <= one.usedAt && Date.now() - one.usedAt < READ_WITHIN_MS;
};

const esimsOf = ({ world, purchases }: State) =>
  firstEsims(
    world,
    purchases.flatMap(({ person, orderId }) => (person.topUps && orderId ? orderId : [])),
  );

async function turn(state: State): Promise<void> {
  const { world, owners, using, noticed } = state;
  state.turns += 1;
  for (const charged of await chargedOrders(world)) {
    if (!noticed.has(charged.order_id)) noticed.set(charged.order_id, Date.now());
    await refundFirst(state, charged);
  }
  for (const row of await autoRows(world)) {
    const owner = owners.get(row.order_id);
    // Others go on meanwhile.
    if (owner) void react(world, owner, row, state.giveUp.signal);
  }
  const esims = await esimsOf(state);
  await takeNew(state, esims);
  for (const row of esims) {
    const one = using.get(row.issued_as);
    if (one && performance.now() > one.nextAt && !isUnread(using, row)) await goOn(state, row.issued_as, one);
  }
  if (state.turns % HURRY_EVERY === 0)
    await hurry(
      world,
      esims.filter((row) => isUnread(using, row)).map(({ id }) => id),
    );
}

/** Some payments are refunded in the vendor's dashboard. */
async function refundFirst({ world, owners, refunded }: State, { order_id, of, outcome }: Charged): Promise<void> {
  if (outcome !== 'paid' || refunded.has(of) || !owners.get(of)?.wish.isRefunded) return;
  refunded.add(of);
  await refund(world, order_id);
}

/** Begins with each eSIM that was issued since. */
async function takeNew({ world, random, purchases, using, odd }: State, esims: readonly UsedEsim[]): Promise<void> {
  const fresh = esims.filter(({ issued_as }) => !using.has(issued_as) && !odd.has(issued_as));
  if (fresh.length === 0) return;
  const made = await ordersMade(world);
  const holders = Map.groupBy(made, ({ profiles }) => profiles[0]?.iccid);
  for (const { issued_as, order_id } of fresh) {
    const wish = purchases.find(({ orderId }) => orderId === order_id)?.person.topUps;
    const order = made.find((each) => keyOf(each) === issued_as);
    const iccid = order?.profiles[0]?.iccid;
    if (!wish || !order || iccid === undefined || holders.get(iccid)?.length !== 1) {
      odd.add(issued_as);
      continue;
    }
    const { wholesaler } = order;
    const nextAt = performance.now() + random.between(0, 5_000);
    using.set(issued_as, { wholesaler, iccid, uses: [...wish.uses], ends: wish.ends, usedAt: 0, nextAt });
  }
}

/** The next use. Nothing more happens to a profile that is over. */
async function goOn({ world, random, using }: State, issuedAs: string, one: Using): Promise<void> {
  const [share, ...rest] = one.uses;
  if (share === undefined && !one.ends) return;
  try {
    const { life, plan } = await live(world, one, [{ country: null }]);
    const leftMb = (plan.dataMb ?? 0) - life.usedMb;
    const isEmpty = share !== undefined && leftMb < 1 && one.usedAt > 0;
    if (isEmpty && Date.now() - one.usedAt < WAITS_FOR_DATA_MS) return;
    if (isEmpty) return void (one.uses = []);
    const country = plan.countries[0] ?? 'FR';
    const isNew = life.profile === 'released' || life.profile === 'downloaded';
    const acts: Act[] = isNew ? ['install', 'enable', { country }] : [{ country }];
    acts.push(share === undefined ? { end: 'expired' } : { use: leftMb * share, country });
    if (share === undefined) one.ends = false;
    await live(world, one, acts);
    one.uses = rest;
    one.usedAt = Date.now();
    one.nextAt = performance.now() + random.between(1_000, 8_000);
  } catch {
    using.set(issuedAs, { ...one, uses: [], ends: false });
  }
}

/** A payment is known at the next look at its auto top-up: within a minute, and a turn of the sweep. */
const KNOWN_WITHIN_MS = 150_000;

export async function judgeTopUps(world: ChaosWorld, { owners }: Pick<TopUps, 'owners'>): Promise<TopUpTally> {
  const end = performance.now() + KNOWN_WITHIN_MS;
  const isKnown = async () => !(await chargedOrders(world)).some(({ isOpen, isPaid }) => isOpen && isPaid);
  while (performance.now() < end && !(await isKnown())) await pause(TURN_MS);
  const agreedAt = new Map([...owners].map(([orderId, owner]) => [orderId, owner.agreedAt]));
  return compareTopUps({ gaps: world.gaps, agreedAt, ...(await topUpFacts(world)) });
}
