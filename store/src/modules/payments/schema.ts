import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { currencyCode, id, instant } from '../../db/columns.ts';
import type { Locale } from '../../shared/locale.ts';
import { accounts } from '../identity/schema.ts';
import { orderLines, orders } from '../orders/schema.ts';
import type { ChargeFault } from './provider.ts';

const CHARGE_FAULTS = ['authentication-required', 'declined', 'card-gone'] as const satisfies readonly ChargeFault[];

/**
 * The provider's name in the registry. Version 1.0.0 does not write it: its rows get it from a default that the migration
 * states (docs/old-columns.md).
 */
const providerName = () => text('provider').notNull();

/**
 * One attempt to pay an order: a hosted page, or a charge of a saved card. `id` is also the idempotency key of every call
 * that opens the page or makes the charge, and every parameter of that call is in this row, so that a repeated call has
 * identical parameters. At most one is open per order.
 */
export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    id: id(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    provider: providerName(),
    /** `charge`: a charge of a saved card, without a page. */
    kind: text('kind', { enum: ['page', 'charge'] }).notNull(),
    number: integer('number').notNull(),
    status: text('status', { enum: ['opening', 'open', 'paid', 'expired', 'failed'] }).notNull(),
    amount: integer('amount').notNull(),
    currency: currencyCode('currency').notNull(),
    /** The provider's id of the hosted page, and its address. */
    pageRef: text('session_id'),
    url: text('url'),
    /** The provider's reference of the saved card that is charged. */
    methodRef: text('method_ref'),
    /** The provider's customer: of a charge, its card's; of a page, the one for whom it saves the card. */
    customerRef: text('customer_ref'),
    /** With which text the buyer agreed that the page saves the card, and its language. */
    consentVersion: integer('consent_version'),
    consentLocale: text('consent_locale').$type<Locale>(),
    /** Why a charge failed. */
    fault: text('fault', { enum: CHARGE_FAULTS }),
    /** The provider's id of the payment. */
    paymentRef: text('payment_intent_id'),
    cardBrand: text('card_brand'),
    cardLast4: text('card_last4'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    settledAt: instant('settled_at'),
    /** The amount that the vendor took, in cents; null until it is paid. Differs from `amount` only on a mismatch. */
    takenAmount: integer('taken_amount'),
    /** Its currency; null: that of the attempt. Version 1.0.0 does not write it. */
    takenCurrency: currencyCode('taken_currency'),
    /** True for a second payment or a wrong amount: it does not count for the order and is refunded in full. */
    surplus: boolean('surplus').notNull().default(false),
    /**
     * When the vendor's refunds and disputes of this payment were last read (database clock). Older readings are
     * ignored.
     */
    syncedAt: instant('synced_at'),
    /** When the sweep last checked it at the vendor. */
    checkedAt: instant('checked_at'),
    /** When the provider last reported the page as open. */
    seenOpenAt: instant('seen_open_at'),
  },
  (t) => [
    uniqueIndex('payment_attempts_number').on(t.orderId, t.number),
    uniqueIndex('payment_attempts_page').on(t.pageRef, t.provider),
    index('payment_attempts_intent').on(t.paymentRef),
    index('payment_attempts_status').on(t.status, t.createdAt),
    // For how often a card was refunded.
    index('payment_attempts_card').on(t.cardLast4, t.cardBrand, t.settledAt),
  ],
);

/** Inbox of verified webhook events. The id is unique per provider, so a duplicate has no effect. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: text('id').notNull(),
    provider: providerName(),
    /** The provider's own type; its adapter says which kind that is (`eventKind`). */
    type: text('type').notNull(),
    /** The id of the event's object; its state is read from the provider when the event is handled. */
    objectRef: text('object_id').notNull(),
    /** Its payment, if the event names one. */
    paymentRef: text('related_id'),
    /** A transaction of its payment, if the event names one: some objects name only that. */
    transactionRef: text('charge_id'),
    receivedAt: instant('received_at').notNull(),
    handledAt: instant('handled_at'),
  },
  (t) => [
    primaryKey({ name: 'payment_events_pk', columns: [t.id, t.provider] }),
    index('payment_events_unhandled')
      .on(t.receivedAt)
      .where(sql`${t.handledAt} is null`),
    index('payment_events_handled')
      .on(t.handledAt)
      .where(sql`${t.handledAt} is not null`),
  ],
);

