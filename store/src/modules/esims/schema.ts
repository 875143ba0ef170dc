import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../../db/columns.ts';
import { orderLines, orders } from '../orders/schema.ts';

/**
 * Issued eSIMs. The activation data is encrypted. Wholesalers recycle ICCIDs, so an ICCID is data, never a key: it is
 * unique only among profiles that have not ended. The profile (on the phone) and the plan (data and days) have separate
 * states. A row is one profile: a future top-up adds a plan to its profile, never a second row.
 */
export const esims = pgTable(
  'esims',
  {
    id: id(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
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
    profileState: text('profile_state', {
      enum: ['released', 'downloaded', 'installed', 'enabled', 'deleted'],
    }).notNull(),
    planState: text('plan_state', { enum: ['not_active', 'active', 'finished', 'expired'] }).notNull(),
    dataMb: integer('data_mb').notNull(),
    remainingMb: integer('remaining_mb').notNull(),
    days: integer('days').notNull(),
    /** Set when the validity has started. */
    expiresAt: instant('expires_at'),
    issuedAt: instant('issued_at').notNull(),
    /** When a read of the usage was last started: the limit of reads per interval. */
    refreshedAt: instant('refreshed_at'),
    /** When the wholesaler last answered with the usage stored here; null: never. */
    usageAt: instant('usage_at'),
  },
  (t) => [
    uniqueIndex('esims_line').on(t.lineId),
    uniqueIndex('esims_iccid')
      .on(t.iccidHash)
      .where(sql`profile_state <> 'deleted'`),
    index('esims_order').on(t.orderId),
  ],
);
