import type { Tx } from '../../db/database.ts';
import type { RefundOutcome } from '../../modules/payments/provider.ts';
import { issueDocuments } from '../documents/issue-documents.ts';
import { holdsMoney, type Locked, queueRefund } from './align-order.ts';
import { recordRefund, syncPayment, type SyncPorts } from './sync-payment.ts';

/** Delay before the vendor is asked again about a payment whose dispute is in progress. */
const DISPUTE_PAUSE_SECONDS = 60;

/** Refunds at the vendor. Others request them: the buyer's order (request-refund.ts), and operators (flows/desk). */
export const createRefunds = (ports: SyncPorts) => ({
  carryOutRefund: (refundId: string) => carryOutRefund(ports, refundId),
});

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
    if (!locked) return;
    await storeOutcome(ports, tx, { attempt, order: locked }, { refundId, outcome });
    await issueDocuments(ports, tx, locked.id);
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
