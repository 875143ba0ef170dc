import type { WholesaleRow } from '../../modules/fulfilment/fulfilment.ts';
import type { PlaceOutcome, WholesaleOrder } from '../../modules/fulfilment/wholesaler.ts';
import type { Line } from '../../modules/orders/orders.ts';
import { codeOf } from '../../shared/errors.ts';
import { addedToOf } from './added-to.ts';
import { adoptProfile } from './adopt-profile.ts';
import { againIfOpen, type DeliveryPorts, isStillOwed, later, named } from './delivery.ts';
import { giveUpLine } from './give-up-line.ts';
import { afterTurn, takeTurn } from './move-on.ts';
import { addedPrice } from './price-added.ts';
import { currentPrice } from './price-line.ts';
import { searchWholesaler } from './search-wholesaler.ts';
import { noteDelivery, noteFailure } from './watch-wholesaler.ts';

/**
 * Places the wholesale order at the source whose turn it is, and handles each possible outcome. After a refusal its
 * reference is searched for first: the refusal may have arrived after the effect.
 */
export async function submitLine(ports: DeliveryPorts, line: Line, before: WholesaleRow): Promise<void> {
  const { fulfilment } = ports;
  if (fulfilment.mustSearch(before)) {
    if (!fulfilment.isConfigured(before)) return awaitWholesaler(ports, line, before);
    if ((await searchWholesaler(ports, line, before, { last: false })) === 'settled') return;
    if (!(await fulfilment.searched(before))) return againIfOpen(ports, line);
  }
  const row = await takeTurn(ports, line, before);
  if (row === 'wait') return;
  if (row === 'refused') return finishLine(ports, line, before);
  if (!fulfilment.isConfigured(row)) return awaitWholesaler(ports, line, row);
  if (await fulfilment.mustWait(row)) return wait(ports, line);
  const priced = await (line.purpose === 'plan' ? addedPrice : currentPrice)(ports, line, row);
  if (priced === 'refused') return finishLine(ports, line, (await fulfilment.findByLine(line.id)) ?? row);
  if (priced === null) return afterTurn(ports, line, row, { at: fulfilment.nextLook(row) });
  if (!(await isStillOwed(ports, line))) return;
  const { netCents } = priced;
  const claim = await fulfilment.claim(row, { ...priced, isReplacement: line.purpose === 'replacement' });
  if (claim.kind === 'taken') return againIfOpen(ports, line);
  if (claim.kind === 'wait') return wait(ports, line);
  if (claim.kind === 'held') return showHeld(ports, line, row, { netCents, fault: claim.fault });
  if (row.status === 'held') await noteReleased(ports, line, row, netCents);
  await place(ports, line, claim.row, netCents);
}

/** While another call shows the price of its package, a line waits this long. */
const TURN_MS = 500;
const wait = (ports: DeliveryPorts, line: Line) => later(ports, line, new Date(ports.clock.now().getTime() + TURN_MS));

/**
 * The wholesaler of this row is not configured, so nothing is ordered or searched for there. Another source may have its
 * turn if this one was never asked; otherwise the deadline refunds the line.
 */
async function awaitWholesaler(ports: DeliveryPorts, line: Line, row: WholesaleRow): Promise<void> {
  const { log, fulfilment } = ports;
  await fulfilment.notAsked(row, 'not-configured');
  log.error({ ...named(line), wholesaler: row.wholesaler }, 'not ordered: this wholesaler is not configured');
  await later(ports, line, fulfilment.nextLook(row));
}

async function place(ports: DeliveryPorts, line: Line, claimed: WholesaleRow, netPriceCents: number): Promise<void> {
  const outcome = await order(ports, line, claimed, netPriceCents).catch(
    (error: unknown) => ({ kind: 'unknown', fault: codeOf(error) ?? 'thrown', retryAfterSeconds: 0 }) as const,
  );
  return outcome.kind === 'done'
    ? accept(ports, line, claimed, outcome.order)
    : postpone(ports, line, claimed, outcome);
}

/** Orders a new eSIM, or a plan for the eSIM of the line. */
async function order(
  ports: DeliveryPorts,
  line: Line,
  { packageId, reference, ...row }: WholesaleRow,
  netPriceCents: number,
): Promise<PlaceOutcome> {
  const wholesaler = ports.fulfilment.wholesalerOf(row);
  const asked = { packageId, reference, netPriceCents };
  if (line.purpose !== 'plan') return wholesaler.placeOrder(asked);
  const profile = await addedToOf(ports, line);
  if (profile === null) return { kind: 'refused', code: 'profile-ended', retryable: false, neverSent: true };
  return wholesaler.addPlan({ ...asked, profile });
}

