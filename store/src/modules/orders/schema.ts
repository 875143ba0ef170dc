import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { currencyCode, id, instant, localizedText } from '../../db/columns.ts';
import { accounts } from '../identity/schema.ts';
import type { OrderTextVersions } from '../../shared/legal.ts';
import { type Locale, LOCALES } from '../../shared/locale.ts';
import { LINE_STATUSES, ORDER_STATUSES } from '../../shared/order-status.ts';
import type { BeginConsent } from '../../shared/consent.ts';
import { REPLACEMENT_REASONS, REPLACEMENT_STATES } from '../../shared/replacement.ts';
import type { TripDays } from './types.ts';

/**
 * `checkout`: ordered while signed in; `browser`: added in the payer's own browser; `link`: added in a browser that
 * opened a mailed link of the order; `address`: added by a sign-in that verified the order's address.
 */
const ACCOUNT_VIA = ['checkout', 'browser', 'link', 'address'] as const;

/** `buyer`: stated at the checkout; `presumed`: by the merchant's rule. */
const COUNTRY_VIA = ['buyer', 'presumed'] as const;

/** Countries by ISO 3166-1; null: not known. */
export type CountryEvidence = { network: string | null; card: string | null };

export type AcceptedTexts = OrderTextVersions & { locale: Locale };

/**
 * A purchase of one or more lines. Changes of `status` go through `order-state.ts` and write an `order_events` row in
 * the same statement. After the payment, `status` is computed from the lines and the payment (`line-state.ts`).
 */
