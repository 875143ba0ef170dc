import type { At, WholesaleRow } from '../../modules/fulfilment/fulfilment.ts';
import type { WholesaleOrder } from '../../modules/fulfilment/wholesaler.ts';
import type { Line } from '../../modules/orders/orders.ts';
import { addresseeOf, align, type DeliveryPorts, isLast, named } from './delivery.ts';

/**
 * Refunds the line. Profiles that the wholesaler made for it anyway are listed, so that the store claims their price
 * back.
 */
export async function giveUpLine(
  ports: DeliveryPorts,
  line: Line,
  row: WholesaleRow,
  found: readonly At<WholesaleOrder>[] = [],
): Promise<void> {
  const { db, notices, log, orders, fulfilment, notifications, refunds, listStray } = ports;
  await db.transaction(async (tx) => {
    const order = await orders.lock(tx, line.orderId);
    if (!order || !(await fulfilment.giveUp(tx, row))) return;
    for (const made of found) await listStray(tx, row, made);
    const detail = { fault: row.lastFault, calls: row.submissions };
    await orders.mustMoveLine(tx, line.id, 'failed', detail);
    await align(ports, tx, { order, line, detail });
    await refunds.requestIn(tx, order.id, 'fulfilment_failed', line);
    if (isLast(order, line)) await notifications.stopGathering(tx, addresseeOf(order));
    log.warn(
      { ...named(line), wholesaler: row.wholesaler, fault: row.lastFault },
      'the wholesaler did not deliver: refunding',
    );
  });
  await notices.orderChanged(line.orderId);
}
