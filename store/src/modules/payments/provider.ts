import type { Locale } from '../../shared/locale.ts';
import type { Money } from '../../shared/money.ts';
import type { PaymentMethods } from './types.ts';

/**
 * Port to a payment provider; an adapter implements it (docs/guides/a-payment-provider.md). Names and states of the
 * provider's own stay in the adapter. Every call throws `payment-unavailable` when its outcome is unknown.
 */
export type PaymentGateway = {
  /**
   * Opens a hosted payment page. `attemptId` is the idempotency key: a repeated call returns the same page. Throws
   * `payment-unavailable` (outcome unknown: retry with the same key) or `payment-refused` (the provider refused, and
   * repeats that for this key).
   */
  openPage(request: PageRequest): Promise<{ pageRef: string; url: string }>;
  /** The current state of the payment of a page. */
  page(pageRef: string): Promise<PaymentState>;
  /** Closes an open page permanently; returns its state (it may have been paid meanwhile). */
  closePage(pageRef: string): Promise<PaymentState>;
  /** Charges of saved cards; null: the provider makes none. */
  charges: Charges | null;
  /** Cards that the provider keeps for our customers; null: it keeps none. */
  savedCards: SavedCards | null;
  /** The payment of an event or of the provider's ledger; null when the provider has none. */
  find(of: PaymentReference): Promise<PaymentState | null>;
  /** Makes a refund. `label.refundId` is the idempotency key. The label is stored in the provider's record. */
  refund(request: { paymentRef: string; amount: Money; label: RefundLabel }): Promise<RefundOutcome>;
  /** Replaces the label of a refund at the provider. */
  labelRefund(vendorId: string, label: RefundLabel): Promise<void>;
  /** All refunds of a payment, ours and those from the provider's dashboard. */
  refundsOf(paymentRef: string): Promise<RefundState[]>;
  /** All disputes and inquiries of a payment. */
  disputesOf(paymentRef: string): Promise<DisputeState[]>;
  /** All early fraud warnings of a payment. */
  warningsOf(paymentRef: string): Promise<FraudWarningState[]>;
  /** The payment of a transaction that an event names; null when there is none. */
  paymentOfTransaction(transactionRef: string): Promise<string | null>;
  /** How buyers can pay on the payment page, as the merchant's account is configured. */
  methods(): Promise<PaymentMethods>;
  /**
   * Verifies the signature over the raw bytes. `header` reads a header of the request. Throws `invalid-signature`
   * (missing, forged, stale, from the future), `invalid-input`.
   */
  verifyEvent(rawBody: Buffer, header: (name: string) => string | undefined): GatewayEvent;
  /** The kind of an event, by the provider's own type; null for one that the store ignores. */
  eventKind(type: string): EventKind | null;
};

/** Charges of saved cards, without a page. */
export type Charges = {
  /**
   * Charges a saved card while its holder is away. `attemptId` is the idempotency key, as for a page. A declined card, one
   * that needs its holder, and one that is gone are states (`failed`).
   * Throws `payment-unavailable` or `payment-refused`, as `openPage`.
   */
  charge(request: ChargeRequest): Promise<PaymentState>;
  /** The payment that was made for this attempt; null when the provider has none. */
  ofAttempt(of: { attemptId: string; customerRef: string }): Promise<PaymentState | null>;
  /** The references of the charges of a customer's cards since this time, also of those that failed. */
  ofCustomer(of: { customerRef: string; since: Date }): Promise<string[]>;
};

/** Cards that the provider keeps. Every call throws `payment-unavailable` when its outcome is unknown. */
export type SavedCards = {
  /** `key` is the idempotency key: a repeated call returns the same customer. */
  createCustomer(of: { accountId: string; key: string }): Promise<{ customerRef: string }>;
  /**
   * Opens a hosted page that saves a card and charges nothing. `setupId` is the idempotency key. Throws
   * `payment-refused` when the provider refuses, for a customer that is gone too.
   */
  openSetup(request: SetupRequest): Promise<{ pageRef: string; url: string }>;
  /** What became of such a page. `card` is null until it is done. */
  setup(pageRef: string): Promise<{ status: 'open' | 'done' | 'expired'; card: KeptCard | null }>;
  cardsOf(customerRef: string): Promise<KeptCard[] | 'no-customer'>;
  /** Removes a card. One that is gone already is fine. */
  remove(methodRef: string): Promise<void>;
  /** Removes a customer with its cards. One that is gone already is fine. */
  removeCustomer(customerRef: string): Promise<void>;
};

export type SetupRequest = {
  setupId: string;
  customerRef: string;
  locale: Locale;
  successUrl: string;
  cancelUrl: string;
};

/** A card that the provider keeps. `brand`: the provider's own lower-case name, such as `visa`. */
export type KeptCard = { methodRef: string; brand: string; last4: string; expMonth: number; expYear: number };

