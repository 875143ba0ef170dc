import { bigint, integer, pgTable, varchar } from 'drizzle-orm/pg-core';

/** Counters of `limits.ts`, in the columns that rate-limiter-flexible expects. Keys are hashed: no address or e-mail is stored. */
export const rateLimits = pgTable('rate_limits', {
  key: varchar('key', { length: 255 }).primaryKey(),
  points: integer('points').notNull().default(0),
  /** Unix milliseconds at which the window ends. */
  expire: bigint('expire', { mode: 'number' }),
});
