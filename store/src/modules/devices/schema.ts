import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../../db/columns.ts';
import type { ListedDevice } from '../../shared/devices/types.ts';

/**
 * The wholesaler's list of compatible devices as last read: one row per wholesaler, overwritten by the next reading.
 */
export const deviceLists = pgTable('device_lists', {
  vendor: text('vendor').primaryKey(),
  devices: jsonb('devices').$type<ListedDevice[]>().notNull(),
  readAt: instant('read_at').notNull(),
});
