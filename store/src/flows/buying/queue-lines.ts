import type { Queryable } from '../../db/database.ts';
import type { Line } from '../../modules/orders/orders.ts';
import { enqueue, type EnqueueOptions } from '../../queue/queue.ts';

/** Queues the delivery of those of an order's lines that are still to be delivered: a job each, so that none waits for another. */
export async function queueLines(
  db: Queryable,
  lines: readonly Pick<Line, 'id' | 'status'>[],
  options: Pick<EnqueueOptions, 'keepWaiting'> = {},
): Promise<void> {
  for (const { id, status } of lines)
    if (status === 'waiting' || status === 'fulfilling') await queueLine(db, id, options);
}

/** Queues the delivery of one line, at once or at an instant; asking again replaces a job that waits. */
export const queueLine = (db: Queryable, lineId: string, options: Pick<EnqueueOptions, 'keepWaiting' | 'runAt'> = {}) =>
  enqueue(db, 'fulfil-line', { lineId }, { key: `fulfil:${lineId}`, ...options });
