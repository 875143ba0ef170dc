import type { Db } from '../../db/database.ts';
import { doubtRows } from '../../modules/fulfilment/fulfilment.ts';
import { stampLostTime } from '../../modules/installation/installation.ts';

/**
 * States that this database lost commits until now: after a restore, a point-in-time recovery, or a fail-over that lost
 * transactions. Whatever may have happened at the wholesaler in the lost time is searched for before anything is
 * ordered: every wholesale order that is open or that a later transition opens again, and every one that is created
 * later for an order from before this moment. Safe on a running store, and safe to repeat. The stamp comes first: it
 * waits for transactions that create rows without it, so that their rows are doubted too.
 *
 * `tx` is a transaction, on the tables of any version since 1.0.0 (docs/decisions/0037-backups.md).
 */
export async function recordLostTime(tx: Pick<Db, 'update'>): Promise<void> {
  await stampLostTime(tx);
  await doubtRows(tx);
}
