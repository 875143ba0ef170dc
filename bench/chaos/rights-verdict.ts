import { compareShown } from './document-verdict.ts';
import { isLostIn } from './lost.ts';
import { judgeDeclarations } from './rights-declarations.ts';
import type { LineFact, PaidBack, RequestFact, RightsFacts } from './rights-facts.ts';
import { count, type Judged, noTally, type RightsTally, wrong } from './rights-tally.ts';
import type { AskedBack, UsedEsim } from './rights-trace.ts';

export function compareRights(facts: RightsFacts): RightsTally {
  const tally = noTally();
  const judged = { facts, tally };
  const paidBack = Map.groupBy(facts.paidBack, ({ orderId }) => orderId);
  const requests = Map.groupBy(facts.requests, ({ line_id }) => line_id);
  for (const line of facts.lines)
    judgeLine(judged, line, { paidBack: paidBack.get(line.order_id) ?? [], requests: requests.get(line.id) ?? [] });
  judgeMoney(judged);
  const lines = new Map(facts.lines.map((line) => [line.id, line]));
  for (const request of facts.requests) judgeRequest(judged, request, lines.get(request.line_id));
  for (const asked of facts.trace.asked) judgeAccepted(judged, asked);
  for (const { state } of facts.losses) count(tally.losses, state);
  judgeDeclarations(judged);
  const shown = compareShown(facts.trace.shown, facts.documents, facts.gaps);
  tally.numbersShown = new Set(facts.trace.shown.map(({ number }) => number)).size;
  tally.numbersLost = shown.lost;
  for (const sentence of shown.violations) wrong(tally, sentence);
  return tally;
}

const about = ({ id, order_id, order_status, line_status, number }: LineFact) =>
  `line ${number} (${id}) of order ${order_id} (${order_status}, line ${line_status})`;

/** A line that was paid has its eSIM, or its price back, or a part of it while the rest is kept for use. */
function judgeLine(
  { facts, tally }: Judged,
  line: LineFact,
  { paidBack, requests }: { paidBack: readonly PaidBack[]; requests: readonly RequestFact[] },
): void {
  const taken = facts.taken.get(line.order_id) ?? 0;
  if (taken === 0) return;
  const back = paidBack.reduce((sum, { ofLine }) => sum + (ofLine[line.number] ?? 0), 0);
  const says = `${about(line)}, ${back} of ${line.amount} cents back, ${line.kept} kept, ${line.issued} issued`;
  if (back + line.kept > line.amount) wrong(tally, `${says}: more than its price`);
  // What an operator granted names no line at the vendor.
  const asked = requests.filter(({ is_paid }) => is_paid).reduce((sum, { amount }) => sum + amount, 0);
  if (asked > line.amount) wrong(tally, `${says}: ${asked} cents were refunded for it in ${requests.length} requests`);
  if (line.order_status === 'disputed') tally.lines.held += 1;
  else if (line.line_status === 'fulfilled') {
    tally.lines.delivered += 1;
    if (line.issued !== 1) wrong(tally, `${says}: it is delivered without one eSIM`);
    if (back + line.kept > 0) wrong(tally, `${says}: it has its eSIM, and money of it`);
  } else if (line.line_status === 'refunded') {
    tally.lines[line.kept > 0 ? 'partly' : 'refunded'] += 1;
    const all = paidBack.reduce((sum, { amount }) => sum + amount, 0);
    if (back + line.kept !== line.amount && all + keptOf(facts, line) < taken)
      wrong(tally, `${says}: what went back and what is kept are not its price`);
  } else wrong(tally, `${says}: it has neither an eSIM nor its price`);
}

const keptOf = ({ lines }: RightsFacts, { order_id }: LineFact) =>
  lines.filter((each) => each.order_id === order_id).reduce((sum, { kept }) => sum + kept, 0);

/** By the vendor's ledger: no order gets more back than was paid, and no refund of ours is made twice. */
function judgeMoney({ facts: { paidBack, taken }, tally }: Judged): void {
  for (const [orderId, refunds] of Map.groupBy(paidBack, (each) => each.orderId)) {
    const back = refunds.reduce((sum, { amount }) => sum + amount, 0);
    const paid = taken.get(orderId) ?? 0;
    if (back > paid) wrong(tally, `order ${orderId}: ${back} cents went back, ${paid} were paid`);
  }
  for (const [refundId, same] of Map.groupBy(paidBack, (each) => each.refundId))
    if (refundId !== null && same.length > 1)
      wrong(tally, `refund ${refundId} of order ${same[0]!.orderId} was made ${same.length} times at the vendor`);
}

/** States of a request whose money was not decided by a person. */
const BY_ITSELF = new Set(['giving-back', 'refunding', 'done']);

