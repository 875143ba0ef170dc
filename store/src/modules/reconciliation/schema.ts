import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../../db/columns.ts';
import { orders } from '../orders/schema.ts';
import { DIFFERENCE_KINDS, REPAIRS } from './compare.ts';

/** What a run counted, and the sums in cents on both sides. */
export type RunFigures = {
  orders: number;
  payments: number;
  refunds: number;
  disputes: number;
  profiles: number;
  takenByUs: number;
  takenByVendor: number;
  refundedByUs: number;
  refundedByVendor: number;
  /** Differences that this run saw, new and known. */
  differences: number;
};

/** One comparison of our books with the vendors'. */
export const reconciliationRuns = pgTable(
  'reconciliation_runs',
  {
    id: id(),
    /** True when everything is compared, not just what changed. */
    full: boolean('full').notNull(),
    startedAt: instant('started_at').notNull(),
    /** What happened before this instant was not looked at; null when everything was. */
    since: instant('since'),
    finishedAt: instant('finished_at'),
    /** True when all ledgers were read and no difference is left that repairs itself. */
    clean: boolean('clean').notNull().default(false),
    /** The stable code of what ended the run early. */
    fault: text('fault'),
    figures: jsonb('figures').$type<RunFigures>(),
    /** What the wholesaler's prepaid account held, in cents; null when it could not be read. */
    balance: integer('balance'),
  },
  (t) => [index('reconciliation_runs_started').on(t.startedAt)],
);

/** A difference between our books and a vendor's. The same difference seen again is the same row. */
export const ledgerDifferences = pgTable(
  'ledger_differences',
  {
    id: id(),
    kind: text('kind', { enum: DIFFERENCE_KINDS }).notNull(),
    /** The vendor's id of the object, or the order's. */
    subject: text('subject').notNull(),
    orderId: uuid('order_id').references(() => orders.id),
    /** Cents on our side and on the other. */
    ours: integer('ours'),
    theirs: integer('theirs'),
    repair: text('repair', { enum: REPAIRS }).notNull(),
    firstSeenAt: instant('first_seen_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    closedAt: instant('closed_at'),
    /** `gone`: a later run found both sides equal. `by-hand`: a person closed it, for the reason in `note`. */
    closedAs: text('closed_as', { enum: ['gone', 'by-hand'] }),
    note: text('note'),
  },
  (t) => [
    uniqueIndex('ledger_differences_subject').on(t.kind, t.subject),
    index('ledger_differences_open').on(t.closedAt, t.firstSeenAt),
    index('ledger_differences_order').on(t.orderId),
  ],
);
