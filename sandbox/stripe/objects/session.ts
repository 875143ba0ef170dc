import type Stripe from 'stripe';
import { newId, now } from '../ids.ts';
import type { SessionParams } from '../sessions/params.ts';
import type { WireLineItem } from '../store.ts';

/** An empty address. */
export const NO_ADDRESS = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

/** One line item of a Checkout Session, with the price that Stripe creates from `price_data`. */
export function lineItem(line: NonNullable<SessionParams['line_items']>[number]): WireLineItem {
  const { currency, unit_amount, tax_behavior, product_data } = line.price_data;
  const total = unit_amount * line.quantity;
  return {
    id: newId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: total,
    amount_tax: 0,
    amount_total: total,
    currency,
    description: product_data.name,
    metadata: {},
    price: {
      id: newId('price'),
      object: 'price',
      active: false,
      billing_scheme: 'per_unit',
      created: now(),
      currency,
      custom_unit_amount: null,
      livemode: false,
      lookup_key: null,
      metadata: {},
      nickname: null,
      product: newId('prod', 14),
      recurring: null,
      tax_behavior: tax_behavior ?? 'unspecified',
      tiers_mode: null,
      transform_quantity: null,
      type: 'one_time',
      unit_amount,
      unit_amount_decimal: String(unit_amount),
    },
    quantity: line.quantity,
  };
}

/** What the sandbox does not have: its state in every session. */
const UNBUILT = {
  adaptive_pricing: { enabled: false },
  after_expiration: null,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
  customer_account: null,
  discounts: [],
  invoice: null,
  invoice_creation: {
    enabled: false,
    invoice_data: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: null,
      metadata: {},
      rendering_options: null,
    },
  },
  livemode: false,
  managed_payments: { enabled: false },
  payment_link: null,
  payment_method_configuration_details: null,
  permissions: null,
  phone_number_collection: { enabled: false },
  recovered_from: null,
  saved_payment_method_options: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  subscription: null,
  wallet_options: null,
} satisfies Partial<Stripe.Checkout.Session>;

/** An open session. Its `url` is the path of the payment page. `setup`: of a session in `setup` mode, which has no amount. */
export function newSession(
  params: SessionParams,
  lines: readonly WireLineItem[],
  { expiresAt, setup }: { expiresAt: number; setup: string | null },
): Stripe.Checkout.Session {
  const id = newId('cs_test', 58);
  const sum = lines.reduce((total, line) => total + line.amount_total, 0);
  const total = setup === null ? sum : null;
  return {
    ...UNBUILT,
    id,
    object: 'checkout.session',
    allow_promotion_codes: params.allow_promotion_codes ?? null,
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount_subtotal: total,
    amount_total: total,
    billing_address_collection: params.billing_address_collection ?? null,
    ...(params.branding_settings ? { branding_settings: branding(params.branding_settings.display_name) } : {}),
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    created: now(),
    currency: lines[0]?.currency ?? params.currency ?? null,
    customer: params.customer ?? null,
    customer_creation: setup === null && !params.customer ? (params.customer_creation ?? 'if_required') : null,
    customer_details: params.customer_email ? customerDetails(params.customer_email, null) : null,
    customer_email: params.customer_email ?? null,
    expires_at: expiresAt,
    integration_identifier: params.integration_identifier ?? null,
    locale: params.locale ?? null,
    metadata: params.metadata ?? {},
    mode: params.mode,
    origin_context: params.origin_context ?? null,
    payment_intent: null,
    payment_method_collection: setup === null ? 'if_required' : 'always',
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    payment_status: setup === null ? 'unpaid' : 'no_payment_required',
    setup_intent: setup,
    status: 'open',
    submit_type: params.submit_type ?? null,
    success_url: params.success_url,
    total_details: setup === null ? { amount_discount: 0, amount_shipping: 0, amount_tax: 0 } : null,
    ui_mode: 'hosted_page',
    url: `/c/pay/${id}`,
  };
}

function branding(displayName: string): Stripe.Checkout.Session.BrandingSettings {
  return {
    background_color: '#ffffff',
    border_style: 'rounded',
    button_color: '#0074d4',
    display_name: displayName,
    font_family: 'default',
    icon: null,
    logo: null,
  };
}

/** The payer. `name` is null while the session is open. */
export function customerDetails(email: string, name: string | null): Stripe.Checkout.Session.CustomerDetails {
  return {
    address: name === null ? null : NO_ADDRESS,
    business_name: null,
    email,
    individual_name: null,
    name,
    phone: null,
    tax_exempt: 'none',
    tax_ids: name === null ? null : [],
  };
}
