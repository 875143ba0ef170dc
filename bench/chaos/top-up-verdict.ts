import type { Gap } from './world.ts';

/** The line of a top-up, by hand or automatic. */
export type TopUpLine = {
  id: string;
  order_id: string;
  order_status: string;
  line_status: string;
  amount: number;
  is_automatic: boolean;
  /** Of the plan that it brought; null: none. */
  position: number | null;
  /** The order at the wholesaler that was issued, and those that are listed to be claimed back. */
  issued_as: string | null;
  listed: string[];
  /** Of the eSIM, by the ledger of its wholesaler. */
  iccid: string | null;
};

export type AutoFacts = {
  id: string;
  /** The order of the eSIM. */
  order_id: string;
  state: string;
  reason: string | null;
  /** In cents, for one month. */
  cap: number;
  was_capped: boolean;
  /** The owner at the payment vendor; null: the card was removed. */
  customer: string | null;
};

/** A threshold that was passed, and what was charged for it. */
export type ChargeFacts = {
  id: string;
  auto_id: string;
  /** Positions of the plan whose threshold was passed, and of the newest plan. */
  used: number;
  after: number;
  order_id: string;
  amount: number;
  month: string;
  outcome: string | null;
  is_ended: boolean;
  /** The bank wanted its customer; it declined. */
  asked: boolean;
  declined: boolean;
};

/** A payment that succeeded, in the vendor's ledger. Times are milliseconds since 1970. */
export type Paid = {
  id: string;
  orderId: string;
  taken: number;
  returned: number;
  at: number;
  isCharge: boolean;
  customer: string | null;
};

/** A plan that a wholesaler added. */
export type PlanMade = { key: string; reference: string; iccid: string };

/** What a run left behind: our books, the ledgers, and when owners agreed, by the order of their eSIM. */
export type TopUpFacts = {
  gaps: readonly Gap[];
  lines: readonly TopUpLine[];
  autos: readonly AutoFacts[];
  charges: readonly ChargeFacts[];
  payments: readonly Paid[];
  made: readonly PlanMade[];
  agreedAt: ReadonlyMap<string, readonly number[]>;
};

type Counts = { paid: number; delivered: number; refunded: number; held: number };

export type TopUpTally = {
  byHand: Counts;
  automatic: Counts;
  /** Auto top-ups by their state, and how many a restore has switched off at last. */
  autos: Record<string, number>;
  offByRestore: number;
  /** Of the charges. `lost`: that a restore took out of our books. */
  asked: number;
  declined: number;
  /** Not made at the vendor, and not given up. */
  waiting: number;
  capped: number;
  lost: number;
  twoForOne: number;
  aboveCap: number;
  /** Above a cap together with what a restore took out of our books. */
  aboveCapWithLost: number;
  unagreed: number;
  violations: string[];
};

type Judged = { facts: TopUpFacts; tally: TopUpTally; paymentsOf: Map<string, Paid[]> };

const none = (): Counts => ({ paid: 0, delivered: 0, refunded: 0, held: 0 });
const kept = ({ taken, returned }: Paid): number => taken - returned;
const sumOf = (payments: readonly Paid[]): number => payments.reduce((sum, each) => sum + kept(each), 0);

/** Compares what was paid with what was added, and what was charged with what was agreed to. */
export function compareTopUps(facts: TopUpFacts): TopUpTally {
  const tally: TopUpTally = {
    byHand: none(),
    automatic: none(),
    autos: {},
    offByRestore: 0,
    asked: facts.charges.filter(({ asked }) => asked).length,
    declined: facts.charges.filter(({ declined }) => declined).length,
    waiting: 0,
    capped: facts.autos.filter(({ was_capped }) => was_capped).length,
    lost: 0,
    twoForOne: 0,
    aboveCap: 0,
    aboveCapWithLost: 0,
    unagreed: 0,
    violations: [],
  };
  const judged: Judged = { facts, tally, paymentsOf: Map.groupBy(facts.payments, ({ orderId }) => orderId) };
  for (const line of facts.lines) judgeLine(judged, line);
  const known = new Set(facts.lines.map(({ order_id }) => order_id));
  const lost = facts.payments.filter((each) => each.isCharge && !known.has(each.orderId));
  tally.lost = lost.length;
  for (const auto of facts.autos) judgeAuto(judged, auto, lost);
  judgeOrphans(judged);
  return tally;
}

function wrong(tally: TopUpTally, sentence: string): void {
  tally.violations.push(`top-ups: ${sentence}`);
}

/** A line that was paid has its plan, once and on its own eSIM, or all of its money back. */
function judgeLine({ facts, tally, paymentsOf }: Judged, line: TopUpLine): void {
  const payments = paymentsOf.get(line.order_id) ?? [];
  const made = facts.made.filter(({ reference }) => reference === `cairn-${line.id}`);
  const says = `line ${line.id} of order ${line.order_id} (${line.order_status}, line ${line.line_status}), ${payments.length} payments, ${made.length} plans at the wholesaler`;
  if (payments.length === 0) {
    if (made.length > 0 || line.position !== null) wrong(tally, `${says}: nobody has paid for it`);
    return;
  }
  const counts = line.is_automatic ? tally.automatic : tally.byHand;
  const money = sumOf(payments);
  counts.paid += 1;
  if (line.position !== null) counts.delivered += 1;
  else if (money === 0) counts.refunded += 1;
  else if (line.order_status === 'disputed') counts.held += 1;
  else wrong(tally, `${says}: neither its plan nor all of its money is there`);
  if (payments.length > 1) wrong(tally, `${says}: paid more than once`);
  if (payments.some(({ taken }) => taken !== line.amount)) wrong(tally, `${says}: another amount was paid`);
  const unlisted = made.filter(({ key }) => !line.listed.includes(key));
  if (unlisted.length > 1) wrong(tally, `${says}: ${unlisted.length} plans are not listed`);
  if (line.position === null) return;
  const sold = made.find(({ key }) => key === line.issued_as);
  if (!sold) wrong(tally, `${says}: the wholesaler has not added its plan`);
  else if (line.iccid !== null && sold.iccid !== line.iccid) wrong(tally, `${says}: its plan is on another eSIM`);
}

