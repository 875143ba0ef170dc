import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { currencyCode, id, instant } from '../../db/columns.ts';
import { DOCUMENT_KINDS } from '../../shared/documents.ts';
import { LOCALES } from '../../shared/locale.ts';
import { accounts } from '../identity/schema.ts';
import { orders } from '../orders/schema.ts';
import { refunds } from '../payments/schema.ts';
import type { BuyerOnDocument, DocumentContent } from './content.ts';

/**
 * Receipts, credit notes, and what cancels one. A row is never changed, except that its buyer is forgotten with the
 * account, that it learns what has cancelled it, and that a receipt waits for its correction.
 */
export const documents = pgTable(
  'documents',
  {
    id: id(),
    kind: text('kind', { enum: DOCUMENT_KINDS }).notNull(),
    /** The series, such as `R-2026`; with the number it is what people quote: `R-2026-0421`. */
    series: text('series')
      .notNull()
      .references(() => documentSeries.series),
    year: integer('year').notNull(),
    number: integer('number').notNull(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    /** Of a credit note and of its cancellation. A cancellation without one is that of a receipt. */
    refundId: uuid('refund_id').references(() => refunds.id),
    /** Of a cancellation: the credit note, or the receipt. Of that: what has cancelled it. */
    cancels: uuid('cancels'),
    cancelledBy: uuid('cancelled_by'),
    issuedAt: instant('issued_at').notNull(),
    locale: text('locale', { enum: LOCALES }).notNull(),
    currency: currencyCode('currency').notNull(),
    /** Signed: below zero on a credit note. The sum over an order is what its buyer has paid in the end. */
    total: integer('total').notNull(),
    /** The tax inside of it; null: none is stated. */
    tax: integer('tax'),
    /** Everything that is printed but the buyer. */
    content: jsonb('content').$type<DocumentContent>().notNull(),
    /** Null once the owner is forgotten, unless the buyer is a company (docs/decisions/0077-documents.md). */
    buyer: jsonb('buyer').$type<BuyerOnDocument>(),
    /** Of a receipt: whom the one names that comes in its place; null: it stands. */
    correction: jsonb('correction').$type<BuyerOnDocument>(),
  },
  (t) => [
    uniqueIndex('documents_number').on(t.series, t.number),
    index('documents_order').on(t.orderId),
    uniqueIndex('documents_receipt')
      .on(t.orderId)
      .where(sql`${t.kind} = 'receipt' and ${t.cancelledBy} is null`),
    uniqueIndex('documents_credit_note')
      .on(t.refundId)
      .where(sql`${t.kind} = 'credit-note' and ${t.cancelledBy} is null`),
    uniqueIndex('documents_cancellation')
      .on(t.cancels)
      .where(sql`${t.cancels} is not null`),
  ],
);

/** The series of numbers: for each kind one a year, and a new one after a restore (`numbers/numbers.ts`). */
export const documentSeries = pgTable('document_series', {
  series: text('series').primaryKey(),
  kind: text('kind', { enum: DOCUMENT_KINDS }).notNull(),
  year: integer('year').notNull(),
  /** The last number that was given. The transaction of the next one holds this row until it ends. */
  last: integer('last').notNull(),
  why: text('why', { enum: ['year', 'restored'] }).notNull(),
  openedAt: instant('opened_at').notNull(),
});

/** What an account wants on its receipts. */
export const billingDetails = pgTable('billing_details', {
  accountId: uuid('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  name: text('name').notNull(),
  address: text('address').notNull(),
  company: text('company').notNull(),
  vatId: text('vat_id').notNull(),
  updatedAt: instant('updated_at').notNull(),
});
