import type { Line, Order, Orders } from '../../modules/orders/orders.ts';
import type { Payments, Refund } from '../../modules/payments/payments.ts';
import { enqueue } from '../../queue/queue.ts';
import { AppError } from '../../shared/errors.ts';
import { queueRequests } from './align-order.ts';
import type { FlowBase } from './flow-base.ts';
import { refundLinesOf } from './record-refunds.ts';

type Ports = FlowBase & { orders: Orders; payments: Payments };

/** An operator's decision about a refund that names no line: its lines by number (from 1), or none. */
export type RefundDecision = { refundId: string; lines: readonly number[]; by: string; reason: string };

/**
 * Stores which lines a refund is for. These lines are given back: what is missing of their price is refunded. Lines and
 * requests that waited for the decision continue. The decision is written to the vendor, so that it survives a restore.
 * Throws `not-found`, `wrong-state` (decided before, or not at the vendor), `invalid-input` (an unknown line, or an
 * amount that does not reach every line).
 */
export type AssignRefund = (decision: RefundDecision) => Promise<Refund>;

export function createAssignRefund({ db, notices, orders, payments }: Ports): AssignRefund {
  return async function assignRefund({ refundId, lines: numbers, by, reason }) {
    const { orderId } = (await payments.findRefund(refundId)) ?? {};
    if (!orderId) throw new AppError('not-found');
    await db.transaction(async (tx) => {
      const order = await orders.lock(tx, orderId);
      const refund = await payments.findRefund(refundId, tx);
      const attempt = refund && (await payments.findAttempt(refund.attemptId, tx));
      if (!order || !refund || !attempt) throw new AppError('not-found');
      if (attempt.surplus || !payments.isUndecided(refund)) throw new AppError('wrong-state');

      const lines = linesOf(order, numbers);
      if (!(await payments.decideRefund(tx, refund, lines))) throw new AppError('invalid-input', { field: 'lines' });
      // Another refund may match a line now.
      const { assigned } = await payments.alignLines(tx, attempt, refundLinesOf(order));
      for (const line of lines) await payments.requestRefund(tx, attempt, 'requested', line);
      const detail = { refund: refundId, lines: numbers.join(',') || 'none', by, reason };
      await orders.note(tx, orderId, 'refund-assigned', detail);
      await queueRequests({ payments }, tx, attempt);
      // The application moves the lines, because it knows the deadlines. It reads the vendor first.
      await enqueue(tx, 'sync-payment', { attemptId: attempt.id }, { key: `sync-payment:${attempt.id}` });
      for (const id of [refundId, ...assigned.map((each) => each.refundId)])
        await enqueue(tx, 'label-refund', { refundId: id }, { key: `label:${id}` });
    });
    await notices.orderChanged(orderId);
    return (await payments.findRefund(refundId))!;
  };
}

/** The lines with these numbers. Throws `invalid-input` for an unknown or repeated one. */
function linesOf({ lines }: Order, numbers: readonly number[]): Line[] {
  const named = numbers.flatMap((number) => lines[number - 1] ?? []);
  if (named.length < numbers.length || new Set(named).size < named.length)
    throw new AppError('invalid-input', { field: 'lines' });
  return named;
}

/** Writes to the vendor what our books know about a refund. Idempotent. */
export function createLabelRefund({ orders, payments }: Pick<Ports, 'orders' | 'payments'>) {
  return async function labelRefund(refundId: string): Promise<void> {
    const refund = await payments.findRefund(refundId);
    const order = refund && (await orders.find(refund.orderId));
    if (!order || !refund?.vendorId) return;
    await payments.gatewayOf(refund).labelRefund(refund.vendorId, payments.labelOf(refund, order.lines));
  };
}
