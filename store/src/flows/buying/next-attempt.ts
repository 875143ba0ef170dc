import type { Tx } from '../../db/database.ts';
import type { Catalogue } from '../../modules/catalogue/catalogue.ts';
import type { Esims } from '../../modules/esims/esims.ts';
import type { Order, Orders } from '../../modules/orders/orders.ts';
import type { Attempt, Payments } from '../../modules/payments/payments.ts';
import { AppError } from '../../shared/errors.ts';
import { type Money, sameMoney } from '../../shared/money.ts';
import type { FlowBase } from './flow-base.ts';
import { barOfLine } from './top-up-standing.ts';

type Ports = Pick<FlowBase, 'db'> & {
  catalogue: Pick<Catalogue, 'plan'>;
  orders: Orders;
  esims: Pick<Esims, 'find'>;
  payments: Pick<Payments, 'runningAttempt'>;
};

/**
 * The attempt that can pay the order: the running one, or a new one that `start` creates. An order never has two. For a
 * new one every line must still be sold at the order's price. Throws `order-not-payable`, `plan-unavailable`,
 * `price-changed`.
 */
export type NextAttempt = (order: Order, start: (tx: Tx, total: Money) => Promise<Attempt>) => Promise<Attempt>;

const PAYABLE = ['pending_payment', 'expired', 'payment_failed'] as const;

export function createNextAttempt({ db, catalogue, orders, esims, payments }: Ports): NextAttempt {
  /** Returns the reason why the lines can no longer be bought as ordered, or null. */
  async function changeOf(order: Order): Promise<AppError | null> {
    for (const { planId, unitAmount: amount, ...line } of order.lines) {
      // A plan for an eSIM that is over, or not its buyer's any more.
      if (line.purpose === 'plan' && (await barOfLine({ orders, esims }, line)) !== null)
        return new AppError('plan-unavailable');
      const plan = await catalogue.plan(planId);
      if (!plan?.available) return new AppError('plan-unavailable');
      if (!sameMoney(plan.price, { amount, currency: order.currency })) return new AppError('price-changed');
    }
    return null;
  }

  return async function nextAttempt(order, start) {
    // Read before the transaction, which must not take a second connection from the pool.
    const change = await changeOf(order);
    return db.transaction(async (tx) => {
      const { id, status, totalAmount, currency } = (await orders.lock(tx, order.id)) ?? order;
      if (!(PAYABLE as readonly string[]).includes(status)) throw new AppError('order-not-payable');
      const running = await payments.runningAttempt(tx, id);
      if (!running && change) throw change;
      if (status !== 'pending_payment') await orders.move(tx, id, 'pending_payment', { reason: 'tried again' });
      return running ?? start(tx, { amount: totalAmount, currency });
    });
  };
}
