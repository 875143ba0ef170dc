import type { Locale } from '../../shared/locale.ts';
import type { Money } from '../../shared/money.ts';

/** What payments needs from a payment vendor; `src/adapters/stripe.ts` fills it. */
export type PaymentGateway = {
  /**
   * Opens the hosted payment page. `attemptId` is the idempotency key: the same call again answers with the same session.
   * Throws `payment-unavailable` (nothing is known: ask again with the same key) or `payment-refused` (the vendor answered
   * with a fault that it will repeat for this key).
   */
  openSession(request: SessionRequest): Promise<{ sessionId: string; url: string }>;
  /** How a session stands now. Throws `payment-unavailable`. */
  session(sessionId: string): Promise<SessionState>;
  /** Closes an open session for good; answers how it stands then (it may have been paid meanwhile). */
  expireSession(sessionId: string): Promise<SessionState>;
  /** Gives money back. `refundId` is the idempotency key and is kept in the vendor's metadata. */
  refund(request: {
    refundId: string;
    paymentIntentId: string;
    orderId: string;
    amount: Money;
  }): Promise<RefundOutcome>;
  /** All refunds of a payment, ours and those made at the vendor's desk. */
  refundsOf(paymentIntentId: string): Promise<RefundState[]>;
  /** All disputes and inquiries of a payment. */
  disputesOf(paymentIntentId: string): Promise<DisputeState[]>;
  /** All early fraud warnings of a payment. */
  fraudWarningsOf(paymentIntentId: string): Promise<FraudWarningState[]>;
  /** The payment that an event names by intent or by charge, and our attempt in its metadata; null when there is none. */
  findPayment(related: {
    paymentIntentId: string | null;
    chargeId: string | null;
  }): Promise<{ paymentIntentId: string; attemptId: string | null } | null>;
  /** Checks the signature over the raw bytes. Throws `invalid-signature` (missing, forged, stale, from the future), `invalid-input`. */
  verifyEvent(rawBody: Buffer, signature: string | undefined): GatewayEvent;
};

export type SessionRequest = {
  attemptId: string;
  orderId: string;
  /** What is paid for, a line each. */
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
  attemptId: string | null;
  paymentIntentId: string | null;
  card: { brand: string; last4: string } | null;
};

export type RefundState = {
  vendorId: string;
  /** Our id, when the refund is one of ours. */
  refundId: string | null;
  amount: number;
  status: 'pending' | 'succeeded' | 'failed';
  /** The vendor's code for why it failed. */
  fault: string | null;
  createdAt: Date;
};

/**
 * How asking for a refund went. `refused`: the vendor made none, says why in a code, and repeats that for this key.
 * `disputed`: the same, because a dispute holds the money.
 */
export type RefundOutcome = { kind: 'made'; refund: RefundState } | { kind: 'refused' | 'disputed'; fault: string };

/** A dispute as the vendor has it. */
export type DisputeState = {
  vendorId: string;
  kind: 'inquiry' | 'dispute';
  status: string;
  outcome: 'won' | 'lost' | 'closed' | 'prevented' | null;
  reason: string;
  amount: number;
  currency: string;
  dueAt: Date | null;
  /** Held back because of it now, in cents, without fees. */
  withdrawnAmount: number;
  feeAmount: number;
  openedAt: Date;
};

/** An early fraud warning as the vendor has it. */
export type FraudWarningState = { vendorId: string; fraudType: string; actionable: boolean; openedAt: Date };

/** A verified webhook event, reduced to what we act on; the state itself is always read from the vendor. */
export type GatewayEvent = {
  id: string;
  type: string;
  objectId: string;
  /** The payment intent, where the object names one. */
  relatedId: string | null;
  /** The charge, where the object is one or names one. */
  chargeId: string | null;
};

/** The events we act on; others are answered 200 and forgotten. */
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
