import type { Tx } from '../../db/database.ts';
import { transactOrTry } from '../../db/dry-run.ts';
import { isPseudonym, type Line } from '../../modules/orders/orders.ts';
import type { Refund } from '../../modules/payments/payments.ts';
import type { RefundOutcome } from '../../modules/payments/provider.ts';
import { enqueue } from '../../queue/queue.ts';
import { AppError } from '../../shared/errors.ts';
import type { OperatorAction } from '../../shared/operator.ts';
import { alignOrder, holdsMoney, type Locked, queueRefund } from './align-order.ts';
import { requestPart, requestRefund } from './request-refund.ts';
import { recordRefund, syncPayment, type SyncPorts } from './sync-payment.ts';

/**
 * A refund by an operator: of one line, or of the whole order (`line` null). `amountCents`: a part of it, which gives no
 * line back; null: all that is left.
 */
export type RefundByHand = OperatorAction & { line?: Line | null; amountCents?: number | null };

/** How an operator settled a refund: the reason, the reference of the other payment, and who. */
export type Closing = { note: string; reference: string | null; by: string };

/** Delay before the vendor is asked again about a payment whose dispute is in progress. */
const DISPUTE_PAUSE_SECONDS = 60;

/** Refunds that the store makes: started and closed by operators, and carried out at the vendor. */
export const createRefunds = (ports: SyncPorts) => ({
  startRefund: (orderId: string, input: RefundByHand) => startRefund(ports, orderId, input),
  carryOutRefund: (refundId: string) => carryOutRefund(ports, refundId),
  closeRefund: (refundId: string, closing: Closing) => closeRefund(ports, refundId, closing),
});

/**
 * Requests a refund of an order or of one line for an operator, and queues it. Throws `not-found`,
 * `order-not-refundable`, `refund-undecided` for a line when a refund of the order names no line and may be for this
 * one, and `wrong-state` when nothing is left of it.
 */
async function startRefund(
  ports: SyncPorts,
  orderId: string,
  { line = null, amountCents = null, by, reason, dryRun }: RefundByHand,
): Promise<Refund> {
  const { db, notices, orders, payments } = ports;
  const refund = await transactOrTry(db, dryRun, async (tx) => {
    const order = await orders.lock(tx, orderId);
    if (!order) throw new AppError('not-found');
    const attempt = await payments.paidAttempt(orderId, tx);
    if (line && attempt && (await payments.wouldWait(tx, attempt, line, order.lines)))
      throw new AppError('refund-undecided');
    if (attempt && (await payments.restOf(tx, attempt, line)) === 0)
      throw new AppError('wrong-state', { field: 'refund' });
    const asked =
      amountCents === null
        ? await requestRefund(ports, tx, order, { reason: 'requested', line })
        : await requestPart(ports, tx, order, { amountCents, line });
    const number = line === null ? null : line.position + 1;
    await orders.note(tx, orderId, 'refund-by-hand', {
      refund: asked.id,
      amount: asked.amount,
      line: number,
      by,
      reason,
    });
    return asked;
  });
  if (!dryRun) await notices.orderChanged(orderId);
  return refund;
}

