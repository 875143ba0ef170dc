import type { Db } from '../../db/database.ts';
import { createDeviceFinder, type FoundDevice } from '../../shared/devices/device-finder.ts';
import type { DeviceFamily, DeviceIndex } from '../../shared/devices/types.ts';
import { codeOf } from '../../shared/errors.ts';
import type { Wholesaler } from '../fulfilment/wholesaler.ts';
import { findDeviceList, keepDeviceList } from './store.ts';

const VENDOR = 'airalo';
/** How long a process answers from memory before it looks for a newer list. */
const LOOK_AGAIN_MS = 60_000;
/** When the database did not answer. */
const TRY_AGAIN_MS = 5_000;
/** A list that is younger is not read again. */
const FRESH_MS = 12 * 3_600_000;

export type Devices = {
  /** Our own data; the same for as long as the process lives. */
  own: readonly DeviceFamily[];
  /** Our own data and the wholesaler's list. */
  index(): Promise<DeviceIndex>;
  /** The model that a query means. */
  find(query: string): Promise<FoundDevice>;
  /** Reads the wholesaler's list and keeps it, unless a young one is kept already. Throws only when the database does. */
  readList(): Promise<void>;
};

/**
 * Which devices take an eSIM. The wholesaler's list adds models to our own data and changes no answer of ours. Without a list, or
 * without a database, our own data answers.
 */
export function createDevices({
  db,
  wholesaler,
  own,
  log,
  now = Date.now,
}: {
  db: Db;
  wholesaler: Pick<Wholesaler, 'compatibleDevices'>;
  own: readonly DeviceFamily[];
  log: { warn(details: object, message: string): void };
  now?: () => number;
}): Devices {
  type Known = { index: DeviceIndex; finder: ReturnType<typeof createDeviceFinder> };
  const known = (index: DeviceIndex): Known => ({ index, finder: createDeviceFinder(index) });
  let kept = known({ families: own, listed: [], listedAt: null });
  let lookAgainAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;

  async function look(): Promise<void> {
    try {
      const list = await findDeviceList(db, VENDOR);
      const listedAt = list?.readAt.toISOString() ?? null;
      if (listedAt !== kept.index.listedAt) kept = known({ families: own, listed: list?.devices ?? [], listedAt });
      lookAgainAt = now() + LOOK_AGAIN_MS;
    } catch (error) {
      log.warn({ code: codeOf(error) }, 'the list of compatible devices is shown as last known');
      lookAgainAt = now() + TRY_AGAIN_MS;
    }
  }

  async function current(): Promise<Known> {
    if (now() >= lookAgainAt)
      await (looking ??= look().finally(() => {
        looking = undefined;
      }));
    return kept;
  }

  return {
    own,
    index: async () => (await current()).index,
    find: async (query) => (await current()).finder.find(query),

    async readList() {
      const readAt = new Date(now());
      const list = await findDeviceList(db, VENDOR);
      if (list !== null && readAt.getTime() - list.readAt.getTime() < FRESH_MS) return;
      const devices = await wholesaler.compatibleDevices().catch((error: unknown) => {
        log.warn({ code: codeOf(error) }, 'the list of compatible devices could not be read');
        return [];
      });
      // An empty list is a fault of the wholesaler: the last one holds.
      if (devices.length > 0) await keepDeviceList(db, VENDOR, { devices, readAt });
    },
  };
}
