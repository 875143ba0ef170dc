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
import { LOCALES } from '../../shared/locale.ts';
import type { PlanUse } from '../../shared/rights.ts';
import { WITHDRAWAL_PROOFS, WITHDRAWAL_STATES } from '../../shared/withdrawal.ts';
import { orderLines, orders } from '../orders/schema.ts';
import type { WithdrawalOutcome } from './withdrawals/types.ts';

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
    /** In whose name an unused line was refunded, without what follows a plus sign: so many are counted together. */
    mailbox: text('mailbox'),
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
    index('refund_requests_mailbox')
      .on(t.mailbox, t.createdAt)
      .where(sql`${t.mailbox} is not null`),
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

/**
 * Declarations of withdrawal, as they were typed: the form takes any name, number and address. They touch an order only
 * once they are proved.
 */
export const withdrawals = pgTable(
  'withdrawals',
  {
    id: id(),
    /** The reference that its mail names: eight letters and digits. */
    number: text('number').notNull(),
    state: text('state', { enum: WITHDRAWAL_STATES }).notNull(),
    name: text('name').notNull(),
    /** As typed. */
    orderNumber: text('order_number').notNull(),
    email: text('email').notNull(),
    emailKey: text('email_key').notNull(),
    locale: text('locale', { enum: LOCALES }).notNull(),
    /** The time zone of the browser; null: it did not say. */
    timeZone: text('time_zone'),
    /** Version of the declaration that was confirmed. */
    textVersion: integer('text_version').notNull(),
    /** Hash of what was typed, and of the minutes: a form that is sent twice is one declaration. */
    formHash: text('form_hash').notNull(),
    /** The order with that number; null: there is none. */
    orderId: uuid('order_id').references(() => orders.id),
    /** The chosen lines; null: every line of the order. */
    lineIds: jsonb('line_ids').$type<string[]>(),
    proof: text('proof', { enum: WITHDRAWAL_PROOFS }).notNull(),
    /** What was done with each line. */
    outcome: jsonb('outcome').$type<WithdrawalOutcome[]>(),
    /** What a person wrote back. */
    answer: text('answer'),
    /** Who carried it out or answered it. */
    decidedBy: text('decided_by'),
    /** Undisputed: the moment at which the form arrived. */
    submittedAt: instant('submitted_at').notNull(),
    provedAt: instant('proved_at'),
    doneAt: instant('done_at'),
    /** Its person deleted the account: the row goes as soon as it is done. */
    isForgotten: boolean('is_forgotten').notNull().default(false),
  },
  (t) => [
    uniqueIndex('withdrawals_number').on(t.number),
    uniqueIndex('withdrawals_form').on(t.formHash),
    index('withdrawals_email').on(t.emailKey),
    index('withdrawals_order')
      .on(t.orderId)
      .where(sql`${t.orderId} is not null`),
    index('withdrawals_submitted').on(t.submittedAt),
    index('withdrawals_open')
      .on(t.submittedAt)
      .where(sql`${t.doneAt} is null`),
    index('withdrawals_forgotten')
      .on(t.doneAt)
      .where(sql`${t.isForgotten}`),
  ],
);
