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

export type OrderStatus = (typeof ORDER_STATUSES)[number];
