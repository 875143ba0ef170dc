import type { Tx } from '../../db/database.ts';
import type { Fulfilment } from '../../modules/fulfilment/fulfilment.ts';
import type { Notifications } from '../../modules/notifications/notifications.ts';
import type { Orders } from '../../modules/orders/orders.ts';
import type { Attempt, Payments, VendorBooks } from '../../modules/payments/payments.ts';
import type { RefundState } from '../../modules/payments/provider.ts';
import { alignOrder, type Locked, queueRequests } from './align-order.ts';
import type { FlowBase } from './flow-base.ts';
import { type IssuePorts, issueDocuments } from '../documents/issue-documents.ts';
import { recordRefunds } from './record-refunds.ts';

export type SyncPorts = FlowBase & {
  orders: Orders;
  payments: Payments;
  fulfilment: Fulfilment;
  notifications: Notifications;
  documents: IssuePorts['documents'];
};

/**
 * Applies the vendor's state of a payment to our refunds, our disputes and the order. Called by events, settlement, the
 * calls to the wholesaler and reconciliation. A reading that is older than the last one changes nothing
 * (docs/decisions/0012-refunds.md and 0013-disputes.md).
 */
export const createPaymentSync = (ports: SyncPorts) => ({
  syncPayment: (attemptId: string) => syncPayment(ports, attemptId),
  syncFraudWarnings: (attemptId: string) => syncFraudWarnings(ports, attemptId),
});

/** Reads a settled payment from its vendor and applies it. Throws `payment-unavailable`. */
export async function syncPayment(ports: SyncPorts, attemptId: string): Promise<void> {
  const { db, notices, orders, payments } = ports;
  const attempt = await payments.findAttempt(attemptId);
  if (attempt?.status !== 'paid' || attempt.paymentRef === null) return;
  const { provider, paymentRef, orderId } = attempt;
  const books = await payments.readBooks({ provider, paymentRef });
  await db.transaction(async (tx) => {
    const order = await orders.lock(tx, orderId);
    if (!order) throw new Error('the order of a payment is missing');
    await applyBooks(ports, tx, { attempt, order }, books);
    await issueDocuments(ports, tx, orderId);
  });
  await notices.orderChanged(orderId);
}

/**
 * Applies a reading of the vendor, in a transaction that has locked the order. It is aligned also without news: an
 * operator's decision about a refund takes effect here.
 */
export async function applyBooks(ports: SyncPorts, tx: Tx, locked: Locked, books: VendorBooks): Promise<void> {
  if (!(await ports.payments.claimReading(tx, locked.attempt.id, books.readAt))) return;
  const order = await recordRefunds(ports, tx, locked, books.refunds);
  await recordDisputes(ports, tx, locked.attempt, books);
  await alignOrder(ports, tx, { ...locked, order });
}

/** Stores the vendor's answer to a refund that the store requested, in a transaction that has locked the order. */
export async function recordRefund(ports: SyncPorts, tx: Tx, locked: Locked, state: RefundState): Promise<void> {
  const order = await recordRefunds(ports, tx, locked, [state]);
  await alignOrder(ports, tx, { ...locked, order });
}

async function recordDisputes(
  { log, orders, payments }: SyncPorts,
  tx: Tx,
  attempt: Attempt,
  { disputes }: VendorBooks,
): Promise<void> {
  if (disputes.length === 0) return;
  const { news } = await payments.recordDisputes(tx, attempt, disputes);
  // Requests for a surplus payment wait for the end of its dispute, too.
  if (attempt.surplus && news.some(({ outcome }) => outcome !== null)) await queueRequests({ payments }, tx, attempt);
  for (const { vendorId, kind, status, amount, withdrawnAmount } of news) {
    await orders.note(tx, attempt.orderId, kind, { dispute: vendorId, status, amount, withdrawn: withdrawnAmount });
    log.warn({ orderId: attempt.orderId, dispute: vendorId, status }, 'dispute at the payment vendor');
  }
}

/** Stores the early fraud warnings of a payment. They withhold no money and stop no delivery: an operator decides. */
export async function syncFraudWarnings({ db, log, orders, payments }: SyncPorts, attemptId: string): Promise<void> {
  const attempt = await payments.findAttempt(attemptId);
  if (!attempt?.paymentRef) return;
  const warnings = await payments.gatewayOf(attempt).warningsOf(attempt.paymentRef);
  await db.transaction(async (tx) => {
    await payments.recordFraudWarnings(tx, attempt, warnings);
    for (const { vendorId, fraudType, actionable } of warnings) {
      await orders.note(tx, attempt.orderId, 'fraud-warning', { warning: vendorId, fraudType, actionable });
      log.warn({ orderId: attempt.orderId, warning: vendorId, fraudType }, 'early fraud warning');
    }
  });
}