/**
 * Every refund of every payment, ours and those from the vendor's dashboard. `id` is the idempotency key of ours and is
 * stored in the vendor's metadata. An amount never changes; the balance of a payment is computed from these rows
 * (`refund-ledger.ts`).
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
    provider: providerName(),
    /** The line of the money, if it is for a single line. */
    lineId: uuid('line_id').references(() => orderLines.id),
    /**
     * Without `lineId`: `lines`: several, see `shares`; `order`: the rest of the order; `none`: an operator decided that
     * it is for no line; `unnamed`: made by the store, but what it was for is not known (a refund of 1.0.0, read after a
     * restore). Null: a refund from the vendor's dashboard that names no line, or a row of 1.0.0 (`refund-lines.ts`).
     */
    scope: text('scope', { enum: ['line', 'lines', 'order', 'none', 'unnamed'] }),
    /** Cents by line id, for `lines`. */
    shares: jsonb('shares').$type<Record<string, number>>(),
    /** Requested by the store, or made in the vendor's dashboard. */
    origin: text('origin', { enum: ['ours', 'vendor'] }).notNull(),
    reason: text('reason', { enum: ['fulfilment_failed', 'duplicate_payment', 'requested'] }).notNull(),
    amount: integer('amount').notNull(),
    currency: currencyCode('currency').notNull(),
    /**
     * `failed`: refused by the vendor or returned by the bank; an operator acts. `closed`: an operator settled it
     * outside the vendor. `superseded`: another refund covers this amount.
     */
    status: text('status', { enum: ['requested', 'pending', 'succeeded', 'failed', 'closed', 'superseded'] }).notNull(),
    vendorId: text('vendor_id'),
    /** The vendor's code for a refusal or a failure, such as `charge_disputed` or `expired_or_canceled_card`. */
    fault: text('fault'),
    /** The reference with which the buyer's bank finds it; of a closed one, that of the other payment, if it has one. */
    bankReference: text('bank_reference'),
    /** Why an operator closed it. */
    closedNote: text('closed_note'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('refunds_at_provider').on(t.vendorId, t.provider),
    index('refunds_attempt').on(t.attemptId),
    index('refunds_order').on(t.orderId),
    index('refunds_status').on(t.status, t.updatedAt),
  ],
);

/**
 * Disputes and inquiries of payments, as the provider reports them. The key is the provider's id alone, because 1.0.0
 * writes with it: two providers cannot have a dispute of one id (docs/old-columns.md).
 */
