import { currencies, optional, origin, text, variable, wholeNumber } from './parsers.ts';
import { DEFAULT_CURRENCY } from '../shared/money.ts';

const PAYMENT = 'Payment';
const WHOLESALE = 'Wholesale';

/** Variables of the payment vendor and of the wholesalers. */
export const VENDOR_VARIABLES = {
  CURRENCIES: variable(
    PAYMENT,
    DEFAULT_CURRENCY,
    'Currencies of the books, by three letters (ISO 4217) with commas between them. The store sells in the first; rows in the others are shown and refunded in theirs. A price in another currency than the first is shown and sold nowhere. docs/operations.md says what a change takes.',
    currencies,
  ),
  STRIPE_SECRET_KEY: optional(
    PAYMENT,
    'set by npm start',
    'Secret key of the Stripe account.',
    text(/^[sr]k_(test|live)_\w+$/, 'must be a Stripe secret key (sk_…)'),
  ),
  STRIPE_WEBHOOK_SECRET: optional(
    PAYMENT,
    'set by npm start',
    'Signing secret of the endpoint PUBLIC_URL/webhooks/stripe.',
    text(/^whsec_\S+$/, 'must be a webhook secret (whsec_…)'),
  ),
  STRIPE_API_URL: optional(PAYMENT, 'Stripe', "Another address with Stripe's API.", origin),
  STRIPE_TIMEOUT_SECONDS: variable(PAYMENT, '20', 'How long one call to Stripe may take.', wholeNumber(1, 80)),
  PAYMENT_PAGE_FRESH_SECONDS: variable(
    PAYMENT,
    '15',
    'How long a payment page that Stripe reported open is returned again without asking Stripe.',
    wholeNumber(0, 600),
  ),
  CHECKOUT_SESSION_MINUTES: variable(
    PAYMENT,
    '1380',
    'How long a payment page stays open (Stripe allows 30 minutes to 24 hours).',
    wholeNumber(31, 1_430),
  ),

  AIRALO_CLIENT_ID: optional(
    WHOLESALE,
    'set by npm start',
    'Client id at the wholesaler.',
    text(/^\S+$/, 'must not hold blanks'),
  ),
  AIRALO_CLIENT_SECRET: optional(
    WHOLESALE,
    'set by npm start',
    'Client secret at the wholesaler.',
    text(/^\S+$/, 'must not hold blanks'),
  ),
  AIRALO_API_URL: variable(WHOLESALE, 'https://partners-api.airalo.com', 'Address of the Airalo Partner API.', origin),
  ESIM_ACCESS_CODE: optional(
    WHOLESALE,
    'no orders at eSIM Access; set by npm start',
    'Access code at eSIM Access, a further wholesaler. In staging mode it is off unless its address is a sandbox on this machine, because it has no test environment.',
    text(/^[\x21-\x7e]+$/, 'must be characters without blanks'),
  ),
  ESIM_ACCESS_SECRET_KEY: optional(
    WHOLESALE,
    'no orders at eSIM Access; set by npm start',
    'Secret key at eSIM Access, which signs each call; required with ESIM_ACCESS_CODE.',
    text(/^\S+$/, 'must not hold blanks'),
  ),
  ESIM_ACCESS_API_URL: variable(WHOLESALE, 'https://api.esimaccess.com', 'Address of the eSIM Access API.', origin),
  WHOLESALE_CALL_TIMEOUT_SECONDS: variable(
    WHOLESALE,
    '30',
    'How long one call to the wholesaler may take; keep it below the window.',
    wholeNumber(1, 120),
  ),
  WHOLESALE_TIMEOUT_WINDOW_SECONDS: variable(
    WHOLESALE,
    '90',
    'After an order whose outcome is unknown, how long to wait before searching for it and, if it is not there, ordering again.',
    wholeNumber(1, 3_600),
  ),
  WHOLESALE_LOW_BALANCE: variable(
    WHOLESALE,
    '200',
    'Below this prepaid balance at a wholesaler, in whole units of the currency in which it bills (US dollars), a warning is logged every hour.',
    wholeNumber(0, 10_000_000),
  ),
  FULFILMENT_DEADLINE_SECONDS: variable(
    WHOLESALE,
    '1800',
    'How long a paid order may wait for its eSIM before it is refunded.',
    wholeNumber(1, 86_400),
  ),
  FULFILMENT_FIRST_RETRY_SECONDS: variable(
    WHOLESALE,
    '5',
    'Pause before the second try; each further pause is twice as long.',
    wholeNumber(1, 600),
  ),
  FULFILMENT_LONGEST_RETRY_SECONDS: variable(
    WHOLESALE,
    '300',
    'The longest pause between two tries.',
    wholeNumber(1, 3_600),
  ),
  WHOLESALE_PRICE_MAX_AGE_MINUTES: variable(
    WHOLESALE,
    '5',
    'Maximum age of the net price that is checked before ordering; an older one is read again. All are read every hour, and after the payment of an order of several eSIMs.',
    wholeNumber(0, 1_440),
  ),
  WHOLESALE_MAX_LOSS_CENTS: variable(
    WHOLESALE,
    '100',
    'Accepted loss per eSIM, in cents (of US dollars; of another currency, where the order has it), beyond what the buyer paid. Above it the order is held and listed, and refunded at the deadline.',
    wholeNumber(0, 100_000),
  ),
  WHOLESALE_PRICE_PROOF_SECONDS: variable(
    WHOLESALE,
    '3',
    'A package without a charge as quoted in the last minute is ordered once first. ESIMs of other orders wait for that charge at most this long; those of the same order until the call ends or times out.',
    wholeNumber(0, 120),
  ),
  WHOLESALE_MAX_ORDER_LOSS_CENTS: variable(
    WHOLESALE,
    '300',
    'Accepted loss per order in cents, over all its eSIMs. What exceeds it is held.',
    wholeNumber(0, 1_000_000),
  ),
  WHOLESALE_MAX_PACKAGE_LOSS_CENTS: variable(
    WHOLESALE,
    '2000',
    'Accepted loss per package and day (UTC) in cents, over all orders. What exceeds it is held.',
    wholeNumber(0, 10_000_000),
  ),
  WHOLESALE_MAX_DAY_LOSS_CENTS: variable(
    WHOLESALE,
    '10000',
    'Accepted loss of the store per day (UTC) in cents, in each currency by itself. What exceeds it is held.',
    wholeNumber(0, 100_000_000),
  ),
  REPLACE_WITHOUT_OPERATOR_MAX_CENTS: variable(
    WHOLESALE,
    '0',
    'The highest net price, in cents, of a new eSIM for a buyer who changed the phone that the store orders without an operator: only where the wholesaler reports the old profile as deleted, or ends it. The limits of loss per order, package and day hold. 0: an operator confirms each (`replacement approve`).',
    wholeNumber(0, 100_000),
  ),
  ESIM_USAGE_MAX_AGE_MINUTES: variable(
    WHOLESALE,
    '20',
    'Maximum age of the shown usage before the wholesaler is asked again.',
    wholeNumber(0, 1_440),
  ),
} as const;
