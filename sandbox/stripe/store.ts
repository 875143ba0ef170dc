import type Stripe from 'stripe';
import { openLedger, type Collection, type Document, type Ledger } from '../kit/ledger.ts';

/** Line items as they travel: the SDK turns decimal texts into its own Decimal objects. */
export type WireLineItem = Omit<Stripe.LineItem, 'price'> & {
  price: Omit<Stripe.Price, 'unit_amount_decimal'> & { unit_amount_decimal: string };
};

/** What Stripe knows of a session and does not show in it. */
export interface Checkout extends Document {
  line_items: WireLineItem[];
  /** The intent of this session's attempts; the session shows it once it is paid. */
  intent: string | null;
  intent_data: {
    description?: string;
    metadata?: Stripe.Metadata;
    receipt_email?: string;
    statement_descriptor?: string;
    statement_descriptor_suffix?: string;
  };
  /** What the payer entered last, to fill the form again after a decline. */
  entered: { email: string; name: string } | null;
}

/** A 3-D Secure step that waits for its card holder. The card's number is a test card's. */
export interface Challenge extends Document {
  session: string;
  card: PaidWith;
}

/** A card as it was entered on the page. */
export interface PaidWith {
  number: string;
  exp_month: number;
  exp_year: number;
  email: string;
  name: string;
}

/** What a charge's card does with refunds, and when a waiting refund settles (milliseconds since 1970). */
export interface Settlement extends Document {
  to: 'succeeded' | 'failed';
  at: number;
}

export interface StoredAnswer extends Document {
  fingerprint: string;
  status: number;
  body: unknown;
  created: number;
}

/** One webhook message to the endpoint: an event, how often it was tried, and how that went. */
export interface Delivery extends Document {
  object: 'webhook_delivery';
  event: string;
  type: string;
  status: 'pending' | 'delivered' | 'failed';
  attempts: number;
  /** The endpoint's last HTTP status; null when it gave none. */
  last_status: number | null;
  last_error: string | null;
  created: number;
  delivered_at: number | null;
  /** Milliseconds since 1970; null when nothing more will be sent. */
  next_attempt_at: number | null;
}

export interface Store {
  ledger: Ledger;
  sessions: Collection<Stripe.Checkout.Session>;
  checkouts: Collection<Checkout>;
  intents: Collection<Stripe.PaymentIntent>;
  charges: Collection<Stripe.Charge>;
  cards: Collection<Document & { refund?: 'fails_later' | 'succeeds_later' }>;
  refunds: Collection<Stripe.Refund>;
  settlements: Collection<Settlement>;
  disputes: Collection<Stripe.Dispute>;
  warnings: Collection<Stripe.Radar.EarlyFraudWarning>;
  /** What moved the account's balance: payments, refunds, disputes, and what was taken back of them. */
  balance: Collection<Stripe.BalanceTransaction>;
  challenges: Collection<Challenge>;
  events: Collection<Stripe.Event>;
  deliveries: Collection<Delivery>;
  answers: Collection<StoredAnswer>;
  settings: Collection<Document & { url: string }>;
}

/** The sandbox's ledger, by kind. Sessions are stored with their path for `url`; `present` makes it an address. */
export function openStore(dataDir: string): Store {
  const ledger = openLedger(dataDir, 'stripe');
  return {
    ledger,
    sessions: ledger.collection('sessions'),
    checkouts: ledger.collection('checkouts'),
    intents: ledger.collection('payment_intents'),
    charges: ledger.collection('charges'),
    cards: ledger.collection('cards'),
    refunds: ledger.collection('refunds'),
    settlements: ledger.collection('settlements'),
    disputes: ledger.collection('disputes'),
    warnings: ledger.collection('early_fraud_warnings'),
    balance: ledger.collection('balance_transactions'),
    challenges: ledger.collection('challenges'),
    events: ledger.collection('events'),
    deliveries: ledger.collection('deliveries'),
    answers: ledger.collection('answers'),
    settings: ledger.collection('settings'),
  };
}
