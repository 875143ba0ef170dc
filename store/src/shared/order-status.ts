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

/** States of one line of an order; which may follow which stands in `src/modules/orders/line-state.ts`. */
export const LINE_STATUSES = [
  'waiting',
  'fulfilling',
  'stopped',
  'fulfilled',
  'failed',
  'refunding',
  'refunded',
] as const;

export type LineStatus = (typeof LINE_STATUSES)[number];

/** The most lines that one order may have. */
export const MOST_LINES = 15;