export const disputes = pgTable(
  'disputes',
  {
    vendorId: text('vendor_id').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    attemptId: uuid('attempt_id')
      .notNull()
      .references(() => paymentAttempts.id),
    provider: providerName(),
    /** An inquiry withholds no money. It may become a dispute later. */
    kind: text('kind', { enum: ['inquiry', 'dispute'] }).notNull(),
    /** The vendor's own value, such as `needs_response`. */
    status: text('status').notNull(),
    /** Null while it is open. `closed`: an inquiry that ended; `prevented`: ended before money moved. */
    outcome: text('outcome', { enum: ['won', 'lost', 'closed', 'prevented'] }),
    reason: text('reason').notNull(),
    amount: integer('amount').notNull(),
    currency: currencyCode('currency').notNull(),
    /** The deadline for the merchant's answer. */
    dueAt: instant('due_at'),
    /** The amount that the vendor withholds now, in cents, without fees; 0 after it was reinstated. In `withdrawnCurrency`. */
    withdrawnAmount: integer('withdrawn_amount').notNull().default(0),
    /** The vendor's fees for it, in cents of `withdrawnCurrency`. */
    feeAmount: integer('fee_amount').notNull().default(0),
    /** The currency of the account from which the vendor withdraws; null: that of the dispute, or a row of 1.0.0. */
    withdrawnCurrency: currencyCode('withdrawn_currency'),
    openedAt: instant('opened_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    index('disputes_order').on(t.orderId),
    index('disputes_attempt').on(t.attemptId),
    index('disputes_outcome').on(t.outcome, t.dueAt),
  ],
);

/**
 * Early fraud warnings: the bank reports that the cardholder did not authorise the payment. They withhold no money; an
 * operator decides. For the key see `disputes`.
 */
export const fraudWarnings = pgTable(
  'fraud_warnings',
  {
    vendorId: text('vendor_id').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    attemptId: uuid('attempt_id')
      .notNull()
      .references(() => paymentAttempts.id),
    provider: providerName(),
    /** The vendor's own value, such as `made_with_stolen_card`. */
    fraudType: text('fraud_type').notNull(),
    /** False after the payment was fully refunded or disputed. */
    actionable: boolean('actionable').notNull(),
    openedAt: instant('opened_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    index('fraud_warnings_order').on(t.orderId),
    index('fraud_warnings_attempt').on(t.attemptId),
    index('fraud_warnings_actionable').on(t.actionable, t.openedAt),
  ],
);

/**
 * The customers that stand for our accounts at the providers. A row outlives its account until the provider has removed
 * the customer and its cards, so it has no foreign key.
 */
export const paymentCustomers = pgTable(
  'payment_customers',
  {
    /** Also the idempotency key of the call that makes the customer. */
    id: id(),
    accountId: uuid('account_id').notNull(),
    provider: text('provider').notNull(),
    /** The provider's id; null: not made yet, or its answer is not known. */
    customerRef: text('customer_ref'),
    createdAt: instant('created_at').notNull(),
    /** Since when the customer is to be removed at the provider, because its account was deleted. */
    endedAt: instant('ended_at'),
  },
  (t) => [
    uniqueIndex('payment_customers_account').on(t.accountId, t.provider),
    index('payment_customers_ended')
      .on(t.endedAt)
      .where(sql`${t.endedAt} is not null`),
  ],
);

/** Cards that a provider keeps for accounts. What charges them is the provider's: the store knows what a receipt shows. */
export const savedCards = pgTable(
  'saved_cards',
  {
    id: id(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    provider: text('provider').notNull(),
    customerRef: text('customer_ref').notNull(),
    methodRef: text('method_ref').notNull(),
    brand: text('brand').notNull(),
    last4: text('last4').notNull(),
    expMonth: integer('exp_month').notNull(),
    expYear: integer('exp_year').notNull(),
    /** With which text its holder agreed that it is saved (`SAVED_CARD_TEXT`), and its language. */
    consentVersion: integer('consent_version').notNull(),
    consentLocale: text('consent_locale').$type<Locale>().notNull(),
    createdAt: instant('created_at').notNull(),
    /** When its holder made it the first choice: of several the last one counts. Null: never. */
    preferredAt: instant('preferred_at'),
    /** When it was removed, here or at the provider; it is not shown and not charged. */
    removedAt: instant('removed_at'),
  },
  (t) => [
    uniqueIndex('saved_cards_at_provider').on(t.provider, t.methodRef),
    index('saved_cards_account').on(t.accountId),
  ],
);

/** Hosted pages that save a card without a purchase. */
export const cardSetups = pgTable(
  'card_setups',
  {
    /** Also the idempotency key of the call that opens the page. */
    id: id(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    provider: text('provider').notNull(),
    customerRef: text('customer_ref').notNull(),
    pageRef: text('page_ref'),
    status: text('status', { enum: ['open', 'done', 'expired'] }).notNull(),
    consentVersion: integer('consent_version').notNull(),
    consentLocale: text('consent_locale').$type<Locale>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('card_setups_page').on(t.pageRef, t.provider),
    index('card_setups_account').on(t.accountId, t.status),
    index('card_setups_created').on(t.createdAt),
  ],
);
