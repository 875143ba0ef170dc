import { sql } from 'drizzle-orm';
import { type Clock, secondsUntil } from '../../db/clock.ts';
import type { Db, Queryable, Tx } from '../../db/database.ts';
import { isUuid, uuidv7 } from '../../shared/ids.ts';
import { sameMoney, type Money } from '../../shared/money.ts';
import type {
  DisputeState,
  FraudWarningState,
  GatewayEvent,
  PaymentGateway,
  RefundState,
  SessionState,
} from './gateway.ts';
import { attemptsOf, ordersOfIntents, readMoneyBooks } from './books-store.ts';
import { openDisputes, openRefunds, unhandledEvents } from './standing-store.ts';
import { createKnownMethods } from './methods.ts';
import { createRefundBook } from './refund-book.ts';
import * as store from './store.ts';
import { keptMs } from '../../shared/retention.ts';

export type {
  AttemptRow as Attempt,
  DisputeRow as Dispute,
  PaymentEventRow as PaymentEvent,
  RefundRow as Refund,
} from './store.ts';

/** The vendor's state of one payment, and when it was read (database clock). */
export type VendorBooks = { readAt: Date; refunds: RefundState[]; disputes: DisputeState[] };

export type Payments = ReturnType<typeof createPayments>;

/**
 * Payment attempts, the inbox of webhook events, and refunds. An attempt is a stored row with its own idempotency key,
 * which every retry of opening its session reuses. A customer only sees a payment page whose attempt is stored as open,
 * so an earlier attempt cannot be paid.
 */
