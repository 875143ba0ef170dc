import { asc, inArray, lt } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { deviceLists } from './schema.ts';

export type DeviceList = typeof deviceLists.$inferSelect;

/** The lists of these wholesalers as last read. */
export async function findDeviceLists(db: Queryable, vendors: readonly string[]): Promise<DeviceList[]> {
  if (vendors.length === 0) return [];
  return db
    .select()
    .from(deviceLists)
    .where(inArray(deviceLists.vendor, [...vendors]))
    .orderBy(asc(deviceLists.vendor));
}

/** Stores a list unless a newer one exists. */
export async function keepDeviceList(db: Queryable, { vendor, ...list }: DeviceList): Promise<void> {
  await db
    .insert(deviceLists)
    .values({ vendor, ...list })
    .onConflictDoUpdate({ target: deviceLists.vendor, set: list, setWhere: lt(deviceLists.readAt, list.readAt) });
}
