import { ORDER_STATUSES, type OrderStatus } from '../../shared/order-status.ts';

/**
 * The one transition table. A payment may still arrive for an order that was thought expired or failed (two tabs, a late
 * webhook), and a paid order must always progress: to an eSIM or to a refund.
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
  // Banks send a refund back days later now and then.
  refunded: ['refund_pending', 'disputed'],
  // A dispute ends by returning to where the lines and the payment stand (`mayResume`), or never.
  disputed: [],
};

/** States that hold a buyer's money or gave it back: a dispute may stop an order in any of them. */
const DISPUTABLE = ['paid', 'fulfilling', 'fulfilled', 'fulfilment_failed', 'refund_pending', 'refunded'] as const;

/** True when an order may go from one state to the other. */
export function mayBecome(from: OrderStatus, to: OrderStatus): boolean {
  return TRANSITIONS[from].includes(to);
}

/** True when an order whose dispute is over may stand there. */
export function mayResume(status: OrderStatus): boolean {
  return (DISPUTABLE as readonly OrderStatus[]).includes(status);
}

/** Every state from which `to` can be reached in one step: the left side of the compare-and-set. */
export function predecessorsOf(to: OrderStatus): OrderStatus[] {
  return ORDER_STATUSES.filter((from) => mayBecome(from, to));
}

/** The steps from one state of a paid order to the one that was computed for it (`orderStatusOf`); none when it stands there. */
export function orderSteps(from: OrderStatus, to: OrderStatus): OrderStatus[] {
  if (from === to) return [];
  const isOnItsWayBack = from === 'refund_pending' || from === 'disputed';
  return to === 'refunded' && !isOnItsWayBack ? ['refund_pending', 'refunded'] : [to];
}

/** States in which the buyer has paid and waits: what "stuck" is counted over. */
export const WAITING_AFTER_PAYMENT = [
  'paid',
  'fulfilling',
  'fulfilment_failed',
  'refund_pending',
] as const satisfies OrderStatus[];
