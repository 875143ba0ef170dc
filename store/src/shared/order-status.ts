/** States of an order (docs/architecture.md, "States"); `src/modules/orders/order-state.ts` has the transitions. */
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

/** States of an order that was not paid. */
export const UNPAID_STATUSES = [
  'pending_payment',
  'expired',
  'payment_failed',
] as const satisfies readonly OrderStatus[];

export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** States of one line of an order; `src/modules/orders/line-state.ts` has the transitions. */
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

/** States of a line whose price is refunded, or is going to be. */
export const GIVEN_BACK: readonly LineStatus[] = ['failed', 'refunding', 'refunded'];

/** Maximum number of lines per order. */
export const MAX_LINES = 15;
