import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { currencyCode, id, instant } from '../../db/columns.ts';
import { AUTO_TOP_UP_REASONS, AUTO_TOP_UP_STATES, type AutoTopUpPercent } from '../../shared/auto-top-up.ts';
import type { BeginConsent } from '../../shared/consent.ts';
import { LOCALES } from '../../shared/locale.ts';
import { esims } from '../esims/schema.ts';
import { accounts } from '../identity/schema.ts';
import { orderLines, orders } from '../orders/schema.ts';

/**
 * What owners agreed to: at which threshold which plan is added to an eSIM, from which card, and never beyond which cap.
 * One row for an eSIM; it stays when it is off, because it says under which consent was charged.
 */
export const autoTopUps = pgTable(
  'auto_top_ups',
  {
    id: id(),
    esimId: uuid('esim_id')
      .notNull()
      .references(() => esims.id, { onDelete: 'cascade' }),
    /** The order and the line that bought the eSIM. */
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    lineId: uuid('line_id')
      .notNull()
      .references(() => orderLines.id),
    /** Null once the account is deleted. */
    accountId: uuid('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    /** The plan that is added, as it was agreed to. */
    planId: text('plan_id').notNull(),
    dataMb: integer('data_mb').notNull(),
    days: integer('days').notNull(),
    thresholdPercent: integer('threshold_percent').$type<AutoTopUpPercent>().notNull(),
    /** The price that was agreed to: a higher one is not charged. */
    amount: integer('amount').notNull(),
    /** For all charges of one calendar month (UTC). */
    capAmount: integer('cap_amount').notNull(),
    currency: currencyCode('currency').notNull(),
    /** Without foreign key: a card is deleted with its account. */
    cardId: uuid('card_id').notNull(),
    state: text('state', { enum: AUTO_TOP_UP_STATES }).notNull(),
    /** Null while it is on, or waits for its owner. */
    reason: text('reason', { enum: AUTO_TOP_UP_REASONS }),
    consentVersion: integer('consent_version').notNull(),
    consentLocale: text('consent_locale', { enum: LOCALES }).notNull(),
    consentAt: instant('consent_at').notNull(),
    /** Their request that each plan begins while they can withdraw from it; null: none. */
    beginConsent: jsonb('begin_consent').$type<BeginConsent>(),
    /** The month in which its owner was told that the cap is reached. */
    cappedMonth: text('capped_month'),
    /** When the job looks at it without a reading of the usage; null: not. */
    lookAt: instant('look_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('auto_top_ups_esim').on(t.esimId),
    index('auto_top_ups_order').on(t.orderId),
    index('auto_top_ups_account').on(t.accountId),
    index('auto_top_ups_card').on(t.cardId),
    index('auto_top_ups_look')
      .on(t.lookAt)
      .where(sql`${t.lookAt} is not null`),
  ],
);

/**
 * What was charged because a threshold was passed: an order each. The unique indexes decide between processes: one for the
 * plan in use, and one for the newest plan, of an eSIM. One that has ended counts for none of them: its owner switched it
 * on again after it had failed.
 */
export const autoTopUpCharges = pgTable(
  'auto_top_up_charges',
  {
    /** Also the idempotency key of its order. */
    id: id(),
    autoTopUpId: uuid('auto_top_up_id')
      .notNull()
      .references(() => autoTopUps.id, { onDelete: 'cascade' }),
    /** The positions of the plan whose threshold was passed, and of the newest plan of the eSIM at that time. */
    usedPosition: integer('used_position').notNull(),
    afterPosition: integer('after_position').notNull(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    amount: integer('amount').notNull(),
    /** `2026-11`: the month (UTC) whose cap it counts for. */
    month: text('month').notNull(),
    /** Null while it is not known. `returned`: paid, then refunded. */
    outcome: text('outcome', { enum: ['paid', 'returned', 'authentication', 'declined', 'card-gone'] }),
    /** The number of the last payment attempt that failed and was told; 0: none. */
    failedAttempt: integer('failed_attempt').notNull().default(0),
    at: instant('at').notNull(),
    endedAt: instant('ended_at'),
  },
  (t) => [
    uniqueIndex('auto_top_up_charges_used')
      .on(t.autoTopUpId, t.usedPosition)
      .where(sql`${t.endedAt} is null`),
    uniqueIndex('auto_top_up_charges_after')
      .on(t.autoTopUpId, t.afterPosition)
      .where(sql`${t.endedAt} is null`),
    uniqueIndex('auto_top_up_charges_order').on(t.orderId),
    index('auto_top_up_charges_month').on(t.autoTopUpId, t.month),
  ],
);
