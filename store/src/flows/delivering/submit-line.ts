import type { WholesaleRow } from '../../modules/fulfilment/fulfilment.ts';
import type { PlaceOutcome, WholesaleOrder } from '../../modules/fulfilment/wholesaler.ts';
import type { Line } from '../../modules/orders/orders.ts';
import { codeOf } from '../../shared/errors.ts';
import { adoptProfile } from './adopt-profile.ts';
import { againIfOpen, type DeliveryPorts, isStillOwed, later, named } from './delivery.ts';
import { giveUpLine } from './give-up-line.ts';
import { searchWholesaler } from './search-wholesaler.ts';

/** Places the wholesale order and handles each possible outcome. */
export async function submitLine(ports: DeliveryPorts, line: Line, row: WholesaleRow): Promise<void> {
  const { fulfilment } = ports;
  const price = await acceptablePrice(ports, line, row);
  if (price === null || !(await isStillOwed(ports, line))) return;
  const claimed = await fulfilment.claim(row, price);
  if (!claimed) return againIfOpen(ports, line);
  const outcome = await fulfilment.wholesaler
    .placeOrder({ packageId: claimed.packageId, reference: claimed.reference })
    .catch((error: unknown) => ({ kind: 'unknown', fault: codeOf(error) ?? 'thrown', retryAfterSeconds: 0 }) as const);
  return outcome.kind === 'done'
    ? accept(ports, line, claimed, outcome.order)
    : postpone(ports, line, claimed, outcome);
}

/** No further order. A last search: a call that seemed lost may have been carried out. */
export async function finishLine(ports: DeliveryPorts, line: Line, row: WholesaleRow): Promise<void> {
  if (row.doubts > 0 && (await searchWholesaler(ports, line, row, { last: true })) === 'settled') return;
  await giveUpLine(ports, line, row);
}

async function accept(ports: DeliveryPorts, line: Line, claimed: WholesaleRow, order: WholesaleOrder): Promise<void> {
  const { fulfilment } = ports;
  const fault = await adoptProfile(ports, line, claimed, [order]);
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
    log.warn({ ...named(line), fault: outcome.fault, call }, 'the outcome at the wholesaler is unknown');
    await fulfilment.doubted(claimed, outcome.fault);
    return later(ports, line, fulfilment.nextTry(claimed, outcome.retryAfterSeconds));
  }
  log.warn({ ...named(line), fault: outcome.code, call }, 'the wholesaler refused');
  await fulfilment.refused(claimed, outcome.code);
  if (!outcome.retryable) return finishLine(ports, line, { ...claimed, status: 'waiting', lastFault: outcome.code });
  return later(ports, line, fulfilment.nextTry(claimed));
}

/**
 * The net price in cents; null when the line must wait, because the price is unknown or the loss would exceed the
 * limit.
 */
async function acceptablePrice(ports: DeliveryPorts, line: Line, row: WholesaleRow): Promise<number | null> {
  const { log, notices, catalogue, fulfilment } = ports;
  const { unitAmount } = line;
  const netCents = await catalogue.netPriceOf({ packageId: row.packageId }, fulfilment.priceSince(row));
  if (netCents !== null && fulfilment.isAcceptable(row, netCents, unitAmount)) return netCents;
  if (netCents === null) await fulfilment.priceUnknown(row);
  else await fulfilment.hold(row, netCents);
  const what = netCents === null ? 'not ordered: the net price is unknown' : 'held: ordering would lose money';
  log.warn({ ...named(line), netCents, paidCents: unitAmount }, what);
  await notices.orderChanged(line.orderId);
  await later(ports, line, fulfilment.nextLook(row));
  return null;
}
