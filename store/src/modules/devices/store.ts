import { eq, lt } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import type { ListedDevice } from '../../shared/devices/types.ts';
import { deviceLists } from './schema.ts';

type DeviceList = { devices: ListedDevice[]; readAt: Date };

/** The list as last read; null: none yet. */
export async function findDeviceList(db: Queryable, vendor: string): Promise<DeviceList | null> {
  const [list] = await db
    .select({ devices: deviceLists.devices, readAt: deviceLists.readAt })
    .from(deviceLists)
    .where(eq(deviceLists.vendor, vendor));
  return list ?? null;
}

/** Stores a list unless a newer one exists. */
export async function keepDeviceList(db: Queryable, vendor: string, list: DeviceList): Promise<void> {
  await db
    .insert(deviceLists)
    .values({ vendor, ...list })
    .onConflictDoUpdate({ target: deviceLists.vendor, set: list, setWhere: lt(deviceLists.readAt, list.readAt) });
}
