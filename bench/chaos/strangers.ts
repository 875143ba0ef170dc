import type { Reconciled } from './reconcile.ts';
import type { Strangers } from './tally.ts';

/**
 * Orders that a restore took out of our books are known to the vendors only. One sentence for each payment that keeps
 * money and is not listed for an operator, each profile that is not listed, and each order that was paid twice.
 */
export function checkStrangers({ payments, profiles }: Strangers, { open }: Pick<Reconciled, 'open'>): string[] {
  const isListed = (kind: string, subject: string, wholesaler: string | null = null) =>
    open.some(
      (difference) =>
        difference.kind === kind && difference.subject === subject && difference.wholesaler === wholesaler,
    );
  const found: string[] = [];
  for (const { id, orderId, amount, refunded } of payments) {
    if (refunded < amount && !isListed('payment-of-no-order', id))
      found.push(`payment ${id} of the lost order ${orderId} keeps ${amount - refunded} cents and is not listed`);
    if (payments.filter((each) => each.orderId === orderId).length > 1)
      found.push(`the lost order ${orderId} was paid more than once`);
  }
  for (const { wholesaler, id, reference } of profiles) {
    if (!isListed('profile-of-no-order', id, wholesaler))
      found.push(`order ${id} of ${wholesaler} (${reference}) of a lost order is not listed`);
  }
  return [...new Set(found)];
}
