import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { currencyCode, id, instant } from '../../db/columns.ts';
import {
  LOSS_STATES,
  PERSON_REASONS,
  PROFILE_OUTCOMES,
  REFUND_KINDS,
  REFUND_REASONS,
  REFUND_REQUEST_STATES,
} from '../../shared/refund-request.ts';
import type { PlanUse } from '../../shared/rights.ts';
import { orderLines, orders } from '../orders/schema.ts';

/** What the wholesaler said when the request was made. */
export type SeenUse = PlanUse & { profileState: string | null; at: string };

/**
 * What buyers ask back for a line: by themselves, from a person, or by a withdrawal. A line has one that is open: the
 * unique index decides between requests side by side (docs/decisions/0075-rights.md).
 */
export const refundRequests = pgTable(
  'refund_requests',
  {
    id: id(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    lineId: uuid('line_id')
      .notNull()
      .references(() => orderLines.id),
    kind: text('kind', { enum: REFUND_KINDS }).notNull(),
    /** What the buyer chose; null for a withdrawal, which needs no reason. */
    reason: text('reason', { enum: REFUND_REASONS }),
    /** What the buyer wrote about a fault; null once the owner is forgotten. */
    place: text('place'),
    period: text('period'),
    words: text('words'),
    /** Null: it was not delivered, or could not be read. */
    seen: jsonb('seen').$type<SeenUse>(),
    state: text('state', { enum: REFUND_REQUEST_STATES }).notNull(),
    /** Why a person decides; null: none does. */
    why: text('why', { enum: PERSON_REASONS }),
    askedVia: text('asked_via', { enum: ['account', 'browser', 'link', 'person'] }).notNull(),
    /** Cents that go back, or up to which was asked for; of a decided one, what was granted. */
    amount: integer('amount').notNull(),
    /** Cents of the price that stay paid for use. */
    kept: integer('kept').notNull(),
    /** Until when a person answers. */
    answerBy: instant('answer_by'),
    /** The answer in words, which the buyer reads; null once the owner is forgotten. */
    answer: text('answer'),
    decidedBy: text('decided_by'),
    /** Without foreign key: a restored database learns the refund from its provider. */
    refundId: uuid('refund_id'),
    /** What became of the profile; null: there is none to give back. */
    profile: text('profile', { enum: PROFILE_OUTCOMES }),
    /** When its wholesaler was first asked to take the profile back: that may have happened without an answer. */
    returnedSince: instant('returned_since'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('refund_requests_open')
      .on(t.lineId)
      .where(sql`${t.state} in ('giving-back', 'refunding', 'asked')`),
    index('refund_requests_order').on(t.orderId),
    index('refund_requests_line').on(t.lineId),
    index('refund_requests_state').on(t.state, t.createdAt),
    index('refund_requests_profile')
      .on(t.updatedAt)
      .where(sql`${t.profile} in ('to-return', 'to-end')`),
  ],
);

/** What refunded profiles cost that their wholesalers did not take back: to be claimed, and followed. */
export const openLosses = pgTable(
  'open_losses',
  {
    id: id(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    lineId: uuid('line_id')
      .notNull()
      .references(() => orderLines.id),
    wholesaler: text('wholesaler').notNull(),
    vendorOrderId: text('vendor_order_id'),
    /** Null: the wholesaler did not state what it charged. */
    netCents: integer('net_cents'),
    netCurrency: currencyCode('net_currency').notNull(),
    state: text('state', { enum: LOSS_STATES }).notNull(),
    /** The wholesaler's reference of the claim. */
    claimRef: text('claim_ref'),
    /** True when the profile could not be ended: it may still be used. */
    mayWork: boolean('may_work').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('open_losses_line').on(t.lineId),
    index('open_losses_state').on(t.state, t.createdAt),
    index('open_losses_order').on(t.orderId),
  ],
);
