import type { FoundDevice } from '../../shared/devices/device-finder.ts';
import type { DeviceFamily, DeviceIndex } from '../../shared/devices/types.ts';

export type Devices = {
  /** Our own data; constant for the life of the process. */
  own: readonly DeviceFamily[];
  /** Our own data and the wholesaler's list. */
  index(): Promise<DeviceIndex>;
  /** The model that a query matches. */
  find(query: string): Promise<FoundDevice>;
  /** Reads and stores the wholesaler's list, unless the stored one is fresh. Throws only on a database error. */
  readList(): Promise<void>;
};
