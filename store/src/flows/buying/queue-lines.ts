import type { Queryable } from '../../db/database.ts';
import type { Line } from '../../modules/orders/orders.ts';
import { enqueue, type EnqueueOptions } from '../../queue/queue.ts';

/**
 * Queues the delivery of each open line of an order. Each line has a job of its own, so that no line blocks another.
 */
export async function queueLines(
  db: Queryable,
  lines: readonly Pick<Line, 'id' | 'status'>[],
  options: Pick<EnqueueOptions, 'keepWaiting'> = {},
): Promise<void> {
  for (const { id, status } of lines)
    if (status === 'waiting' || status === 'fulfilling') await queueLine(db, id, options);
}

/** Queues the delivery of one line, now or later. Queuing it again replaces the waiting job. */
export const queueLine = (
  db: Queryable,
  lineId: string,
  options: Pick<EnqueueOptions, 'keepWaiting' | 'inSeconds'> = {},
) => enqueue(db, 'fulfil-line', { lineId }, { key: `fulfil:${lineId}`, ...options });
