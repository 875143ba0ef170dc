import type Stripe from 'stripe';
import * as z from 'zod';
import { deleteCustomer, detach, findCustomer, findMethod } from './customers.ts';
import { newCustomer } from './objects/customer.ts';
import type { createApi } from './wire/api.ts';
import { missing } from './wire/errors.ts';
import { page } from './wire/list.ts';
import { email, expandable, metadata, paging, text } from './wire/params.ts';
import type { World } from './world.ts';

const justExpand = z.strictObject({ expand: expandable });

const customerParams = z.strictObject({
  email: email.optional(),
  name: text(256).optional(),
  description: text(350).optional(),
  metadata: metadata.optional(),
  expand: expandable,
});

const UNBUILT_CUSTOMER_PARAMS: readonly string[] = [
  'address',
  'balance',
  'cash_balance',
  'invoice_prefix',
  'invoice_settings',
  'payment_method',
  'phone',
  'preferred_locales',
  'shipping',
  'source',
  'tax',
  'tax_exempt',
  'tax_id_data',
  'test_clock',
] satisfies (keyof Stripe.CustomerCreateParams)[];

/** Customers and the cards that they keep. */
export function defineCustomers(world: World, { define }: Pick<ReturnType<typeof createApi>, 'define'>): void {
  const { store, emit } = world;
  define({
    method: 'POST',
    path: '/v1/customers',
    name: 'customers.create',
    params: customerParams,
    unbuilt: UNBUILT_CUSTOMER_PARAMS,
    run({ params, cause }) {
      const customer = store.customers.put(newCustomer(params));
      emit('customer.created', customer, cause);
      return customer;
    },
  });
  define({
    method: 'GET',
    path: '/v1/customers/:id',
    name: 'customers.retrieve',
    params: justExpand,
    run: ({ id }) => store.customers.get(id) ?? goneCustomer(world, id),
  });
  define({
    method: 'DELETE',
    path: '/v1/customers/:id',
    name: 'customers.delete',
    params: z.strictObject({}),
    run: ({ id, cause }) => deleteCustomer(world, findCustomer(world, id), cause),
  });
  define({
    method: 'GET',
    path: '/v1/customers/:id/payment_methods',
    name: 'payment_methods.list',
    params: z.strictObject({ ...paging, type: z.enum(['card']).optional() }),
    unbuilt: ['allow_redisplay'],
    run: ({ id, params }) =>
      page(
        store.paymentMethods.list({ customer: findCustomer(world, id).id }).reverse(),
        params,
        `/v1/customers/${id}/payment_methods`,
      ),
  });
  define({
    method: 'GET',
    path: '/v1/payment_methods/:id',
    name: 'payment_methods.retrieve',
    params: justExpand,
    run: ({ id }) => findMethod(world, id),
  });
  define({
    method: 'POST',
    path: '/v1/payment_methods/:id/detach',
    name: 'payment_methods.detach',
    params: justExpand,
    run: ({ id, cause }) => detach(world, findMethod(world, id), cause),
  });
}

/** A customer that was deleted, as Stripe shows it. */
function goneCustomer({ store }: World, id: string): Stripe.DeletedCustomer {
  if (!store.deletedCustomers.get(id)) throw missing('customer', id);
  return { id, object: 'customer', deleted: true };
}
