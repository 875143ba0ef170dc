import type { Tx } from '../../db/database.ts';
import type { Fulfilment, WholesaleRow } from '../../modules/fulfilment/fulfilment.ts';
import type { Orders } from '../../modules/orders/orders.ts';
import type { FlowBase } from '../buying/flow-base.ts';

/**
 * Lists a wholesale order that belongs to no order of ours, so that an operator claims its price back. Runs under the
 * order's lock.
 */
export type ListStray = (tx: Tx, row: WholesaleRow, made: { vendorOrderId: string }) => Promise<void>;

export function createListStray({
  log,
  orders,
  fulfilment,
}: Pick<FlowBase, 'log'> & { orders: Orders; fulfilment: Fulfilment }): ListStray {
  return async function listStray(tx, row, { vendorOrderId }) {
    if (!(await fulfilment.recordStray(tx, row, { vendorOrderId }))) return;
    await orders.note(tx, row.orderId, 'stray-profile', { vendorOrder: vendorOrderId });
    log.error({ orderId: row.orderId, vendorOrderId }, 'stray profile at the wholesaler: listed, not issued');
  };
}
