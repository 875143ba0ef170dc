import { HANDLED_EVENTS, type GatewayEvent } from '../../modules/payments/gateway.ts';
import type { Orders } from '../../modules/orders/orders.ts';
import type { Attempt, PaymentEvent, Payments } from '../../modules/payments/payments.ts';
import { enqueue } from '../../queue/queue.ts';
import type { Telemetry } from '../../shared/telemetry.ts';
import type { FlowBase } from './flow-base.ts';
import type { RecoverPayment } from './recover-payment.ts';
import type { SettlePayment } from './settle-payment.ts';
import type { PaymentSync } from './sync-payment.ts';

/** Stores a verified event and queues its job, in one transaction. Duplicates and unknown types have no effect. */
export type ReceivePaymentEvent = (event: GatewayEvent) => Promise<'received' | 'duplicate' | 'ignored'>;

export function createReceivePaymentEvent({
  db,
  orders,
  payments,
  telemetry,
}: Pick<FlowBase, 'db'> & {
  orders: Pick<Orders, 'traceparentOf'>;
  payments: Payments;
  telemetry: Pick<Telemetry, 'isTracing' | 'continueTrace'>;
}): ReceivePaymentEvent {
  /** The trace of the order that the event belongs to. The webhook and its job continue it. */
  async function traceOf({ objectId, relatedId }: GatewayEvent): Promise<string | undefined> {
    if (!telemetry.isTracing) return undefined;
    const attempt =
      (await payments.findAttemptBySession(objectId)) ?? (relatedId && (await payments.findAttemptByIntent(relatedId)));
    return attempt ? orders.traceparentOf(attempt.orderId) : undefined;
  }

  return async function receivePaymentEvent(event) {
    if (!(HANDLED_EVENTS as readonly string[]).includes(event.type)) return 'ignored';
    return telemetry.continueTrace(`webhook ${event.type}`, await traceOf(event), () =>
      db.transaction(async (tx) => {
        if (!(await payments.receive(tx, event))) return 'duplicate';
        await enqueue(tx, 'payment-event', { eventId: event.id }, { key: `event:${event.id}` });
        return 'received';
      }),
    );
  };
}

/** Processes a stored event. The event only triggers a read: the state comes from the vendor. */
export type HandlePaymentEvent = (eventId: string) => Promise<void>;

type Ports = FlowBase & {
  orders: Orders;
  payments: Payments;
  settlePayment: SettlePayment;
  recoverPayment: RecoverPayment;
  paymentSync: Pick<PaymentSync, 'syncPayment' | 'syncFraudWarnings'>;
};

export function createHandlePaymentEvent({
  db,
  notices,
  log,
  orders,
  payments,
  settlePayment,
  recoverPayment,
  paymentSync,
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

  /**
   * Processes a refund, a dispute or a warning. It may arrive before its payment is settled, and may name only its
   * charge.
   */
  async function followPayment(event: PaymentEvent): Promise<void> {
    const attempt = await attemptOf(event);
    if (!attempt) {
      log.warn({ eventId: event.id, type: event.type }, 'ignored an event of an unknown payment');
      return;
    }
    if (attempt.status !== 'paid' && (await settlePayment(attempt.id)) !== 'paid')
      throw new Error('the checkout session does not show this payment yet: retry');
    await paymentSync.syncPayment(attempt.id);
    if (event.type.startsWith('radar.')) await paymentSync.syncFraudWarnings(attempt.id);
  }

  async function attemptOf({ relatedId, chargeId }: PaymentEvent): Promise<Attempt | null> {
    const intent = relatedId ?? (chargeId && (await payments.gateway.intentOfCharge(chargeId)));
    if (!intent) return null;
    return (await payments.findAttemptByIntent(intent)) ?? recoverPayment({ paymentIntentId: intent });
  }

  return async function handlePaymentEvent(eventId) {
    const event = await payments.findEvent(eventId);
    if (!event || event.handledAt) return;
    const { type, objectId } = event;

    if (type.startsWith('checkout.session.')) {
      const attempt = await payments.findAttemptBySession(objectId);
      if (!attempt) await recoverPayment({ sessionId: objectId });
      else if (type === 'checkout.session.async_payment_failed') await paymentFailed(attempt);
      else await settlePayment(attempt.id);
    } else await followPayment(event);
    await payments.markEventHandled(eventId);
  };
}
