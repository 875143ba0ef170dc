import type { Logger } from 'pino';
import type { Tx } from '../../db/database.ts';
import type { Notifications } from '../../modules/notifications/notifications.ts';
import { isOpenLine } from '../../modules/orders/line-state.ts';
import type { Order, Orders } from '../../modules/orders/orders.ts';
import type { Payments, Refund } from '../../modules/payments/payments.ts';
import type { RefundState } from '../../modules/payments/provider.ts';
import { enqueue } from '../../queue/queue.ts';
import { type Locked, queueRefund, withKept } from './align-order.ts';

type Ports = {
  log: Logger;
  orders: Orders;
  payments: Payments;
  notifications: Pick<Notifications, 'queueRefunded' | 'queueRefundReturned'>;
};

/**
 * Stores the vendor's refunds of a payment, and queues the mails and notes about them. Returns the order as it is then: after
 * a restore the vendor's label says what of a line was kept for use.
 */
export async function recordRefunds(
  ports: Ports,
  tx: Tx,
  { attempt, order: locked }: Locked,
  states: readonly RefundState[],
): Promise<Order> {
  const { payments } = ports;
  if (states.length === 0 && (await payments.refundsOf(attempt.id, tx)).length === 0) return locked;
  const order = await restoreKept(ports, tx, locked, states);
  const { changes, unlabelled } = await payments.recordRefunds(tx, attempt, states, refundLinesOf(order));
  for (const { refund, before } of changes) await reportRefund(ports, tx, order, { refund, before });
  const again = await payments.replaceImpossible(tx, attempt, order.lines);
  if (again) await queueRefund(tx, again);
  const assigned = attempt.surplus ? [] : await assignRefunds(ports, tx, { attempt, order });
  for (const id of [...unlabelled, ...assigned])
    await enqueue(tx, 'label-refund', { refundId: id }, { key: `label:${id}` });
  return order;
}

async function restoreKept(
  { orders }: Pick<Ports, 'orders'>,
  tx: Tx,
  order: Order,
  states: readonly RefundState[],
): Promise<Order> {
  let known = order;
  for (const { kept, lines, status, closed } of states) {
    const [number, ...others] = lines === null || lines === 'all' ? [] : Object.keys(lines);
    const line = others.length === 0 ? known.lines[Number(number) - 1] : undefined;
    if (!line || kept === 0 || line.keptAmount > 0 || kept >= line.unitAmount) continue;
    if (status === 'failed' && !closed) continue;
    await orders.keep(tx, line.id, kept);
    known = withKept(known, line.id, kept);
  }
  return known;
}

/** Notes a refund that has succeeded or failed in the order's history, and queues its mail. */
async function reportRefund(
  { log, orders, notifications }: Ports,
  tx: Tx,
  order: Order,
  { refund, before }: { refund: Refund; before: Refund['status'] | null },
): Promise<void> {
  const detail = { refund: refund.id, amount: refund.amount, origin: refund.origin };
  const mail = { orderId: order.id, refundId: refund.id, to: order.email, locale: order.locale };
  if (refund.status === 'succeeded') {
    await orders.note(tx, order.id, 'refund-succeeded', detail);
    await notifications.queueRefunded(tx, mail);
  }
  if (refund.status === 'failed') {
    log.error({ orderId: order.id, refundId: refund.id, fault: refund.fault }, 'refund failed at the payment vendor');
    await orders.note(tx, order.id, 'refund-failed', { ...detail, fault: refund.fault });
    if (before === 'succeeded' || before === 'pending') await notifications.queueRefundReturned(tx, mail);
  }
}

/** Assigns refunds from the vendor's dashboard to lines by their amount. Returns the assigned ones. */
async function assignRefunds({ log, orders, payments }: Ports, tx: Tx, { attempt, order }: Locked): Promise<string[]> {
  const { assigned, requested } = await payments.alignLines(tx, attempt, refundLinesOf(order));
  for (const refund of requested) await queueRefund(tx, refund);
  for (const { refundId, lineId } of assigned) {
    const line = order.lines.findIndex(({ id }) => id === lineId) + 1;
    await orders.note(tx, order.id, 'refund-assigned', { refund: refundId, lines: String(line), by: 'its amount' });
  }
  const { undecided, rest } = await payments.balance(attempt, tx);
  if (undecided > 0 && rest > 0 && order.lines.length > 1 && order.lines.some(({ status }) => isOpenLine(status)))
    log.error({ orderId: order.id, undecided }, 'a refund names no line: run "ops orders stuck"');
  return assigned.map(({ refundId }) => refundId);
}

/** The lines of an order as its refunds see them. */
export const refundLinesOf = ({ lines }: Pick<Order, 'lines'>) =>
  lines.map(({ id, unitAmount, keptAmount, status }) => ({ id, unitAmount, keptAmount, isOpen: isOpenLine(status) }));
