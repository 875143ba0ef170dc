import type { Tx } from '../../db/database.ts';
import { enqueue } from '../../queue/queue.ts';

/** Queues the work of a proved withdrawal. Those of one order run one after the other. */
export const queueCarryingOut = (tx: Tx, { id, orderId }: { id: string; orderId: string }) =>
  enqueue(
    tx,
    'carry-out-withdrawal',
    { withdrawalId: id },
    { key: `withdrawal:${id}`, lane: `withdrawals:${orderId}` },
  );
