import type { EventKind, GatewayEvent } from '../../modules/payments/provider.ts';
import type { Orders } from '../../modules/orders/orders.ts';
import type { Attempt, PaymentEvent, Payments } from '../../modules/payments/payments.ts';
import { enqueue } from '../../queue/queue.ts';
import type { Telemetry } from '../../shared/telemetry.ts';
import type { FlowBase } from './flow-base.ts';
import type { RecoverPayment } from './recover-payment.ts';
import { failAttempt, type SettlePayment } from './settle-payment.ts';
import { syncFraudWarnings, syncPayment, type SyncPorts } from './sync-payment.ts';

/** Stores a verified event and queues its job, in one transaction. Duplicates and unknown types have no effect. */
export type ReceivePaymentEvent = (
  provider: string,
  event: GatewayEvent,
) => Promise<'received' | 'duplicate' | 'ignored'>;

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
  async function traceOf(event: EventObject): Promise<string | undefined> {
    if (!telemetry.isTracing) return undefined;
    const attempt = await attemptOfObject(payments, event);
    return attempt ? orders.traceparentOf(attempt.orderId) : undefined;
  }

  return async function receivePaymentEvent(provider, event) {
    if (payments.gatewayOf({ provider }).eventKind(event.type) === null) return 'ignored';
    return telemetry.continueTrace(`webhook ${event.type}`, await traceOf({ provider, ...event }), () =>
      db.transaction(async (tx) => {
        if (!(await payments.receive(tx, provider, event))) return 'duplicate';
        // An id of two providers is one job, which handles both events.
        await enqueue(tx, 'payment-event', { eventId: event.id }, { key: `event:${event.id}` });
        return 'received';
      }),
    );
  };
}

type EventObject = Pick<PaymentEvent, 'provider' | 'objectRef' | 'paymentRef'>;

/** The attempt of the page or the payment that an event names. */
async function attemptOfObject(
  payments: Payments,
  { provider, objectRef, paymentRef }: EventObject,
): Promise<Attempt | null> {
  const ofPage = await payments.findAttemptOfPage(provider, objectRef);
  return ofPage ?? (paymentRef === null ? null : payments.findAttemptOfPayment(provider, paymentRef));
}

/** Processes the stored events with this id. An event only triggers a read: the state comes from the vendor. */
export type HandlePaymentEvent = (eventId: string) => Promise<void>;

type Ports = SyncPorts & {
  settlePayment: SettlePayment;
  recoverPayment: RecoverPayment;
  /** Stores the card that a page has saved; false for any other page. */
  finishSetup: (provider: string, pageRef: string) => Promise<boolean>;
};

export function createHandlePaymentEvent(ports: Ports): HandlePaymentEvent {
  return async function handlePaymentEvent(eventId) {
    for (const event of await ports.payments.findEvents(eventId)) if (!event.handledAt) await handle(ports, event);
  };
}

async function handle(ports: Ports, event: PaymentEvent): Promise<void> {
  const { log, payments } = ports;
  const gateway = payments.providers.find(event.provider)?.gateway;
  if (!gateway) {
    log.warn({ eventId: event.id, provider: event.provider }, 'an event waits: its provider is not configured');
    return;
  }
  const kind = gateway.eventKind(event.type);
  if (kind === 'payment-changed' || kind === 'payment-failed') await settle(ports, event, kind);
  else if (kind !== null) await followPayment(ports, event, kind);
  await payments.markEventHandled(event);
}

/** Processes an event of a page, or of a payment without one. */
async function settle(ports: Ports, event: PaymentEvent, kind: EventKind): Promise<void> {
  const { finishSetup, payments, settlePayment, recoverPayment } = ports;
  const { provider, objectRef } = event;
  const attempt = await attemptOfObject(payments, event);
  if (!attempt) {
    const isPage = objectRef !== event.paymentRef;
    if (isPage && (await finishSetup(provider, objectRef))) return;
    await recoverPayment({ provider, of: isPage ? { pageRef: objectRef } : { paymentRef: objectRef } });
    return;
  }
  const settled = await settlePayment(attempt.id);
  if (kind === 'payment-failed' && settled !== 'paid') await failAttempt(ports, attempt);
}

/**
 * Processes a refund, a dispute or a warning. It may arrive before its payment is settled, and may name only its
 * charge.
 */
async function followPayment(ports: Ports, event: PaymentEvent, kind: EventKind): Promise<void> {
  const attempt = await attemptOfPayment(ports, event);
  if (!attempt) {
    ports.log.warn({ eventId: event.id, type: event.type }, 'ignored an event of an unknown payment');
    return;
  }
  if (attempt.status !== 'paid' && (await ports.settlePayment(attempt.id)) !== 'paid')
    throw new Error('the payment page does not show this payment yet: retry');
  await syncPayment(ports, attempt.id);
  if (kind === 'warning-changed') await syncFraudWarnings(ports, attempt.id);
}

async function attemptOfPayment(
  { payments, recoverPayment }: Ports,
  { provider, paymentRef: named, transactionRef }: PaymentEvent,
): Promise<Attempt | null> {
  const paymentRef =
    named ?? (transactionRef && (await payments.gatewayOf({ provider }).paymentOfTransaction(transactionRef)));
  if (!paymentRef) return null;
  return (
    (await payments.findAttemptOfPayment(provider, paymentRef)) ?? recoverPayment({ provider, of: { paymentRef } })
  );
}
