import type { Tx } from '../../db/database.ts';
import { transactOrTry } from '../../db/dry-run.ts';
import type { Notifications } from '../../modules/notifications/notifications.ts';
import { isPseudonym, type Line, type Orders } from '../../modules/orders/orders.ts';
import type { Attempt, Payments, Refund } from '../../modules/payments/payments.ts';
import { enqueue } from '../../queue/queue.ts';
import { AppError } from '../../shared/errors.ts';
import type { OperatorAction } from '../../shared/operator.ts';
import { holdsMoney, type PaymentSync } from './sync-payment.ts';
import type { FlowBase } from './flow-base.ts';

type Ports = FlowBase & {
  orders: Orders;
  payments: Payments;
  notifications: Pick<Notifications, 'queueRefunded'>;
  paymentSync: Pick<PaymentSync, 'syncPayment' | 'alignOrder' | 'recordRefund'>;
};

/**
 * A refund by an operator: of one line, or of the whole order (`line` null). `amountCents`: a part of it, which gives no
 * line back; null: all that is left.
 */
export type RefundByHand = OperatorAction & { line?: Line | null; amountCents?: number | null };

/** How an operator settled a refund: the reason, the reference of the other payment, and who. */
export type Closing = { note: string; reference: string | null; by: string };

/** Delay before the vendor is asked again about a payment whose dispute is in progress. */
const DISPUTE_PAUSE_SECONDS = 60;

export type Refunds = ReturnType<typeof createRefunds>;

