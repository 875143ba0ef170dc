import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Db, Queryable, Tx } from '../../db/database.ts';
import { deleteRows } from '../../db/delete-rows.ts';
import { pendingSignIns, recoveryCodes, totpEnrolments, totpSecrets } from './schema.ts';

export type PendingRow = typeof pendingSignIns.$inferSelect;
export type EnrolmentRow = typeof totpEnrolments.$inferSelect;
type Limited = typeof pendingSignIns | typeof totpEnrolments;

export async function insertPending(tx: Queryable, row: typeof pendingSignIns.$inferInsert): Promise<void> {
  await tx.insert(pendingSignIns).values(row);
}

export async function insertEnrolment(db: Db, row: typeof totpEnrolments.$inferInsert): Promise<void> {
  await db.insert(totpEnrolments).values(row);
}

export async function pendingByHash(db: Queryable, hash: string): Promise<PendingRow | null> {
  const [row] = await db.select().from(pendingSignIns).where(eq(pendingSignIns.hash, hash));
  return row ?? null;
}

export async function enrolmentByHash(db: Queryable, hash: string): Promise<EnrolmentRow | null> {
  const [row] = await db.select().from(totpEnrolments).where(eq(totpEnrolments.hash, hash));
  return row ?? null;
}

const isOpen = (table: Limited, hash: string, now: Date) =>
  and(eq(table.hash, hash), isNull(table.usedAt), gt(table.triesLeft, 0), gt(table.expiresAt, now));

/**
 * Counts one try; null when none is left, or the row is used or expired. Atomic, so that concurrent requests never
 * exceed the limit.
 */
export async function spendPendingTry(db: Db, hash: string, now: Date): Promise<PendingRow | null> {
  const [row] = await db
    .update(pendingSignIns)
    .set({ triesLeft: sql`${pendingSignIns.triesLeft} - 1` })
    .where(isOpen(pendingSignIns, hash, now))
    .returning();
  return row ?? null;
}

/** Counts one try at the set-up of an app of this account; null when none is left, or the row is used or expired. */
export async function spendEnrolmentTry(
  db: Db,
  { hash, accountId, now }: { hash: string; accountId: string; now: Date },
): Promise<EnrolmentRow | null> {
  const [row] = await db
    .update(totpEnrolments)
    .set({ triesLeft: sql`${totpEnrolments.triesLeft} - 1` })
    .where(and(isOpen(totpEnrolments, hash, now), eq(totpEnrolments.accountId, accountId)))
    .returning();
  return row ?? null;
}

/** Compare-and-set: marks the row as used; false when it was used before. */
export async function usePending(tx: Tx, hash: string, usedAt: Date): Promise<boolean> {
  const used = await tx
    .update(pendingSignIns)
    .set({ usedAt })
    .where(and(eq(pendingSignIns.hash, hash), isNull(pendingSignIns.usedAt)))
    .returning({ hash: pendingSignIns.hash });
  return used.length > 0;
}

/** Compare-and-set: marks the row as used and deletes the secret; false when it was used before. */
export async function useEnrolment(tx: Tx, hash: string, usedAt: Date): Promise<boolean> {
  const used = await tx
    .update(totpEnrolments)
    .set({ usedAt, secretSealed: '' })
    .where(and(eq(totpEnrolments.hash, hash), isNull(totpEnrolments.usedAt)))
    .returning({ hash: totpEnrolments.hash });
  return used.length > 0;
}

export async function insertSecret(tx: Tx, row: typeof totpSecrets.$inferInsert): Promise<void> {
  await tx.insert(totpSecrets).values(row);
}

export async function sealedSecret(tx: Queryable, factorId: string): Promise<string | null> {
  const [row] = await tx
    .select({ sealed: totpSecrets.secretSealed })
    .from(totpSecrets)
    .where(eq(totpSecrets.factorId, factorId));
  return row?.sealed ?? null;
}

/** Accepts the code of a time step; false when it, or a later one, was accepted before, also by another process. */
export async function takeStep(tx: Tx, factorId: string, step: number): Promise<boolean> {
  const taken = await tx
    .update(totpSecrets)
    .set({ lastStep: step })
    .where(and(eq(totpSecrets.factorId, factorId), lt(totpSecrets.lastStep, step)))
    .returning({ factorId: totpSecrets.factorId });
  return taken.length > 0;
}

export async function replaceCodes(
  tx: Tx,
  accountId: string,
  rows: (typeof recoveryCodes.$inferInsert)[],
): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
  if (rows.length > 0) await tx.insert(recoveryCodes).values(rows);
}

/** Redeems a recovery code and returns its id; null when the account has no such unused code. */
export async function useCode(
  tx: Tx,
  { accountId, hash, usedAt }: { accountId: string; hash: string; usedAt: Date },
): Promise<string | null> {
  const [used] = await tx
    .update(recoveryCodes)
    .set({ usedAt })
    .where(and(eq(recoveryCodes.accountId, accountId), eq(recoveryCodes.hash, hash), isNull(recoveryCodes.usedAt)))
    .returning({ id: recoveryCodes.id });
  return used?.id ?? null;
}

export function countCodes(db: Queryable, accountId: string): Promise<number> {
  return db.$count(recoveryCodes, and(eq(recoveryCodes.accountId, accountId), isNull(recoveryCodes.usedAt)));
}

export async function deleteOver(db: Db, before: Date): Promise<void> {
  await deleteRows(db, pendingSignIns, lt(pendingSignIns.expiresAt, before));
  await deleteRows(db, totpEnrolments, lt(totpEnrolments.expiresAt, before));
}
