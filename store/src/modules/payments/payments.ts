import { sql } from 'drizzle-orm';
import type { Clock } from '../../db/clock.ts';
import type { Db, Queryable } from '../../db/database.ts';
import { createAttemptBook, createAttempts } from './attempts/attempts.ts';
import { readMoneyBooks } from './books-store.ts';
import { createCardBook } from './cards/cards.ts';
import { createDisputes } from './disputes/disputes.ts';
import { countUnhandledEvents, createInbox } from './inbox/inbox.ts';
import { createKnownMethods } from './methods.ts';
import type { DisputeState, PaymentGateway, RefundState } from './provider.ts';
import type { PaymentProviders } from './providers.ts';
import { createRefundBook, refundsUnderway } from './refunds/refunds.ts';
import { openDisputes, openRefunds, unhandledEvents } from './standing-store.ts';

export type { Attempt, KeepCard } from './attempts/attempts.ts';
export type { CardBook, CardSetup, PaymentCustomer, SavedCardRow } from './cards/cards.ts';
export type { Dispute, FraudWarning } from './disputes/disputes.ts';
export type { PaymentEvent } from './inbox/inbox.ts';
export type { Refund } from './refunds/refunds.ts';

/** The provider's state of one payment, and when it was read (database clock). */
export type VendorBooks = { readAt: Date; refunds: RefundState[]; disputes: DisputeState[] };

export type Payments = ReturnType<typeof createPayments>;

/** Our books of payments, without what needs a provider: reading them, and what an operator decides. */
export const createMoneyBook = ({ db, clock }: { db: Db; clock: Clock }) => ({
  ...createAttemptBook({ db }),
  ...createRefundBook({ db }),
  ...createDisputes({ db, clock }),
  cards: createCardBook({ db, clock }),
  countUnhandledEvents: (olderThan: Date) => countUnhandledEvents(db, olderThan),
});

export type MoneyBook = ReturnType<typeof createMoneyBook>;

/** Joins the rooms of this module: attempts, saved cards, refunds, disputes, and the inbox of webhook events. */
export function createPayments(ports: {
  db: Db;
  providers: PaymentProviders;
  sessionMinutes: number;
  freshSeconds: number;
  clock: Clock;
}) {
  const { db, providers } = ports;
  /** The provider of a row. Throws `payment-unavailable` for one that is not configured. */
  const gatewayOf = ({ provider }: { provider: string }): PaymentGateway => providers.get(provider).gateway;

  return {
    providers,
    gatewayOf,
    methods: createKnownMethods(providers.first.gateway),
    /** False where the provider that takes new payments keeps no cards. */
    keepsCards: providers.first.gateway.savedCards !== null,
    ...createMoneyBook(ports),
    ...createAttempts(ports),
    ...createInbox(ports),
    /** Refunds of configured providers that are to be sent, or followed. */
    refundsUnderway: (limit: number) => refundsUnderway(db, providers, limit),
    /** Queries for the metrics; each runs on the connection that it gets. */
    standing: { events: unhandledEvents, refunds: openRefunds, disputes: openDisputes },
    /** Our books of the money of these orders, for reconciliation. */
    booksOf: (orderIds: string[], on: Queryable = db) => readMoneyBooks(on, orderIds),

    /** Reads the provider's state of a payment. Throws `payment-unavailable`. */
    async readBooks(of: { provider: string; paymentRef: string }): Promise<VendorBooks> {
      const gateway = gatewayOf(of);
      const clock = await db.execute<{ now: string }>(sql`select clock_timestamp() as now`);
      const [refunds, disputes] = await Promise.all([
        gateway.refundsOf(of.paymentRef),
        gateway.disputesOf(of.paymentRef),
      ]);
      return { readAt: new Date(clock.rows[0]?.now ?? 0), refunds, disputes };
    },
  };
}
