import { date, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { currencyCode, id, instant } from '../../db/columns.ts';
import { orderLines, orders } from '../orders/schema.ts';

/**
 * The wholesale order of one order line. `reference` is sent as the vendor's `description` and is the search key.
 * `submittedAt` is written before the call: until an outcome is stored, the outcome is unknown. A held row continues
 * when the price falls or an operator releases it; otherwise the deadline leads to a refund.
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
    /** The wholesaler that delivers the line; it stays the same for all calls. */
    wholesaler: text('wholesaler').notNull(),
    packageId: text('package_id').notNull(),
    /**
     * `held`: the loss at its price would exceed the limit. `given_up`: the wholesaler did not deliver. `stopped`: a
     * refund or a dispute ended the order first.
     */
    status: text('status', { enum: ['waiting', 'held', 'submitted', 'done', 'given_up', 'stopped'] }).notNull(),
    /** The number of calls, including refused ones: controls the back-off. */
    submissions: integer('submissions').notNull().default(0),
    /** Calls whose outcome stayed unknown. If there are any, a second profile may appear: see `strayProfiles`. */
    doubts: integer('doubts').notNull().default(0),
    submittedAt: instant('submitted_at'),
    /** The number of calls whose results a search has covered. Fewer than `submissions`: search before the next call. */
    searchedCalls: integer('searched_calls').notNull().default(0),
    /** The loss, in cents of `netCurrency`, that the open call has reserved in `loss_budgets`; 0 without a call. */
    reservedCents: integer('reserved_cents').notNull().default(0),
    /** The day, in UTC, on whose budgets the reservation counts. */
    reservedOn: date('reserved_on'),
    /** The stable code of the last refusal or failure, for operators. */
    lastFault: text('last_fault'),
    /** The currency of the net prices below. */
    netCurrency: currencyCode('net_currency').notNull(),
    /** The net price in cents that was last checked before a call. */
    quotedNetCents: integer('quoted_net_cents'),
    /** The highest net price that an operator accepted. */
    acceptedNetCents: integer('accepted_net_cents'),
    /** The price that the wholesaler charged, from its answer. */
    chargedNetCents: integer('charged_net_cents'),
    vendorOrderId: text('vendor_order_id'),
    /** No new order after this time: a last search, then a refund. */
    deadline: instant('deadline').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('wholesale_orders_line').on(t.lineId),
    uniqueIndex('wholesale_orders_reference').on(t.reference),
    uniqueIndex('wholesale_orders_at_wholesaler').on(t.wholesaler, t.vendorOrderId),
    index('wholesale_orders_order').on(t.orderId),
    index('wholesale_orders_status').on(t.status, t.updatedAt),
  ],
);

/**
 * Profiles that the wholesaler made for a line that already had its eSIM or its refund: never issued, listed so that an
 * operator claims their price back.
 */
export const strayProfiles = pgTable(
  'stray_profiles',
  {
    wholesaler: text('wholesaler').notNull(),
    vendorOrderId: text('vendor_order_id').notNull(),
    wholesaleOrderId: uuid('wholesale_order_id')
      .notNull()
      .references(() => wholesaleOrders.id),
    foundAt: instant('found_at').notNull(),
  },
  (t) => [
    primaryKey({ name: 'stray_profiles_pk', columns: [t.wholesaler, t.vendorOrderId] }),
    index('stray_profiles_wholesale_order').on(t.wholesaleOrderId),
  ],
);

/**
 * The losses of an order (`order:ID`), of a package on a day (`package:WHOLESALER:ID:DAY`) and of a day (`day:DAY`): what
 * open calls have reserved, and what was really lost, in each currency. The rows of a call are locked in the order of their keys.
 */
export const lossBudgets = pgTable(
  'loss_budgets',
  {
    key: text('key').notNull(),
    currency: currencyCode('currency').notNull(),
    reservedCents: integer('reserved_cents').notNull().default(0),
    lostCents: integer('lost_cents').notNull().default(0),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ name: 'loss_budgets_pk', columns: [t.key, t.currency] }),
    index('loss_budgets_updated').on(t.updatedAt),
  ],
);

/** What the last charges of a package showed about its price, and which call asks next. */
export const packageCharges = pgTable(
  'package_charges',
  {
    wholesaler: text('wholesaler').notNull(),
    packageId: text('package_id').notNull(),
    /** The time of the last call whose charge equalled its quoted price. */
    confirmedAt: instant('confirmed_at'),
    /** The last charge that differed from its quoted price. Older readings of the price count no more. */
    differedAt: instant('differed_at'),
    /** The call that shows the price next; others of this package wait until then. */
    probeId: uuid('probe_id'),
    probeUntil: instant('probe_until'),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ name: 'package_charges_pk', columns: [t.wholesaler, t.packageId] }),
    index('package_charges_updated').on(t.updatedAt),
  ],
);
