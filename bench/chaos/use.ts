import type { Address } from '#test/support/wire.ts';
import { control, ledger } from '#test/support/wire.ts';
import type { Purchase } from './buyer.ts';
import { dueOf, type Lived, randomJourney, type Step } from './journeys.ts';
import { hiddenOrders, keyOf, ordersMade } from './made.ts';
import type { Random } from './random.ts';
import { allNotices, type EsimRow, hurry, issuedEsims, type NoticeRow } from './use-books.ts';
import { startTurns, untilNothingHappens } from './turns.ts';
import type { ChaosWorld } from './world.ts';

/** An eSIM that a traveller uses, and what was seen of it. Its key is that of the profile: a restore may issue it anew. */
export type Journey = {
  profile: string;
  wholesaler: 'airalo' | 'esim-access';
  iccid: string;
  steps: Step[];
  lived: Lived;
  /** Every kind that was due at some time. */
  everDue: Set<string>;
  /** When the next step may be, by `performance.now()`. */
  nextAt: number;
  /** Set: its order is refunded by the payment vendor after the first step. */
  refunds: boolean;
  /** Since when its buyer may not see it, in milliseconds since 1970; null: may. */
  stoppedAt: number | null;
  /** The notices that it had some seconds after that. */
  whenStopped: readonly string[] | null;
};

export type Use = {
  journeys: ReadonlyMap<string, Journey>;
  /** Orders whose mails were turned off before their eSIMs were used, and when that was acknowledged. */
  off: ReadonlyMap<string, number>;
  /** True for an eSIM whose buyer tops it up, or asks something back: it is used elsewhere (`top-ups.ts`, `rights.ts`). */
  isElsewhere(row: Pick<EsimRow, 'order_id' | 'line_position'>): boolean;
  /** Lets every journey end, and waits until each notice that is due is there, or nothing more happens. */
  finish(): Promise<void>;
  stop(): Promise<void>;
};

/** Settings of a world whose eSIMs are used: each look reads. */
export const USE_SETTINGS = { ESIM_USAGE_MAX_AGE_MINUTES: '0', SWEEP_SECONDS: '15' } as const;

const HURRY_EVERY = 3;
/** A process that was frozen may end a transaction that it began before a refund. */
const STOPPED_FOR_MS = 30_000;
const END_TOLERANCE_MS = 120_000;
const OFF_SHARE = 0.2;
const REFUND_SHARE = 0.04;
const STOPPED = ['refunded', 'disputed', 'refund_pending'];

type State = {
  world: ChaosWorld;
  random: Random;
  purchases: readonly Purchase[];
  journeys: Map<string, Journey>;
  off: Map<string, number>;
  /** Profiles that are not used: the wholesaler made them with another amount of data than was bought. */
  odd: Set<string>;
  /** Orders, and whether their travellers want no mails. */
  choices: Map<string, boolean>;
  turns: number;
};

export const isStopped = ({ order_status, line_status }: EsimRow) =>
  STOPPED.includes(order_status) || line_status !== 'fulfilled';

/** Lets every delivered eSIM be used until `stop` is called. */
export function startUse(world: ChaosWorld, random: Random, purchases: readonly Purchase[]): Use {
  const state: State = {
    world,
    random,
    purchases,
    journeys: new Map(),
    off: new Map(),
    choices: new Map(),
    odd: new Set(),
    turns: 0,
  };
  const turns = startTurns(world, () => turn(state));
  return {
    journeys: state.journeys,
    off: state.off,
    isElsewhere: (row) => isElsewhere(state, row),
    finish: () => untilNothingHappens(async () => (await openOf(state)).join()),
    stop: turns.stop,
  };
}

const isElsewhere = ({ purchases }: State, { order_id, line_position }: Pick<EsimRow, 'order_id' | 'line_position'>) =>
  purchases.some(
    ({ orderId, person: { topUps, rights } }) =>
      orderId === order_id && ((topUps !== null && line_position === 0) || rights !== null),
  );

