import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../../db/columns.ts';
import { orderLines, orders } from '../orders/schema.ts';

const PROFILE_STATES = ['released', 'downloaded', 'installed', 'enabled', 'deleted'] as const;
const PLAN_STATES = ['not_active', 'active', 'finished', 'expired'] as const;

/**
 * Issued eSIMs: profiles. The activation data is encrypted. Wholesalers recycle ICCIDs, so an ICCID is data, never a
 * key: it is unique only among profiles that have not ended. Data and days are those of its plans (`esimPlans`).
 *
 * Its old columns are written for processes of 1.0.0, and read only to adopt what these wrote (`adoption.ts`,
 * docs/old-columns.md).
 */
export const esims = pgTable(
  'esims',
  {
    id: id(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    /** Old column: the line of its first plan. */
    lineId: uuid('line_id')
      .notNull()
      .references(() => orderLines.id),
    /** The wholesaler that made the profile. */
    wholesaler: text('wholesaler').notNull(),
    /** Encrypted JSON: iccid, smdpAddress, activationCode, confirmationCode. */
    activationSealed: text('activation_sealed').notNull(),
    /** Keyed hash of the ICCID (`keyedHash`). The unique index prevents that two buyers hold the same profile. */
    iccidHash: text('iccid_hash').notNull(),
    apn: text('apn'),
    /** The name that its owner gave it; null: none. */
    name: text('name'),
    /** How far the profile has come: it moves forward only (`profileStateAfter`). */
    profileState: text('profile_state', { enum: PROFILE_STATES }).notNull(),
    /** Where the wholesaler last saw the profile, which may go back; null: it has not said. */
    reportedState: text('reported_state', { enum: PROFILE_STATES }),
    // Old columns: what its plans show together (`summaryOf`).
    planState: text('plan_state', { enum: PLAN_STATES }).notNull(),
    dataMb: integer('data_mb').notNull(),
    remainingMb: integer('remaining_mb').notNull(),
    days: integer('days').notNull(),
    expiresAt: instant('expires_at'),
    issuedAt: instant('issued_at').notNull(),
    /** When a read of the usage was last started: the limit of reads per interval. */
    refreshedAt: instant('refreshed_at'),
    /** When the wholesaler last answered with the usage of its plans; null: never. */
    usageAt: instant('usage_at'),
    /** When the last read ended, with or without figures. */
    readEndedAt: instant('read_ended_at'),
    /** Since when the wholesaler does not answer, and the number of reads that failed since; null and 0: it has answered. */
    awaySince: instant('away_since'),
    failures: integer('failures').notNull().default(0),
    /** Since when its reports contradict what was bought or what it has said before (`belief.ts`); null: they do not. */
    doubtedSince: instant('doubted_since'),
    /** When the usage is read in the background, without a viewer (`watch.ts`); null: not. The default is for rows of 1.0.0. */
    watchAt: instant('watch_at').defaultNow(),
    /** When the wholesaler said that its code works once more, after it was on a phone; null: never. */
    releasedAgainAt: instant('released_again_at'),
    /** When we ended it, because another eSIM replaces it: it is not read any more, and says nothing. Null: not. */
    endedAt: instant('ended_at'),
  },
  (t) => [
    uniqueIndex('esims_line').on(t.lineId),
    uniqueIndex('esims_iccid')
      .on(t.iccidHash)
      .where(sql`profile_state <> 'deleted'`),
    index('esims_order').on(t.orderId),
    index('esims_watch')
      .on(t.watchAt, t.wholesaler)
      .where(sql`watch_at is not null`),
  ],
);

/**
 * The plans of an eSIM: its first one, and those that were added to its profile. Each is bought by one order line. They
 * are used in the order of `position`.
 */
export const esimPlans = pgTable(
  'esim_plans',
  {
    id: id(),
    esimId: uuid('esim_id')
      .notNull()
      .references(() => esims.id, { onDelete: 'cascade' }),
    /** The order of its line: eSIMs are read by order. */
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    lineId: uuid('line_id')
      .notNull()
      .references(() => orderLines.id),
    /** The position in the order of use, from 0. */
    position: integer('position').notNull(),
    packageId: text('package_id').notNull(),
    /** 0 for an unlimited plan. */
    dataMb: integer('data_mb').notNull(),
    /** As on its line; null for a plan with an amount of data. */
    unlimited: jsonb('unlimited').$type<{ dailyMb: number | null; thenKbps: number | null }>(),
    days: integer('days').notNull(),
    state: text('state', { enum: PLAN_STATES }).notNull(),
    remainingMb: integer('remaining_mb').notNull(),
    issuedAt: instant('issued_at').notNull(),
    /** Both are set when the validity has started. */
    startedAt: instant('started_at'),
    expiresAt: instant('expires_at'),
  },
  (t) => [
    uniqueIndex('esim_plans_line').on(t.lineId),
    uniqueIndex('esim_plans_position').on(t.esimId, t.position),
    index('esim_plans_order').on(t.orderId),
    // For notices before the end.
    index('esim_plans_ends')
      .on(t.expiresAt, t.id)
      .where(sql`${t.state} = 'active'`),
  ],
);

/**
 * What a wholesaler reported of an eSIM, as it was believed: a row for each report that differs from the one before, and
 * at least one in an hour in which it was asked. Data left and in all are those of the plans together (`summaryOf`).
 */
export const esimReadings = pgTable(
  'esim_readings',
  {
    id: id(),
    esimId: uuid('esim_id')
      .notNull()
      .references(() => esims.id, { onDelete: 'cascade' }),
    /** By the database's clock. */
    readAt: instant('read_at').notNull(),
    remainingMb: integer('remaining_mb').notNull(),
    totalMb: integer('total_mb').notNull(),
    profileState: text('profile_state', { enum: PROFILE_STATES }).notNull(),
    planState: text('plan_state', { enum: PLAN_STATES }).notNull(),
  },
  (t) => [index('esim_readings_esim').on(t.esimId, t.readAt), index('esim_readings_read').on(t.readAt)],
);
