import type { Db, Tx } from './database.ts';

/** Thrown to roll back a dry run; carries its result out of the transaction. */
class DryRun<T> extends Error {
  readonly outcome: T;

  constructor(outcome: T) {
    super('dry run');
    this.outcome = outcome;
  }
}

/** Runs `work` in a transaction. A dry run does the same work and rolls it back. */
export async function transactOrTry<T>(db: Db, dryRun: boolean, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (!dryRun) return db.transaction(work);
  try {
    return await db.transaction<T>(async (tx) => {
      throw new DryRun(await work(tx));
    });
  } catch (error) {
    if (error instanceof DryRun) return error.outcome as T;
    throw error;
  }
}
