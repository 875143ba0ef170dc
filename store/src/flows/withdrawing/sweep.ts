import type { Clock } from '../../db/clock.ts';
import type { Db } from '../../db/database.ts';
import type { WithdrawalBook } from '../../modules/rights/withdrawals/withdrawals.ts';
import { queueCarryingOut } from './queue-carrying-out.ts';

type Ports = { db: Db; clock: Clock; withdrawals: Pick<WithdrawalBook, 'provedBefore'>; sweepSeconds: number };

const BATCH = 200;

/** Queues proved withdrawals again that were not carried out: a backup has the rows of a moment, and none of its jobs. */
export function createSweepWithdrawals({ db, clock, withdrawals, sweepSeconds }: Ports): () => Promise<void> {
  return async function sweepWithdrawals() {
    const before = new Date(clock.now().getTime() - sweepSeconds * 1000);
    for (const { id, orderId } of await withdrawals.provedBefore(before, BATCH))
      if (orderId !== null) await queueCarryingOut(db, { id, orderId }, { keepWaiting: true, unlessRunning: true });
  };
}
