import type Stripe from 'stripe';
import * as z from 'zod';
import { book } from './balance.ts';
import { cardFor, DECLINES, type Decline, type TestCard } from './cards.ts';
import { findCustomer } from './customers.ts';
import type { Cause } from './events.ts';
import { newCharge, newIntent } from './objects/payment.ts';
import { failedIntent, raise } from './payments.ts';
import type { Vaulted } from './store.ts';
import { CURRENCIES } from './sessions/params.ts';
import { cardRefused, invalid, missing, type StripeFailure } from './wire/errors.ts';
import { expandable, integer, metadata, text } from './wire/params.ts';
import type { World } from './world.ts';

/** POST /v1/payment_intents: a charge of a saved card while its holder is away. */
export const chargeParams = z.strictObject({
  amount: integer(1, 99_999_999),
  currency: z
    .string()
    .toLowerCase()
    .refine((code) => CURRENCIES.has(code), { error: (issue) => `Invalid currency: ${String(issue.input)}` }),
  customer: text().min(1),
  payment_method: text().min(1),
  automatic_payment_methods: z
    .strictObject({ enabled: z.enum(['true']), allow_redirects: z.enum(['never']) })
    .optional(),
  off_session: z.enum(['true']),
  confirm: z.enum(['true']),
  description: text(1000).optional(),
  receipt_email: text(800).optional(),
  metadata: metadata.optional(),
  expand: expandable,
});

export const UNBUILT_CHARGE_PARAMS: readonly string[] = [
  'allowed_payment_method_types',
  'amount_details',
  'capture_method',
  'confirmation_method',
  'confirmation_token',
  'customer_account',
  'error_on_requires_action',
  'mandate',
  'mandate_data',
  'payment_method_configuration',
  'payment_method_data',
  'payment_method_options',
  'radar_options',
  'return_url',
  'setup_future_usage',
  'shipping',
  'statement_descriptor',
  'statement_descriptor_suffix',
  'use_stripe_sdk',
] satisfies (keyof Stripe.PaymentIntentCreateParams)[];

/** The card of this customer. Throws Stripe's 400 for one that is gone. */
function cardOf(world: World, params: z.output<typeof chargeParams>): { vaulted: Vaulted; card: TestCard } {
  const { store } = world;
  const { id } = findCustomer(world, params.customer, 'customer');
  const method = store.paymentMethods.get(params.payment_method);
  if (!method) throw missing('PaymentMethod', params.payment_method, 'payment_method');
  if (method.customer === null)
    throw invalid(
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
    );
  if (method.customer !== id)
    throw invalid(
      `The customer does not have a payment method with the ID ${method.id}. The payment method must be attached to the customer.`,
      'payment_method',
      'resource_missing',
    );
  const vaulted = store.vault.get(method.id)!;
  return { vaulted, card: cardFor(vaulted.entered.number) };
}

/** Why the bank refuses a charge without the holder; undefined: it does not. */
function refusalOf(card: TestCard, { authenticated, entered }: Vaulted): Decline | undefined {
  if (Date.UTC(entered.exp_year, entered.exp_month, 1) <= Date.now()) return DECLINES.expired_card;
  if (card.decline) return card.decline;
  if (card.onlyAttaches) return DECLINES.generic_decline;
  const isSetUp = card.onceSetUp === true && authenticated;
  return card.challenge && !isSetUp ? DECLINES.authentication_required : undefined;
}

/** Charges a saved card. A refusal of the bank is a failed intent, and a 402 that names it. */
export function chargeSavedCard(
  world: World,
  params: z.output<typeof chargeParams>,
  cause: Cause,
): Stripe.PaymentIntent | StripeFailure {
  const { store, emit } = world;
  const { vaulted, card } = cardOf(world, params);
  const reason = refusalOf(card, vaulted);
  const { description, receipt_email, metadata: about } = params;
  const before: Stripe.PaymentIntent = {
    ...newIntent(params, {
      ...(description ? { description } : {}),
      ...(receipt_email ? { receipt_email } : {}),
      ...(about ? { metadata: about } : {}),
    }),
    customer: params.customer,
  };
  const { decline: _ofPages, ...plain } = card;
  const bank: TestCard = reason ? { ...plain, decline: reason } : plain;
  const how = { authenticated: false, method: params.payment_method };
  const charge = store.charges.put(newCharge(before, bank, vaulted.entered, how));
  if (reason) {
    const intent = store.intents.put(failedIntent({ ...before, latest_charge: charge.id }, reason, charge.id));
    emit('charge.failed', charge, cause);
    emit('payment_intent.payment_failed', intent, cause);
    const { code, message, decline_code } = reason;
    return cardRefused(message, {
      code,
      ...(decline_code ? { decline_code } : {}),
      charge: charge.id,
      payment_intent: intent,
      payment_method: store.paymentMethods.get(params.payment_method)!,
    });
  }
  book(store, 'charge', { amount: charge.amount, source: charge.id, id: String(charge.balance_transaction) });
  store.cards.put({ id: charge.id, ...(card.refund ? { refund: card.refund } : {}) });
  const intent = store.intents.put({
    ...before,
    amount_received: before.amount,
    latest_charge: charge.id,
    payment_method: params.payment_method,
    status: 'succeeded',
  });
  emit('charge.succeeded', charge, cause);
  emit('payment_intent.succeeded', intent, cause);
  raise(world, intent.id, card.raises);
  return intent;
}
