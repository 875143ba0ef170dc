import type { Tx } from '../../db/database.ts';
import type { Esim, Esims } from '../../modules/esims/esims.ts';
import type { DeliveryBook, Fulfilment, WholesaleRow } from '../../modules/fulfilment/fulfilment.ts';
import type { Wholesaler, WholesaleRefusal } from '../../modules/fulfilment/wholesaler.ts';
import type { Line, Order, Orders } from '../../modules/orders/orders.ts';
import type { RefundRequest, RightsBook, SeenUse } from '../../modules/rights/rights.ts';
import type { PersonReason } from '../../shared/refund-request.ts';
import { isUnused } from '../../shared/rights.ts';
import type { FlowBase } from '../buying/flow-base.ts';
import { answerBy } from './ask-refund.ts';
import { esimOf, isToppedUp, type RefundSettings } from './facts.ts';
import { mailAbout, queueReturn, requestMoney, type StartPorts } from './start-refund.ts';
import type { ReadUse } from './use.ts';

export type ReturnPorts = FlowBase &
  StartPorts & {
    orders: Pick<Orders, 'find' | 'lock' | 'note' | 'deliveryOf' | 'paidTopUpsOf'>;
    esims: Pick<Esims, 'find' | 'listByOrders' | 'ofLine' | 'activationOf'>;
    fulfilment: Pick<Fulfilment, 'wholesalers' | 'referenceOf'> & Pick<DeliveryBook, 'listByOrder'>;
    rights: Pick<RightsBook, 'find' | 'setProfile' | 'markReturning' | 'addLoss'>;
    readUse: ReadUse;
    refundSettings: Pick<RefundSettings, 'answerDays'>;
  };

/** Pause before a wholesaler that did not answer is asked again. */
const AGAIN_SECONDS = 30;
/** The same once the buyer has the money, and a day has passed. */
const RARELY_SECONDS = 3600;
/** A request that could not be carried out for so long is a person's. */
const MOST_HOURS = 24;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Refusals that say nothing about the profile. */
const NOT_ANSWERED: readonly WholesaleRefusal[] = ['unreachable', 'unauthorized', 'forbidden', 'token-unavailable'];

type Work = {
  request: RefundRequest;
  order: Order;
  line: Line;
  esim: Esim;
  wholesaler: Wholesaler | null;
  /** Its wholesale order: what the profile cost. */
  bought: WholesaleRow | undefined;
};

/**
 * Does at the wholesaler what the refund of a line needs: gives the profile back, or ends it. Where the wholesaler takes
 * profiles back at once, the money is requested in the transaction that stores its answer. Safe to repeat, also after a kill
 * between the two, and by two processes: what a call has done is read before the next one.
 */
export async function returnProfile(ports: ReturnPorts, requestId: string): Promise<void> {
  const { db, notices, orders, fulfilment, rights } = ports;
  const request = await rights.find(requestId);
  if (!request || !isUnfinished(request)) return;
  const order = await orders.find(request.orderId);
  const line = order?.lines.find(({ id }) => id === request.lineId);
  if (!order || !line) throw new Error('the order of a refund request is missing');
  // A dispute may take the money back. The sweep looks again.
  if (request.state === 'giving-back' && order.status === 'disputed') return;
  const esim = await deliveredOf(ports, order, line);
  if (!esim) throw new Error('the eSIM of a refund request is missing');
  const rows = await fulfilment.listByOrder(order.id);
  const bought = rows.find(({ lineId }) => lineId === esim.plans[0].lineId);
  const work = { request, order, line, esim, wholesaler: fulfilment.wholesalers.find(esim.wholesaler), bought };
  const again = await (request.state === 'giving-back' ? giveBackFirst : giveBackAfter)(ports, work);
  if (again === null) return notices.orderChanged(order.id);
  if (request.state === 'giving-back' && isOld(ports, request)) {
    await handOver(ports, work, 'not-given-back', request.seen);
    return notices.orderChanged(order.id);
  }
  await queueReturn(db, request, { inSeconds: isOld(ports, request) ? RARELY_SECONDS : again });
}

