import type { Orders } from '../../modules/orders/orders.ts';
import type { PaymentReference, PaymentState } from '../../modules/payments/provider.ts';
import type { Attempt, Payments } from '../../modules/payments/payments.ts';
import { isUuid } from '../../shared/ids.ts';
import type { FlowBase } from './flow-base.ts';
import type { SettlePayment } from './settle-payment.ts';

type Ports = Pick<FlowBase, 'db' | 'log'> & { orders: Orders; payments: Payments; settlePayment: SettlePayment };

/**
 * Settles a payment that our books may not know: after a restore its attempt does not name it yet, or is missing. The
 * vendor's record of it names the order and the attempt. Returns the attempt after its settlement, or null when the
 * payment is not of an order of ours. Throws `payment-unavailable`.
 */
export type RecoverPayment = (input: { provider: string; of: PaymentReference }) => Promise<Attempt | null>;

export function createRecoverPayment({ db, log, orders, payments, settlePayment }: Ports): RecoverPayment {
  const adopt = (provider: string, { orderId, ...state }: PaymentState): Promise<Attempt | null> =>
    db.transaction(async (tx) => {
      const order = isUuid(orderId) ? await orders.lock(tx, orderId) : null;
      if (!order) return null;
      const total = { amount: order.totalAmount, currency: order.currency };
      return payments.adoptPayment(tx, { id: order.id, total }, provider, state);
    });

  return async function recoverPayment({ provider, of }) {
    const state = await payments.gatewayOf({ provider }).find(of);
    const attempt = state && (await adopt(provider, state));
    if (!attempt) {
      log.warn({ provider, ...of }, 'a payment of no order of ours');
      return null;
    }
    await settlePayment(attempt.id);
    return payments.findAttempt(attempt.id);
  };
}
