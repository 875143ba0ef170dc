import { boolean, date, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
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
    /** The source whose turn it is, or that has delivered. It changes only while no call is open (`wholesale_tries`). */
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
    /** When the buyer ordered: nothing was ordered for this row before. Null in rows of versions before 1.2.0. */
    orderedAt: instant('ordered_at'),
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
 * The sources of a line's plan that had their turn: at the wholesalers among them that were asked, a profile of the line
 * may still appear. One row for each source.
 */
export const wholesaleTries = pgTable(
  'wholesale_tries',
  {
    wholesaleOrderId: uuid('wholesale_order_id')
      .notNull()
      .references(() => wholesaleOrders.id),
    wholesaler: text('wholesaler').notNull(),
    packageId: text('package_id').notNull(),
    /** How often its turn ended without a profile. The source with the fewest is asked next. */
    turns: integer('turns').notNull().default(0),
    /** The time of the last call; null: none was made, because its price or its wholesaler did not allow it. */
    askedAt: instant('asked_at'),
    /** No repetition changes its last refusal: it is not asked again. */
    refusedForGood: boolean('refused_for_good').notNull().default(false),
    /** Why its last turn ended. */
    lastFault: text('last_fault'),
    /** The net price in cents that was last checked. */
    quotedNetCents: integer('quoted_net_cents'),
    /** The order that the wholesaler named without giving its profile. It exists: the line goes to no other source. */
    vendorOrderId: text('vendor_order_id'),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ name: 'wholesale_tries_pk', columns: [t.wholesaleOrderId, t.wholesaler, t.packageId] })],
);

/**
 * The circuit breaker of each wholesaler, shared by all processes. Open: the wholesaler failed again and again, and is
 * skipped until a probe succeeds. Half-open: a probe succeeded, and one order shows whether it delivers.
 */
export const circuitBreakers = pgTable('circuit_breakers', {
  wholesaler: text('wholesaler').primaryKey(),
  state: text('state', { enum: ['closed', 'open', 'half_open'] }).notNull(),
  /** Failures in a row since the last delivery. */
  failures: integer('failures').notNull().default(0),
  /** The stable code of the last failure. */
  lastFault: text('last_fault'),
  /** Since when it is not closed. */
  openedAt: instant('opened_at'),
  /** Probes that failed since then: the pause before the next one doubles with each. */
  probes: integer('probes').notNull().default(0),
  /** Half-open: the order that was let through, and until when no other one is. */
  trialId: uuid('trial_id'),
  trialUntil: instant('trial_until'),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

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
