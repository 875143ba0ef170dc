import { secondsUntil } from '../../db/clock.ts';
import type { Tx } from '../../db/database.ts';
import type { Catalogue } from '../../modules/catalogue/catalogue.ts';
import type { Esims } from '../../modules/esims/esims.ts';
import { type Fulfilment, STEP_SECONDS } from '../../modules/fulfilment/fulfilment.ts';
import type { IssuePorts } from '../documents/issue-documents.ts';
import type { Notifications } from '../../modules/notifications/notifications.ts';
import { ON_ITS_WAY } from '../../modules/orders/line-state.ts';
import type { EventDetail, Line, Order, Orders } from '../../modules/orders/orders.ts';
import type { Payments } from '../../modules/payments/payments.ts';
import { codeOf } from '../../shared/errors.ts';
import type { Telemetry } from '../../shared/telemetry.ts';
import { alignOrder } from '../buying/align-order.ts';
import type { FlowBase } from '../buying/flow-base.ts';
import { queueLine } from '../buying/queue-lines.ts';
import { syncPayment } from '../buying/sync-payment.ts';
import type { NoticeBook } from '../../modules/notices/notices.ts';
import type { QueuePush } from '../noticing/queue-push.ts';
import type { ListStray } from './list-stray.ts';

/** What every step of a delivery needs. */
export type DeliveryPorts = FlowBase & {
  catalogue: Pick<Catalogue, 'isSource' | 'netPriceOf' | 'sourcesFor'>;
  orders: Orders;
  payments: Payments;
  fulfilment: Fulfilment;
  esims: Esims;
  notifications: Notifications;
  documents: IssuePorts['documents'];
  queuePush: QueuePush;
  noticeBook: Pick<NoticeBook, 'isOn'>;
  listStray: ListStray;
  telemetry: Pick<Telemetry, 'delivered' | 'wholesaleTurn'>;
};

/** The log fields of a line; they distinguish the lines of one order. */
export const named = ({ orderId, id }: Line) => ({ orderId, lineId: id });

/**
 * Queues the next step of a line: a second from now at the earliest, so that no fault makes a loop of calls to the
 * wholesaler.
 */
export const later = ({ db, clock }: Pick<DeliveryPorts, 'db' | 'clock'>, line: Line, at: Date) =>
  queueLine(db, line.id, { inSeconds: Math.max(secondsUntil(clock, at), STEP_SECONDS) });

/**
 * Updates the order after a step of its line, in the same transaction: `order` is the locked one, with the line's new
 * state. The history names the line when the order has several. Returns the order as it is then.
 */
export async function align(
  ports: DeliveryPorts,
  tx: Tx,
  { order, line, detail = {} }: { order: Order; line: Line; detail?: EventDetail },
): Promise<Order> {
  const attempt = await ports.payments.paidAttempt(order.id, tx);
  if (!attempt) throw new Error('the order of this line has no paid attempt');
  const named = order.lines.length > 1 ? { line: line.position + 1, ...detail } : detail;
  return alignOrder(ports, tx, { attempt, order }, named);
}

/** True when no other line of the order is in progress. */
export const isLast = ({ lines }: Order, line: Line) =>
  lines.every(({ id, status }) => id === line.id || !ON_ITS_WAY.includes(status));

export const addresseeOf = ({ id, email, locale }: Order) => ({ orderId: id, to: email, locale });

/**
 * The row did not move. Either another process moved it, which needs nothing; or by the database's own time the step is
 * too early.
 */
export async function againIfOpen(ports: DeliveryPorts, line: Line): Promise<void> {
  const row = await ports.fulfilment.findByLine(line.id);
  if (row && ['waiting', 'held', 'submitted'].includes(row.status)) await later(ports, line, ports.clock.now());
}

/** Syncs the payment from its vendor; true while the line still has to be delivered. */
export async function isStillOwed(ports: DeliveryPorts, line: Line): Promise<boolean> {
  const { clock, log, orders, payments, fulfilment } = ports;
  const attempt = await payments.paidAttempt(line.orderId);
  try {
    if (attempt) await syncPayment(ports, attempt.id);
  } catch (error) {
    if (codeOf(error) !== 'payment-unavailable') throw error;
    // The payment may have been refunded meanwhile, so nothing is ordered yet. The line waits, at most until the
    // deadline.
    log.warn(named(line), 'the payment vendor does not answer: order postponed');
    const row = await fulfilment.findByLine(line.id);
    await later(ports, line, row ? fulfilment.nextTry(row) : clock.now());
    return false;
  }
  return (await orders.findLine(line.id))?.status === 'fulfilling';
}