/** What is still to happen: steps, and notices that are due. */
async function openOf({ world, journeys }: State): Promise<string[]> {
  const { esims, noticesOf } = await readBooks(world);
  const hidden = hiddenOrders(await ordersMade(world));
  const open = esims.flatMap((row) => {
    const journey = hidden.has(row.issued_as) ? undefined : journeys.get(row.issued_as);
    if (journey && journey.steps.length > 0) return `${row.issued_as}: ${journey.steps.length} steps`;
    return !journey || isTold(journey, row, noticesOf(row.id)) ? [] : `${row.issued_as}: not read`;
  });
  return open.toSorted();
}

/** The notices that are due now and are not there. */
export const missingOf = ({ lived }: Journey, notices: readonly NoticeRow[]) =>
  dueOf(lived, Date.now()).filter((kind) => !notices.some((each) => each.kind === kind));

export async function readBooks(world: ChaosWorld) {
  const [esims, notices] = [await issuedEsims(world), await allNotices(world)];
  const byEsim = Map.groupBy(notices, ({ esim_id }) => esim_id);
  return { esims, notices, noticesOf: (id: string): readonly NoticeRow[] => byEsim.get(id) ?? [] };
}

async function turn(state: State): Promise<void> {
  const { world, random, journeys } = state;
  state.turns += 1;
  const { esims, noticesOf } = await readBooks(world);
  await takeNew(state, esims);
  const late: string[] = [];
  for (const row of esims) {
    const journey = journeys.get(row.issued_as);
    if (!journey) continue;
    const notices = noticesOf(row.id);
    noteStop(journey, row, notices);
    if (!isTold(journey, row, notices)) late.push(row.id);
    else if (journey.steps.length > 0 && performance.now() > journey.nextAt) await goOn(state, journey, row);
  }
  if (state.turns % HURRY_EVERY !== 0) return;
  await hurry(world, late);
  const mayHide = !state.purchases.some(({ person }) => person.rights !== null);
  if (random.chance(0.5)) await breakReplies(world, random, mayHide);
}

/** True when the store knows all of the steps so far, so that the next one makes the next notice. */
function isTold(journey: Journey, row: EsimRow, notices: readonly NoticeRow[]): boolean {
  if (isStopped(row) || row.is_ended) return true;
  const { life } = journey.lived;
  if (missingOf(journey, notices).length > 0) return false;
  return life.plan !== 'active' || Math.abs((row.ends_ms ?? 0) - life.endsAt) < END_TOLERANCE_MS;
}

/** From some time after a refund or the start of a dispute, no notice is sent. */
function noteStop(journey: Journey, row: EsimRow, notices: readonly NoticeRow[]): void {
  if (!isStopped(row)) {
    journey.stoppedAt = null;
    journey.whenStopped = null;
    return;
  }
  journey.stoppedAt ??= Date.now();
  if (Date.now() - journey.stoppedAt > STOPPED_FOR_MS)
    journey.whenStopped ??= notices.map(({ kind }) => kind).toSorted();
}

async function goOn({ world, random }: State, journey: Journey, row: EsimRow): Promise<void> {
  // A stopped one is used further when its notices were counted.
  if (isStopped(row) && journey.whenStopped === null) return;
  const [step, ...rest] = journey.steps;
  if (!step) return;
  journey.lived = await live(world, journey, step(journey.lived.plan));
  journey.steps = rest;
  for (const kind of dueOf(journey.lived, Date.now())) journey.everDue.add(kind);
  journey.nextAt = performance.now() + random.between(0, 8_000);
  if (journey.refunds && !isStopped(row)) await refund(world, row.order_id);
}

const sandboxOf = (world: ChaosWorld, wholesaler: Journey['wholesaler']): Address =>
  wholesaler === 'airalo' ? world.airalo : (world.esimAccess ?? world.airalo);

type Told = { life: Lived };

/** Lets this happen to an eSIM. */
export async function live(
  world: ChaosWorld,
  { wholesaler, iccid }: Pick<Journey, 'wholesaler' | 'iccid'>,
  acts: readonly unknown[],
): Promise<Lived> {
  const answer = await control(sandboxOf(world, wholesaler), { life: { iccid, acts } });
  const { life, plan } = (answer as unknown as Told).life;
  return { life, plan };
}

