import * as z from 'zod';
import { chargeParams, chargeSavedCard, UNBUILT_CHARGE_PARAMS } from './off-session.ts';
import { createRefund, refundParams, refundUpdate, UNBUILT_REFUND_PARAMS, updateRefund } from './refunds.ts';
import { checkSession, createSession, expireDue, expireSession, findSession } from './sessions/actions.ts';
import { sessionParams, UNBUILT_SESSION_PARAMS, UNBUILT_SESSION_VALUES } from './sessions/params.ts';
import type { createApi } from './wire/api.ts';
import { missing, notBuilt } from './wire/errors.ts';
import type { Form } from './wire/form.ts';
import { createdWithin, page } from './wire/list.ts';
import { createdFilter, expandable, paging } from './wire/params.ts';
import type { World } from './world.ts';

const justExpand = z.strictObject({ expand: expandable });

/** The shared filters of the lists of refunds and disputes. */
const aboutPayment = z.strictObject({
  ...paging,
  created: createdFilter,
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
});
const paymentOf = ({ payment_intent, charge }: z.output<typeof aboutPayment>) => ({
  ...(payment_intent ? { payment_intent } : {}),
  ...(charge ? { charge } : {}),
});

/** Every call name of this sandbox: the API's, the payment page's submit, and the webhooks. */
export const CALLS = [
  'sessions.create',
  'sessions.retrieve',
  'sessions.expire',
  'sessions.list_line_items',
  'sessions.list',
  'sessions.pay',
  'payment_intents.create',
  'payment_intents.retrieve',
  'payment_intents.list',
  'charges.retrieve',
  'setup_intents.retrieve',
  'customers.create',
  'customers.retrieve',
  'customers.delete',
  'payment_methods.list',
  'payment_methods.retrieve',
  'payment_methods.detach',
  'refunds.create',
  'refunds.retrieve',
  'refunds.update',
  'refunds.list',
  'disputes.list',
  'fraud_warnings.list',
  'events.retrieve',
  'account.retrieve',
  'balance.retrieve',
  'webhook_endpoints.list',
  'payment_method_configurations.list',
  'webhooks.deliver',
] as const;

type Api = Pick<ReturnType<typeof createApi>, 'define'>;

/** The calls of Stripe's API for a purchase and its refund. */
export function defineRoutes(world: World, api: Api): void {
  defineSessions(world, api);
  definePayments(world, api);
  defineRefunds(world, api);
  defineReports(world, api);
}

/** 501 for a value that Stripe knows and the sandbox does not. */
function refuseUnbuiltValues(form: Form): void {
  const [param] =
    Object.entries(UNBUILT_SESSION_VALUES).find(([name, values]) => values.includes(String(form[name]))) ?? [];
  if (param) throw notBuilt(`${param}=${String(form[param])}`);
}

/** The Checkout Sessions. */
function defineSessions(world: World, { define }: Api): void {
  const { store } = world;
  define({
    method: 'POST',
    path: '/v1/checkout/sessions',
    name: 'sessions.create',
    params: sessionParams,
    unbuilt: UNBUILT_SESSION_PARAMS,
    precheck: refuseUnbuiltValues,
    check: checkSession,
    run: ({ params }) => createSession(world, params),
  });
  define({
    method: 'GET',
    path: '/v1/checkout/sessions',
    name: 'sessions.list',
    params: z.strictObject({
      ...paging,
      payment_intent: z.string().optional(),
      status: z.enum(['open', 'complete', 'expired']).optional(),
    }),
    unbuilt: ['created', 'customer', 'customer_account', 'customer_details', 'payment_link', 'subscription'],
    run: ({ params }) => {
      expireDue(world);
      const where = {
        ...(params.payment_intent ? { payment_intent: params.payment_intent } : {}),
        ...(params.status ? { status: params.status } : {}),
      };
      return page(store.sessions.list(where).reverse(), params, '/v1/checkout/sessions');
    },
  });
  define({
    method: 'GET',
    path: '/v1/checkout/sessions/:id',
    name: 'sessions.retrieve',
    params: justExpand,
    run: ({ id }) => findSession(world, id),
  });
  define({
    method: 'POST',
    path: '/v1/checkout/sessions/:id/expire',
    name: 'sessions.expire',
    params: justExpand,
    run: ({ id, cause }) => expireSession(world, findSession(world, id), cause),
  });
  define({
    method: 'GET',
    path: '/v1/checkout/sessions/:id/line_items',
    name: 'sessions.list_line_items',
    params: z.strictObject(paging),
    run: ({ id, params }) =>
      page(
        store.checkouts.get(findSession(world, id).id)!.line_items,
        params,
        `/v1/checkout/sessions/${id}/line_items`,
      ),
  });
}

