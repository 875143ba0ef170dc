import type { Orders } from '../modules/orders/orders.ts';
import type { Attempt, Payments } from '../modules/payments/payments.ts';
import type { SessionState } from '../modules/payments/gateway.ts';
import { enqueue } from '../queue/queue.ts';
import type { FlowBase } from './types.ts';

export type Settlement = 'open' | 'paid' | 'over';
/** Asks the vendor how an attempt stands and acts on it: webhook, return page and sweep all come here. */
export type SettlePayment = (attemptId: string) => Promise<Settlement>;

type Ports = FlowBase & { orders: Orders; payments: Payments };

/**
 * The one place where a payment counts. Safe to run any number of times, at once and in any order: the row decides.
 * A second payment of the same order is given back in full. Throws `payment-unavailable` when the vendor can't be asked.
 */
export function createSettlePayment({ db, notices, log, orders, payments }: Ports): SettlePayment {
  async function settlePaid(attempt: Attempt, session: SessionState): Promise<void> {
    await db.transaction(async (tx) => {
      await orders.lock(tx, attempt.orderId);
      if (!(await payments.markPaid(tx, attempt.id, session))) return;

      if (!payments.matches(attempt, session)) {
        // Never seen, and not ours to interpret: the money goes back.
        log.error({ orderId: attempt.orderId, attemptId: attempt.id }, 'paid amount differs from the order');
        await orders.note(tx, attempt.orderId, 'payment-mismatch', { attempt: attempt.number });
        await giveBack(tx, attempt, session.total.amount ?? attempt.amount);
        return;
      }
      if (await orders.move(tx, attempt.orderId, 'paid', { attempt: attempt.number })) {
        await enqueue(tx, 'fulfil-order', { orderId: attempt.orderId }, { key: `fulfil:${attempt.orderId}` });
      } else {
        await orders.note(tx, attempt.orderId, 'paid-twice', { attempt: attempt.number });
        await giveBack(tx, attempt);
      }
    });
    await notices.orderChanged(attempt.orderId);
  }

  async function giveBack(
    tx: Parameters<Payments['requestRefund']>[0],
    attempt: Attempt,
    amount?: number,
  ): Promise<void> {
    const refund = await payments.requestRefund(tx, attempt, 'duplicate_payment', amount);
    await enqueue(tx, 'refund-order', { refundId: refund.id }, { key: `refund:${refund.id}` });
  }

  async function settleOver(attempt: Attempt): Promise<void> {
    await db.transaction(async (tx) => {
      await orders.lock(tx, attempt.orderId);
      if (!(await payments.markExpired(tx, attempt.id))) return;
      await orders.move(tx, attempt.orderId, 'expired', { attempt: attempt.number });
    });
    await notices.orderChanged(attempt.orderId);
  }

  return async function settlePayment(attemptId) {
    const attempt = await payments.findAttempt(attemptId);
    if (!attempt || (attempt.status === 'failed' && attempt.sessionId === null)) return 'over';
    if (attempt.status === 'paid') return 'paid';

    if (attempt.sessionId === null) {
      // No page was ever shown: it can only run out.
      if (attempt.expiresAt.getTime() > Date.now()) return 'open';
      await settleOver(attempt);
      return 'over';
    }
    const session = await payments.gateway.session(attempt.sessionId);
    if (session.paid) {
      await settlePaid(attempt, session);
      return 'paid';
    }
    if (session.status === 'expired') {
      await settleOver(attempt);
      return 'over';
    }
    return 'open';
  };
}
