import type { Tx } from '../../db/database.ts';
import type { Fulfilment } from '../../modules/fulfilment/fulfilment.ts';
import type { Notifications } from '../../modules/notifications/notifications.ts';
import { isOpenLine, lineStepsFor, orderStatusOf } from '../../modules/orders/line-state.ts';
import type { EventDetail, Order, Orders } from '../../modules/orders/orders.ts';
import type { RefundState } from '../../modules/payments/provider.ts';
import type { Attempt, Dispute, Payments, Refund, VendorBooks } from '../../modules/payments/payments.ts';
import { enqueue } from '../../queue/queue.ts';
import { queueLines } from './queue-lines.ts';
import type { FlowBase } from './flow-base.ts';

type Ports = FlowBase & { orders: Orders; payments: Payments; fulfilment: Fulfilment; notifications: Notifications };

export type PaymentSync = ReturnType<typeof createPaymentSync>;

/**
 * Applies the vendor's state of a payment to our refunds, our disputes and the order. Called by events, settlement, the
 * calls to the wholesaler and reconciliation. A reading that is older than the last one changes nothing
 * (docs/decisions/0012-refunds.md and 0013-disputes.md).
 */
export function createPaymentSync({ db, notices, log, orders, payments, fulfilment, notifications }: Ports) {
  /**
   * Recomputes the states of an order and its lines: each line from its order's money, the order from its lines and its
   * money. Runs under the order's lock, in the transaction that changed a line or the money. `detail` is stored in the
   * order's history.
   */
  async function alignOrder(tx: Tx, attempt: Attempt, detail: EventDetail = {}): Promise<void> {
    const disputes = await payments.disputesOf(attempt.id, tx);
    const stopping = disputes.find(holdsMoney);
    // A lost dispute returned the money to the buyer. Open refund requests are dropped, so that the buyer is not paid
    // twice.
    if (stopping?.outcome === 'lost') await payments.dropRequests(tx, attempt);
    // A surplus payment does not belong to the order and does not change it.
    if (!attempt.surplus) await alignLines(tx, attempt, stopping, detail);
  }

  async function alignLines(tx: Tx, attempt: Attempt, stopping: Dispute | undefined, detail: EventDetail) {
    const order = await orders.lock(tx, attempt.orderId);
    if (!order) throw new Error('the order of a payment is missing');
    const money = { ...(await payments.balance(attempt, tx, order.lines)), disputed: stopping !== undefined };

    const lines = order.lines.map((line) => ({ line, steps: lineStepsFor(line, money) }));
    for (const { line, steps } of lines) {
      for (const step of steps) await orders.mustMoveLine(tx, line.id, step);
      if (steps.includes('refunding') || steps.includes('stopped')) await fulfilment.stop(tx, line.id);
      if (steps.includes('fulfilling')) await fulfilment.restart(tx, line.id);
    }
    const after = lines.map(({ line, steps }) => ({ ...line, status: steps.at(-1) ?? line.status }));
    const { returned, underway } = money;
    await orders.follow(tx, order, orderStatusOf(after, money), (step) => {
      if (step === 'disputed') return { dispute: stopping?.vendorId ?? null };
      if (step === 'refunded') return { returned };
      return step === 'refund_pending' ? { returned, underway } : detail;
    });

    if (lines.some(({ steps }) => steps.includes('fulfilling'))) await queueLines(tx, after);
    if (order.status !== 'disputed' || stopping) return;
    await queueLines(tx, after);
    // Refund requests that waited for the end of the dispute.
    await queueRequests(tx, attempt);
  }

  const queueRefund = (tx: Tx, { id }: Pick<Refund, 'id'>) =>
    enqueue(tx, 'refund-order', { refundId: id }, { key: `refund:${id}` });

  /** Queues every refund of the payment that was requested and not sent. */
  async function queueRequests(tx: Tx, attempt: Attempt): Promise<void> {
    for (const refund of await payments.refundsOf(attempt.id, tx))
      if (refund.status === 'requested') await queueRefund(tx, refund);
  }

  /** Stores refunds and queues the mails and notes about them. */
  async function recordRefunds(tx: Tx, attempt: Attempt, states: readonly RefundState[]): Promise<void> {
    const order = await orders.lock(tx, attempt.orderId);
    if (!order) throw new Error('the order of a payment is missing');
    const { changes, unlabelled } = await payments.recordRefunds(tx, attempt, states, refundLinesOf(order));
    for (const { refund, before } of changes) {
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
    const again = await payments.replaceImpossible(tx, attempt, order.lines);
    if (again) await queueRefund(tx, again);
    const assigned = attempt.surplus ? [] : await assignRefunds(tx, attempt, order);
    for (const id of [...unlabelled, ...assigned])
      await enqueue(tx, 'label-refund', { refundId: id }, { key: `label:${id}` });
  }

  /** Assigns refunds from the vendor's dashboard to lines by their amount. Returns the assigned ones. */
  async function assignRefunds(tx: Tx, attempt: Attempt, order: Order): Promise<string[]> {
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

  async function recordDisputes(tx: Tx, attempt: Attempt, books: VendorBooks): Promise<void> {
    const { news } = await payments.recordDisputes(tx, attempt, books.disputes);
    // Requests for a surplus payment wait for the end of its dispute, too.
    if (attempt.surplus && news.some(({ outcome }) => outcome !== null)) await queueRequests(tx, attempt);
    for (const { vendorId, kind, status, amount, withdrawnAmount } of news) {
      await orders.note(tx, attempt.orderId, kind, { dispute: vendorId, status, amount, withdrawn: withdrawnAmount });
      log.warn({ orderId: attempt.orderId, dispute: vendorId, status }, 'dispute at the payment vendor');
    }
  }

  /** Runs in the caller's transaction, with the order's row locked. */
  async function applyIn(tx: Tx, attempt: Attempt, books: VendorBooks): Promise<void> {
    if (!(await payments.claimReading(tx, attempt.id, books.readAt))) return;
    await recordRefunds(tx, attempt, books.refunds);
    await recordDisputes(tx, attempt, books);
    await alignOrder(tx, attempt);
  }

  return {
    applyIn,
    alignOrder,
    queueRequests,

    /** Stores the vendor's answer to a refund that the store requested. */
    async recordRefund(tx: Tx, attempt: Attempt, state: RefundState): Promise<void> {
      await recordRefunds(tx, attempt, [state]);
      await alignOrder(tx, attempt);
    },

    /** Reads a settled payment from its vendor and applies it. Throws `payment-unavailable`. */
    async syncPayment(attemptId: string): Promise<void> {
      const attempt = await payments.findAttempt(attemptId);
      if (attempt?.status !== 'paid' || attempt.paymentRef === null) return;
      const { provider, paymentRef } = attempt;
      const books = await payments.readBooks({ provider, paymentRef });
      await db.transaction(async (tx) => {
        await orders.lock(tx, attempt.orderId);
        await applyIn(tx, attempt, books);
      });
      await notices.orderChanged(attempt.orderId);
    },

    /**
     * Stores the early fraud warnings of a payment. They withhold no money and stop no delivery: an operator decides.
     */
    async syncFraudWarnings(attemptId: string): Promise<void> {
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
    },
  };
}

/**
 * During an open dispute the money is withdrawn; after a lost one it stays so. An inquiry and a dispute that was won or
 * prevented withhold none.
 */
export const holdsMoney = ({ kind, outcome }: Dispute) =>
  kind === 'dispute' && (outcome === null || outcome === 'lost');

/** The lines of an order as its refunds see them. */
export const refundLinesOf = ({ lines }: Pick<Order, 'lines'>) =>
  lines.map(({ id, unitAmount, status }) => ({ id, unitAmount, isOpen: isOpenLine(status) }));
