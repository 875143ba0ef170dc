import type { Locale } from '../../shared/locale.ts';
import type { Money } from '../../shared/money.ts';
import type { PaymentMethods } from './types.ts';

/** Port to a payment vendor; `src/adapters/stripe.ts` implements it. */
export type PaymentGateway = {
  /**
   * Opens the hosted payment page. `attemptId` is the idempotency key: a repeated call returns the same session. Throws
   * `payment-unavailable` (outcome unknown: retry with the same key) or `payment-refused` (the vendor refused, and
   * repeats that for this key).
   */
  openSession(request: SessionRequest): Promise<{ sessionId: string; url: string }>;
  /** The current state of a session. Throws `payment-unavailable`. */
  session(sessionId: string): Promise<SessionState>;
  /** The session of an event or a payment; null when the vendor has none. Throws `payment-unavailable`. */
  findSession(of: { sessionId: string } | { paymentIntentId: string }): Promise<SessionState | null>;
  /** Closes an open session permanently; returns its state (it may have been paid meanwhile). */
  expireSession(sessionId: string): Promise<SessionState>;
  /**
   * Makes a refund. `label.refundId` is the idempotency key. The label is stored in the vendor's metadata.
   */
  refund(request: { paymentIntentId: string; amount: Money; label: RefundLabel }): Promise<RefundOutcome>;
  /** Replaces the label of a refund at the vendor. */
  labelRefund(vendorId: string, label: RefundLabel): Promise<void>;
  /** All refunds of a payment, ours and those from the vendor's dashboard. */
  refundsOf(paymentIntentId: string): Promise<RefundState[]>;
  /** All disputes and inquiries of a payment. */
  disputesOf(paymentIntentId: string): Promise<DisputeState[]>;
  /** All early fraud warnings of a payment. */
  fraudWarningsOf(paymentIntentId: string): Promise<FraudWarningState[]>;
  /** The payment intent of a charge; null when there is none. Throws `payment-unavailable`. */
  intentOfCharge(chargeId: string): Promise<string | null>;
  /** How buyers can pay on the payment page, as the merchant's account is configured. Throws `payment-unavailable`. */
  methods(): Promise<PaymentMethods>;
  /**
   * Verifies the signature over the raw bytes. Throws `invalid-signature` (missing, forged, stale, from the future),
   * `invalid-input`.
   */
  verifyEvent(rawBody: Buffer, signature: string | undefined): GatewayEvent;
};

export type SessionRequest = {
  attemptId: string;
  orderId: string;
  /** The items of the payment page, one per line. */
  items: { name: string; description: string; price: Money }[];
  email: string;
  locale: Locale;
  successUrl: string;
  cancelUrl: string;
  expiresAt: Date;
};

export type SessionState = {
  sessionId: string;
  status: 'open' | 'complete' | 'expired';
  paid: boolean;
  url: string | null;
  total: { amount: number | null; currency: string | null };
  /** Our ids, as the vendor keeps them with the session; null for one that is not ours. */
  orderId: string | null;
  attemptId: string | null;
  paymentIntentId: string | null;
  card: { brand: string; last4: string } | null;
};

/**
 * The lines of a refund: the rest of the order, or cents by line number (from 1; empty: it is for no line). Null when
 * that is not known.
 */
export type RefundLines = 'all' | Readonly<Record<number, number>> | null;

export type RefundReason = 'fulfilment_failed' | 'duplicate_payment' | 'requested';

/** What our books know about a refund. It is stored at the vendor, so that a restored database can read it back. */
export type RefundLabel = {
  refundId: string;
  orderId: string;
  origin: 'ours' | 'vendor';
  reason: RefundReason;
  lines: RefundLines;
  /** True when it failed and an operator settled it another way. */
  closed: boolean;
};

export type RefundState = {
  vendorId: string;
  /** Our id for a refund of ours, otherwise null. */
  refundId: string | null;
  /** The rest of its label; null and false where it has none. */
  reason: RefundReason | null;
  lines: RefundLines;
  closed: boolean;
  amount: number;
  status: 'pending' | 'succeeded' | 'failed';
  /** The vendor's code for the failure. */
  fault: string | null;
  /** The reference with which the buyer's bank finds it; the network gives it days after the refund was made. */
  bankReference: string | null;
  createdAt: Date;
};

/**
 * The outcome of a refund request. `refused`: the vendor made none, gives a code, and repeats that for this key.
 * `disputed`: the same, because a dispute withholds the money. `key-used`: the key was used with other parameters, by
 * an older version of the store.
 */
export type RefundOutcome =
  | { kind: 'made'; refund: RefundState }
  | { kind: 'refused' | 'disputed' | 'key-used'; fault: string };

/** A dispute at the vendor. */
export type DisputeState = {
  vendorId: string;
  kind: 'inquiry' | 'dispute';
  status: string;
  outcome: 'won' | 'lost' | 'closed' | 'prevented' | null;
  reason: string;
  amount: number;
  currency: string;
  dueAt: Date | null;
  /** The amount that is withheld now, in cents, without fees. */
  withdrawnAmount: number;
  feeAmount: number;
  openedAt: Date;
};

/** An early fraud warning at the vendor. */
export type FraudWarningState = { vendorId: string; fraudType: string; actionable: boolean; openedAt: Date };

/** A verified webhook event, reduced to the fields we use. The state itself is always read from the vendor. */
export type GatewayEvent = {
  id: string;
  type: string;
  objectId: string;
  /** The payment intent, if the object names one. */
  relatedId: string | null;
  /** The charge, if the object is one or names one. */
  chargeId: string | null;
};

/** The events that are processed; others are answered with 200 and ignored. */
export const HANDLED_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'radar.early_fraud_warning.created',
  'radar.early_fraud_warning.updated',
] as const;
