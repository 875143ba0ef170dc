import type { Db } from '../../db/database.ts';
import { createDeviceFinder, type DeviceFinder } from '../../shared/devices/device-finder.ts';
import type { DeviceFamily, DeviceIndex, ListedDevice } from '../../shared/devices/types.ts';
import { codeOf } from '../../shared/errors.ts';
import { lazy } from '../../shared/lazy.ts';
import type { Wholesaler } from '../fulfilment/wholesaler.ts';
import { type DeviceList, findDeviceLists, keepDeviceList } from './store.ts';
import type { Devices } from './types.ts';

/** How long a process answers from memory before it looks for a newer list. */
const LOOK_AGAIN_MS = 60_000;
/** Retry interval after a failed read. */
const TRY_AGAIN_MS = 5_000;
/** A list that is newer than this is not read again. */
const FRESH_MS = 12 * 3_600_000;

type Lister = Pick<Wholesaler, 'name' | 'capabilities' | 'compatibleDevices'>;

/**
 * Answers which devices support eSIMs. The wholesalers' lists add models to our own data and override none of it.
 * Without a list or a database, our own data answers.
 */
export function createDevices({
  db,
  wholesalers,
  own,
  log,
  now = Date.now,
}: {
  db: Db;
  wholesalers: { all(): readonly Lister[] };
  own: readonly DeviceFamily[];
  log: { warn(details: object, message: string): void };
  now?: () => number;
}): Devices {
  type Known = { index: DeviceIndex; finder: () => DeviceFinder };
  const known = (index: DeviceIndex): Known => ({ index, finder: lazy(() => createDeviceFinder(index)) });
  let kept = known({ families: own, listed: [], listedAt: null });
  const listing = wholesalers.all().filter(({ capabilities }) => capabilities.listsDevices);
  let lookAgainAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;

  async function look(): Promise<void> {
    try {
      const lists = await listsOf(db, listing);
      const listedAt =
        lists
          .map(({ readAt }) => readAt.toISOString())
          .toSorted()
          .at(-1) ?? null;
      if (listedAt !== kept.index.listedAt) kept = known({ families: own, listed: devicesOf(lists), listedAt });
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

    readList: () => readLists({ db, log, now }, listing),
  };
}

const listsOf = (db: Db, listing: readonly Lister[]) =>
  findDeviceLists(
    db,
    listing.map(({ name }) => name),
  );

/** Reads the lists of the wholesalers that are no longer fresh, and stores them. */
async function readLists(
  { db, log, now }: { db: Db; log: { warn(details: object, message: string): void }; now: () => number },
  listing: readonly Lister[],
): Promise<void> {
  const readAt = new Date(now());
  const lists = await listsOf(db, listing);
  for (const wholesaler of listing) {
    const { name } = wholesaler;
    const list = lists.find(({ vendor }) => vendor === name);
    if (list && readAt.getTime() - list.readAt.getTime() < FRESH_MS) continue;
    const devices = await wholesaler.compatibleDevices().catch((error: unknown) => {
      const details = { wholesaler: name, code: codeOf(error) };
      log.warn(details, 'the list of compatible devices could not be read from the wholesaler');
      return [];
    });
    // An empty list is a fault of the wholesaler: the last one stays.
    if (devices.length > 0) await keepDeviceList(db, { vendor: name, devices, readAt });
  }
}

/** The devices of all lists, without duplicates. */
function devicesOf(lists: readonly DeviceList[]): ListedDevice[] {
  const devices = new Map<string, ListedDevice>();
  for (const device of lists.flatMap((list) => list.devices)) {
    const key = `${device.maker} ${device.name}`.toLowerCase();
    if (!devices.has(key)) devices.set(key, device);
  }
  return [...devices.values()];
}
