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
  /** Gives money back in full. `refundId` is the idempotency key and is kept in the vendor's metadata. */
  refund(request: { refundId: string; paymentIntentId: string; orderId: string; amount: Money }): Promise<RefundState>;
  /** Refunds of a payment, ours and those made at the vendor's desk. */
  refundsOf(paymentIntentId: string): Promise<RefundState[]>;
  /** Checks the signature over the raw bytes. Throws `invalid-signature` when it is missing, forged or stale. */
  verifyEvent(rawBody: Buffer, signature: string | undefined): GatewayEvent;
};

export type SessionRequest = {
  attemptId: string;
  orderId: string;
  total: Money;
  productName: string;
  productDescription: string;
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
};

/** A verified webhook event, reduced to what we act on; the state itself is always read from the vendor. */
export type GatewayEvent = { id: string; type: string; objectId: string; relatedId: string | null };

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
] as const;
