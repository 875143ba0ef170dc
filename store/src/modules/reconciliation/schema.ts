import { boolean, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { currencyCode, id, instant } from '../../db/columns.ts';
import { orders } from '../orders/schema.ts';
import { DIFFERENCE_KINDS, REPAIRS } from './compare.ts';

/** Sums of the books of one currency, in its minor unit, on both sides. */
export type Sums = Record<'takenByUs' | 'takenByVendor' | 'refundedByUs' | 'refundedByVendor', number>;

/** The books of a wholesaler: ours of the compared orders, and its own. */
export type WholesalerFigures = {
  /** Orders of lines in our books. */
  ours: number;
  /** Orders that are listed as strays: never issued. */
  strays: number;
  /** Orders in its books. */
  theirs: number;
  /** What they cost, as charged and as it states, in minor units by the letters of the currency. */
  costs: Record<string, { ours: number; theirs: number }>;
  /** Why its books could not be read (a stable code): nothing there was compared. Null: they were read. */
  fault: string | null;
};

/** The counts of a run, and the sums on both sides. */
export type RunFigures = Partial<Sums> & {
  orders: number;
  payments: number;
  refunds: number;
  disputes: number;
  profiles: number;
  /** By the letters of the currency. A run of 1.0.0 has those of its only one beside the counts, without its letters. */
  sums?: Record<string, Sums>;
  /** Each configured wholesaler by its name; not in runs before 1.2.0. */
  wholesalers?: Record<string, WholesalerFigures>;
  /** Differences that this run found, new and known. */
  differences: number;
  /** Orders that changed just before it, and were not compared; not counted by runs of 1.0.0. */
  inProgress?: number;
  /** From when a run compares all of them (ISO 8601). */
  comparableAt?: string;
};

/** One comparison of our books with the vendors'. */
export const reconciliationRuns = pgTable(
  'reconciliation_runs',
  {
    id: id(),
    /** True when everything is compared, not only the changes. */
    full: boolean('full').notNull(),
    startedAt: instant('started_at').notNull(),
    /** The start of the compared period; null when everything was compared. */
    since: instant('since'),
    finishedAt: instant('finished_at'),
    /** True when all ledgers were read and no automatic repair is left. */
    clean: boolean('clean').notNull().default(false),
    /** The stable code of the error that ended the run early. */
    fault: text('fault'),
    figures: jsonb('figures').$type<RunFigures>(),
    /** The balance of the first wholesaler, in cents, for version 1.0.0 (docs/old-columns.md). */
    balance: integer('balance'),
  },
  (t) => [index('reconciliation_runs_started').on(t.startedAt)],
);

/** The balance of each wholesaler's prepaid account, as last read. */
export const wholesaleBalances = pgTable('wholesale_balances', {
  wholesaler: text('wholesaler').primaryKey(),
  /** Null when it was never read. */
  cents: integer('cents'),
  /** Null as the cents. */
  currency: text('currency'),
  /** The time of that reading; without one, of the first attempt. */
  readAt: instant('read_at').notNull(),
});

/** A difference between our books and a vendor's. The same difference in a later run is the same row. */
export const ledgerDifferences = pgTable(
  'ledger_differences',
  {
    id: id(),
    kind: text('kind', { enum: DIFFERENCE_KINDS }).notNull(),
    /** The vendor's id of the object, or the order's. */
    subject: text('subject').notNull(),
    /** The payment provider of the object; null for one of a wholesaler or of ours. */
    provider: text('provider'),
    /** The wholesaler in whose books the object is; null for one of a payment provider or of ours. */
    wholesaler: text('wholesaler'),
    orderId: uuid('order_id').references(() => orders.id),
    /** Cents in our books and in the other ledger, each with its currency; rows of 1.0.0 have none. */
    ours: integer('ours'),
    oursCurrency: currencyCode('ours_currency'),
    theirs: integer('theirs'),
    theirsCurrency: currencyCode('theirs_currency'),
    repair: text('repair', { enum: REPAIRS }).notNull(),
    firstSeenAt: instant('first_seen_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    closedAt: instant('closed_at'),
    /** `gone`: a later run found both sides equal. `by-hand`: an operator closed it, for the reason in `note`. */
    closedAs: text('closed_as', { enum: ['gone', 'by-hand'] }),
    note: text('note'),
  },
  (t) => [
    unique('ledger_differences_object').on(t.kind, t.subject, t.provider, t.wholesaler).nullsNotDistinct(),
    index('ledger_differences_open').on(t.closedAt, t.firstSeenAt),
    index('ledger_differences_order').on(t.orderId),
  ],
);
