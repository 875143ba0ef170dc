import type { EsimView, OrderSummary } from '../../../http/api/views.ts';
import type { ChipTone } from '../../../ui/chip.tsx';

export type PurchaseStatus = 'processing' | 'refundPending' | 'refunded' | 'disputed' | 'expired' | 'finished';

export const PURCHASE_TONE: Record<PurchaseStatus, ChipTone> = {
  processing: 'info',
  refundPending: 'warning',
  refunded: 'neutral',
  disputed: 'danger',
  expired: 'neutral',
  finished: 'neutral',
};

const OF_ORDER: Record<OrderSummary['status'], PurchaseStatus | null> = {
  pending_payment: null,
  payment_failed: null,
  expired: null,
  paid: 'processing',
  fulfilling: 'processing',
  fulfilled: null,
  fulfilment_failed: 'refundPending',
  refund_pending: 'refundPending',
  refunded: 'refunded',
  disputed: 'disputed',
};

const UNPAID: readonly OrderSummary['status'][] = ['pending_payment', 'payment_failed', 'expired'];

/** Orders that were paid: all others are no purchases. */
export function purchasesOf(orders: readonly OrderSummary[]): OrderSummary[] {
  return orders.filter(({ status }) => !UNPAID.includes(status));
}

/** What is special about a purchase; null for one that was delivered and whose plan, as far as known, still runs. */
export function purchaseStatus(
  order: Pick<OrderSummary, 'status'>,
  esim: Pick<EsimView, 'planState'> | undefined,
): PurchaseStatus | null {
  if (order.status === 'fulfilled' && (esim?.planState === 'expired' || esim?.planState === 'finished'))
    return esim.planState;
  return OF_ORDER[order.status];
}
