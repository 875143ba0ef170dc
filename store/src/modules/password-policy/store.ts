import { desc, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/database.ts';
import { passwordPolicies } from './schema.ts';

export type PolicyRow = typeof passwordPolicies.$inferSelect;

/** Serialises changes of the policy: waits for the advisory lock of this transaction. */
export async function awaitTurn(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('password-policy', 0))`);
}

/** The newest policies, current one first. */
export async function newestPolicies(db: Queryable, most: number): Promise<PolicyRow[]> {
  return db.select().from(passwordPolicies).orderBy(desc(passwordPolicies.version)).limit(most);
}

export async function insertPolicy(tx: Tx, row: PolicyRow): Promise<void> {
  await tx.insert(passwordPolicies).values(row);
}
