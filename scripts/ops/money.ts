import type { Closing } from '#src/flows/buying/refund.ts';
import type { Dispute } from '#src/modules/payments/payments.ts';
import { sumsOf } from '#src/shared/money.ts';
import { amount, time } from './format.ts';
import type { Parts } from './parts.ts';

/** The refund and dispute commands. */
export function createMoneyDesk({ orders, payments, refunds, assignRefund }: Parts) {
  return {
    /** Decides which lines a refund is for. `lines`: `2`, `2,3` or `none`. */
    async assignRefund(refundId: string, lines: string, decision: { reason: string; by: string }): Promise<string[]> {
      const numbers = lines === 'none' ? [] : lines.split(',').map(Number);
      const refund = await assignRefund({ ...decision, refundId, lines: numbers });
      const order = await orders.find(refund.orderId);
      return [
        `refund ${refund.id}: ${amount(refund.amount, refund.currency)} for ${numbers.length > 0 ? `line ${numbers.join(', ')}` : 'no line'}`,
        `The application continues the order ${order?.number ?? refund.orderId} now: see "order show".`,
      ];
    },

    /** Closes a failed refund that was settled in another way. Its buyer gets a mail. */
    async closeRefund(refundId: string, closing: Closing): Promise<string[]> {
      const refund = await refunds.closeRefund(refundId, closing);
      return [
        `refund ${refund.id} closed: ${amount(refund.amount, refund.currency)}  ${closing.note}`,
        'The order page and a mail say that it was paid another way than to the card.',
      ];
    },

    /** Open disputes and inquiries with their next step and deadline, then losses and warnings. */
    async disputes(): Promise<string[]> {
      const listed = await payments.openAndLostDisputes();
      const open = listed.filter(({ outcome }) => outcome === null);
      const lost = listed.filter(({ outcome }) => outcome === 'lost');
      const losses = sumsOf(
        lost.map(({ withdrawnAmount, feeAmount, ...each }) => ({
          amount: withdrawnAmount + feeAmount,
          currency: withdrawnIn(each),
        })),
      );
      const warnings = await payments.actionableFraudWarnings();
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
  };
}

/** Rows of version 1.0.0 do not say it. */
const withdrawnIn = ({ withdrawnCurrency, currency }: Pick<Dispute, 'withdrawnCurrency' | 'currency'>) =>
  withdrawnCurrency ?? currency;

/** A dispute or inquiry in one line. */
export function disputeLine(each: Dispute): string {
  const due = each.outcome === null && each.dueAt ? `answer by ${time(each.dueAt)}` : (each.outcome ?? 'no deadline');
  return `  ${each.vendorId}  order ${each.orderId}  ${each.kind}  ${each.status}  ${each.reason}  ${amount(each.amount, each.currency)}  withdrawn ${amount(each.withdrawnAmount, withdrawnIn(each))}  ${due}`;
}