const isUnfinished = ({ state, profile }: RefundRequest) =>
  state === 'giving-back' || profile === 'to-return' || profile === 'to-end';

/** The eSIM of a line also once the line is refunded. */
async function deliveredOf(ports: ReturnPorts, order: Order, line: Line): Promise<Esim | null> {
  const shown = await esimOf(ports, order, line);
  if (shown) return shown;
  const issued = await ports.esims.listByOrders([order.id]);
  const lines = [line.id, ...order.replacements.filter(({ replaces }) => replaces === line.id).map(({ id }) => id)];
  return lines.toReversed().flatMap((id) => ports.esims.ofLine(issued, id) ?? [])[0] ?? null;
}

/** Outcomes after which only the money is missing. */
const ANSWERED: readonly NonNullable<RefundRequest['profile']>[] = ['returned', 'asked', 'unknown'];

/** Null when it is done, or the seconds until the next look. */
type Again = number | null;

/** The wholesaler decides before the money is requested. */
async function giveBackFirst(ports: ReturnPorts, work: Work): Promise<Again> {
  const { rights } = ports;
  const { request, esim, wholesaler } = work;
  // The wholesaler has answered, and a dispute was open.
  if (request.profile !== null && ANSWERED.includes(request.profile)) return pay(ports, work);
  if (request.profile === 'to-end' && wholesaler) return endFirst(ports, work, wholesaler);
  if (request.profile === 'ended') return payAfterEnd(ports, work);
  const before = await ports.readUse(esim);
  if (before === null) return AGAIN_SECONDS;
  const wasAsked = request.returnedSince !== null;
  if (isGone(before)) return wasAsked ? returned(ports, work) : unreturned(ports, work);
  if (!isUnused(before)) return handOver(ports, work, 'used', before);
  if (await isToppedUp(ports, ports.db, esim)) return handOver(ports, work, 'topped-up', before);
  if (!wholesaler) return AGAIN_SECONDS;
  await rights.markReturning(request.id);
  const outcome = await wholesaler.giveBack(giveBackOf(ports, work));
  if (outcome.kind === 'given-back') return returned(ports, work);
  if (outcome.kind === 'requested') return pay(ports, work, { profile: 'asked', claimRef: outcome.requestId });
  if (outcome.kind === 'unknown' || NOT_ANSWERED.includes(outcome.code)) return AGAIN_SECONDS;
  // Used meanwhile, on a phone, or given back by another process.
  const after = await ports.readUse(esim);
  if (after === null) return AGAIN_SECONDS;
  if (isGone(after)) return returned(ports, work);
  if (!isUnused(after)) return handOver(ports, work, 'used', after);
  return unreturned(ports, work);
}

/** Ended without use: given back by an earlier call, or run out. */
const isGone = (use: SeenUse) => (use.planState === 'expired' || use.planState === 'finished') && use.usedMb === 0;

const returned = (ports: ReturnPorts, work: Work) => pay(ports, work, { profile: 'returned' });

/**
 * Not used as far as the wholesaler says, and it is not taken back, because a phone has it. It is ended where that is
 * possible; the figures may be old, so they are read again once they are of after that.
 */
async function unreturned(ports: ReturnPorts, work: Work): Promise<Again> {
  const { request, wholesaler } = work;
  if (!wholesaler?.capabilities.endsProfiles) return pay(ports, work, { profile: 'unknown', isLost: true });
  // Stored before the call: what is ended must not count as given back after a kill.
  const ending = await ports.rights.setProfile(ports.db, request.id, ['to-return'], 'to-end');
  return ending === null ? AGAIN_SECONDS : endFirst(ports, { ...work, request: ending }, wholesaler);
}

async function endFirst(ports: ReturnPorts, work: Work, wholesaler: Wholesaler): Promise<Again> {
  const ended = await endOf(ports, work, wholesaler);
  if (ended === 'later') return AGAIN_SECONDS;
  if (!ended) return pay(ports, work, { profile: 'unknown', isLost: true });
  const request = await ports.rights.setProfile(ports.db, work.request.id, ['to-end'], 'ended');
  return request === null ? AGAIN_SECONDS : payAfterEnd(ports, { ...work, request });
}

