import type Stripe from 'stripe';
import type { TestCard } from './cards.ts';
import { NOBODY, type Cause } from './events.ts';
import { newPaymentMethod } from './objects/customer.ts';
import type { PaidWith } from './store.ts';
import { invalid, missing } from './wire/errors.ts';
import type { World } from './world.ts';

/** Throws Stripe's error for a customer that does not exist, or no longer. */
export function findCustomer({ store }: World, id: string, param?: string): Stripe.Customer {
  const customer = store.customers.get(id);
  if (!customer) throw missing('customer', id, param);
  return customer;
}

/** Throws Stripe's 404. */
export function findMethod({ store }: World, id: string): Stripe.PaymentMethod {
  const method = store.paymentMethods.get(id);
  if (!method) throw missing('PaymentMethod', id);
  return method;
}

/** Stores a card that was entered on a page. `authenticated`: its holder passed 3-D Secure. */
export function keepCard(
  world: World,
  card: TestCard,
  entered: PaidWith,
  how: { customer: string | null; authenticated: boolean },
): Stripe.PaymentMethod {
  const { store, emit } = world;
  const customer = how.customer !== null && store.customers.get(how.customer) ? how.customer : null;
  const method = store.paymentMethods.put(newPaymentMethod(card, entered, customer));
  store.vault.put({ id: method.id, entered, authenticated: how.authenticated });
  if (customer !== null) emit('payment_method.attached', method, NOBODY);
  return method;
}

/** Takes a card from its customer. It cannot be charged any more, and what it paid can still be refunded. */
export function detach(world: World, method: Stripe.PaymentMethod, cause: Cause): Stripe.PaymentMethod {
  const { store, emit } = world;
  if (method.customer === null)
    throw invalid(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
      undefined,
      'payment_method_unexpected_state',
    );
  const detached = store.paymentMethods.put({ ...method, customer: null });
  emit('payment_method.detached', detached, cause, { customer: method.customer });
  return detached;
}

/** Deletes a customer: through the API, or in the dashboard. Its cards are detached. */
export function deleteCustomer(world: World, customer: Stripe.Customer, cause: Cause): Stripe.DeletedCustomer {
  const { store, emit } = world;
  for (const method of store.paymentMethods.list({ customer: customer.id })) detach(world, method, cause);
  store.customers.delete(customer.id);
  store.deletedCustomers.put({ id: customer.id });
  emit('customer.deleted', customer, cause);
  return { id: customer.id, object: 'customer', deleted: true };
}

/** The bank has sent its holder a new card, with another end. */
export function renewCard(
  world: World,
  { payment_method: id, exp_month, exp_year }: { payment_method: string; exp_month: number; exp_year: number },
): Stripe.PaymentMethod {
  const { store, emit } = world;
  const method = findMethod(world, id);
  const before = method.card!;
  const kept = store.vault.get(id)!;
  return store.ledger.transaction(() => {
    store.vault.put({ ...kept, entered: { ...kept.entered, exp_month, exp_year } });
    const renewed = store.paymentMethods.put({ ...method, card: { ...before, exp_month, exp_year } });
    const previous = { card: { exp_month: before.exp_month, exp_year: before.exp_year } };
    emit('payment_method.automatically_updated', renewed, NOBODY, previous);
    return renewed;
  });
}
