import { desc, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { catalogueVersions } from './schema.ts';
import { purgeCopies } from './copies.ts';

export type Action = (typeof catalogueVersions.$inferSelect)['action'];

/** The number of the advisory lock; any number that nothing else uses. */
const LOCK = 7_215_002;

/** Serialises changes of the catalogue: waits for the advisory lock of this transaction. */
export async function awaitTurn(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
}

/** The version that this publication will have; call it under the lock. */
export async function nextVersion(tx: Tx): Promise<number> {
  const [newest] = await tx
    .select({ version: catalogueVersions.version })
    .from(catalogueVersions)
    .orderBy(desc(catalogueVersions.version))
    .limit(1);
  return (newest?.version ?? 0) + 1;
}

/**
 * Publishes the changes of this transaction as the newest version. Every process shows it within a second of the
 * commit, and copies in front of the store are purged after that.
 */
export async function publishVersion(
  tx: Tx,
  made: { version: number; action: Action; by: string; plans: number },
): Promise<void> {
  await tx.insert(catalogueVersions).values({ ...made, at: new Date() });
  await purgeCopies(tx, 'catalogue');
}
