import type Stripe from 'stripe';
import { newId, now } from './ids.ts';
import type { Store } from './store.ts';
import { API_VERSION } from './wire/version.ts';

/** The event types of this sandbox. */
export type EventType =
  | 'checkout.session.completed'
  | 'checkout.session.expired'
  | 'payment_intent.succeeded'
  | 'payment_intent.payment_failed'
  | 'setup_intent.succeeded'
  | 'setup_intent.setup_failed'
  | 'customer.created'
  | 'customer.deleted'
  | 'payment_method.attached'
  | 'payment_method.automatically_updated'
  | 'payment_method.detached'
  | 'charge.succeeded'
  | 'charge.failed'
  | 'charge.refunded'
  | 'refund.created'
  | 'refund.updated'
  | 'refund.failed'
  | 'charge.dispute.created'
  | 'charge.dispute.updated'
  | 'charge.dispute.closed'
  | 'charge.dispute.funds_withdrawn'
  | 'charge.dispute.funds_reinstated'
  | 'radar.early_fraud_warning.created'
  | 'radar.early_fraud_warning.updated';

/** The API request that caused an event. Both are null when there was none. */
export interface Cause {
  id: string | null;
  idempotency_key: string | null;
}

export const NOBODY: Cause = { id: null, idempotency_key: null };

/** Records an event and queues its delivery. Call it inside the transaction of the change. */
export type Emit = (type: EventType, object: object, cause: Cause, previous?: object) => void;

/** `written` runs after each recorded event, inside the transaction. It may only schedule. */
export function createEmit(store: Store, written: () => void): Emit {
  return (type, object, request, previous) => {
    const event = {
      id: newId('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: now(),
      data: { object, ...(previous ? { previous_attributes: previous } : {}) },
      livemode: false,
      pending_webhooks: 1,
      request,
      type,
    } as Stripe.Event;
    store.events.put(event);
    queueDelivery(store, event);
    written();
  };
}

/** Queues another delivery of an event, due at once unless `held` (then the caller sends it). */
export function queueDelivery(store: Store, event: Stripe.Event, held = false) {
  return store.deliveries.put({
    id: newId('whd'),
    object: 'webhook_delivery',
    event: event.id,
    type: event.type,
    status: 'pending',
    attempts: 0,
    last_status: null,
    last_error: null,
    created: now(),
    delivered_at: null,
    next_attempt_at: held ? null : Date.now(),
  });
}
