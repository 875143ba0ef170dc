import type Stripe from 'stripe';
import type { TestCard } from '../cards.ts';
import { newId, now } from '../ids.ts';
import type { PaidWith } from '../store.ts';
import { NO_ADDRESS } from './session.ts';

/** A customer without cards. */
export function newCustomer(params: {
  email?: string | undefined;
  name?: string | undefined;
  description?: string | undefined;
  metadata?: Stripe.Metadata | undefined;
}): Stripe.Customer {
  return {
    id: newId('cus', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: now(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: params.description ?? null,
    discount: null,
    email: params.email ?? null,
    invoice_prefix: newId('', 8).slice(1).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: params.metadata ?? {},
    name: params.name ?? null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
}

/** A card that was entered on a page; `customer` null: it is used once. */
export function newPaymentMethod(card: TestCard, entered: PaidWith, customer: string | null): Stripe.PaymentMethod {
  return {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: customer === null ? 'unspecified' : 'limited',
    billing_details: { address: NO_ADDRESS, email: entered.email, name: entered.name, phone: null, tax_id: null },
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: card.country,
      display_brand: card.brand,
      exp_month: entered.exp_month,
      exp_year: entered.exp_year,
      fingerprint: `sandbox${card.number.slice(-9)}`,
      funding: card.funding,
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: now(),
    customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
}

/** What saves the card of a session without a purchase. */
export function newSetupIntent(
  customer: string | null,
  data: { description?: string; metadata?: Stripe.Metadata },
): Stripe.SetupIntent {
  const id = newId('seti');
  return {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_${newId('secret', 25)}`,
    created: now(),
    customer,
    customer_account: null,
    description: data.description ?? null,
    excluded_payment_method_types: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: data.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: { card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: 'off_session',
  };
}