/** Ended: what was used until then decides. */
async function payAfterEnd(ports: ReturnPorts, work: Work): Promise<Again> {
  const seconds = secondsUntilRead(ports, work);
  if (seconds > 0) return seconds;
  const use = await ports.readUse(work.esim);
  if (use === null) return AGAIN_SECONDS;
  if (use.usedMb > 0) return handOver(ports, work, 'used', use);
  return pay(ports, work, { profile: 'ended', isLost: true });
}

/** Until the figures of the wholesaler are of after the end of the profile. */
function secondsUntilRead({ clock }: ReturnPorts, { request, wholesaler }: Work): number {
  const everyMs = (wholesaler?.capabilities.usageEveryMinutes ?? 0) * MINUTE_MS;
  return Math.max(0, Math.ceil((request.updatedAt.getTime() + everyMs - clock.now().getTime()) / 1000));
}

const ownProfileOf = ({ esims, fulfilment }: ReturnPorts, esim: Esim) => ({
  iccid: esims.activationOf(esim).iccid,
  reference: fulfilment.referenceOf(esim.plans[0].lineId),
});

async function endOf(ports: ReturnPorts, { esim, order }: Work, wholesaler: Wholesaler): Promise<boolean | 'later'> {
  const { log } = ports;
  const outcome = await wholesaler.endProfile(ownProfileOf(ports, esim));
  if (outcome.kind === 'ended') return true;
  const fault = outcome.kind === 'refused' ? outcome.code : outcome.fault;
  log.warn({ esimId: esim.id, orderId: order.id, wholesaler: wholesaler.name, fault }, 'a profile was not ended');
  return outcome.kind === 'unknown' || NOT_ANSWERED.includes(outcome.code) ? 'later' : false;
}

type Outcome = { profile?: NonNullable<RefundRequest['profile']>; isLost?: boolean; claimRef?: string };

/** Requests the money, and stores what became of the profile. */
async function pay(ports: ReturnPorts, work: Work, outcome: Outcome = {}): Promise<null> {
  const { db, orders, rights } = ports;
  const { request, esim } = work;
  await db.transaction(async (tx) => {
    const order = await orders.lock(tx, request.orderId);
    const line = order?.lines.find(({ id }) => id === request.lineId);
    const now = await rights.find(request.id, tx);
    if (!order || !line || now?.state !== 'giving-back') return;
    const { profile = now.profile, isLost = false, claimRef = null } = outcome;
    if (profile !== null) await rights.move(tx, now.id, ['giving-back'], { state: 'giving-back', profile });
    if (isLost || claimRef !== null) await addLoss(ports, tx, work, { claimRef, mayWork: profile === 'unknown' });
    // What became of the profile is stored, the money follows when the dispute is over.
    if (order.status === 'disputed') return;
    await requestMoney(ports, tx, { order, line }, now);
    await orders.note(tx, order.id, 'profile-given-back', { line: line.position + 1, esim: esim.id, outcome: profile });
  });
  return null;
}

/** A person decides, because it was used meanwhile, or could not be given back. The buyer gets a mail. */
async function handOver(ports: ReturnPorts, work: Work, why: PersonReason, seen: SeenUse | null): Promise<null> {
  const { db, clock, orders, rights, refundSettings } = ports;
  const { request } = work;
  await db.transaction(async (tx) => {
    const order = await orders.lock(tx, request.orderId);
    if (!order) return;
    const asking = await rights.find(request.id, tx);
    if (!asking) return;
    const asked = await rights.move(tx, request.id, ['giving-back'], {
      state: 'asked',
      why,
      seen,
      profile: asking.profile === 'to-return' ? null : asking.profile,
      answerBy: answerBy(clock.now(), refundSettings.answerDays),
    });
    if (!asked) return;
    await orders.note(tx, order.id, 'refund-handed-over', { request: request.id, why });
    await mailAbout(ports, tx, order, asked);
  });
  return null;
}

