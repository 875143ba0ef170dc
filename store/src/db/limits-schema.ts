import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/**
 * Counters of `limits.ts`. Keys are hashed: no address or e-mail is stored. The table is unlogged
 * (drizzle/0000_initial.sql): writes do not wait for the disk, and a crash of the database may lose these short-lived
 * counts.
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