/** One payment for a threshold, none above the cap, and none that was not agreed to since a restore. */
function judgeAuto({ facts, tally, paymentsOf }: Judged, auto: AutoFacts, lost: readonly Paid[]): void {
  const charges = facts.charges.filter(({ auto_id }) => auto_id === auto.id);
  const says = `auto top-up ${auto.id} of order ${auto.order_id} (${auto.state}, ${auto.reason ?? 'no reason'}), ${charges.length} charges`;
  tally.autos[auto.state] = (tally.autos[auto.state] ?? 0) + 1;
  if (auto.reason === 'restored') tally.offByRestore += 1;
  const keptOf = (charge: ChargeFacts) => (paymentsOf.get(charge.order_id) ?? []).filter((each) => kept(each) > 0);
  for (const position of ['used', 'after'] as const)
    for (const [at, same] of Map.groupBy(charges, (each) => each[position])) {
      const payments = same.flatMap(keptOf);
      if (payments.length < 2) continue;
      tally.twoForOne += 1;
      wrong(tally, `${says}: ${payments.length} payments for one threshold (${position} ${at})`);
    }
  const ownLost = lost.filter(({ customer }) => customer !== null && customer === auto.customer);
  for (const [month, same] of Map.groupBy(charges, (each) => each.month)) {
    const spent = sumOf(same.flatMap((each) => paymentsOf.get(each.order_id) ?? []));
    if (spent + sumOf(ownLost) > auto.cap) tally.aboveCapWithLost += 1;
    if (spent <= auto.cap) continue;
    tally.aboveCap += 1;
    wrong(tally, `${says}: ${spent} cents in ${month}, and its cap is ${auto.cap}`);
  }
  for (const charge of charges) {
    const isUnknown = charge.outcome === null && !charge.is_ended && auto.state !== 'off';
    if (isUnknown && paymentsOf.has(charge.order_id))
      wrong(tally, `${says}: charge ${charge.id} was paid, and that is not known`);
    // One that never arrived is waited for until its attempt ends, after a restore without asking for it again.
    if (isUnknown && !paymentsOf.has(charge.order_id)) tally.waiting += 1;
    const isPaid = charge.outcome === 'paid' || charge.outcome === 'returned';
    if (isPaid && !paymentsOf.has(charge.order_id)) wrong(tally, `${says}: charge ${charge.id} was never paid`);
  }
  judgeAgreement({ facts, tally, paymentsOf }, { auto, charges, says });
}

/** A restore may have forgotten a charge: nothing is charged after it before the owner has agreed anew. */
function judgeAgreement(
  { facts, tally, paymentsOf }: Judged,
  { auto, charges, says }: { auto: AutoFacts; charges: readonly ChargeFacts[]; says: string },
): void {
  const agreements = facts.agreedAt.get(auto.order_id) ?? [];
  for (const payment of charges.flatMap((each) => paymentsOf.get(each.order_id) ?? [])) {
    if (!payment.isCharge) continue;
    const restore = facts.gaps.findLast(({ restoredAt }) => restoredAt < payment.at);
    // The vendor's times are whole seconds.
    const isAgreed = agreements.some(
      (at) => at < payment.at + 1000 && (restore === undefined || at >= restore.backupAt),
    );
    if (isAgreed) continue;
    tally.unagreed += 1;
    wrong(tally, `${says}: payment ${payment.id} was charged after a restore, without a new agreement`);
  }
}

/** A charge in the books belongs to an order of a top-up. */
function judgeOrphans({ facts, tally }: Judged): void {
  const automatic = new Set(facts.lines.filter((line) => line.is_automatic).map(({ order_id }) => order_id));
  for (const charge of facts.charges)
    if (!automatic.has(charge.order_id)) wrong(tally, `charge ${charge.id} has no top-up`);
  const lines = new Map(facts.lines.map((line) => [line.order_id, line]));
  for (const payment of facts.payments) {
    const line = lines.get(payment.orderId);
    if (payment.isCharge && line && !line.is_automatic)
      wrong(tally, `payment ${payment.id} was charged for an order by hand`);
  }
}

/** The counts, a line each. */
export function linesOfTopUps(tally: TopUpTally): string[] {
  const said = ({ paid, delivered, refunded, held }: Counts) =>
    `${paid} paid: ${delivered} delivered, ${refunded} refunded, ${held} held by a dispute`;
  const states = Object.entries(tally.autos)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([state, count]) => `${count} ${state}`);
  return [
    `top-ups by hand        ${said(tally.byHand)}`,
    `top-ups by themselves  ${said(tally.automatic)}; lost to restores ${tally.lost}`,
    `auto top-ups           ${states.join(', ') || 'none'}; off by a restore ${tally.offByRestore}, capped ${tally.capped}`,
    `their charges          authentication ${tally.asked}, declined ${tally.declined}, not made yet ${tally.waiting}`,
    `two for one threshold  ${tally.twoForOne}; above a cap ${tally.aboveCap} (with what was lost ${tally.aboveCapWithLost}); not agreed to ${tally.unagreed}`,
  ];
}
