import type { Tx } from '../../db/database.ts';
import type { At, Fulfilment, WholesaleRow } from '../../modules/fulfilment/fulfilment.ts';
import type { Orders } from '../../modules/orders/orders.ts';
import type { Payments } from '../../modules/payments/payments.ts';
import type { FlowBase } from '../buying/flow-base.ts';

/**
 * Lists a wholesale order that belongs to no order of ours, so that an operator claims its price back. Runs under the
 * order's lock.
 */
export type ListStray = (
  tx: Tx,
  row: WholesaleRow,
  made: At<{ vendorOrderId: string; reference: string }>,
) => Promise<void>;

type Ports = Pick<FlowBase, 'log'> & { orders: Orders; payments: Payments; fulfilment: Fulfilment };

export function createListStray(ports: Ports): ListStray {
  const { log, orders, fulfilment } = ports;
  return async function listStray(tx, row, made) {
    const { wholesaler, vendorOrderId } = made;
    if (await mayStillBeIssued(ports, tx, row)) return;
    if (!(await fulfilment.recordStray(tx, row, made))) return;
    await orders.note(tx, row.orderId, 'stray-profile', { wholesaler, vendorOrder: vendorOrderId });
    log.error(
      { orderId: row.orderId, wholesaler, vendorOrderId },
      'stray profile at the wholesaler: listed, not issued',
    );
  };
}

/**
 * During a dispute, after the database lost time: the profile may be the one that the buyer got in that time. It is
 * issued again when the dispute is won, and a stray when it is lost.
 */
async function mayStillBeIssued({ payments, fulfilment }: Ports, tx: Tx, { id }: WholesaleRow): Promise<boolean> {
  // Read again: the dispute may have stopped the row during the caller's search.
  const row = await fulfilment.findRow(tx, id);
  return row !== null && fulfilment.isUndecided(row) && (await isDisputed({ payments }, tx, row));
}

/** True while a dispute about the payment of an order is open. */
export async function isDisputed(
  { payments }: Pick<Ports, 'payments'>,
  tx: Tx,
  { orderId }: { orderId: string },
): Promise<boolean> {
  const attempt = await payments.paidAttempt(orderId, tx);
  const disputes = attempt ? await payments.disputesOf(attempt.id, tx) : [];
  return disputes.some(({ kind, outcome }) => kind === 'dispute' && outcome === null);
}