/** A payment by the id of its page, or by its own. */
export type PaymentReference = { pageRef: string } | { paymentRef: string };

export type PageRequest = {
  attemptId: string;
  orderId: string;
  /** The items of the payment page, one per line. */
  items: { name: string; description: string; price: Money }[];
  email: string;
  locale: Locale;
  successUrl: string;
  cancelUrl: string;
  expiresAt: Date;
  /** The customer for whom the page saves the card; null: it saves none. */
  saveFor: { customerRef: string } | null;
};

export type ChargeRequest = {
  attemptId: string;
  orderId: string;
  customerRef: string;
  /** The provider's reference of the saved card. */
  methodRef: string;
  amount: Money;
};

/** The state of one payment at its provider: on a hosted page, or a charge of a saved card. */
export type PaymentState = {
  /** Null for a charge of a saved card. */
  pageRef: string | null;
  /** Null while the provider has no payment for the page. */
  paymentRef: string | null;
  /** `open`: it can still be paid, or is in progress. `failed`: a charge that was declined. */
  status: 'open' | 'paid' | 'expired' | 'failed';
  /** The address of the page. */
  url: string | null;
  total: { amount: number | null; currency: string | null };
  /** Our ids, as the provider keeps them with the payment; null for one that is not ours. */
  orderId: string | null;
  attemptId: string | null;
  /** `country`: of the bank that issued it (ISO 3166-1); null: the provider does not say. */
  card: { brand: string; last4: string; country: string | null } | null;
  /** Why a charge failed; null for any other payment. */
  fault: ChargeFault | null;
  /** The card that the page of a paid payment has saved; null: it saved none. */
  kept: (KeptCard & { customerRef: string }) | null;
};

/**
 * `authentication-required`: the bank wants to hear its holder, who can pay on a page. `card-gone`: the card, or its
 * customer, was removed at the provider.
 */
export type ChargeFault = 'authentication-required' | 'declined' | 'card-gone';

/**
 * The lines of a refund: the rest of the order, or cents by line number (from 1; empty: it is for no line). Null when
 * that is not known.
 */
export type RefundLines = 'all' | Readonly<Record<number, number>> | null;

export type RefundReason = 'fulfilment_failed' | 'duplicate_payment' | 'requested';

/** What our books know about a refund. It is stored at the provider, so that a restored database can read it back. */
export type RefundLabel = {
  refundId: string;
  orderId: string;
  origin: 'ours' | 'vendor';
  reason: RefundReason;
  lines: RefundLines;
  /** Of a refund of one line: cents of its price that stay paid for use. */
  kept: number;
  /** True when it failed and an operator settled it another way. */
  closed: boolean;
};

export type RefundState = {
  vendorId: string;
  /** Our id for a refund of ours, otherwise null. */
  refundId: string | null;
  /** The rest of its label; null, 0 and false where it has none. */
  reason: RefundReason | null;
  lines: RefundLines;
  kept: number;
  closed: boolean;
  /** In the currency of the payment. */
  amount: number;
  status: 'pending' | 'succeeded' | 'failed';
  /** The provider's code for the failure. */
  fault: string | null;
  /** The reference with which the buyer's bank finds it; the network gives it days after the refund was made. */
  bankReference: string | null;
  createdAt: Date;
};

/**
 * The outcome of a refund request. `refused`: the provider made none, gives a code, and repeats that for this key.
 * `disputed`: the same, because a dispute withholds the money. `key-used`: the key was used with other parameters, by
 * an older version of the store.
 */
export type RefundOutcome =
  | { kind: 'made'; refund: RefundState }
  | { kind: 'refused' | 'disputed' | 'key-used'; fault: string };

/** A dispute at the provider. */
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
  /** The currency of both, which is that of the merchant's account; null: that of the dispute. */
  withdrawnCurrency: string | null;
  openedAt: Date;
};

/** An early fraud warning at the provider. */
export type FraudWarningState = { vendorId: string; fraudType: string; actionable: boolean; openedAt: Date };

/**
 * What an event is about. `payment-changed`: a page or a charge was paid, or ended. `payment-failed`: a payment that was
 * in progress after its page was left did not succeed.
 */
export type EventKind = 'payment-changed' | 'payment-failed' | 'refund-changed' | 'dispute-changed' | 'warning-changed';

/** A verified webhook event, reduced to the fields we use. The state itself is always read from the provider. */
export type GatewayEvent = {
  id: string;
  /** The provider's own type. */
  type: string;
  /** The object: the page, or for a payment without a page the payment itself. */
  objectRef: string;
  /** The payment, if the object is one or names one. */
  paymentRef: string | null;
  /** A transaction of the payment, if the object is one or names one. */
  transactionRef: string | null;
};