/**
 * No further order. A last search: a call that seemed lost or refused may have been carried out.
 */
export async function finishLine(ports: DeliveryPorts, line: Line, row: WholesaleRow): Promise<void> {
  const isDoubtful = row.doubts > 0 || ports.fulfilment.mustSearch(row);
  if (isDoubtful && (await searchWholesaler(ports, line, row, { last: true })) === 'settled') return;
  await giveUpLine(ports, line, row);
}

async function accept(ports: DeliveryPorts, line: Line, claimed: WholesaleRow, order: WholesaleOrder): Promise<void> {
  const { fulfilment, telemetry } = ports;
  await noteDelivery(ports, claimed.wholesaler);
  const fault = await adoptProfile(ports, line, claimed, [{ ...order, wholesaler: claimed.wholesaler }]);
  if (fault === 'settled') return telemetry.wholesaleTurn(claimed.wholesaler, 'delivered');
  telemetry.wholesaleTurn(claimed.wholesaler, 'unknown');
  // The reply has no usable profile. A search of the wholesaler's list shows whether the order exists, or has it later.
  await fulfilment.doubted(claimed, fault, order.vendorOrderId);
  if ((await searchWholesaler(ports, line, claimed, { last: false })) === 'settled') return;
  await later(ports, line, fulfilment.nextTry(claimed));
}

type NotDone = Exclude<PlaceOutcome, { kind: 'done' }> | { kind: 'unknown'; fault: string; retryAfterSeconds: number };

async function postpone(ports: DeliveryPorts, line: Line, claimed: WholesaleRow, outcome: NotDone): Promise<void> {
  const { log, notices, fulfilment, telemetry } = ports;
  const { wholesaler, submissions: call } = claimed;
  await notices.orderChanged(line.orderId);
  if (outcome.kind === 'unknown') {
    const { fault } = outcome;
    log.warn({ ...named(line), wholesaler, fault, call }, 'the outcome at the wholesaler is unknown');
    telemetry.wholesaleTurn(wholesaler, 'unknown');
    await fulfilment.doubted(claimed, fault);
    await noteFailure(ports, wholesaler, fault);
    return later(ports, line, fulfilment.nextTry(claimed, outcome.retryAfterSeconds));
  }
  const { code, retryable, neverSent = false } = outcome;
  log.warn({ ...named(line), wholesaler, fault: code, call }, 'the wholesaler refused');
  telemetry.wholesaleTurn(wholesaler, neverSent ? 'not-sent' : 'refused');
  await fulfilment.refused(claimed, code, { sent: !neverSent, forGood: !retryable });
  await noteFailure(ports, wholesaler, code);
  const refused = { ...claimed, status: 'waiting' as const, lastFault: code };
  await afterTurn(ports, line, neverSent ? { ...refused, searchedCalls: call } : refused, {
    at: fulfilment.nextTry(claimed),
    ifNone: finishLine,
  });
}

/** The row is held: ordering would exceed a limit. It is judged again until its deadline, at each source of the plan. */
async function showHeld(
  ports: DeliveryPorts,
  line: Line,
  row: WholesaleRow,
  { netCents, fault }: { netCents: number; fault: string },
): Promise<void> {
  const { log, notices, fulfilment, telemetry } = ports;
  telemetry.wholesaleTurn(row.wholesaler, 'held');
  log.warn(
    { ...named(line), fault, netCents, paidCents: line.unitAmount },
    fault === 'day-order-limit'
      ? 'held: the orders of this day are used up (WHOLESALE_MAX_DAY_ORDERS)'
      : 'held: ordering would lose money',
  );
  await notices.orderChanged(line.orderId);
  await afterTurn(ports, line, { ...row, status: 'held' }, { at: fulfilment.nextLook(row) });
}

/** A held row is ordered after all: its price fell, or a limit has room again. The operator's release has its own note. */
async function noteReleased({ db, orders }: DeliveryPorts, line: Line, row: WholesaleRow, netCents: number) {
  const detail = { line: line.position + 1, heldFor: row.lastFault, netPriceCents: netCents };
  await orders.note(db, line.orderId, 'released', detail);
}