function judgeRequest({ facts, tally }: Judged, request: RequestFact, line: LineFact | undefined): void {
  const { id, kind, state, why, is_paid } = request;
  count(tally.requests, `${kind} ${state}`);
  if (!line) return wrong(tally, `request ${id} (${kind}, ${state}) is about no line that was paid`);
  const says = `request ${id} (${kind}, ${state}, ${why ?? 'no reason'}, profile ${request.profile ?? 'none'}) about ${about(line)}`;
  const isHeld = line.order_status === 'disputed';
  if ((state === 'giving-back' || state === 'refunding') && !isHeld) wrong(tally, `${says}: it is stuck`);
  if (state === 'done' && line.line_status !== 'refunded' && !isHeld) wrong(tally, `${says}: its line is not refunded`);
  const used = usedOf(facts, line);
  if (BY_ITSELF.has(state) && is_paid) {
    if (kind === 'unused') judgeUnused({ facts, tally }, { request, line, used, says });
    if (kind === 'withdrawal') judgeKept(tally, { request, line, used, says });
  }
  if (is_paid) judgeProfile({ facts, tally }, { request, line, says });
}

/** All that was used of the eSIM of a line; null: nothing. */
function usedOf({ trace }: RightsFacts, { order_id, number }: LineFact): (UsedEsim & { firstAt: number }) | null {
  const own = trace.used.filter(({ orderId, line }) => orderId === order_id && line === number);
  const last = own.at(-1);
  return last ? { ...last, firstAt: own[0]!.at } : null;
}

type About = { line: LineFact; used: ReturnType<typeof usedOf>; says: string };
type OfRequest = About & { request: RequestFact };

/**
 * Nothing that was used before it was asked for goes back by itself. Where the wholesaler takes profiles back at once, also
 * not what was used meanwhile: the profile is asked for before the money.
 */
function judgeUnused({ facts, tally }: Judged, { request, line, used, says }: OfRequest): void {
  // A restore had taken its delivery out of our books: a line without an eSIM was given back.
  if (!used || (request.profile === null && isLostIn(facts.gaps, used.firstAt))) return;
  const own = facts.trace.asked.filter(
    ({ orderId, line: number, what }) => orderId === line.order_id && number === line.number && what === 'unused',
  );
  const firstAt = Math.min(...own.map((each) => each.firstAt));
  if (used.firstAt < firstAt) wrong(tally, `${says}: its eSIM was used before it was asked for`);
  else if (line.issued_as?.startsWith('esim-access '))
    wrong(tally, `${says}: its eSIM was used before it was given back`);
}

/** Wholesalers report whole megabytes. */
const ROUNDED_MB = 1;

/** A withdrawal keeps the price of what was used, at most, and only where that is due. */
function judgeKept(tally: RightsTally, { request, line, used, says }: OfRequest): void {
  const { kept } = request;
  if (kept === 0) return;
  if (!line.isUseDue) return wrong(tally, `${says}: ${kept} cents are kept without the buyer's consent`);
  const most = used ? Math.floor((line.amount * Math.min(used.dataMb, used.usedMb + ROUNDED_MB)) / used.dataMb) : 0;
  if (kept > most) wrong(tally, `${says}: ${kept} cents are kept, and ${most} were used`);
}

/** The profile of a refunded line was given back, or is a loss that is listed, unless it was used. */
function judgeProfile(
  { facts, tally }: Judged,
  { request, line, says }: { request: RequestFact; line: LineFact; says: string },
): void {
  const { profile } = request;
  const losses = facts.losses.filter(({ line_id }) => line_id === line.id);
  if (profile === null) return;
  count(tally.profiles, profile);
  const isHeld = line.order_status === 'disputed';
  if (profile === 'to-return' || profile === 'to-end') {
    if (!isHeld) wrong(tally, `${says}: nothing was done about its profile`);
    return;
  }
  const known = line.issued_as === null ? undefined : facts.profiles.get(line.issued_as);
  if (profile === 'returned' && known && !known.isReturned)
    wrong(tally, `${says}: its wholesaler has not taken it back`);
  if (profile === 'ended' && known && !known.isEnded) wrong(tally, `${says}: its wholesaler has not ended it`);
  if (request.was_unused && profile !== 'returned' && losses.length === 0)
    wrong(tally, `${says}: its profile was neither given back nor listed as a loss`);
  judgeClaims({ facts, tally }, { losses, known, says });
}

function judgeClaims(
  { facts: { gaps }, tally }: Judged,
  given: { losses: RightsFacts['losses']; known: { isReturned: boolean; claims: number } | undefined; says: string },
): void {
  const { losses, known, says } = given;
  if (!known) return;
  if (known.claims === 0 && losses.some(({ claim_ref }) => claim_ref !== null))
    wrong(tally, `${says}: its wholesaler knows no claim`);
  if (known.claims > 1) {
    tally.claimsRepeated += 1;
    if (gaps.length === 0) wrong(tally, `${says}: its price was claimed ${known.claims} times`);
  }
  if (losses.length > 0 && known.isReturned) {
    tally.lossesReturned += 1;
    if (gaps.length === 0) wrong(tally, `${says}: it is listed as a loss, and was given back`);
  }
}

/** What was accepted is in the books, unless a restore took it out of them. */
function judgeAccepted({ facts, tally }: Judged, { orderId, line: number, what, acceptedAt }: AskedBack): void {
  if (acceptedAt === null) return;
  const line = facts.lines.find((each) => each.order_id === orderId && each.number === number);
  // Nothing is known of its order any more: the tally judges that.
  if (!line || facts.requests.some(({ line_id }) => line_id === line.id)) return;
  if (isLostIn(facts.gaps, acceptedAt)) tally.requestsLost += 1;
  else wrong(tally, `${about(line)}: ${what} was accepted, and there is no request`);
}
