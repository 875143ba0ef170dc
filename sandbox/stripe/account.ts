import type Stripe from 'stripe';
import * as z from 'zod';
import type { Store } from './store.ts';
import { listOf } from './wire/list.ts';
import type { createApi } from './wire/api.ts';
import { paging } from './wire/params.ts';
import { API_VERSION } from './wire/version.ts';
import type { World } from './world.ts';

const nothing = z.strictObject({});

/** The event types of the webhook endpoint: all that the sandbox emits. */
const ALL_EVENTS: Stripe.WebhookEndpoint['enabled_events'] = ['*'];

/** The payment methods that the sandbox knows, and those that are on until the control plane says otherwise. */
export const PAYMENT_METHODS = ['card', 'apple_pay', 'google_pay', 'link', 'paypal', 'klarna'] as const;
const USUAL_METHODS: readonly string[] = ['card', 'apple_pay', 'google_pay', 'link'];

/** What the API returns about a key's account: its data, balance, webhook endpoint and payment methods. */
export function defineAccount({ store }: World, { define }: Pick<ReturnType<typeof createApi>, 'define'>): void {
  define({
    method: 'GET',
    path: '/v1/account',
    name: 'account.retrieve',
    params: nothing,
    run: () => ACCOUNT,
  });
  define({
    method: 'GET',
    path: '/v1/balance',
    name: 'balance.retrieve',
    params: nothing,
    run: () => balanceOf(store),
  });
  define({
    method: 'GET',
    path: '/v1/webhook_endpoints',
    name: 'webhook_endpoints.list',
    params: z.strictObject(paging),
    run: () => listOf(webhookEndpoints(store), '/v1/webhook_endpoints'),
  });
  define({
    method: 'GET',
    path: '/v1/payment_method_configurations',
    name: 'payment_method_configurations.list',
    params: z.strictObject(paging),
    run: () => listOf([methodConfiguration(store)], '/v1/payment_method_configurations'),
  });
}

const ACCOUNT = {
  id: 'acct_sandbox',
  object: 'account',
  business_type: null,
  charges_enabled: true,
  country: 'US',
  default_currency: 'usd',
  details_submitted: true,
  payouts_enabled: true,
  type: 'standard',
};

function balanceOf(store: Store) {
  const amount = store.balance.list().reduce((total, { net }) => total + net, 0);
  const entry = { amount, currency: 'usd', source_types: { card: amount } };
  return {
    object: 'balance',
    available: [entry],
    livemode: false,
    pending: [{ ...entry, amount: 0, source_types: { card: 0 } }],
  };
}

function webhookEndpoints(store: Store) {
  const endpoint = store.settings.get('webhook');
  if (!endpoint) return [];
  return [
    {
      id: 'we_sandbox',
      object: 'webhook_endpoint' as const,
      api_version: API_VERSION,
      application: null,
      created: 0,
      description: null,
      enabled_events: ALL_EVENTS,
      livemode: false,
      metadata: {},
      status: 'enabled',
      url: endpoint.url,
    },
  ];
}

function methodConfiguration(store: Store) {
  const on = store.methods.get('methods')?.on ?? USUAL_METHODS;
  const methods = PAYMENT_METHODS.map((name) => {
    const value = on.includes(name) ? 'on' : 'off';
    return [name, { available: value === 'on', display_preference: { overridable: null, preference: value, value } }];
  });
  return {
    id: 'pmc_sandbox',
    object: 'payment_method_configuration' as const,
    active: true,
    application: null,
    is_default: true,
    livemode: false,
    name: 'Default',
    parent: null,
    ...(Object.fromEntries(methods) as Pick<Stripe.PaymentMethodConfiguration, (typeof PAYMENT_METHODS)[number]>),
  };
}
