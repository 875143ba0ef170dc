import Stripe from 'stripe';
import type { EventKind, GatewayEvent } from '../../modules/payments/provider.ts';
import { CHARGE_KIND } from './cards.ts';
import { AppError } from '../../shared/errors.ts';

/** The events that the store processes, as an endpoint must be sent them; others are answered with 200 and ignored. */
const KINDS: Readonly<Record<string, EventKind>> = {
  'checkout.session.completed': 'payment-changed',
  'checkout.session.async_payment_succeeded': 'payment-changed',
  'checkout.session.async_payment_failed': 'payment-failed',
  'checkout.session.expired': 'payment-changed',
  'payment_intent.succeeded': 'payment-changed',
  'payment_intent.payment_failed': 'payment-changed',
  'charge.refunded': 'refund-changed',
  'refund.created': 'refund-changed',
  'refund.updated': 'refund-changed',
  'refund.failed': 'refund-changed',
  'charge.dispute.created': 'dispute-changed',
  'charge.dispute.updated': 'dispute-changed',
  'charge.dispute.closed': 'dispute-changed',
  'charge.dispute.funds_withdrawn': 'dispute-changed',
  'charge.dispute.funds_reinstated': 'dispute-changed',
  'radar.early_fraud_warning.created': 'warning-changed',
  'radar.early_fraud_warning.updated': 'warning-changed',
};

export const HANDLED_EVENTS: readonly string[] = Object.keys(KINDS);

export const eventKind = (type: string): EventKind | null => (Object.hasOwn(KINDS, type) ? KINDS[type]! : null);

/** Accepted clock difference of a signature, in both directions. */
const TOLERANCE_SECONDS = 300;

/**
 * Verifies the signature and reads the event. `now`: milliseconds for the age of a signature. Throws `invalid-signature`,
 * `invalid-input`.
 */
export function verifyEvent(
  { rawBody, signature }: { rawBody: Buffer; signature: string | undefined },
  settings: { webhookSecret: string; now: () => number },
): GatewayEvent {
  // The SDK takes the last of several `t`, and refuses only old ones.
  const [signedAt, ...others] = timesIn(signature);
  if (signedAt === undefined || others.length > 0) throw new AppError('invalid-signature');
  const now = settings.now();
  if (!(signedAt <= now / 1000 + TOLERANCE_SECONDS)) throw new AppError('invalid-signature');
  let event: Stripe.Event;
  try {
    event = Stripe.webhooks.constructEvent(
      rawBody,
      signature ?? '',
      settings.webhookSecret,
      TOLERANCE_SECONDS,
      undefined,
      now,
    );
  } catch {
    throw new AppError('invalid-signature');
  }
  return toEvent(event);
}

/** Every `t` of a signature header, in seconds; NaN for one that is no time. */
const timesIn = (signature = '') =>
  signature
    .split(',')
    .map((item) => item.split('='))
    .filter(([name]) => name?.trim() === 't')
    .map((item) => (item.length === 2 && /^\d{1,12}$/.test(item[1]!) ? Number(item[1]) : Number.NaN));

/** Reads the fields that are used. Throws `invalid-input` for a signed body that is not an event. */
function toEvent(event: unknown): GatewayEvent {
  const { id, type, data } = (event ?? {}) as { id?: unknown; type?: unknown; data?: { object?: unknown } };
  const object = (data?.object ?? {}) as Record<string, unknown>;
  const [eventId, eventType] = [textOf(id), textOf(type)];
  if (eventId === null || eventType === null) throw new AppError('invalid-input', { field: 'id' });
  const objectId = textOf(object['id']);
  const isPayment = object['object'] === 'payment_intent';
  return {
    id: eventId,
    type: isPayment && !isOfCharge(object) ? `${eventType} of a page` : eventType,
    objectRef: objectId ?? '',
    paymentRef: isPayment ? objectId : textOf(idIn(object['payment_intent'])),
    transactionRef: object['object'] === 'charge' ? objectId : textOf(idIn(object['charge'])),
  };
}

/** A charge of a saved card. The payment of a page has events of the page, which say the same. */
const isOfCharge = ({ metadata }: Record<string, unknown>) =>
  (metadata as { kind?: unknown } | null | undefined)?.kind === CHARGE_KIND;

/**
 * An id or a name as received; null without one. Throws `invalid-input` for values that no vendor sends and PostgreSQL
 * cannot store.
 */
function textOf(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string' || value.length > 255 || /\p{Cc}/u.test(value)) throw new AppError('invalid-input');
  return value;
}

const idIn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? (value as { id?: unknown }).id : value;
