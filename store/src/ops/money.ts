import type { Desk } from '../flows/desk/desk.ts';
import { withdrawnIn } from '../flows/desk/read-disputes.ts';
import type { Dispute } from '../modules/payments/payments.ts';
import type { Acting } from '../shared/operator.ts';
import { amount, time } from './format.ts';

/** The refund and dispute commands. */
export const createMoneyCommands = ({ orders, refunds, disputes }: Pick<Desk, 'orders' | 'refunds' | 'disputes'>) => ({
  /** Decides which lines a refund is for. `lines`: `2`, `2,3` or `none`. */
  async assignRefund(refundId: string, lines: string, acting: Acting): Promise<string[]> {
    const numbers = lines === 'none' ? [] : lines.split(',').map(Number);
    const refund = await refunds.assign(refundId, { ...acting, lines: numbers });
    const shown = await orders.find(refund.orderId);
    return [
      `refund ${refund.id}: ${amount(refund.amount, refund.currency)} for ${numbers.length > 0 ? `line ${numbers.join(', ')}` : 'no line'}`,
      `The application continues the order ${shown?.order.number ?? refund.orderId} now: see "order show".`,
    ];
  },

  /** Closes a failed refund that was settled in another way. Its buyer gets a mail. */
  async closeRefund(refundId: string, closing: Acting & { reference: string | null }): Promise<string[]> {
    const refund = await refunds.close(refundId, closing);
    return [
      `refund ${refund.id} closed: ${amount(refund.amount, refund.currency)}  ${refund.closedNote ?? ''}`,
      'The order page and a mail say that it was paid another way than to the card.',
    ];
  },

  /** Open disputes and inquiries with their next step and deadline, then losses and warnings. */
  async disputes(): Promise<string[]> {
    const { open, lost, losses, warnings } = await disputes();
    return [
      `disputes open: ${open.length}`,
      ...open.map(disputeLine),
      [
        `disputes lost: ${lost.length}`,
        ...losses.map((loss) => `${amount(loss.amount, loss.currency)} with fees`),
      ].join('  '),
      ...lost.map(disputeLine),
      `fraud warnings to decide on: ${warnings.length}`,
      ...warnings.map(
        (each) => `  ${each.vendorId}  order ${each.orderId}  ${each.fraudType}  since ${time(each.openedAt)}`,
      ),
    ];
  },
});

/** A dispute or inquiry in one line. */
export function disputeLine(each: Dispute): string {
  const due = each.outcome === null && each.dueAt ? `answer by ${time(each.dueAt)}` : (each.outcome ?? 'no deadline');
  return `  ${each.vendorId}  order ${each.orderId}  ${each.kind}  ${each.status}  ${each.reason}  ${amount(each.amount, each.currency)}  withdrawn ${amount(each.withdrawnAmount, withdrawnIn(each))}  ${due}`;
}
