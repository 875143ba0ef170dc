import type { Clock } from '../../db/clock.ts';
import type { Db, Tx } from '../../db/database.ts';
import type { CardBook, PaymentCustomer, Payments } from '../../modules/payments/payments.ts';
import { enqueue } from '../../queue/queue.ts';

const HOUR_MS = 3_600_000;
/** Providers forget an idempotency key after a day: then the key makes a second customer. */
const KEY_LIFETIME_MS = 23 * HOUR_MS;
const AT_ONCE = 500;

/** Forgets the cards of an account, and queues the removal of its customers at the payment providers. */
export async function forgetCards(tx: Tx, cards: Pick<CardBook, 'forget'>, accountId: string): Promise<void> {
  for (const customerId of await cards.forget(tx, accountId)) await queue(tx, customerId);
}

const queue = (db: Db | Tx, customerId: string) =>
  enqueue(db, 'remove-customer', { customerId }, { key: `remove-customer:${customerId}`, keepWaiting: true });

type Ports = {
  db: Db;
  clock: Clock;
  log: { warn(fields: object, message: string): void };
  payments: Pick<Payments, 'cards' | 'providers'>;
};

/**
 * Removes the customer of a deleted account at its provider, and with it the cards. The row is deleted when that is done;
 * until then the job is retried. Idempotent. Throws `payment-unavailable`.
 */
export const createRemoveCustomer = (ports: Ports) => ({
  async removeCustomer(customerId: string): Promise<void> {
    const customer = await ports.payments.cards.findCustomer(customerId);
    if (customer?.endedAt) await removeAt(ports, customer);
  },
  /** Queues the removals again whose jobs were given up. */
  async removeLater(): Promise<void> {
    const { db, clock, payments } = ports;
    const before = new Date(clock.now().getTime() - HOUR_MS);
    for (const { id } of await payments.cards.endedCustomers(before, AT_ONCE)) await queue(db, id);
  },
});

async function removeAt({ clock, log, payments }: Ports, customer: PaymentCustomer): Promise<void> {
  const { id, accountId, provider, createdAt } = customer;
  const gateway = payments.providers.find(provider)?.gateway;
  if (!gateway?.savedCards) {
    log.warn({ customer: id, provider }, 'the customer of a deleted account stays: its provider is not configured');
    return;
  }
  const { savedCards } = gateway;
  let { customerRef } = customer;
  // Its answer was lost: the same key returns the customer, if it was made.
  if (customerRef === null && clock.now().getTime() - createdAt.getTime() < KEY_LIFETIME_MS)
    ({ customerRef } = await savedCards.createCustomer({ accountId, key: id }));
  if (customerRef !== null) await savedCards.removeCustomer(customerRef);
  await payments.cards.deleteCustomer(id);
}
