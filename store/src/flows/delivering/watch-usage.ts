import type { Db } from '../../db/database.ts';
import type { Esims } from '../../modules/esims/esims.ts';
import type { Wholesalers } from '../../modules/fulfilment/wholesalers.ts';
import { queueLook } from './queue-look.ts';

/** The share of a wholesaler's calls that background reads may use: the rest is for open pages. */
const SHARE = 0.5;

/**
 * Queues background reads of eSIMs in use, so that a traveller gets a notice in time. Each run takes some of
 * every wholesaler; the time of the next one is with the eSIM (`modules/esims/watch.ts`).
 */
export const createWatchUsage =
  ({
    db,
    esims,
    wholesalers,
    sweepSeconds,
  }: {
    db: Db;
    esims: Pick<Esims, 'takeWatched'>;
    wholesalers: Wholesalers;
    sweepSeconds: number;
  }) =>
  async (): Promise<void> => {
    for (const { name, capabilities } of wholesalers.all()) {
      if (!capabilities.reportsUsage) continue;
      const limit = Math.ceil(capabilities.usageReadsPerSecond * sweepSeconds * SHARE);
      for (const id of await esims.takeWatched(name, limit)) await queueLook(db, { id, wholesaler: name });
    }
  };
