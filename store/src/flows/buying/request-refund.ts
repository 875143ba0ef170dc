import type { Tx } from '../../db/database.ts';
import type { Line, Order, Orders } from '../../modules/orders/orders.ts';
import type { Attempt, Payments, Refund } from '../../modules/payments/payments.ts';
import { AppError } from '../../shared/errors.ts';
import { alignOrder, type AlignPorts, type Locked, queueRefund, withKept } from './align-order.ts';

export type RefundPorts = Omit<AlignPorts, 'orders'> & {
  orders: AlignPorts['orders'] & Pick<Orders, 'keep'>;
  payments: Pick<Payments, 'paidAttempt' | 'requestRefund' | 'requestPart' | 'restOf'>;
};

/** `keep`: cents of the line's price that stay paid for use. */
type RefundOf = { reason: Refund['reason']; line?: PricedLine | null; keep?: number };
type PricedLine = Pick<Line, 'id' | 'unitAmount' | 'keptAmount'>;

/**
 * Requests a refund of the rest of an order's payment, or of one line's price, and stops the delivery of what it paid
 * for. Runs under the order's lock. Returns the earlier refund when nothing is left. Throws `order-not-refundable`.
 */
export async function requestRefund(
  ports: RefundPorts,
  tx: Tx,
  order: Order,
  { reason, line = null, keep = 0 }: RefundOf,
): Promise<Refund> {
  const { orders, payments } = ports;
  const attempt = await refundableOf(ports, tx, order);
  const keptAmount = line === null ? 0 : Math.max(keep, line.keptAmount);
  const refund = await payments.requestRefund(tx, attempt, reason, line && { ...line, keptAmount });
  if (refund && line && keptAmount > line.keptAmount) {
    await orders.keep(tx, line.id, keptAmount);
    return startedRefund(ports, tx, { attempt, order: withKept(order, line.id, keptAmount) }, refund);
  }
  if (refund) return startedRefund(ports, tx, { attempt, order }, refund);
  const existing = (await payments.refundsOf(attempt.id, tx)).findLast(
    ({ status, lineId }) => status !== 'superseded' && (line === null || lineId === null || lineId === line.id),
  );
  if (!existing) throw new AppError('order-not-refundable');
  return existing;
}

/**
 * Requests a part of what is left of a line or of the order. It is recorded for no line, because a line that is refunded
 * is given back (docs/decisions/0052-refunds-of-lines.md): eSIMs and deliveries stay. All that is left is a refund like
 * any other. Runs under the order's lock. Throws `invalid-input` for more than that, `order-not-refundable`.
 */
export async function requestPart(
  ports: RefundPorts,
  tx: Tx,
  order: Order,
  { amountCents, line }: { amountCents: number; line: Line | null },
): Promise<Refund> {
  const { payments } = ports;
  const attempt = await refundableOf(ports, tx, order);
  const rest = await payments.restOf(tx, attempt, line);
  if (amountCents > rest)
    throw new AppError('invalid-input', { field: 'amount', max: { amount: rest, currency: attempt.currency } });
  if (amountCents === rest) return requestRefund(ports, tx, order, { reason: 'requested', line });
  const refund = await payments.requestPart(tx, attempt, amountCents);
  if (!refund) throw new AppError('order-not-refundable');
  return startedRefund(ports, tx, { attempt, order }, refund);
}

/** Refunds a payment that does not count for the order: a second payment, or one with a wrong amount. */
export async function returnSurplus(
  { payments }: { payments: Pick<Payments, 'requestRefund'> },
  tx: Tx,
  attempt: Attempt,
): Promise<void> {
  const refund = await payments.requestRefund(tx, attempt, 'duplicate_payment');
  if (refund) await queueRefund(tx, refund);
}

/** The payment that can be refunded. Throws `order-not-refundable`. */
async function refundableOf({ payments }: RefundPorts, tx: Tx, order: Order): Promise<Attempt> {
  const attempt = await payments.paidAttempt(order.id, tx);
  // During an open dispute and after a lost one the vendor holds the money and refuses refunds.
  if (!attempt || order.status === 'disputed') throw new AppError('order-not-refundable');
  return attempt;
}

async function startedRefund(ports: RefundPorts, tx: Tx, locked: Locked, refund: Refund): Promise<Refund> {
  await alignOrder(ports, tx, locked);
  await queueRefund(tx, refund);
  return refund;
}
