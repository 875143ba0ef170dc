import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Db, Queryable, Tx } from '../../../db/database.ts';
import { deleteRows } from '../../../db/delete-rows.ts';
import { accounts, actionCodes, secondFactors } from '../schema.ts';

export async function insertCode(db: Db, row: typeof actionCodes.$inferInsert): Promise<void> {
  await db.insert(actionCodes).values(row);
}

/**
 * The code with its account's `validSince` (null: it has no account) and the time at which its newest second factor was
 * enrolled (null: it has none).
 */
export async function codeByHash(
  db: Queryable,
  hash: string,
): Promise<(typeof actionCodes.$inferSelect & { validSince: Date | null; factorSince: Date | null }) | null> {
  const factorSince = sql<Date | null>`(
    select max(${secondFactors.enrolledAt}) from ${secondFactors} where ${secondFactors.accountId} = ${actionCodes.accountId})`;
  const [row] = await db
    .select({
      code: actionCodes,
      validSince: accounts.validSince,
      factorSince: factorSince.mapWith(secondFactors.enrolledAt),
    })
    .from(actionCodes)
    .leftJoin(accounts, eq(accounts.id, actionCodes.accountId))
    .where(eq(actionCodes.hash, hash));
  return row ? { ...row.code, validSince: row.validSince, factorSince: row.factorSince } : null;
}

/** Compare-and-set: marks the code as used; false when it was used before. */
export async function useCode(tx: Tx, hash: string, usedAt: Date): Promise<boolean> {
  const used = await tx
    .update(actionCodes)
    .set({ usedAt })
    .where(and(eq(actionCodes.hash, hash), isNull(actionCodes.usedAt)))
    .returning({ hash: actionCodes.hash });
  return used.length > 0;
}

export async function deleteCodes(db: Queryable, expiredBefore: Date): Promise<void> {
  await deleteRows(db, actionCodes, lt(actionCodes.expiresAt, expiredBefore));
}
