import type { OrderSummary } from '../../../shared/views.ts';
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

/** Unpaid orders are not listed as purchases. */
const UNPAID: readonly OrderSummary['status'][] = ['pending_payment', 'payment_failed', 'expired'];

const OF_LINE: Record<OrderSummary['lines'][number]['status'], PurchaseStatus | null> = {
  waiting: 'processing',
  fulfilling: 'processing',
  stopped: 'processing',
  fulfilled: null,
  failed: 'refundPending',
  refunding: 'refundPending',
  refunded: 'refunded',
};

/** The special status of an order's line; null for a delivered one whose plan, as far as known, is still valid. */
export function purchaseStatus(
  order: OrderSummary['status'],
  { status, planState }: Pick<OrderSummary['lines'][number], 'status' | 'planState'>,
): PurchaseStatus | null {
  if (UNPAID.includes(order)) return null;
  if (order === 'disputed') return 'disputed';
  if (status === 'fulfilled' && (planState === 'expired' || planState === 'finished')) return planState;
  return OF_LINE[status];
}
