import type { Queryable } from '../../db/database.ts';
import type { Reason } from '../../modules/esims/esims.ts';
import { enqueue } from '../../queue/queue.ts';

/** So many reads of one wholesaler's eSIMs run at once, in all processes together. */
const LANES = 2;

/** Deliveries and mails run first. */
const LATE = 10;

/**
 * Queues a read of an eSIM's usage: one job for all who look. The reads of a wholesaler wait for each other, so that a
 * thousand open pages, or a wholesaler that does not answer, occupy few workers.
 */
export async function queueLook(
  db: Queryable,
  { id, wholesaler }: { id: string; wholesaler: string },
  { reason = 'age', inSeconds }: { reason?: Reason; inSeconds?: number } = {},
): Promise<void> {
  const lane = Number.parseInt(id.slice(-2), 16) % LANES;
  await enqueue(
    db,
    'refresh-esim',
    { esimId: id, ...(reason === 'news' && { reason }) },
    {
      key: `${reason === 'news' ? 'news' : 'refresh'}:${id}`,
      keepWaiting: true,
      inSeconds,
      priority: LATE,
      lane: `usage:${wholesaler}:${lane}`,
    },
  );
}
