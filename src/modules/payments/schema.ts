import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../../db/columns.ts';
import { orders } from '../orders/schema.ts';

/**
 * One try at paying an order: one hosted session. `id` is also the idempotency key of every call that opens the session,
 * and `expiresAt` is sent with it, so that a repeated call is the same call to the letter. At most one is open per order.
 */
export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    id: id(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    number: integer('number').notNull(),
    status: text('status', { enum: ['opening', 'open', 'paid', 'expired', 'failed'] }).notNull(),
    amount: integer('amount').notNull(),
    currency: text('currency', { enum: ['USD'] }).notNull(),
    sessionId: text('session_id'),
    url: text('url'),
    paymentIntentId: text('payment_intent_id'),
    cardBrand: text('card_brand'),
    cardLast4: text('card_last4'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    settledAt: instant('settled_at'),
    /** When the sweep last asked the vendor about it. */
    checkedAt: instant('checked_at'),
  },
  (t) => [
    uniqueIndex('payment_attempts_number').on(t.orderId, t.number),
    uniqueIndex('payment_attempts_session').on(t.sessionId),
    index('payment_attempts_intent').on(t.paymentIntentId),
    index('payment_attempts_status').on(t.status, t.createdAt),
  ],
);

/** Inbox of verified webhook events: the id is unique, so a duplicate changes nothing. */
export const paymentEvents = pgTable('payment_events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  /** The id of the object the event is about; its state is read from the vendor when the event is handled. */
  objectId: text('object_id').notNull(),
  /** The checkout session or payment intent it belongs to, where the event says so. */
  relatedId: text('related_id'),
  receivedAt: instant('received_at').notNull(),
  handledAt: instant('handled_at'),
});

/**
 * Money that goes back. `id` is the idempotency key and is kept in the vendor's metadata, so that a refund made long ago is
 * found again. One row per payment attempt: an order paid twice by accident gives the second payment back in full.
 */
export const refunds = pgTable(
  'refunds',
  {
    id: id(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    attemptId: uuid('attempt_id')
      .notNull()
      .references(() => paymentAttempts.id),
    reason: text('reason', { enum: ['fulfilment_failed', 'duplicate_payment', 'requested'] }).notNull(),
    amount: integer('amount').notNull(),
    currency: text('currency', { enum: ['USD'] }).notNull(),
    status: text('status', { enum: ['requested', 'pending', 'succeeded', 'failed'] }).notNull(),
    vendorId: text('vendor_id'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [uniqueIndex('refunds_attempt').on(t.attemptId), index('refunds_order').on(t.orderId)],
);
