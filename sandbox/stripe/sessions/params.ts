import type Stripe from 'stripe';
import * as z from 'zod';
import { boolean, email, expandable, integer, metadata, text } from '../wire/params.ts';

type Create = Stripe.Checkout.SessionCreateParams;

/** Every currency, in small letters. */
export const CURRENCIES = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));

/** Checkout's languages. The payment page has English and French. The others show English. */
const LOCALES = [
  'auto',
  'bg',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'en-GB',
  'es',
  'es-419',
  'et',
  'fi',
  'fil',
  'fr',
  'fr-CA',
  'hi-IN',
  'hr',
  'hu',
  'id',
  'it',
  'ja',
  'ko',
  'lt',
  'lv',
  'ms',
  'mt',
  'nb',
  'nl',
  'pl',
  'pt',
  'pt-BR',
  'ro',
  'ru',
  'sk',
  'sl',
  'sv',
  'th',
  'tr',
  'vi',
  'zh',
  'zh-HK',
  'zh-TW',
] as const;

const url = text().refine(isWebAddress, { error: 'Not a valid URL' });

/** A feature of Stripe that this sandbox supports only when it is off. */
const off = z.strictObject({ enabled: z.enum(['false']) }).optional();

/** POST /v1/checkout/sessions, with the parameters that this sandbox supports. */
export const sessionParams = z.strictObject({
  mode: z.enum(['payment', 'setup']),
  line_items: z
    .array(
      z.strictObject({
        price_data: z.strictObject({
          currency: z
            .string()
            .toLowerCase()
            .refine((code) => CURRENCIES.has(code), { error: (issue) => `Invalid currency: ${String(issue.input)}` }),
          unit_amount: integer(0, 99_999_999),
          tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
          product_data: z.strictObject({
            name: text().min(1),
            description: text().min(1).optional(),
            images: z.array(url).max(8).optional(),
            metadata: metadata.optional(),
            tax_code: text().optional(),
          }),
        }),
        quantity: integer(1, 999_999),
      }),
    )
    .min(1)
    .max(100)
    .optional(),
  success_url: url,
  cancel_url: url.optional(),
  expires_at: integer(0).optional(),
  currency: z
    .string()
    .toLowerCase()
    .refine((code) => CURRENCIES.has(code), { error: (issue) => `Invalid currency: ${String(issue.input)}` })
    .optional(),
  customer: text().min(1).optional(),
  customer_email: email.optional(),
  customer_creation: z.enum(['if_required']).optional(),
  client_reference_id: text(200).optional(),
  metadata: metadata.optional(),
  payment_intent_data: z
    .strictObject({
      description: text(1000).optional(),
      metadata: metadata.optional(),
      receipt_email: email.optional(),
      setup_future_usage: z.enum(['off_session', 'on_session']).optional(),
      statement_descriptor: text(22).optional(),
      statement_descriptor_suffix: text(22).optional(),
    })
    .optional(),
  setup_intent_data: z.strictObject({ description: text(1000).optional(), metadata: metadata.optional() }).optional(),
  locale: z.enum(LOCALES).optional(),
  ui_mode: z.enum(['hosted_page']).optional(),
  submit_type: z.enum(['auto', 'pay', 'book', 'donate']).optional(),
  origin_context: z.enum(['web', 'mobile_app']).optional(),
  billing_address_collection: z.enum(['auto']).optional(),
  allowed_payment_method_types: z.array(z.enum(['card'])).optional(),
  allow_promotion_codes: boolean.refine((on) => !on, { error: 'The sandbox has no promotion codes.' }).optional(),
  branding_settings: z.strictObject({ display_name: text(200).min(1) }).optional(),
  integration_identifier: text(200).optional(),
  adaptive_pricing: off,
  automatic_tax: off,
  invoice_creation: off,
  managed_payments: off,
  phone_number_collection: off,
  tax_id_collection: off,
  expand: expandable,
});

export type SessionParams = z.output<typeof sessionParams>;

/** Parameters of Stripe that this sandbox does not support. */
export const UNBUILT_SESSION_PARAMS: readonly string[] = [
  ...([
    'after_expiration',
    'consent_collection',
    'custom_fields',
    'custom_text',
    'customer_account',
    'customer_update',
    'discounts',
    'excluded_payment_method_types',
    'name_collection',
    'optional_items',
    'payment_method_collection',
    'payment_method_configuration',
    'payment_method_data',
    'payment_method_options',
    'permissions',
    'redirect_on_completion',
    'return_url',
    'saved_payment_method_options',
    'shipping_address_collection',
    'shipping_options',
    'subscription_data',
    'wallet_options',
  ] satisfies (keyof Create)[]),
  ...(
    [
      'adjustable_quantity',
      'metadata',
      'price',
      'tax_rates',
    ] satisfies (keyof Stripe.Checkout.SessionCreateParams.LineItem)[]
  ).map((name) => `line_items[][${name}]`),
  ...(
    [
      'product',
      'recurring',
      'unit_amount_decimal',
    ] satisfies (keyof Stripe.Checkout.SessionCreateParams.LineItem.PriceData)[]
  ).map((name) => `line_items[][price_data][${name}]`),
];

/** Values of Stripe that this sandbox does not support, such as `mode=subscription`. */
export const UNBUILT_SESSION_VALUES: Readonly<Record<string, readonly string[]>> = {
  mode: ['subscription'],
  ui_mode: ['elements', 'embedded_page', 'form'],
  customer_creation: ['always'],
  submit_type: ['subscribe'],
  billing_address_collection: ['required'],
};

function isWebAddress(value: string): boolean {
  const parsed = URL.parse(value);
  return parsed !== null && (parsed.protocol === 'https:' || parsed.protocol === 'http:');
}
