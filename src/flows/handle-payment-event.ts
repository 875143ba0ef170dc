import type { Orders } from '../modules/orders/orders.ts';
import type { Attempt, Payments } from '../modules/payments/payments.ts';
import type { SettlePayment } from './settle-payment.ts';
import type { SyncRefund } from './refund.ts';
import type { FlowBase } from './types.ts';

/** Acts on an event of the inbox. An event is only a reason to look: what is true is read from the vendor. */
export type HandlePaymentEvent = (eventId: string) => Promise<void>;

type Ports = FlowBase & { orders: Orders; payments: Payments; settlePayment: SettlePayment; syncRefund: SyncRefund };

export function createHandlePaymentEvent({
  db,
  notices,
  log,
  orders,
  payments,
  settlePayment,
  syncRefund,
}: Ports): HandlePaymentEvent {
  async function paymentFailed(attempt: Attempt): Promise<void> {
    if ((await settlePayment(attempt.id)) === 'paid') return;
    await db.transaction(async (tx) => {
      await orders.lock(tx, attempt.orderId);
      if (!(await payments.markFailed(tx, attempt.id))) return;
      await orders.move(tx, attempt.orderId, 'payment_failed', { attempt: attempt.number });
    });
    await notices.orderChanged(attempt.orderId);
  }

  return async function handlePaymentEvent(eventId) {
    const event = await payments.findEvent(eventId);
    if (!event || event.handledAt) return;
    const { type, objectId, relatedId } = event;

    if (type.startsWith('checkout.session.')) {
      const attempt = await payments.findAttemptBySession(objectId);
      if (!attempt) log.warn({ eventId, type }, 'event about a session that is not ours');
      else if (type === 'checkout.session.async_payment_failed') await paymentFailed(attempt);
      else await settlePayment(attempt.id);
    } else {
      const attempt = relatedId === null ? null : await payments.findAttemptByIntent(relatedId);
      if (!attempt) log.warn({ eventId, type }, 'event about a payment that is not ours');
      else if (type === 'charge.dispute.created') {
        await orders.move(db, attempt.orderId, 'disputed', { attempt: attempt.number });
        await notices.orderChanged(attempt.orderId);
      } else await syncRefund(attempt);
    }
    await payments.markEventHandled(eventId);
  };
}
