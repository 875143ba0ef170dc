import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../../db/columns.ts';

/** Outcome of the last check of each plan against the wholesaler's packages; a plan without a row was never checked. */
export const planChecks = pgTable('plan_checks', {
  planId: text('plan_id').primaryKey(),
  packageId: text('package_id').notNull(),
  available: boolean('available').notNull(),
  /** Why it failed: missing-package, too-little-data, too-few-days, price-not-below-ours. */
  fault: text('fault'),
  /** What the package cost us at `checkedAt`; looked at before an order goes out. */
  netPriceCents: integer('net_price_cents'),
  checkedAt: instant('checked_at').notNull(),
});
