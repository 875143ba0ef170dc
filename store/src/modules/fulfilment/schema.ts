import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../../db/columns.ts';
import { orderLines, orders } from '../orders/schema.ts';

/**
 * What we asked the wholesaler for one order line. `reference` goes out as the vendor's `description` and is what we search by.
 * `submittedAt` is written before the call: while it stands without an outcome, the outcome is unknown. A held row goes
 * on when the price falls or a person releases it; else the deadline gives the money back.
 */
export const wholesaleOrders = pgTable(
  'wholesale_orders',
  {
    id: id(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    lineId: uuid('line_id')
      .notNull()
      .references(() => orderLines.id),
    reference: text('reference').notNull(),
    packageId: text('package_id').notNull(),
    /**
     * `held`: at its price it would lose more than we accept. `given_up`: the wholesaler did not deliver. `stopped`: a
     * refund or a dispute ended the order first.
     */
    status: text('status', { enum: ['waiting', 'held', 'submitted', 'done', 'given_up', 'stopped'] }).notNull(),
    /** Calls made, refused ones too: paces the pauses between them. */
    submissions: integer('submissions').notNull().default(0),
    /** Calls whose outcome was never learned. More than none means a second profile may turn up: see `strayProfiles`. */
    doubts: integer('doubts').notNull().default(0),
    submittedAt: instant('submitted_at'),
    /** The last refusal's or fault's stable code, for people on call. */
    lastFault: text('last_fault'),
    /** The net price in US cents that was looked at last, before a call. */
    quotedNetCents: integer('quoted_net_cents'),
    /** Up to which net price a person released it. */
    acceptedNetCents: integer('accepted_net_cents'),
    /** What the wholesaler charged, by its own answer. */
    chargedNetCents: integer('charged_net_cents'),
    vendorOrderId: text('vendor_order_id'),
    /** No new call after this instant: a last search, then the money goes back. */
    deadline: instant('deadline').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('wholesale_orders_line').on(t.lineId),
    uniqueIndex('wholesale_orders_reference').on(t.reference),
    uniqueIndex('wholesale_orders_vendor').on(t.vendorOrderId),
    index('wholesale_orders_order').on(t.orderId),
    index('wholesale_orders_status').on(t.status, t.updatedAt),
  ],
);

/** Profiles the wholesaler made for a line that had its eSIM or its refund already: never issued, listed for a person to claim back. */
export const strayProfiles = pgTable(
  'stray_profiles',
  {
    vendorOrderId: text('vendor_order_id').primaryKey(),
    wholesaleOrderId: uuid('wholesale_order_id')
      .notNull()
      .references(() => wholesaleOrders.id),
    foundAt: instant('found_at').notNull(),
  },
  (t) => [index('stray_profiles_wholesale_order').on(t.wholesaleOrderId)],
);
