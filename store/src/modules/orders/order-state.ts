import { ORDER_STATUSES, type OrderStatus } from '../../shared/order-status.ts';

/**
 * The transition table of orders. A payment may still arrive for an expired or failed order (two tabs, a late webhook),
 * and a paid order must always progress: to an eSIM or to a refund.
 */
const TRANSITIONS: Record<OrderStatus, readonly OrderStatus[]> = {
  pending_payment: ['paid', 'expired', 'payment_failed'],
  expired: ['pending_payment', 'paid'],
  payment_failed: ['pending_payment', 'paid'],
  paid: ['fulfilling', 'refund_pending', 'disputed'],
  fulfilling: ['fulfilled', 'fulfilment_failed', 'refund_pending', 'disputed'],
  fulfilled: ['refund_pending', 'disputed'],
  fulfilment_failed: ['refund_pending', 'disputed'],
  refund_pending: ['refunded', 'disputed'],
  // A bank may return a refund days later.
  refunded: ['refund_pending', 'disputed'],
  // After a dispute the order returns to the state of its lines and its payment (`mayResume`), or stays here.
  disputed: [],
};

/** States in which the buyer has paid, or was refunded: a dispute may start in any of them. */
const DISPUTABLE = ['paid', 'fulfilling', 'fulfilled', 'fulfilment_failed', 'refund_pending', 'refunded'] as const;

/** True when an order may change from one state to the other. */
export function mayBecome(from: OrderStatus, to: OrderStatus): boolean {
  return TRANSITIONS[from].includes(to);
}

/** True when an order may have this state after a dispute. */
export function mayResume(status: OrderStatus): boolean {
  return (DISPUTABLE as readonly OrderStatus[]).includes(status);
}

/** Every state from which `to` can be reached in one step: the expected states of the compare-and-set. */
export function predecessorsOf(to: OrderStatus): OrderStatus[] {
  return ORDER_STATUSES.filter((from) => mayBecome(from, to));
}

/** The steps from one state of a paid order to its computed one (`orderStatusOf`); none when they are equal. */
export function orderSteps(from: OrderStatus, to: OrderStatus): OrderStatus[] {
  if (from === to) return [];
  const isOnItsWayBack = from === 'refund_pending' || from === 'disputed';
  return to === 'refunded' && !isOnItsWayBack ? ['refund_pending', 'refunded'] : [to];
}

/** States in which the buyer has paid and waits; these orders are checked for being stuck. */
export const WAITING_AFTER_PAYMENT = [
  'paid',
  'fulfilling',
  'fulfilment_failed',
  'refund_pending',
] as const satisfies OrderStatus[];
