import type { OrderSummary } from '../../../http/api/views.ts';
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

/** What is special about a purchase; null for one that was delivered and whose plan, as far as known, still runs. */
export function purchaseStatus({
  status,
  planState,
}: Pick<OrderSummary, 'status' | 'planState'>): PurchaseStatus | null {
  if (status === 'fulfilled' && (planState === 'expired' || planState === 'finished')) return planState;
  return OF_ORDER[status];
}