/** The money is requested already: what the profile cost is claimed, and it is ended where that is possible. */
async function giveBackAfter(ports: ReturnPorts, given: Work): Promise<Again> {
  const { db, rights } = ports;
  const work = await withUse(ports, given);
  if (!work?.wholesaler) return AGAIN_SECONDS;
  const { request, wholesaler } = work;
  const isReturn = request.profile === 'to-return';
  const asked = isReturn ? await askBack(ports, work, wholesaler) : null;
  if (asked === 'later') return AGAIN_SECONDS;
  const ended =
    asked === 'returned' || (wholesaler.capabilities.endsProfiles ? await endOf(ports, work, wholesaler) : false);
  if (ended === 'later') return AGAIN_SECONDS;
  const claimRef = typeof asked === 'object' ? (asked?.claimRef ?? null) : null;
  const profile = asked === 'returned' ? 'returned' : ended ? 'ended' : claimRef === null ? 'unknown' : 'asked';
  await db.transaction(async (tx) => {
    await ports.orders.lock(tx, request.orderId);
    if (!(await rights.setProfile(tx, request.id, ['to-return', 'to-end'], profile))) return;
    if (isReturn && asked !== 'returned') await addLoss(ports, tx, work, { claimRef, mayWork: !ended });
  });
  return null;
}

/**
 * A person may have granted the refund of an eSIM that could not be read: what was used of it is read now, because only an
 * unused one is given back. Null: its wholesaler does not say yet. After a day it is asked all the same.
 */
async function withUse(ports: ReturnPorts, work: Work): Promise<Work | null> {
  const { db, rights, readUse } = ports;
  const { request, esim } = work;
  if (request.profile !== 'to-return' || request.seen !== null) return work;
  const seen = await readUse(esim);
  if (seen === null) return isOld(ports, request) ? work : null;
  const read = await rights.setProfile(db, request.id, ['to-return'], isUnused(seen) ? 'to-return' : 'to-end', seen);
  return read && { ...work, request: read };
}

/** Asks the wholesaler once to take a profile back: whether a call without an answer arrived is not known. */
async function askBack(
  ports: ReturnPorts,
  work: Work,
  wholesaler: Wholesaler,
): Promise<'returned' | 'later' | { claimRef: string } | null> {
  const { takesBack } = wholesaler.capabilities;
  if (takesBack === 'never') return null;
  const isFirst = await ports.rights.markReturning(work.request.id);
  if (!isFirst && takesBack === 'by-request') return null;
  const outcome = await wholesaler.giveBack(giveBackOf(ports, work));
  if (outcome.kind === 'given-back') return 'returned';
  if (outcome.kind === 'requested') return { claimRef: outcome.requestId };
  const isUnanswered = outcome.kind === 'unknown' || NOT_ANSWERED.includes(outcome.code);
  return takesBack === 'at-once' && isUnanswered ? 'later' : null;
}

const giveBackOf = (ports: ReturnPorts, { esim, request, order }: Work) => ({
  ...ownProfileOf(ports, esim),
  reason: request.kind === 'fault' ? ('does-not-work' as const) : ('not-wanted' as const),
  note: `order ${order.number}`,
});

async function addLoss(
  { rights }: ReturnPorts,
  tx: Tx,
  { order, line, esim, bought: row }: Work,
  { claimRef, mayWork }: { claimRef: string | null; mayWork: boolean },
): Promise<void> {
  await rights.addLoss(tx, {
    orderId: order.id,
    lineId: line.id,
    wholesaler: esim.wholesaler,
    vendorOrderId: row?.vendorOrderId ?? null,
    netCents: costOf(row),
    netCurrency: row?.netCurrency ?? order.currency,
    claimRef,
    mayWork,
  });
}

const costOf = (row: WholesaleRow | undefined) => row?.chargedNetCents ?? row?.quotedNetCents ?? null;

const isOld = ({ clock }: ReturnPorts, { createdAt }: RefundRequest) =>
  clock.now().getTime() - createdAt.getTime() > MOST_HOURS * HOUR_MS;
