import type { Notifications } from '../modules/notifications/notifications.ts';
import type { Orders } from '../modules/orders/orders.ts';
import type { RefundState } from '../modules/payments/gateway.ts';
import type { Attempt, Payments, Refund } from '../modules/payments/payments.ts';
import type { Tx } from '../db/database.ts';
import { AppError } from '../shared/errors.ts';
import { enqueue } from '../queue/queue.ts';
import type { FlowBase } from './types.ts';

/** Asks for the full refund of an order and queues it: from a failed fulfilment, or from a person at the desk. */
export type StartRefund = (orderId: string, reason: Refund['reason']) => Promise<Refund>;
/** Carries a refund out at the vendor; safe to repeat, days later too. */
export type CarryOutRefund = (refundId: string) => Promise<void>;
/** Brings our rows in line with what the vendor says about the refunds of a payment. */
export type SyncRefund = (attempt: Attempt) => Promise<void>;

type Ports = FlowBase & { orders: Orders; payments: Payments; notifications: Notifications };

export function createRefunds({ db, notices, log, orders, payments, notifications }: Ports) {
  /** Inside the caller's transaction, with the order's row locked. Throws `order-not-refundable`. */
  async function requestIn(tx: Tx, orderId: string, reason: Refund['reason']): Promise<Refund> {
    const attempt = await payments.paidAttempt(orderId, tx);
    if (!attempt) throw new AppError('order-not-refundable');
    const existing = await payments.refundOf(attempt.id, tx);
    if (existing) return existing;
    if (!(await orders.move(tx, orderId, 'refund_pending', { reason }))) throw new AppError('order-not-refundable');
    const refund = await payments.requestRefund(tx, attempt, reason);
    await enqueue(tx, 'refund-order', { refundId: refund.id }, { key: `refund:${refund.id}` });
    return refund;
  }

  const startRefund: StartRefund = async (orderId, reason) => {
    const refund = await db.transaction(async (tx) => {
      if (!(await orders.lock(tx, orderId))) throw new AppError('not-found');
      return requestIn(tx, orderId, reason);
    });
    await notices.orderChanged(orderId);
    return refund;
  };

  /** Writes the vendor's state down; a refund that arrived closes the order and is mailed, once. */
  async function save(refund: Refund, state: RefundState): Promise<void> {
    await db.transaction(async (tx) => {
      const order = await orders.lock(tx, refund.orderId);
      const before = await payments.refundOf(refund.attemptId, tx);
      // A refund that succeeded can still fail later, when the card's bank sends the money back.
      if (
        !order ||
        !before ||
        before.status === state.status ||
        (before.status === 'succeeded' && state.status !== 'failed')
      )
        return;
      await payments.saveRefund(tx, refund.id, state);
      if (state.status === 'failed') {
        log.error({ orderId: order.id, refundId: refund.id }, 'refund failed at the payment vendor');
        await orders.note(tx, order.id, 'refund-failed', { refund: refund.id });
        if (before.status === 'succeeded' && refund.reason !== 'duplicate_payment')
          await orders.move(tx, order.id, 'refund_pending', { reason: 'refund failed' });
      }
      if (state.status !== 'succeeded') return;
      if (refund.reason === 'duplicate_payment')
        await orders.note(tx, order.id, 'duplicate-refunded', { refund: refund.id });
      else await orders.move(tx, order.id, 'refunded', { refund: refund.id });
      await notifications.queueRefunded(tx, {
        orderId: order.id,
        refundId: refund.id,
        to: order.email,
        locale: order.locale,
      });
    });
    await notices.orderChanged(refund.orderId);
  }

  const carryOutRefund: CarryOutRefund = async (refundId) => {
    const refund = await payments.findRefund(refundId);
    // One that failed is a person's: the vendor would only repeat its answer.
    if (!refund || refund.status === 'succeeded' || refund.status === 'failed') return;
    const attempt = await payments.findAttempt(refund.attemptId);
    if (!attempt?.paymentIntentId) throw new Error('a refund of a payment without a payment intent');
    // The vendor may have forgotten the key after a day, never the refund: look before asking again.
    const made = (await payments.gateway.refundsOf(attempt.paymentIntentId)).find(
      (each) => each.refundId === refund.id && each.status !== 'failed',
    );
    const state =
      made ??
      (await payments.gateway.refund({
        refundId: refund.id,
        paymentIntentId: attempt.paymentIntentId,
        orderId: refund.orderId,
        amount: { amount: refund.amount, currency: refund.currency },
      }));
    await save(refund, state);
  };

  const syncRefund: SyncRefund = async (attempt) => {
    if (!attempt.paymentIntentId) return;
    const states = await payments.gateway.refundsOf(attempt.paymentIntentId);
    const full = states.find((each) => each.amount === attempt.amount && each.status === 'succeeded');
    let refund = await payments.refundOf(attempt.id);
    if (!refund && full) {
      // Given back at the vendor's own desk: our books follow.
      refund = await db.transaction(async (tx) => {
        await orders.lock(tx, attempt.orderId);
        // Several events tell of one refund at the same time.
        const known = await payments.refundOf(attempt.id, tx);
        if (known) return known;
        await orders.move(tx, attempt.orderId, 'refund_pending', { reason: 'vendor desk' });
        return payments.requestRefund(tx, attempt, 'requested');
      });
    }
    const state = refund && (full ?? states.find((each) => each.refundId === refund.id));
    if (refund && state) await save(refund, state);
  };

  return { requestIn, startRefund, carryOutRefund, syncRefund };
}

export type Refunds = ReturnType<typeof createRefunds>;
