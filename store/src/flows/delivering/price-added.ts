import type { WholesaleRow } from '../../modules/fulfilment/fulfilment.ts';
import type { Line } from '../../modules/orders/orders.ts';
import { codeOf } from '../../shared/errors.ts';
import type { Money } from '../../shared/money.ts';
import { barOfLine } from '../buying/top-up-standing.ts';
import { addedToOf } from './added-to.ts';
import { type DeliveryPorts, named } from './delivery.ts';

/**
 * What the row's package costs now for the eSIM of the line, and what was paid. `refused`: it can't be added any more, by our
 * own books or by the list of its wholesaler. Null when that is unknown: the turn has ended, and another one comes.
 */
export async function addedPrice(
  ports: DeliveryPorts,
  line: Line,
  row: WholesaleRow,
): Promise<{ netCents: number; paid: Money } | 'refused' | null> {
  const { log, notices, orders, fulfilment } = ports;
  const [order, bar, profile] = await Promise.all([
    orders.find(line.orderId),
    barOfLine(ports, line),
    addedToOf(ports, line),
  ]);
  if (!order || bar !== null || profile === null) return refused(ports, row, 'profile-ended');
  const paid = { amount: line.unitAmount, currency: order.currency };
  try {
    const offered = await fulfilment.wholesalerOf(row).addable(profile);
    if (offered === 'ended') return await refused(ports, row, 'profile-ended');
    const found = offered.find(({ packageId }) => packageId === row.packageId);
    if (!found || found.netCurrency !== paid.currency) return await refused(ports, row, 'invalid-package');
    return { netCents: found.netPriceCents, paid };
  } catch (error) {
    await fulfilment.notAsked(row, 'price-unknown');
    log.warn(
      { ...named(line), wholesaler: row.wholesaler, fault: codeOf(error) },
      'not ordered: what can be added to the eSIM is unknown',
    );
    await notices.orderChanged(line.orderId);
    return null;
  }
}

async function refused(
  { fulfilment }: DeliveryPorts,
  row: WholesaleRow,
  fault: 'profile-ended' | 'invalid-package',
): Promise<'refused'> {
  await fulfilment.notAsked(row, fault);
  return 'refused';
}
