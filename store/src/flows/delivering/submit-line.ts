import type { WholesaleRow } from '../../modules/fulfilment/fulfilment.ts';
import type { PlaceOutcome, WholesaleOrder } from '../../modules/fulfilment/wholesaler.ts';
import type { Line } from '../../modules/orders/orders.ts';
import { codeOf } from '../../shared/errors.ts';
import type { Money } from '../../shared/money.ts';
import { adoptProfile } from './adopt-profile.ts';
import { againIfOpen, type DeliveryPorts, isStillOwed, later, named } from './delivery.ts';
import { giveUpLine } from './give-up-line.ts';
import { searchWholesaler } from './search-wholesaler.ts';

/**
 * Places the wholesale order and handles each possible outcome. After a refusal its reference is searched for first: the
 * refusal may have arrived after the effect.
 */
export async function submitLine(ports: DeliveryPorts, line: Line, row: WholesaleRow): Promise<void> {
  const { fulfilment } = ports;
  if (!fulfilment.isConfigured(row)) return awaitWholesaler(ports, line, row);
  if (fulfilment.mustSearch(row)) {
    if ((await searchWholesaler(ports, line, row, { last: false })) === 'settled') return;
    if (!(await fulfilment.searched(row))) return;
  }
  if (await fulfilment.mustWait(row)) return wait(ports, line);
  const priced = await currentPrice(ports, line, row);
  if (priced === null || !(await isStillOwed(ports, line))) return;
  const { netCents } = priced;
  const claim = await fulfilment.claim(row, priced);
  if (claim.kind === 'taken') return againIfOpen(ports, line);
  if (claim.kind === 'wait') return wait(ports, line);
  if (claim.kind === 'held') return showHeld(ports, line, row, { netCents, fault: claim.fault });
  if (row.status === 'held') await noteReleased(ports, line, row, netCents);
  await place(ports, line, claim.row, netCents);
}

/** While another call shows the price of its package, a line waits this long. */
const TURN_MS = 500;
const wait = (ports: DeliveryPorts, line: Line) => later(ports, line, new Date(ports.clock.now().getTime() + TURN_MS));

/** The wholesaler of this row is not configured, so nothing is ordered. The deadline refunds the line. */
async function awaitWholesaler(ports: DeliveryPorts, line: Line, row: WholesaleRow): Promise<void> {
  const { log, fulfilment } = ports;
  await fulfilment.notConfigured(row);
  log.error({ ...named(line), wholesaler: row.wholesaler }, 'not ordered: this wholesaler is not configured');
  await later(ports, line, fulfilment.nextLook(row));
}

async function place(ports: DeliveryPorts, line: Line, claimed: WholesaleRow, netPriceCents: number): Promise<void> {
  const outcome = await ports.fulfilment
    .wholesalerOf(claimed)
    .placeOrder({ packageId: claimed.packageId, reference: claimed.reference, netPriceCents })
    .catch((error: unknown) => ({ kind: 'unknown', fault: codeOf(error) ?? 'thrown', retryAfterSeconds: 0 }) as const);
  return outcome.kind === 'done'
    ? accept(ports, line, claimed, outcome.order)
    : postpone(ports, line, claimed, outcome);
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
  const { fulfilment } = ports;
  const fault = await adoptProfile(ports, line, claimed, [{ ...order, wholesaler: claimed.wholesaler }]);
  if (fault === 'settled') return;
  // The reply is unreadable. A search of the wholesaler's list shows whether the order exists.
  await fulfilment.doubted(claimed, fault);
  if ((await searchWholesaler(ports, line, claimed, { last: false })) === 'settled') return;
  await later(ports, line, fulfilment.nextTry(claimed));
}

type NotDone = Exclude<PlaceOutcome, { kind: 'done' }> | { kind: 'unknown'; fault: string; retryAfterSeconds: number };

async function postpone(ports: DeliveryPorts, line: Line, claimed: WholesaleRow, outcome: NotDone): Promise<void> {
  const { log, notices, fulfilment } = ports;
  await notices.orderChanged(line.orderId);
  const call = claimed.submissions;
  if (outcome.kind === 'unknown') {
    log.warn(
      { ...named(line), wholesaler: claimed.wholesaler, fault: outcome.fault, call },
      'the outcome at the wholesaler is unknown',
    );
    await fulfilment.doubted(claimed, outcome.fault);
    return later(ports, line, fulfilment.nextTry(claimed, outcome.retryAfterSeconds));
  }
  log.warn({ ...named(line), wholesaler: claimed.wholesaler, fault: outcome.code, call }, 'the wholesaler refused');
  await fulfilment.refused(claimed, outcome.code, { sent: outcome.neverSent !== true });
  if (!outcome.retryable) return finishLine(ports, line, { ...claimed, status: 'waiting', lastFault: outcome.code });
  return later(ports, line, fulfilment.nextTry(claimed));
}

/** The net price in cents, and what was paid in its currency; null when it is unknown, and the line waits. */
async function currentPrice(
  ports: DeliveryPorts,
  line: Line,
  row: WholesaleRow,
): Promise<{ netCents: number; paid: Money } | null> {
  const { log, notices, catalogue, orders, fulfilment } = ports;
  const order = await orders.find(line.orderId);
  const differed = await fulfilment.differedAt(row);
  const since = fulfilment.priceSince(row, {
    paidAt: order?.paidAt ?? null,
    lines: order?.lines.length ?? 1,
    differed,
  });
  // A price in another currency than the buyer's can't be compared with what was paid.
  const paid = order && { amount: line.unitAmount, currency: order.currency };
  const netCents = paid && fulfilment.isComparable(row, paid) ? await catalogue.netPriceOf(row, since) : null;
  if (paid && netCents !== null) return { netCents, paid };
  await fulfilment.priceUnknown(row);
  log.warn({ ...named(line), wholesaler: row.wholesaler }, 'not ordered: the net price is unknown');
  await notices.orderChanged(line.orderId);
  await later(ports, line, fulfilment.nextLook(row));
  return null;
}

/** The row is held: ordering would exceed a limit. It is judged again until its deadline. */
async function showHeld(
  ports: DeliveryPorts,
  line: Line,
  row: WholesaleRow,
  { netCents, fault }: { netCents: number; fault: string },
): Promise<void> {
  const { log, notices, fulfilment } = ports;
  log.warn(
    { ...named(line), fault, netCents, paidCents: line.unitAmount },
    fault === 'day-order-limit'
      ? 'held: the orders of this day are used up (WHOLESALE_MAX_DAY_ORDERS)'
      : 'held: ordering would lose money',
  );
  await notices.orderChanged(line.orderId);
  await later(ports, line, fulfilment.nextLook(row));
}

/** A held row is ordered after all: its price fell, or a limit has room again. The operator's release has its own note. */
async function noteReleased({ db, orders }: DeliveryPorts, line: Line, row: WholesaleRow, netCents: number) {
  const detail = { line: line.position + 1, heldFor: row.lastFault, netPriceCents: netCents };
  await orders.note(db, line.orderId, 'released', detail);
}
