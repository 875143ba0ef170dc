import type Stripe from 'stripe';
import { openLedger, type Collection, type Document, type Ledger } from '../kit/ledger.ts';

/** Line items as sent over the wire. The SDK turns decimal strings into its own Decimal objects. */
export type WireLineItem = Omit<Stripe.LineItem, 'price'> & {
  price: Omit<Stripe.Price, 'unit_amount_decimal'> & { unit_amount_decimal: string };
};

/** Stripe's internal data of a session. */
export interface Checkout extends Document {
  line_items: WireLineItem[];
  /** The intent of this session's attempts. The session shows it once it is paid. */
  intent: string | null;
  intent_data: {
    description?: string;
    metadata?: Stripe.Metadata;
    receipt_email?: string;
    setup_future_usage?: 'off_session' | 'on_session';
    statement_descriptor?: string;
    statement_descriptor_suffix?: string;
  };
  /** The payer's last input, which fills the form again after a decline. */
  entered: { email: string; name: string } | null;
}

/** A pending 3-D Secure challenge. The card number is a test card's. */
export interface Challenge extends Document {
  session: string;
  card: PaidWith;
}

/** A card as entered on the page. */
export interface PaidWith {
  number: string;
  exp_month: number;
  exp_year: number;
  email: string;
  name: string;
}

/** What Stripe knows of a saved card. `authenticated`: its holder passed 3-D Secure when it was entered. */
export interface Vaulted extends Document {
  entered: PaidWith;
  authenticated: boolean;
}

/** How a charge's refunds end, and when a pending refund settles (milliseconds since 1970). */
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

/** One webhook delivery: an event, its number of attempts, and their result. */
export interface Delivery extends Document {
  object: 'webhook_delivery';
  event: string;
  type: string;
  status: 'pending' | 'delivered' | 'failed';
  attempts: number;
  /** The endpoint's last HTTP status, or null without a response. */
  last_status: number | null;
  last_error: string | null;
  created: number;
  delivered_at: number | null;
  /** Milliseconds since 1970, or null when the delivery is finished. */
  next_attempt_at: number | null;
}

export interface Store {
  ledger: Ledger;
  sessions: Collection<Stripe.Checkout.Session>;
  checkouts: Collection<Checkout>;
  intents: Collection<Stripe.PaymentIntent>;
  setups: Collection<Stripe.SetupIntent>;
  customers: Collection<Stripe.Customer>;
  /** The ids of customers that were deleted: Stripe knows them for good. */
  deletedCustomers: Collection<Document>;
  paymentMethods: Collection<Stripe.PaymentMethod>;
  vault: Collection<Vaulted>;
  charges: Collection<Stripe.Charge>;
  cards: Collection<Document & { refund?: 'fails_later' | 'succeeds_later' }>;
  refunds: Collection<Stripe.Refund>;
  settlements: Collection<Settlement>;
  disputes: Collection<Stripe.Dispute>;
  warnings: Collection<Stripe.Radar.EarlyFraudWarning>;
  /** The balance transactions: payments, refunds, disputes and their reversals. */
  balance: Collection<Stripe.BalanceTransaction>;
  challenges: Collection<Challenge>;
  events: Collection<Stripe.Event>;
  deliveries: Collection<Delivery>;
  answers: Collection<StoredAnswer>;
  settings: Collection<Document & { url: string }>;
  /** The names of the payment methods that are on; without a row the sandbox's own. */
  methods: Collection<Document & { on: string[] }>;
}

/** The sandbox's ledger, by kind. Stored sessions have a path as their `url`. `present` makes it a URL. */
export function openStore(dataDir: string): Store {
  const ledger = openLedger(dataDir, 'stripe');
  return {
    ledger,
    sessions: ledger.collection('sessions'),
    checkouts: ledger.collection('checkouts'),
    intents: ledger.collection('payment_intents'),
    setups: ledger.collection('setup_intents'),
    customers: ledger.collection('customers'),
    deletedCustomers: ledger.collection('deleted_customers'),
    paymentMethods: ledger.collection('payment_methods'),
    vault: ledger.collection('vault'),
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
    methods: ledger.collection('methods'),
  };
}
