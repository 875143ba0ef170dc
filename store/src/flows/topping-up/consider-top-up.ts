import type { Db, Queryable, Tx } from '../../db/database.ts';
import type { AutoTopUpBook } from '../../modules/auto-top-ups/auto-top-ups.ts';
import { decide } from '../../modules/auto-top-ups/auto-top-ups.ts';
import { enqueue } from '../../queue/queue.ts';
import { readFacts, type SituationPorts } from './situation.ts';

/**
 * Queues the job `auto-top-up` when a reading of the usage has passed the threshold of an eSIM, or ended it: in the
 * transaction that has stored the reading. The job decides again, under the lock of the row.
 */
export type ConsiderTopUp = (tx: Tx, about: { esimId: string }) => Promise<void>;

export function createConsiderTopUp(
  ports: SituationPorts & { autoTopUps: Pick<AutoTopUpBook, 'ofEsim'> },
): ConsiderTopUp {
  return async function considerTopUp(tx, { esimId }) {
    const row = await ports.autoTopUps.ofEsim(esimId, tx);
    if (row?.state !== 'on') return;
    const facts = await readFacts(ports, tx, row);
    if (facts && decide(facts.situation).what !== 'nothing') await queueAutoTopUp(tx, esimId);
  };
}

/** One waiting job per eSIM. */
export const queueAutoTopUp = (tx: Queryable, esimId: string) =>
  enqueue(tx, 'auto-top-up', { esimId }, { key: `auto-top-up:${esimId}` });

const BATCH = 200;

/** Queues a look at each auto top-up for which one is due: the net for what no reading of the usage reports. */
export const createWatchTopUps =
  ({ db, autoTopUps }: { db: Db; autoTopUps: Pick<AutoTopUpBook, 'takeDue'> }) =>
  async (): Promise<void> => {
    for (const esimId of await autoTopUps.takeDue(BATCH)) await queueAutoTopUp(db, esimId);
  };