/** Refunds that the store makes: requested, carried out, and closed by hand when the vendor refuses. */
export function createRefunds({ db, notices, log, orders, payments, notifications, paymentSync }: Ports) {
  /**
   * Requests a refund of the rest of an order's payment, or of one line's price, in the caller's transaction, and stops
   * the delivery of what it paid for. Returns the earlier refund when nothing is left. Throws `not-found`,
   * `order-not-refundable`.
   */
  async function requestIn(
    tx: Tx,
    orderId: string,
    reason: Refund['reason'],
    line: Pick<Line, 'id' | 'unitAmount'> | null = null,
  ): Promise<Refund> {
    const attempt = await refundableIn(tx, orderId);
    const refund = await payments.requestRefund(tx, attempt, reason, line);
    if (!refund) {
      const existing = (await payments.refundsOf(attempt.id, tx)).findLast(
        ({ status, lineId }) => status !== 'superseded' && (line === null || lineId === null || lineId === line.id),
      );
      if (!existing) throw new AppError('order-not-refundable');
      return existing;
    }
    await paymentSync.alignOrder(tx, attempt);
    await enqueueRefund(tx, refund);
    return refund;
  }

  /** The payment that can be refunded. Locks the order. Throws `not-found`, `order-not-refundable`. */
  async function refundableIn(tx: Tx, orderId: string): Promise<Attempt> {
    const order = await orders.lock(tx, orderId);
    if (!order) throw new AppError('not-found');
    const attempt = await payments.paidAttempt(orderId, tx);
    // During an open dispute and after a lost one the vendor holds the money and refuses refunds.
    if (!attempt || order.status === 'disputed') throw new AppError('order-not-refundable');
    return attempt;
  }

  /**
   * Requests a part of what is left of a line or of the order. It is recorded for no line, because a line that is refunded
   * is given back (docs/decisions/0052-refunds-of-lines.md): eSIMs and deliveries stay. All that is left is a refund like
   * any other. Throws `invalid-input` for more than that.
   */
  async function requestPartIn(tx: Tx, orderId: string, amountCents: number, line: Line | null): Promise<Refund> {
    const attempt = await refundableIn(tx, orderId);
    const rest = await payments.restOf(tx, attempt, line);
    if (amountCents > rest)
      throw new AppError('invalid-input', { field: 'amount', max: { amount: rest, currency: attempt.currency } });
    if (amountCents === rest) return requestIn(tx, orderId, 'requested', line);
    const refund = await payments.requestPart(tx, attempt, amountCents);
    if (!refund) throw new AppError('order-not-refundable');
    await paymentSync.alignOrder(tx, attempt);
    await enqueueRefund(tx, refund);
    return refund;
  }

  /** Refunds a payment that does not count for the order: a second payment, or one with a wrong amount. */
  async function returnSurplusIn(tx: Tx, attempt: Attempt): Promise<void> {
    const refund = await payments.requestRefund(tx, attempt, 'duplicate_payment');
    if (refund) await enqueueRefund(tx, refund);
  }

  const enqueueRefund = (tx: Tx, { id }: Refund) =>
    enqueue(tx, 'refund-order', { refundId: id }, { key: `refund:${id}` });

  return {
    requestIn,
    returnSurplusIn,

    /**
     * Requests a refund of an order or of one line for an operator, and queues it. Throws `refund-undecided` for a line
     * when a refund of the order names no line and may be for this one, and `wrong-state` when nothing is left of it.
     */
    async startRefund(
      orderId: string,
      { line = null, amountCents = null, by, reason, dryRun }: RefundByHand,
    ): Promise<Refund> {
      const refund = await transactOrTry(db, dryRun, async (tx) => {
        const order = await orders.lock(tx, orderId);
        const attempt = await payments.paidAttempt(orderId, tx);
        if (line && order && attempt && (await payments.wouldWait(tx, attempt, line, order.lines)))
          throw new AppError('refund-undecided');
        if (attempt && (await payments.restOf(tx, attempt, line)) === 0)
          throw new AppError('wrong-state', { field: 'refund' });
        const asked =
          amountCents === null
            ? await requestIn(tx, orderId, 'requested', line)
            : await requestPartIn(tx, orderId, amountCents, line);
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
    },

    /** Carries out a refund at the vendor. Idempotent, also after days. */
    async carryOutRefund(refundId: string): Promise<void> {
      const asked = await payments.findRefund(refundId);
      if (asked?.status !== 'requested' && asked?.status !== 'pending') return;
      const attempt = await payments.findAttempt(asked.attemptId);
      if (!attempt?.paymentRef) throw new Error('the payment of a refund has no id at its provider');
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
      await paymentSync.syncPayment(attempt.id);
      const now = await payments.findRefund(refundId);
      // The vendor refuses refunds of disputed payments: the request waits for the end of the dispute.
      if (now?.status !== 'requested' || (await isDisputed(attempt.id))) return;
      if (await payments.mustWait(now, order.lines)) return;
      const outcome = await gateway.refund({
        paymentRef: attempt.paymentRef,
        amount: { amount: now.amount, currency: now.currency },
        label: payments.labelOf(now, order.lines),
      });
      // The vendor refused because the payment has changed. The sync brings the row up to date.
      if (outcome.kind !== 'made') await paymentSync.syncPayment(attempt.id);
      await db.transaction(async (tx) => {
        await orders.lock(tx, asked.orderId);
        if (outcome.kind === 'made') return paymentSync.recordRefund(tx, attempt, outcome.refund);
        if ((await payments.findRefund(refundId, tx))?.status !== 'requested') return;
        if (outcome.kind === 'key-used') {
          // Sent by an older version, with another label. The reading has shown that it made no refund.
          const renewed = await payments.renewRequest(tx, attempt, refundId, outcome.fault);
          return enqueueRefund(tx, renewed);
        }
        if (outcome.kind === 'disputed') {
          // A request that waits for the end of a dispute gets a new key, and the end of the dispute queues it. The
          // dispute may also have just ended.
          const renewed = await payments.renewRequest(tx, attempt, refundId, outcome.fault);
          return enqueue(
            tx,
            'refund-order',
            { refundId: renewed.id },
            { key: `refund:${renewed.id}`, inSeconds: DISPUTE_PAUSE_SECONDS },
          );
        }
        await payments.refuseRefund(tx, refundId, outcome.fault);
        await orders.note(tx, asked.orderId, 'refund-refused', { refund: refundId, fault: outcome.fault });
        log.error({ orderId: asked.orderId, refundId, fault: outcome.fault }, 'the payment vendor refused a refund');
      });
      await notices.orderChanged(asked.orderId);
    },

    /**
     * Closes a failed refund that an operator settled another way, with the reason, and says so to the buyer. Throws
     * `not-found`, `wrong-state`.
     */
    async closeRefund(refundId: string, { note, reference, by }: Closing): Promise<Refund> {
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
        await paymentSync.alignOrder(tx, attempt);
        if (!isPseudonym(order.email))
          await notifications.queueRefunded(tx, { orderId, refundId, to: order.email, locale: order.locale });
        if (refund.vendorId !== null) await enqueue(tx, 'label-refund', { refundId }, { key: `label:${refundId}` });
      });
      await notices.orderChanged(orderId);
      return (await payments.findRefund(refundId))!;
    },
  };

  async function isDisputed(attemptId: string, tx?: Tx): Promise<boolean> {
    const disputes = await payments.disputesOf(attemptId, tx);
    return disputes.some(holdsMoney);
  }
}
