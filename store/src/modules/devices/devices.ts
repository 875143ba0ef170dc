import type { Db } from '../../db/database.ts';
import { createDeviceFinder, type DeviceFinder } from '../../shared/devices/device-finder.ts';
import type { DeviceFamily, DeviceIndex } from '../../shared/devices/types.ts';
import { codeOf } from '../../shared/errors.ts';
import { lazy } from '../../shared/lazy.ts';
import type { Wholesaler } from '../fulfilment/wholesaler.ts';
import { findDeviceList, keepDeviceList } from './store.ts';
import type { Devices } from './types.ts';

const VENDOR = 'airalo';
/** How long a process answers from memory before it looks for a newer list. */
const LOOK_AGAIN_MS = 60_000;
/** Retry interval after a failed read. */
const TRY_AGAIN_MS = 5_000;
/** A list that is newer than this is not read again. */
const FRESH_MS = 12 * 3_600_000;

/**
 * Answers which devices support eSIMs. The wholesaler's list adds models to our own data and overrides none of it.
 * Without a list or a database, our own data answers.
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
  type Known = { index: DeviceIndex; finder: () => DeviceFinder };
  const known = (index: DeviceIndex): Known => ({ index, finder: lazy(() => createDeviceFinder(index)) });
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
      log.warn({ code: codeOf(error) }, 'the stored list of compatible devices could not be read: using the last one');
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
    find: async (query) => (await current()).finder().find(query),

    async readList() {
      const readAt = new Date(now());
      const list = await findDeviceList(db, VENDOR);
      if (list !== null && readAt.getTime() - list.readAt.getTime() < FRESH_MS) return;
      const devices = await wholesaler.compatibleDevices().catch((error: unknown) => {
        log.warn({ code: codeOf(error) }, 'the list of compatible devices could not be read from the wholesaler');
        return [];
      });
      // An empty list is a fault of the wholesaler: the last one stays.
      if (devices.length > 0) await keepDeviceList(db, VENDOR, { devices, readAt });
    },
  };
}
