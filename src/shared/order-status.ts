/** States of an order (docs/architecture.md, "States"); which may follow which stands in `src/modules/orders/order-state.ts`. */
export const ORDER_STATUSES = [
  'pending_payment',
  'expired',
  'payment_failed',
  'paid',
  'fulfilling',
  'fulfilled',
  'fulfilment_failed',
  'refund_pending',
  'refunded',
  'disputed',
] as const;

/** States of an order that holds no money: no purchase, or not yet. */
export const UNPAID_STATUSES = [
  'pending_payment',
  'expired',
  'payment_failed',
] as const satisfies readonly OrderStatus[];

export type OrderStatus = (typeof ORDER_STATUSES)[number];
