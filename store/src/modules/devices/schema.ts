import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../../db/columns.ts';
import type { ListedDevice } from '../../shared/devices/types.ts';

/** Each wholesaler's list of compatible devices as last read: overwritten by the next reading. */
export const deviceLists = pgTable('device_lists', {
  /** The name of the wholesaler. */
  vendor: text('vendor').primaryKey(),
  devices: jsonb('devices').$type<ListedDevice[]>().notNull(),
  readAt: instant('read_at').notNull(),
});
