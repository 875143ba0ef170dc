import type { Tx } from '../../db/database.ts';
import type { Esims } from '../../modules/esims/esims.ts';
import type { Fulfilment, WholesaleRow } from '../../modules/fulfilment/fulfilment.ts';
import { deliveries } from '../../modules/orders/line-state.ts';
import type { Order, Orders } from '../../modules/orders/orders.ts';
import type { Payments } from '../../modules/payments/payments.ts';
import type { Repair } from '../../modules/reconciliation/reconciliation.ts';
import { enqueue } from '../../queue/queue.ts';
import { queueLines } from '../buying/queue-lines.ts';
import { addedToOf } from '../delivering/added-to.ts';
import { isDisputed, type ListStray } from '../delivering/list-stray.ts';
import type { FlowBase } from '../buying/flow-base.ts';
import { GIVEN_BACK } from '../../shared/order-status.ts';

/**
 * Queues the task that repairs a difference, unless an operator must act. Every repair is an ordinary idempotent task.
 */
export type RepairDifference = (difference: {
  orderId: string | null;
  subject: string;
  provider: string | null;
  wholesaler: string | null;
  repair: Repair;
}) => Promise<void>;

type Ports = FlowBase & {
  orders: Orders;
  payments: Payments;
  fulfilment: Fulfilment;
  esims: Pick<Esims, 'find' | 'activationOf'>;
  listStray: ListStray;
};

export function createRepairDifference(ports: Ports): RepairDifference {
  const { db, log, orders, payments, fulfilment, esims, listStray } = ports;
  const forEachAttempt = async (orderId: string, task: 'settle-payment' | 'sync-payment') => {
    for (const { id, provider } of await payments.attemptsOf(orderId))
      if (payments.providers.find(provider)) await enqueue(db, task, { attemptId: id }, { key: `${task}:${id}` });
  };

  const queueDeliveries = (order: Order | null) => queueLines(db, order === null ? [] : deliveries(order));

  /** The wholesaler says which line a profile was ordered for: by its reference. */
  async function listOnItsLine(order: Order, wholesaler: string | null, vendorOrderId: string): Promise<void> {
    for (const line of deliveries(order)) {
      const addedTo = await addedToOf({ esims, fulfilment }, line);
      const orderedAt = (await fulfilment.findByLine(line.id))?.orderedAt ?? order.createdAt;
      const { found } = await fulfilment.bookingsOf(fulfilment.referenceOf(line.id), orderedAt, { addedTo });
      const made = found.find((each) => each.wholesaler === wholesaler && each.vendorOrderId === vendorOrderId);
      if (!made) continue;
      return db.transaction(async (tx) => {
        const locked = await orders.lock(tx, order.id);
        const row = (await fulfilment.findByLine(line.id, tx)) ?? (locked && (await rowOfStopped(tx, locked, line.id)));
        if (row) await listStray(tx, row, made);
      });
    }
  }

  /**
   * A delivery that was made in a time that the database lost has no row when the order was refunded before it began again,
   * or its dispute was lost. Null while it may still begin: it then adopts what it finds.
   */
  async function rowOfStopped(tx: Tx, order: Order, lineId: string): Promise<WholesaleRow | null> {
    const line = order.lines.find(({ id }) => id === lineId);
    if (!line || (!GIVEN_BACK.includes(line.status) && order.status !== 'disputed')) return null;
    if (await isDisputed(ports, tx, line)) return null;
    await fulfilment.begin(tx, line, { ...line, netCurrency: order.currency }, { orderedAt: order.createdAt });
    await fulfilment.stop(tx, lineId);
    return fulfilment.findByLine(lineId, tx);
  }

  return async function repairDifference({ orderId, subject, provider, wholesaler, repair }) {
    if (orderId === null || repair === 'by-hand') return;
    log.warn({ orderId, subject, ...(wholesaler !== null && { wholesaler }), repair }, 'the ledgers differ: repairing');
    switch (repair) {
      case 'settle-payment':
      case 'sync-payment':
        return forEachAttempt(orderId, repair);
      case 'recover-payment':
        if (provider === null) return;
        return enqueue(
          db,
          'recover-payment',
          { provider, paymentRef: subject },
          { key: `recover-payment:${provider}:${subject}` },
        );
      case 'fulfil-order':
        return queueDeliveries(await orders.find(orderId));
      case 'list-stray': {
        const order = await orders.find(orderId);
        return order ? listOnItsLine(order, wholesaler, subject) : undefined;
      }
    }
  };
}