export function createPayments({
  db,
  gateway,
  sessionMinutes,
  freshSeconds,
  clock,
}: {
  db: Db;
  gateway: PaymentGateway;
  sessionMinutes: number;
  freshSeconds: number;
  clock: Clock;
}) {
  function newAttempt(orderId: string, total: Money, number: number): store.AttemptRow {
    const now = clock.now();
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
      // Whole seconds, as the vendor requires.
      expiresAt: new Date(Math.floor(now.getTime() / 1000) * 1000 + sessionMinutes * 60_000),
      settledAt: null,
      checkedAt: null,
      takenAmount: null,
      surplus: false,
      syncedAt: null,
      seenOpenAt: null,
    };
  }

  return {
    gateway,
    methods: createKnownMethods(gateway),
    latestAttempt: (orderId: string) => store.latestAttempt(db, orderId),
    findAttempt: (id: string, tx: Queryable = db) => store.findAttempt(tx, id),
    findAttemptBySession: (sessionId: string) => store.findAttemptBySession(db, sessionId),
    findAttemptByIntent: (paymentIntentId: string) => store.findAttemptByIntent(db, paymentIntentId),
    paidAttempt: (orderId: string, tx: Queryable = db) => store.findPaidAttempt(tx, orderId),
    /** Claims attempts without a result that are due for a check. */
    takeUnsettled: (afterSeconds: number, limit: number) => store.takeUnsettled(db, afterSeconds, limit),

    /** The attempt whose page can still be paid; null when there is none. Runs under the order's row lock. */
    async runningAttempt(tx: Tx, orderId: string): Promise<store.AttemptRow | null> {
      const last = await store.latestAttempt(tx, orderId);
      return last && (last.status === 'opening' || last.status === 'open') ? last : null;
    },
    /** Creates the first attempt of an order in the order's own transaction. */
    async startFirstAttempt(tx: Tx, orderId: string, total: Money): Promise<store.AttemptRow> {
      const first = newAttempt(orderId, total, 1);
      await store.insertAttempt(tx, first);
      return first;
    },
    /**
     * Creates the next attempt, or returns the running one. Runs under the order's row lock, so that two tabs get one
     * attempt.
     */
    async startAttempt(tx: Tx, orderId: string, total: Money): Promise<store.AttemptRow> {
      const last = await store.latestAttempt(tx, orderId);
      const next = newAttempt(orderId, total, (last?.number ?? 0) + 1);
      await store.insertAttempt(tx, next);
      return next;
    },

    /** Stores that the vendor has just reported the session as open. */
    markSeenOpen: (attemptId: string) => store.updateAttempt(db, attemptId, ['open'], { seenOpenAt: clock.now() }),
    /** The seconds for which an open session need not be checked again; null when it must be checked. */
    freshSeconds({ status, seenOpenAt, expiresAt }: store.AttemptRow): number | null {
      if (status !== 'open' || seenOpenAt === null) return null;
      const until = new Date(Math.min(seenOpenAt.getTime() + freshSeconds * 1000, expiresAt.getTime()));
      return secondsUntil(clock, until) || null;
    },

    /**
     * Stores a session that a restored database does not know with its attempt, which may be missing too; null when the
     * session is not of this order. Runs under the order's row lock.
     */
    async adoptSession(
      tx: Tx,
      order: { id: string; total: Money },
      { sessionId, attemptId, url }: Pick<SessionState, 'sessionId' | 'attemptId' | 'url'>,
    ): Promise<store.AttemptRow | null> {
      if (!isUuid(attemptId)) return null;
      const known = await store.findAttempt(tx, attemptId);
      if (!known) {
        const last = await store.latestAttempt(tx, order.id);
        const lost = newAttempt(order.id, order.total, (last?.number ?? 0) + 1);
        await store.insertAttempt(tx, { ...lost, id: attemptId, status: 'open', sessionId, url });
      } else if (known.orderId === order.id && known.sessionId === null) {
        const { status } = known;
        await store.updateAttempt(tx, attemptId, [status], {
          sessionId,
          url,
          status: status === 'opening' ? 'open' : status,
        });
      }
      const stored = await store.findAttempt(tx, attemptId);
      return stored?.orderId === order.id ? stored : null;
    },

    markOpen: (attemptId: string, session: { sessionId: string; url: string }) =>
      store.updateAttempt(db, attemptId, ['opening'], { ...session, status: 'open' }),
    /** Gives up an attempt whose page was never shown. One that a concurrent request opened stays open. */
    markRefused: (attemptId: string) =>
      store.updateAttempt(db, attemptId, ['opening'], { status: 'failed', settledAt: clock.now() }),
    markFailed: (tx: Queryable, attemptId: string) =>
      store.updateAttempt(tx, attemptId, ['opening', 'open'], { status: 'failed', settledAt: clock.now() }),
    markExpired: (tx: Queryable, attemptId: string) =>
      store.updateAttempt(tx, attemptId, ['opening', 'open'], { status: 'expired', settledAt: clock.now() }),

    /** Compare-and-set: settles an attempt as paid, whatever its earlier state; false when it was paid already. */
    markPaid: (tx: Tx, attemptId: string, session: SessionState) =>
      store.updateAttempt(tx, attemptId, ['opening', 'open', 'expired', 'failed'], {
        status: 'paid',
        paymentIntentId: session.paymentIntentId,
        cardBrand: session.card?.brand ?? null,
        cardLast4: session.card?.last4 ?? null,
        takenAmount: session.total.amount,
        settledAt: clock.now(),
      }),
    /** Marks the payment as surplus: it does not belong to the order. */
    markSurplus: (tx: Tx, attemptId: string) => store.updateAttempt(tx, attemptId, ['paid'], { surplus: true }),

    /** True when the session belongs to this attempt and took exactly its amount. */
    matches(attempt: store.AttemptRow, session: SessionState): boolean {
      const { amount, currency } = session.total;
      if (session.attemptId !== attempt.id || amount === null || currency === null) return false;
      return sameMoney(
        { amount: attempt.amount, currency: attempt.currency },
        { amount, currency: currency.toUpperCase() as 'USD' },
      );
    },

    /** Stores a verified event; false when it was stored before. */
    receive: (tx: Tx, event: GatewayEvent) =>
      store.insertEvent(tx, { ...event, receivedAt: clock.now(), handledAt: null }),
    findEvent: (id: string) => store.findEvent(db, id),
    markEventHandled: (id: string) => store.markEventHandled(db, id),
    /** Deletes handled events past their retention; vendors do not send them again. */
    cleanUp: () => store.deleteHandledEvents(db, new Date(clock.now().getTime() - keptMs('paymentEvents'))),
    unhandledEvents: (received: { since: Date; before: Date }, limit: number) =>
      store.unhandledEvents(db, received, limit),
    /** Queries for the metrics; each runs on the connection that it gets. */
    standing: { events: unhandledEvents, refunds: openRefunds, disputes: openDisputes },
    countUnhandledEvents: (olderThan: Date) => store.countUnhandledEvents(db, olderThan),

    /** Reads the vendor's state of a payment. Throws `payment-unavailable`. */
    async readBooks(paymentIntentId: string): Promise<VendorBooks> {
      const clock = await db.execute<{ now: string }>(sql`select clock_timestamp() as now`);
      const [refunds, disputes] = await Promise.all([
        gateway.refundsOf(paymentIntentId),
        gateway.disputesOf(paymentIntentId),
      ]);
      return { readAt: new Date(clock.rows[0]?.now ?? 0), refunds, disputes };
    },
    /**
     * Compare-and-set: true when this reading is newer than the last stored one, and makes it the last. Runs under the
     * order's lock.
     */
    claimReading: (tx: Tx, attemptId: string, readAt: Date) => store.claimReading(tx, attemptId, readAt),

    ...createRefundBook(db),

    /**
     * Stores the vendor's disputes of a payment; returns all of them, and which ones are new or changed. Runs under the
     * order's lock.
     */
    async recordDisputes(
      tx: Tx,
      attempt: store.AttemptRow,
      states: readonly DisputeState[],
    ): Promise<{ disputes: store.DisputeRow[]; news: store.DisputeRow[] }> {
      const before = await store.disputesOfAttempt(tx, attempt.id);
      for (const state of states) {
        await store.upsertDispute(tx, {
          ...state,
          orderId: attempt.orderId,
          attemptId: attempt.id,
          updatedAt: clock.now(),
        });
      }
      const disputes = await store.disputesOfAttempt(tx, attempt.id);
      const isKnown = (row: store.DisputeRow) =>
        before.some((each) => each.vendorId === row.vendorId && each.status === row.status);
      return { disputes, news: disputes.filter((row) => !isKnown(row)) };
    },
    disputesOf: (attemptId: string, tx: Queryable = db) => store.disputesOfAttempt(tx, attemptId),
    openAndLostDisputes: (limit = 200) => store.listDisputes(db, limit),

    /** Stores early fraud warnings. The vendor lists them only in a call of their own. */
    async recordFraudWarnings(
      tx: Queryable,
      attempt: store.AttemptRow,
      states: readonly FraudWarningState[],
    ): Promise<void> {
      for (const state of states) {
        await store.upsertFraudWarning(tx, {
          ...state,
          orderId: attempt.orderId,
          attemptId: attempt.id,
          updatedAt: clock.now(),
        });
      }
    },
    /** Our books of the money of these orders, for reconciliation. */
    booksOf: (orderIds: string[]) => readMoneyBooks(db, orderIds),
    /** The orders of these payment intents. */
    ordersOfIntents: (intents: string[]) => ordersOfIntents(db, intents),
    attemptsOf: (orderId: string) => attemptsOf(db, orderId),
    actionableFraudWarnings: (limit = 200) => store.listFraudWarnings(db, limit),
  };
}