/** Begins a journey for each eSIM that was issued since. Some travellers turn the mails of their order off first. */
async function takeNew(state: State, esims: readonly EsimRow[]): Promise<void> {
  const { world, random, journeys, odd } = state;
  const fresh = esims.filter(
    (row) => !journeys.has(row.issued_as) && !odd.has(row.issued_as) && !row.is_ended && !isElsewhere(state, row),
  );
  if (fresh.length === 0) return;
  const made = await ordersMade(world);
  const holders = Map.groupBy(made, ({ profiles }) => profiles[0]?.iccid);
  for (const row of fresh) {
    const order = made.find((each) => keyOf(each) === row.issued_as);
    const iccid = order?.profiles[0]?.iccid;
    // A fault gave the profile to two orders.
    if (!order || iccid === undefined || holders.get(iccid)?.length !== 1) continue;
    if (!(await hasChosen(state, row.order_id))) continue;
    const about = { profile: row.issued_as, wholesaler: order.wholesaler, iccid };
    const lived = await live(world, about, [{ country: null }]);
    // Its list was wrong for a while. The store doubts all that is reported of such a profile.
    if (lived.plan.dataMb !== row.data_mb) {
      odd.add(row.issued_as);
      continue;
    }
    journeys.set(row.issued_as, {
      ...about,
      steps: randomJourney(random),
      lived,
      everDue: new Set(),
      nextAt: performance.now() + random.between(0, 8_000),
      refunds: random.chance(REFUND_SHARE),
      stoppedAt: null,
      whenStopped: null,
    });
  }
}

/** False while the choice is not acknowledged: it is made before the eSIM is used. */
async function hasChosen({ world, random, purchases, off, choices }: State, orderId: string): Promise<boolean> {
  const buyer = purchases.find((each) => each.orderId === orderId);
  const cookie = buyer?.cookies.at(-1);
  if (!choices.has(orderId)) choices.set(orderId, random.chance(OFF_SHARE) && buyer?.person.password === null);
  if (!cookie || off.has(orderId) || !choices.get(orderId)) return true;
  const answer = await fetch(`${random.pick(urlsOf(world))}/api/orders/${orderId}/notices`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ mail: false }),
    signal: AbortSignal.timeout(10_000),
  }).catch(() => null);
  if (answer?.ok) off.set(orderId, Date.now());
  return answer?.ok ?? false;
}

const urlsOf = ({ processes }: ChaosWorld) => processes.map(({ url }) => url) as [string, ...string[]];

/** Refunds the payment of an order in the vendor's dashboard. */
export async function refund(world: ChaosWorld, orderId: string): Promise<void> {
  type Intent = { id: string; status: string; amount_received: number; metadata: Record<string, string> };
  const { payment_intents } = await ledger<{ payment_intents: Intent[] }>(world.stripe);
  const paid = payment_intents.find(
    ({ metadata, status }) => metadata['order_id'] === orderId && status === 'succeeded',
  );
  // The vendor refuses to refund what was refunded meanwhile.
  if (paid)
    await control(world.stripe, { refund: { payment_intent: paid.id, amount: paid.amount_received } }).catch(
      () => undefined,
    );
}

/**
 * The next replies about usage are stale, incomplete or wrong, or there are too many calls. `mayHide`: a reply may hide what
 * was used. Otherwise nobody could say what a refund had to be decided by.
 */
async function breakReplies(world: ChaosWorld, random: Random, mayHide: boolean): Promise<void> {
  const second = world.esimAccess;
  const at = second && random.chance(0.5) ? second : world.airalo;
  const times = random.between(1, 3);
  const call = at === second ? 'profiles.query' : 'sims.usage';
  const hiding = [{ replies: { how: 'stale', times } }, { replies: { how: 'backwards', times } }];
  await control(
    at,
    random.pick<Record<string, unknown>>([
      { replies: { how: 'missing', times } },
      { fail: { call, status: 429, times, headers: { 'retry-after': '1' } } },
      ...(mayHide ? hiding : []),
    ]),
  );
}
