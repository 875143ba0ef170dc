import type { Queryable } from '../../db/database.ts';
import type { Order } from '../../modules/orders/orders.ts';
import type { CardBook, Payments } from '../../modules/payments/payments.ts';
import type { FlowBase } from '../buying/flow-base.ts';
import type { RecoverPayment } from '../buying/recover-payment.ts';

type Ports = Pick<FlowBase, 'db'> & {
  payments: Pick<Payments, 'gatewayOf' | 'findAttemptOfPayment'> & { cards: Pick<CardBook, 'customersOf'> };
  recoverPayment: RecoverPayment;
  lostTimeAt: (tx: Queryable) => Promise<Date | null>;
};

/**
 * Settles the charges of an account that our books have lost, before its owner agrees to further ones: one may have been for
 * the threshold that is passed now. An eSIM that was bought after the loss has none. The provider's list of a customer's
 * payments is complete at once, unlike its search. Throws `payment-unavailable`.
 */
export async function recoverCharges(ports: Ports, { createdAt }: Pick<Order, 'createdAt'>, accountId: string) {
  const { db, payments, recoverPayment, lostTimeAt } = ports;
  const lostAt = await lostTimeAt(db);
  if (lostAt === null || createdAt > lostAt) return;
  for (const { provider, customerRef } of await payments.cards.customersOf(accountId)) {
    if (customerRef === null) continue;
    const { charges } = payments.gatewayOf({ provider });
    for (const paymentRef of (await charges?.ofCustomer({ customerRef, since: createdAt })) ?? []) {
      const known = await payments.findAttemptOfPayment(provider, paymentRef);
      if ((known?.settledAt ?? null) === null) await recoverPayment({ provider, of: { paymentRef } });
    }
  }
}
