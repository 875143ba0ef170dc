import { timestamp, uuid } from 'drizzle-orm/pg-core';

/** An instant (UTC); the driver hands it over as a `Date`. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Primary key: a UUIDv7 made by the application (`src/shared/ids.ts`). */
export const id = () => uuid('id').primaryKey();
