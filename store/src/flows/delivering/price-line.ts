import type { WholesaleRow } from '../../modules/fulfilment/fulfilment.ts';
import type { Line } from '../../modules/orders/orders.ts';
import type { Money } from '../../shared/money.ts';
import { type DeliveryPorts, named } from './delivery.ts';

/**
 * The net price of the row's package in cents, and what was paid in its currency. Null when it is unknown: the turn of this
 * source has ended.
 */
export async function currentPrice(
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
  await fulfilment.notAsked(row, 'price-unknown');
  log.warn({ ...named(line), wholesaler: row.wholesaler }, 'not ordered: the net price is unknown');
  await notices.orderChanged(line.orderId);
  return null;
}
