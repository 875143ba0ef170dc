import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/**
 * Counters of `limits.ts`. Keys are hashed: no address or e-mail is stored. The table is logged since
 * drizzle/0004_fail_over.sql, so that a fail-over keeps the counts; the statements do not wait for disk or standby.
 */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    /** The points that are left in the window. */
    left: integer('left').notNull(),
    /** The end of the window. */
    endsAt: instant('ends_at').notNull(),
  },
  (t) => [index('rate_limits_ends').on(t.endsAt)],
);
