import { desc, eq, lt, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../../db/database.ts';
import { signingKeys } from '../schema.ts';

/** Newest first. */
export async function allKeys(db: Queryable): Promise<(typeof signingKeys.$inferSelect)[]> {
  return db.select().from(signingKeys).orderBy(desc(signingKeys.createdAt), desc(signingKeys.kid));
}

export async function insertKey(tx: Tx, row: typeof signingKeys.$inferInsert): Promise<void> {
  await tx.insert(signingKeys).values(row);
}

export async function retireKey(tx: Tx, kid: string, retiredAt: Date): Promise<void> {
  await tx.update(signingKeys).set({ retiredAt }).where(eq(signingKeys.kid, kid));
}

export async function deleteKeys(db: Queryable, retiredBefore: Date): Promise<void> {
  await db.delete(signingKeys).where(lt(signingKeys.retiredAt, retiredBefore));
}

/** Only one process at a time may create a signing key; held until the transaction ends. */
export async function lockKeys(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('identity.signing-keys', 0))`);
}