/** Carries out a refund at the vendor. Idempotent, also after days. */
async function carryOutRefund(ports: SyncPorts, refundId: string): Promise<void> {
  const { db, notices, log, orders, payments } = ports;
  const asked = await payments.findRefund(refundId);
  if (asked?.status !== 'requested' && asked?.status !== 'pending') return;
  const attempt = await payments.findAttempt(asked.attemptId);
  if (!attempt?.paymentRef) throw new Error('the payment of a refund has no id at its provider');
  const { paymentRef } = attempt;
  const gateway = payments.providers.find(attempt.provider)?.gateway;
  if (!gateway) {
    log.warn({ refundId, provider: attempt.provider }, 'a refund waits: its provider is not configured');
    return;
  }

  const order = await orders.find(asked.orderId);
  if (!order) throw new Error('the order of a refund is missing');
  if (asked.status === 'requested' && (await payments.mustWait(asked, order.lines))) return;
  // The vendor forgets the idempotency key after a day but never the refund. An operator may also have refunded in
  // the vendor's dashboard, or before the database was restored.
  await syncPayment(ports, attempt.id);
  const now = await payments.findRefund(refundId);
  // The vendor refuses refunds of disputed payments: the request waits for the end of the dispute.
  if (now?.status !== 'requested' || (await payments.disputesOf(attempt.id)).some(holdsMoney)) return;
  if (await payments.mustWait(now, order.lines)) return;
  const outcome = await gateway.refund({
    paymentRef,
    amount: { amount: now.amount, currency: now.currency },
    label: payments.labelOf(now, order.lines),
  });
  // The vendor refused because the payment has changed. The sync brings the row up to date.
  if (outcome.kind !== 'made') await syncPayment(ports, attempt.id);
  await db.transaction(async (tx) => {
    const locked = await orders.lock(tx, asked.orderId);
    if (locked) await storeOutcome(ports, tx, { attempt, order: locked }, { refundId, outcome });
  });
  await notices.orderChanged(asked.orderId);
}

/** Stores the vendor's answer, and queues a refused refund again where a later try can succeed. */
async function storeOutcome(
  ports: SyncPorts,
  tx: Tx,
  { attempt, order }: Locked,
  { refundId, outcome }: { refundId: string; outcome: RefundOutcome },
): Promise<void> {
  const { log, orders, payments } = ports;
  if (outcome.kind === 'made') return recordRefund(ports, tx, { attempt, order }, outcome.refund);
  if ((await payments.findRefund(refundId, tx))?.status !== 'requested') return;
  if (outcome.kind === 'key-used') {
    // Sent by an older version, with another label. The reading has shown that it made no refund.
    return queueRefund(tx, await payments.renewRequest(tx, attempt, refundId, outcome.fault));
  }
  if (outcome.kind === 'disputed') {
    // A request that waits for the end of a dispute gets a new key, and the end of the dispute queues it. The
    // dispute may also have just ended.
    const renewed = await payments.renewRequest(tx, attempt, refundId, outcome.fault);
    return queueRefund(tx, renewed, { inSeconds: DISPUTE_PAUSE_SECONDS });
  }
  await payments.refuseRefund(tx, refundId, outcome.fault);
  await orders.note(tx, order.id, 'refund-refused', { refund: refundId, fault: outcome.fault });
  log.error({ orderId: order.id, refundId, fault: outcome.fault }, 'the payment vendor refused a refund');
}

/**
 * Closes a failed refund that an operator settled another way, with the reason, and says so to the buyer. Throws
 * `not-found`, `wrong-state`.
 */
async function closeRefund(ports: SyncPorts, refundId: string, { note, reference, by }: Closing): Promise<Refund> {
  const { db, notices, orders, payments, notifications } = ports;
  const { orderId } = (await payments.findRefund(refundId)) ?? {};
  if (!orderId) throw new AppError('not-found');
  await db.transaction(async (tx) => {
    const order = await orders.lock(tx, orderId);
    const refund = await payments.findRefund(refundId, tx);
    if (refund?.status !== 'failed') throw new AppError('wrong-state');
    const attempt = await payments.findAttempt(refund.attemptId, tx);
    if (!attempt || !order) throw new Error('the payment of a refund is missing');
    await payments.closeRefund(tx, refundId, note, reference);
    await orders.note(tx, orderId, 'refund-closed', {
      refund: refundId,
      amount: refund.amount,
      note,
      by,
    });
    await alignOrder(ports, tx, { attempt, order });
    if (!isPseudonym(order.email))
      await notifications.queueRefunded(tx, { orderId, refundId, to: order.email, locale: order.locale });
    if (refund.vendorId !== null) await enqueue(tx, 'label-refund', { refundId }, { key: `label:${refundId}` });
  });
  await notices.orderChanged(orderId);
  return (await payments.findRefund(refundId))!;
}