export const orders = pgTable(
  'orders',
  {
    id: id(),
    /** The number that a person reads out: eight letters and digits. */
    number: text('number').notNull(),
    status: text('status', { enum: ORDER_STATUSES }).notNull(),
    /** The client's idempotency key: the same key returns the same order. */
    idempotencyKey: uuid('idempotency_key').notNull(),
    accountId: uuid('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    /** How the order came to its account; ignored while it has none. */
    accountVia: text('account_via', { enum: ACCOUNT_VIA }),
    /** Sessions of the account from before this time do not see the order; null: all of them see it. */
    accountSince: instant('account_since'),
    email: text('email').notNull(),
    emailKey: text('email_key').notNull(),
    locale: text('locale', { enum: LOCALES }).notNull(),
    totalAmount: integer('total_amount').notNull(),
    currency: currencyCode('currency').notNull(),
    /** When the buyer confirmed that the phone supports eSIM and is unlocked. */
    deviceConfirmedAt: instant('device_confirmed_at').notNull(),
    /** The accepted versions of the legal texts, and the language in which the buyer read them. */
    acceptedTexts: jsonb('accepted_texts').$type<AcceptedTexts>().notNull(),
    acceptedAt: instant('accepted_at').notNull(),
    /** For a trip of several eSIMs; null for every other order, and once the owner is forgotten. */
    tripDays: jsonb('trip_days').$type<TripDays>(),
    /** When the buyer travels, if they said so, and the time zone in which they said it; null once the owner is forgotten. */
    travelDate: date('travel_date', { mode: 'string' }),
    timeZone: text('time_zone'),
    /**
     * The buyer's country of residence (ISO 3166-1), as stated or as the merchant presumes it; null: neither, or each line
     * has another.
     */
    country: text('country'),
    countryVia: text('country_via', { enum: COUNTRY_VIA }),
    /** What else says where the buyer is: the network that ordered, and the card that paid. Null: nothing was known. */
    countryEvidence: jsonb('country_evidence').$type<CountryEvidence>(),
    /** The buyer's request that the plan begins before the end of the time in which they can withdraw; null: none. */
    beginConsent: jsonb('begin_consent').$type<BeginConsent>(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    paidAt: instant('paid_at'),
    fulfilledAt: instant('fulfilled_at'),
  },
  (t) => [
    uniqueIndex('orders_number').on(t.number),
    uniqueIndex('orders_idempotency_key').on(t.idempotencyKey),
    index('orders_account').on(t.accountId, t.id),
    index('orders_email').on(t.emailKey, t.createdAt),
    index('orders_status').on(t.status, t.updatedAt),
    index('orders_updated').on(t.updatedAt),
    index('orders_paid')
      .on(t.paidAt)
      .where(sql`${t.paidAt} is not null`),
    // For install reminders.
    index('orders_travel')
      .on(t.travelDate, t.id)
      .where(sql`${t.travelDate} is not null`),
  ],
);

/**
 * One bought plan, with names, data and price at the time of the sale. Changes of `status` go through `line-state.ts`;
 * in an order of several lines they write an `order_events` row in the same statement.
 */
export const orderLines = pgTable(
  'order_lines',
  {
    id: id(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    /** The position in the buyer's selection, from 0. */
    position: integer('position').notNull(),
    status: text('status', { enum: LINE_STATUSES }).notNull(),
    planId: text('plan_id').notNull(),
    offerSlug: text('offer_slug').notNull(),
    /** The place that the buyer chose, when a regional or global plan was bought for it; null once the owner is forgotten. */
    placeSlug: text('place_slug'),
    /** The source that could deliver the plan when it was sold: a wholesaler and its package. */
    wholesaler: text('wholesaler').notNull(),
    packageId: text('package_id').notNull(),
    /** The destination's name in every language, and its flag, because a destination may be renamed or hidden later. */
    name: localizedText('name').notNull(),
    flag: text('flag').notNull(),
    /** 0 for an unlimited plan. */
    dataMb: integer('data_mb').notNull(),
    /** Full speed up to `dailyMb` a day, then `thenKbps`, where stated; null for a plan with an amount of data. */
    unlimited: jsonb('unlimited').$type<{ dailyMb: number | null; thenKbps: number | null }>(),
    days: integer('days').notNull(),
    /** When the validity starts, as the wholesaler stated it; null: not stated. */
    activation: text('activation', { enum: ['first-usage', 'installation'] }),
    /** In the currency of the order. */
    unitAmount: integer('unit_amount').notNull(),
    /** Cents of the price that stay paid for what was used, when the rest is refunded. */
    keptAmount: integer('kept_amount').notNull().default(0),
    /** Old column: always 1, which no code reads (docs/old-columns.md). */
    quantity: integer('quantity').notNull().default(1),
    /**
     * `profile`: a new eSIM with this plan. `plan`: this plan for the eSIM `esimId`. `replacement`: a new eSIM in place of
     * `esimId`, for nothing; it was not bought (`replacements`).
     */
    purpose: text('purpose', { enum: ['profile', 'plan', 'replacement'] })
      .notNull()
      .default('profile'),
    /** The eSIM that a `plan` is for, or that is replaced; null for a `profile`. Without foreign key: eSIMs refer to lines. */
    esimId: uuid('esim_id'),
    /** Of a `replacement`: the line that was bought, on whose money it depends. */
    replaces: uuid('replaces'),
    /** The state that taxes the sale, its rate in basis points, and the tax inside `unitAmount`; all null: no tax. */
    taxCountry: text('tax_country'),
    taxRateBp: integer('tax_rate_bp'),
    taxAmount: integer('tax_amount'),
  },
  (t) => [
    uniqueIndex('order_lines_position').on(t.orderId, t.position),
    index('order_lines_esim')
      .on(t.esimId)
      .where(sql`${t.esimId} is not null`),
  ],
);

/**
 * A new eSIM in place of a delivered one, with what was left of its plan. It is delivered by a line with its id, which is
 * added to the order when the old eSIM has ended. An eSIM is replaced once: the unique index decides between requests
 * side by side (docs/decisions/0069-replacements.md).
 */
export const replacements = pgTable(
  'replacements',
  {
    id: id(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    /** The line that was bought. */
    lineId: uuid('line_id')
      .notNull()
      .references(() => orderLines.id),
    /** The old eSIM. Without foreign key: eSIMs refer to lines. */
    esimId: uuid('esim_id').notNull(),
    reason: text('reason', { enum: REPLACEMENT_REASONS }).notNull(),
    askedBy: text('asked_by', { enum: ['buyer', 'operator'] }).notNull(),
    state: text('state', { enum: REPLACEMENT_STATES }).notNull(),
    /** What was left when it was asked for: 0 for an unlimited plan. */
    leftMb: integer('left_mb').notNull(),
    leftDays: integer('left_days').notNull(),
    /** The end of the old plan; null: its validity had not started. */
    endsAt: instant('ends_at'),
    /** The plan that is delivered, and its source and net price as last read when it was chosen. */
    planId: text('plan_id').notNull(),
    wholesaler: text('wholesaler').notNull(),
    packageId: text('package_id').notNull(),
    dataMb: integer('data_mb').notNull(),
    days: integer('days').notNull(),
    /** Null: not known. */
    netCents: integer('net_cents'),
    netCurrency: currencyCode('net_currency').notNull(),
    /** True when the merchant's rule confirmed it: the limits of loss judge its price. */
    byRule: boolean('by_rule').notNull(),
    /**
     * What became of the old profile: `ended` by its wholesaler, `deleted` from its phone before, or `unknown`: it can't be
     * ended, and may still work.
     */
    oldProfile: text('old_profile', { enum: ['ended', 'deleted', 'unknown'] }),
    /** Why it failed, as a stable code. */
    fault: text('fault'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('replacements_esim')
      .on(t.esimId)
      .where(sql`${t.state} in ('requested', 'approved', 'delivering', 'done')`),
    index('replacements_order').on(t.orderId),
    index('replacements_line').on(t.lineId),
    index('replacements_state').on(t.state, t.createdAt),
  ],
);

/** The order's history for support: each change of state and other notable events. Never personal data. */
export const orderEvents = pgTable(
  'order_events',
  {
    id: id(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    kind: text('kind').notNull(),
    fromStatus: text('from_status'),
    toStatus: text('to_status'),
    detail: jsonb('detail').$type<Record<string, string | number | boolean | null>>().notNull().default({}),
    at: instant('at').notNull(),
  },
  (t) => [
    index('order_events_order').on(t.orderId, t.at),
    // For the hourly search for addresses that can be removed.
    index('order_events_owner_deleted')
      .on(t.orderId)
      .where(sql`${t.kind} = 'owner-deleted'`),
    // The sample orders of the demo account, which lists of real orders leave out.
    index('order_events_demo')
      .on(t.orderId)
      .where(sql`${t.detail} ? 'demo'`),
  ],
);

/**
 * Access to an order without an account: SHA-256 of 256-bit tokens. `browser`: the cookie of the browser that ordered;
 * `mail`: a mailed link; `link`: the cookie of a browser that opened such a link.
 */
export const orderAccess = pgTable(
  'order_access',
  {
    hash: text('hash').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    kind: text('kind', { enum: ['browser', 'mail', 'link'] }).notNull(),
    /** The mail of a link and of the cookies made from it; null for `browser`. */
    mailId: uuid('mail_id'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('order_access_order').on(t.orderId), index('order_access_expires').on(t.expiresAt)],
);
