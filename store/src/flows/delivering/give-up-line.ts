import type { At, WholesaleRow } from '../../modules/fulfilment/fulfilment.ts';
import type { WholesaleOrder } from '../../modules/fulfilment/wholesaler.ts';
import type { Line } from '../../modules/orders/orders.ts';
import { withLine } from '../buying/align-order.ts';
import { requestRefund } from '../buying/request-refund.ts';
import { addresseeOf, align, type DeliveryPorts, isLast, named } from './delivery.ts';

/**
 * Refunds the line; a replacement, for which nobody paid, fails without a refund. Profiles that the wholesaler made for it anyway are listed, so that the store claims their price
 * back.
 */
export async function giveUpLine(
  ports: DeliveryPorts,
  line: Line,
  row: WholesaleRow,
  found: readonly At<WholesaleOrder>[] = [],
): Promise<void> {
  const { db, notices, log, orders, fulfilment, notifications, listStray } = ports;
  await db.transaction(async (tx) => {
    const order = await orders.lock(tx, line.orderId);
    if (!order || !(await fulfilment.giveUp(tx, row))) return;
    for (const made of found) await listStray(tx, row, made);
    const detail = { fault: row.lastFault, calls: row.submissions };
    await orders.mustMoveLine(tx, line.id, 'failed', detail);
    const failed = await align(ports, tx, { order: withLine(order, line.id, 'failed'), line, detail });
    if (line.purpose !== 'replacement') await requestRefund(ports, tx, failed, { reason: 'fulfilment_failed', line });
    else
      await notifications.queueReplacement(tx, 'replacement-failed', { ...addresseeOf(order), replacementId: line.id });
    if (isLast(order, line)) await notifications.stopGathering(tx, addresseeOf(order));
    log.warn(
      { ...named(line), wholesaler: row.wholesaler, fault: row.lastFault },
      `the wholesaler did not deliver: ${line.purpose === 'replacement' ? 'the replacement failed' : 'refunding'}`,
    );
  });
  await notices.orderChanged(line.orderId);
}
