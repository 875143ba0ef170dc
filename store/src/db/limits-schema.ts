import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/**
 * Counters of `limits.ts`. Keys are hashed: no address or e-mail is stored. The table is unlogged (drizzle/0000_initial.sql): what is
 * counted here for minutes may be lost with a crash of the database, so it need not wait for the disk.
 */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    /** Points that the window still has. */
    left: integer('left').notNull(),
    /** The end of the window. */
    endsAt: instant('ends_at').notNull(),
  },
  (t) => [index('rate_limits_ends').on(t.endsAt)],
);
