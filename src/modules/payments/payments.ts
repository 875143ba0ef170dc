import type { Db, Queryable, Tx } from '../../db/database.ts';
import { uuidv7 } from '../../shared/ids.ts';
import { sameMoney, type Money } from '../../shared/money.ts';
import type { GatewayEvent, PaymentGateway, RefundState, SessionState } from './gateway.ts';
import * as store from './store.ts';

export type { AttemptRow as Attempt, RefundRow as Refund } from './store.ts';

export type Payments = ReturnType<typeof createPayments>;

/**
 * Payment attempts, the inbox of webhook events, and refunds. An attempt is a stored row with a key of its own that every
 * retry of opening its session reuses; a customer only ever sees a payment page whose attempt is stored as open, so an
 * attempt that never got that far can't be paid.
 */
export function createPayments({
  db,
  gateway,
  sessionMinutes,
}: {
  db: Db;
  gateway: PaymentGateway;
  sessionMinutes: number;
}) {
  function newAttempt(orderId: string, total: Money, number: number): store.AttemptRow {
    const now = new Date();
    return {
      id: uuidv7(),
      orderId,
      number,
      status: 'opening',
      amount: total.amount,
      currency: total.currency,
      sessionId: null,
      url: null,
      paymentIntentId: null,
      cardBrand: null,
      cardLast4: null,
      createdAt: now,
      // Sent to the vendor, who wants whole seconds.
      expiresAt: new Date(Math.floor(now.getTime() / 1000) * 1000 + sessionMinutes * 60_000),
      settledAt: null,
      checkedAt: null,
    };
  }

  return {
    gateway,
    latestAttempt: (orderId: string) => store.latestAttempt(db, orderId),
    findAttempt: (id: string) => store.findAttempt(db, id),
    findAttemptBySession: (sessionId: string) => store.findAttemptBySession(db, sessionId),
    findAttemptByIntent: (paymentIntentId: string) => store.findAttemptByIntent(db, paymentIntentId),
    paidAttempt: (orderId: string, tx: Queryable = db) => store.findPaidAttempt(tx, orderId),
    /** Attempts of which nothing was heard and that are due for a look; asking takes them. */
    takeUnsettled: (afterSeconds: number, limit: number) => store.takeUnsettled(db, afterSeconds, limit),

    /** The attempt after `last`, or the first. Under the order's row lock: two tabs get one attempt. */
    async startAttempt(tx: Tx, orderId: string, total: Money): Promise<store.AttemptRow> {
      const last = await store.latestAttempt(tx, orderId);
      if (last && (last.status === 'opening' || last.status === 'open')) return last;
      const next = newAttempt(orderId, total, (last?.number ?? 0) + 1);
      await store.insertAttempt(tx, next);
      return next;
    },

    markOpen: (attemptId: string, session: { sessionId: string; url: string }) =>
      store.updateAttempt(db, attemptId, ['opening'], { ...session, status: 'open' }),
    /** Gives an attempt up whose page nobody has seen; one that another request opened meanwhile stays open. */
    markRefused: (attemptId: string) =>
      store.updateAttempt(db, attemptId, ['opening'], { status: 'failed', settledAt: new Date() }),
    markFailed: (tx: Queryable, attemptId: string) =>
      store.updateAttempt(tx, attemptId, ['opening', 'open'], { status: 'failed', settledAt: new Date() }),
    markExpired: (tx: Queryable, attemptId: string) =>
      store.updateAttempt(tx, attemptId, ['opening', 'open'], { status: 'expired', settledAt: new Date() }),

    /** Settles an attempt as paid; false when it was already. A payment counts whatever we thought of the attempt before. */
    markPaid: (tx: Tx, attemptId: string, session: SessionState) =>
      store.updateAttempt(tx, attemptId, ['opening', 'open', 'expired', 'failed'], {
        status: 'paid',
        paymentIntentId: session.paymentIntentId,
        cardBrand: session.card?.brand ?? null,
        cardLast4: session.card?.last4 ?? null,
        settledAt: new Date(),
      }),

    /** True when the session is about this attempt and took exactly the attempt's amount. */
    matches(attempt: store.AttemptRow, session: SessionState): boolean {
      const { amount, currency } = session.total;
      if (session.attemptId !== attempt.id || amount === null || currency === null) return false;
      return sameMoney(
        { amount: attempt.amount, currency: attempt.currency },
        { amount, currency: currency.toUpperCase() as 'USD' },
      );
    },

    /** Puts a verified event into the inbox; false when it was there already. */
    receive: (tx: Tx, event: GatewayEvent) =>
      store.insertEvent(tx, { ...event, receivedAt: new Date(), handledAt: null }),
    findEvent: (id: string) => store.findEvent(db, id),
    markEventHandled: (id: string) => store.markEventHandled(db, id),
    countUnhandledEvents: (olderThan: Date) => store.countUnhandledEvents(db, olderThan),

    /** Asks for the full refund of an attempt, once: the row that exists, or a new one. `amount` is what was taken, where it is not what was asked for. */
    async requestRefund(
      tx: Tx,
      attempt: store.AttemptRow,
      reason: store.RefundRow['reason'],
      amount = attempt.amount,
    ): Promise<store.RefundRow> {
      const now = new Date();
      await store.insertRefund(tx, {
        id: uuidv7(),
        orderId: attempt.orderId,
        attemptId: attempt.id,
        reason,
        amount,
        currency: attempt.currency,
        status: 'requested',
        vendorId: null,
        createdAt: now,
        updatedAt: now,
      });
      const row = await store.findRefundByAttempt(tx, attempt.id);
      if (!row) throw new Error('the refund that was just asked for is gone');
      return row;
    },
    findRefund: (id: string) => store.findRefund(db, id),
    refundOf: (attemptId: string, tx: Queryable = db) => store.findRefundByAttempt(tx, attemptId),
    saveRefund: (tx: Queryable, refundId: string, state: RefundState) =>
      store.updateRefund(tx, refundId, { status: state.status, vendorId: state.vendorId }),
    refundsInStatus: (statuses: store.RefundRow['status'][], limit = 100) =>
      store.listRefundsByStatus(db, statuses, limit),
  };
}
