import type { Tx } from '../db/database.ts';
import type { Fulfilment } from '../modules/fulfilment/fulfilment.ts';
import type { Notifications } from '../modules/notifications/notifications.ts';
import { mayResume } from '../modules/orders/order-state.ts';
import type { Orders } from '../modules/orders/orders.ts';
import type { RefundState } from '../modules/payments/gateway.ts';
import type { Attempt, Dispute, Payments, VendorBooks } from '../modules/payments/payments.ts';
import { enqueue } from '../queue/queue.ts';
import type { FlowBase } from './types.ts';

type Ports = FlowBase & { orders: Orders; payments: Payments; fulfilment: Fulfilment; notifications: Notifications };

export type PaymentSync = ReturnType<typeof createPaymentSync>;

/**
 * Brings our refunds, our disputes and the order in line with what the vendor says about a payment. Events, settlement, the
 * calls to the wholesaler and reconciliation all come here; a reading that is older than the last one changes nothing
 * (docs/decisions/0012-refunds.md and 0013-disputes.md).
 */
export function createPaymentSync({ db, notices, log, orders, payments, fulfilment, notifications }: Ports) {
  /** Moves the order where its money says it stands. Under the order's lock, in the transaction that changed the rows. */
  async function alignOrder(tx: Tx, attempt: Attempt): Promise<void> {
    // Money that was never the order's does not move it.
    if (attempt.surplus) return;
    const order = await orders.lock(tx, attempt.orderId);
    if (!order) throw new Error('a payment without an order');
    const { id } = order;
    let { status } = order;
    const disputes = await payments.disputesOf(attempt.id, tx);

    const stopping = disputes.find(holdsMoney);
    if (stopping && status !== 'disputed') {
      await orders.mustMove(tx, id, 'disputed', { dispute: stopping.vendorId });
      await payments.markStoppedBy(tx, stopping, status);
      await fulfilment.stop(tx, id);
      return;
    }
    if (status === 'disputed') {
      if (stopping) {
        // A lost dispute gave the buyer the money: what was still asked for is not owed on top.
        if (stopping.outcome === 'lost') await payments.dropRequests(tx, attempt);
        return;
      }
      status = beforeDispute(disputes);
      await orders.resume(tx, id, status);
      if (status === 'paid' || status === 'fulfilling') {
        await fulfilment.restart(tx, id);
        await enqueue(tx, 'fulfil-order', { orderId: id }, { key: `fulfil:${id}` });
      }
      // Requests that waited for the end of the dispute.
      for (const { id: refundId, status: stage } of await payments.refundsOf(attempt.id, tx))
        if (stage === 'requested') await enqueue(tx, 'refund-order', { refundId }, { key: `refund:${refundId}` });
    }

    const { taken, returned, underway } = await payments.balance(attempt, tx);
    if (returned + underway >= taken && status !== 'refund_pending' && status !== 'refunded') {
      await orders.mustMove(tx, id, 'refund_pending', { returned, underway });
      await fulfilment.stop(tx, id);
      status = 'refund_pending';
    }
    if (returned >= taken && status === 'refund_pending') await orders.mustMove(tx, id, 'refunded', { returned });
    // The bank sent it back.
    if (returned < taken && status === 'refunded') await orders.mustMove(tx, id, 'refund_pending', { returned });
  }

  /** Writes refunds down, queues what the buyer and a person must know of them. */
  async function recordRefunds(tx: Tx, attempt: Attempt, states: readonly RefundState[]): Promise<void> {
    const order = await orders.lock(tx, attempt.orderId);
    if (!order) throw new Error('a payment without an order');
    for (const { refund, before } of await payments.recordRefunds(tx, attempt, states)) {
      const detail = { refund: refund.id, amount: refund.amount, origin: refund.origin };
      const mail = { orderId: order.id, refundId: refund.id, to: order.email, locale: order.locale };
      if (refund.status === 'succeeded') {
        await orders.note(tx, order.id, 'refund-succeeded', detail);
        await notifications.queueRefunded(tx, mail);
      }
      if (refund.status === 'failed') {
        log.error(
          { orderId: order.id, refundId: refund.id, fault: refund.fault },
          'refund failed at the payment vendor',
        );
        await orders.note(tx, order.id, 'refund-failed', { ...detail, fault: refund.fault });
        if (before === 'succeeded' || before === 'pending') await notifications.queueRefundReturned(tx, mail);
      }
    }
    const again = await payments.replaceImpossible(tx, attempt);
    if (again) await enqueue(tx, 'refund-order', { refundId: again.id }, { key: `refund:${again.id}` });
  }

  async function recordDisputes(tx: Tx, attempt: Attempt, books: VendorBooks): Promise<void> {
    const { news } = await payments.recordDisputes(tx, attempt, books.disputes);
    for (const { vendorId, kind, status, amount, withdrawnAmount } of news) {
      await orders.note(tx, attempt.orderId, kind, { dispute: vendorId, status, amount, withdrawn: withdrawnAmount });
      log.warn({ orderId: attempt.orderId, dispute: vendorId, status }, 'dispute at the payment vendor');
    }
  }

  /** Inside the caller's transaction, with the order's row locked. */
  async function applyIn(tx: Tx, attempt: Attempt, books: VendorBooks): Promise<void> {
    if (!(await payments.claimReading(tx, attempt.id, books.readAt))) return;
    await recordRefunds(tx, attempt, books.refunds);
    await recordDisputes(tx, attempt, books);
    await alignOrder(tx, attempt);
  }

  return {
    applyIn,
    alignOrder,

    /** Writes down what the vendor answered to a refund of ours. */
    async recordRefund(tx: Tx, attempt: Attempt, state: RefundState): Promise<void> {
      await recordRefunds(tx, attempt, [state]);
      await alignOrder(tx, attempt);
    },

    /** Asks the vendor about a settled payment and follows. Throws `payment-unavailable`. */
    async syncPayment(attemptId: string): Promise<void> {
      const attempt = await payments.findAttempt(attemptId);
      if (attempt?.status !== 'paid' || attempt.paymentIntentId === null) return;
      const books = await payments.readBooks(attempt.paymentIntentId);
      await db.transaction(async (tx) => {
        await orders.lock(tx, attempt.orderId);
        await applyIn(tx, attempt, books);
      });
      await notices.orderChanged(attempt.orderId);
    },

    /** Writes the early fraud warnings of a payment down. They hold no money and stop nothing: a person decides. */
    async syncFraudWarnings(attemptId: string): Promise<void> {
      const attempt = await payments.findAttempt(attemptId);
      if (!attempt?.paymentIntentId) return;
      const warnings = await payments.gateway.fraudWarningsOf(attempt.paymentIntentId);
      await db.transaction(async (tx) => {
        await payments.recordFraudWarnings(tx, attempt, warnings);
        for (const { vendorId, fraudType, actionable } of warnings) {
          await orders.note(tx, attempt.orderId, 'fraud-warning', { warning: vendorId, fraudType, actionable });
          log.warn({ orderId: attempt.orderId, warning: vendorId, fraudType }, 'early fraud warning');
        }
      });
    },
  };
}

/** An open dispute has the money withdrawn, a lost one for good; an inquiry and one that was won or prevented hold none. */
const holdsMoney = ({ kind, outcome }: Dispute) => kind === 'dispute' && (outcome === null || outcome === 'lost');

/** Where the order stood when the last dispute stopped it. */
function beforeDispute(disputes: readonly Dispute[]) {
  const before = disputes.findLast(({ orderStatusBefore }) => orderStatusBefore !== null)?.orderStatusBefore;
  if (!before || !mayResume(before)) throw new Error('a disputed order that no dispute stopped');
  return before;
}
