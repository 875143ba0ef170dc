import type { Orders } from '../../modules/orders/orders.ts';
import type { SessionState } from '../../modules/payments/gateway.ts';
import type { Attempt, Payments } from '../../modules/payments/payments.ts';
import { isUuid } from '../../shared/ids.ts';
import type { FlowBase } from './flow-base.ts';
import type { SettlePayment } from './settle-payment.ts';

type Ports = Pick<FlowBase, 'db' | 'log'> & { orders: Orders; payments: Payments; settlePayment: SettlePayment };

/**
 * Settles a session that our books may not know: after a restore the attempt has no session yet, or is missing. The
 * vendor's session names the order and the attempt. Returns the attempt after its settlement, or null when the session
 * is not of an order of ours. Throws `payment-unavailable`.
 */
export type RecoverPayment = (of: Parameters<Payments['gateway']['findSession']>[0]) => Promise<Attempt | null>;

export function createRecoverPayment({ db, log, orders, payments, settlePayment }: Ports): RecoverPayment {
  const adopt = ({ orderId, ...session }: SessionState): Promise<Attempt | null> =>
    db.transaction(async (tx) => {
      const order = isUuid(orderId) ? await orders.lock(tx, orderId) : null;
      if (!order) return null;
      const total = { amount: order.totalAmount, currency: order.currency };
      return payments.adoptSession(tx, { id: order.id, total }, session);
    });

  return async function recoverPayment(of) {
    const session = await payments.gateway.findSession(of);
    const attempt = session && (await adopt(session));
    if (!attempt) {
      log.warn(of, 'a checkout session of no order of ours');
      return null;
    }
    await settlePayment(attempt.id);
    return payments.findAttempt(attempt.id);
  };
}