/** What a session became: intents and their charges; and charges of saved cards. */
function definePayments(world: World, { define }: Api): void {
  const { store } = world;
  define({
    method: 'POST',
    path: '/v1/payment_intents',
    name: 'payment_intents.create',
    params: chargeParams,
    unbuilt: UNBUILT_CHARGE_PARAMS,
    run: ({ params, cause }) => chargeSavedCard(world, params, cause),
  });
  define({
    method: 'GET',
    path: '/v1/setup_intents/:id',
    name: 'setup_intents.retrieve',
    params: justExpand,
    unbuilt: ['client_secret'],
    run: ({ id }) => store.setups.get(id) ?? not('setup_intent', id),
  });
  define({
    method: 'GET',
    path: '/v1/payment_intents/:id',
    name: 'payment_intents.retrieve',
    params: justExpand,
    unbuilt: ['client_secret'],
    run: ({ id }) => store.intents.get(id) ?? not('payment_intent', id),
  });
  define({
    method: 'GET',
    path: '/v1/payment_intents',
    name: 'payment_intents.list',
    params: z.strictObject({ ...paging, created: createdFilter, customer: z.string().optional() }),
    unbuilt: ['customer_account'],
    run: ({ params: { customer, ...params } }) =>
      page(
        createdWithin(store.intents.list(customer ? { customer } : {}), params.created).reverse(),
        params,
        '/v1/payment_intents',
      ),
  });
  define({
    method: 'GET',
    path: '/v1/charges/:id',
    name: 'charges.retrieve',
    params: justExpand,
    run: ({ id }) => store.charges.get(id) ?? not('charge', id),
  });
}

/** The refunds of charges. */
function defineRefunds(world: World, { define }: Api): void {
  const { store } = world;
  define({
    method: 'POST',
    path: '/v1/refunds',
    name: 'refunds.create',
    params: refundParams,
    unbuilt: UNBUILT_REFUND_PARAMS,
    run: ({ params, cause }) => createRefund(world, params, cause),
  });
  define({
    method: 'GET',
    path: '/v1/refunds',
    name: 'refunds.list',
    params: aboutPayment,
    run: ({ params }) =>
      page(createdWithin(store.refunds.list(paymentOf(params)), params.created).reverse(), params, '/v1/refunds'),
  });
  define({
    method: 'POST',
    path: '/v1/refunds/:id',
    name: 'refunds.update',
    params: refundUpdate,
    run: ({ id, params, cause }) => updateRefund(world, id, params, cause),
  });
  define({
    method: 'GET',
    path: '/v1/refunds/:id',
    name: 'refunds.retrieve',
    params: justExpand,
    run: ({ id }) => store.refunds.get(id) ?? not('refund', id),
  });
}

/** What the bank and Stripe report: disputes, fraud warnings and events. */
function defineReports({ store }: World, { define }: Api): void {
  define({
    method: 'GET',
    path: '/v1/disputes',
    name: 'disputes.list',
    params: aboutPayment,
    run: ({ params }) =>
      page(createdWithin(store.disputes.list(paymentOf(params)), params.created).reverse(), params, '/v1/disputes'),
  });
  define({
    method: 'GET',
    path: '/v1/radar/early_fraud_warnings',
    name: 'fraud_warnings.list',
    params: aboutPayment,
    run: ({ params }) =>
      page(
        createdWithin(store.warnings.list(paymentOf(params)), params.created).reverse(),
        params,
        '/v1/radar/early_fraud_warnings',
      ),
  });
  define({
    method: 'GET',
    path: '/v1/events/:id',
    name: 'events.retrieve',
    params: justExpand,
    run: ({ id }) => store.events.get(id) ?? not('event', id),
  });
}

function not(kind: string, id: string): never {
  throw missing(kind, id);
}
