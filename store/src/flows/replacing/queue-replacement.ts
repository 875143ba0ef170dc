import type { Queryable } from '../../db/database.ts';
import { enqueue, type EnqueueOptions } from '../../queue/queue.ts';

/** Queues the end of the old eSIM of a confirmed replacement, and the delivery of the new one. */
export const queueReplacement = (
  db: Queryable,
  { id }: { id: string },
  options: Pick<EnqueueOptions, 'inSeconds' | 'keepWaiting'> = {},
) => enqueue(db, 'replace-esim', { replacementId: id }, { key: `replace:${id}`, ...options });
