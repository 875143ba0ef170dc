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

/** Orders that hold no money are nobody's purchase yet. */
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

/** What is special about a line of an order; null for one that was delivered and whose plan, as far as known, still runs. */
export function purchaseStatus(
  order: OrderSummary['status'],
  { status, planState }: Pick<OrderSummary['lines'][number], 'status' | 'planState'>,
): PurchaseStatus | null {
  if (UNPAID.includes(order)) return null;
  if (order === 'disputed') return 'disputed';
  if (status === 'fulfilled' && (planState === 'expired' || planState === 'finished')) return planState;
  return OF_LINE[status];
}
