import type { Queryable } from '../../db/database.ts';
import { enqueue, type EnqueueOptions } from '../../queue/queue.ts';

/** Queues the work of a proved withdrawal. Those of one order run one after the other. */
export const queueCarryingOut = (
  db: Queryable,
  { id, orderId }: { id: string; orderId: string },
  options: Pick<EnqueueOptions, 'keepWaiting' | 'unlessRunning'> = {},
) =>
  enqueue(
    db,
    'carry-out-withdrawal',
    { withdrawalId: id },
    { key: `withdrawal:${id}`, lane: `withdrawals:${orderId}`, ...options },
  );
