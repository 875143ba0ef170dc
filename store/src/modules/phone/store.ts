import { and, asc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db, Queryable, Tx } from '../../db/database.ts';
import { deleteRows } from '../../db/delete-rows.ts';
import { phoneCodes, phoneProofs, textDays, textMessages } from './schema.ts';
import type { SmsReport } from './sms.ts';

export type CodePurpose = typeof phoneCodes.$inferSelect.purpose;

export async function insertCode(db: Queryable, row: typeof phoneCodes.$inferInsert): Promise<void> {
  await db.insert(phoneCodes).values(row);
}

export async function deleteCode(db: Queryable, hash: string): Promise<void> {
  await db.delete(phoneCodes).where(eq(phoneCodes.hash, hash));
}

type Try = { hash: string; purpose: CodePurpose; accountId: string | null; mostTries: number; now: Date };

/**
 * Counts a try and returns the data to compare; null when the code is used, expired, or has no tries left. One
 * statement, so that concurrent guesses in any process are all counted.
 */
export async function countTry(
  db: Db,
  { hash, purpose, accountId, mostTries, now }: Try,
): Promise<{ codeHash: string; phoneNumber: string } | null> {
  const [row] = await db
    .update(phoneCodes)
    .set({ tries: sql`${phoneCodes.tries} + 1` })
    .where(
      and(
        eq(phoneCodes.hash, hash),
        eq(phoneCodes.purpose, purpose),
        accountId === null ? isNull(phoneCodes.accountId) : eq(phoneCodes.accountId, accountId),
        isNull(phoneCodes.usedAt),
        lt(phoneCodes.tries, mostTries),
        gt(phoneCodes.expiresAt, now),
      ),
    )
    .returning({ codeHash: phoneCodes.codeHash, phoneNumber: phoneCodes.phoneNumber });
  return row ?? null;
}

/** Compare-and-set: marks a code as used; false when it was used before. */
export async function useCode(db: Db, hash: string, usedAt: Date): Promise<boolean> {
  const used = await db
    .update(phoneCodes)
    .set({ usedAt })
    .where(and(eq(phoneCodes.hash, hash), isNull(phoneCodes.usedAt)))
    .returning({ hash: phoneCodes.hash });
  return used.length > 0;
}

/** True for a code of this purpose and account, valid or not. */
export async function isKnown(db: Db, { hash, purpose, accountId }: Omit<Try, 'mostTries' | 'now'>): Promise<boolean> {
  const [row] = await db
    .select({ purpose: phoneCodes.purpose, accountId: phoneCodes.accountId })
    .from(phoneCodes)
    .where(eq(phoneCodes.hash, hash));
  return row?.purpose === purpose && row.accountId === accountId;
}

export async function insertProof(db: Queryable, row: typeof phoneProofs.$inferInsert): Promise<void> {
  await db.insert(phoneProofs).values(row);
}

/** Compare-and-set: redeems a proof of this number; false when no valid one exists. */
export async function useProof(
  tx: Tx,
  { hash, phoneNumber, now }: { hash: string; phoneNumber: string; now: Date },
): Promise<boolean> {
  const used = await tx
    .update(phoneProofs)
    .set({ usedAt: now })
    .where(
      and(
        eq(phoneProofs.hash, hash),
        eq(phoneProofs.phoneNumber, phoneNumber),
        isNull(phoneProofs.usedAt),
        gt(phoneProofs.expiresAt, now),
      ),
    )
    .returning({ hash: phoneProofs.hash });
  return used.length > 0;
}

/** Reserves a price in a day's budget, in one statement; false when the budget is too small. */
export async function spend(
  db: Db,
  { day, micros, budgetMicros }: { day: string; micros: number; budgetMicros: number },
): Promise<boolean> {
  if (micros > budgetMicros) return false;
  const spent = await db
    .insert(textDays)
    .values({ day, spentMicros: micros, texts: 1 })
    .onConflictDoUpdate({
      target: textDays.day,
      set: { spentMicros: sql`${textDays.spentMicros} + ${micros}`, texts: sql`${textDays.texts} + 1` },
      setWhere: sql`${textDays.spentMicros} + ${micros} <= ${budgetMicros}`,
    })
    .returning({ day: textDays.day });
  return spent.length > 0;
}

/** Releases the price of a text that was certainly not sent. */
export async function giveBack(db: Db, { day, micros }: { day: string; micros: number }): Promise<void> {
  await db
    .update(textDays)
    .set({ spentMicros: sql`${textDays.spentMicros} - ${micros}`, texts: sql`${textDays.texts} - 1` })
    .where(eq(textDays.day, day));
}

export async function dayOf(db: Db, day: string): Promise<{ spentMicros: number; texts: number } | null> {
  const [row] = await db.select().from(textDays).where(eq(textDays.day, day));
  return row ?? null;
}

export async function insertMessage(db: Db, row: typeof textMessages.$inferInsert): Promise<void> {
  await db.insert(textMessages).values(row);
}

/** Stores the vendor's answer to a message; the state from an earlier report stays. */
export async function settleMessage(
  db: Db,
  id: string,
  change: { state: 'queued' | 'refused' | 'unknown'; vendorId?: string; errorCode?: string; updatedAt: Date },
): Promise<void> {
  await db
    .update(textMessages)
    .set(change)
    .where(and(eq(textMessages.id, id), eq(textMessages.state, 'sending')));
}

/** The states that a report may replace: reports arrive out of order, and a final state stays. */
const BEFORE: Record<SmsReport['state'], (typeof textMessages.$inferSelect)['state'][]> = {
  queued: ['sending', 'unknown'],
  sent: ['sending', 'unknown', 'queued'],
  delivered: ['sending', 'unknown', 'queued', 'sent'],
  undelivered: ['sending', 'unknown', 'queued', 'sent'],
  failed: ['sending', 'unknown', 'queued', 'sent'],
};

/** Stores a report; false when the message is unknown or already has a later state. */
export async function applyReport(db: Db, report: SmsReport, updatedAt: Date): Promise<boolean> {
  const { reference, vendorId, state, errorCode } = report;
  const changed = await db
    .update(textMessages)
    .set({ state, vendorId, errorCode, updatedAt })
    .where(and(eq(textMessages.id, reference), inArray(textMessages.state, BEFORE[state])))
    .returning({ id: textMessages.id });
  return changed.length > 0;
}

export async function deleteOld(db: Db, before: { codes: Date; messages: Date }): Promise<void> {
  await deleteRows(db, phoneCodes, sql`${phoneCodes.expiresAt} < ${before.codes}`);
  await deleteRows(db, phoneProofs, sql`${phoneProofs.expiresAt} < ${before.codes}`);
  await deleteRows(db, textMessages, sql`${textMessages.createdAt} < ${before.messages}`);
  await deleteRows(db, textDays, sql`${textDays.day} < ${before.messages.toISOString().slice(0, 10)}::date`);
}

/** Codes of an account, and those that were sent to these numbers to sign in; oldest first. */
export async function listCodes(
  db: Queryable,
  { accountId, numbers }: { accountId: string; numbers: readonly string[] },
): Promise<{ purpose: CodePurpose; phoneNumber: string; createdAt: Date; usedAt: Date | null }[]> {
  const { purpose, phoneNumber, createdAt, usedAt } = phoneCodes;
  return db
    .select({ purpose, phoneNumber, createdAt, usedAt })
    .from(phoneCodes)
    .where(ofPerson(accountId, numbers))
    .orderBy(asc(createdAt), asc(phoneCodes.hash));
}

/** Deletes them, and the temporary proofs of these numbers. */
export async function deleteCodes(tx: Tx, accountId: string, numbers: readonly string[]): Promise<void> {
  await tx.delete(phoneCodes).where(ofPerson(accountId, numbers));
  if (numbers.length > 0) await tx.delete(phoneProofs).where(inArray(phoneProofs.phoneNumber, [...numbers]));
}

const ofPerson = (accountId: string, numbers: readonly string[]) =>
  or(
    eq(phoneCodes.accountId, accountId),
    numbers.length === 0 ? undefined : and(isNull(phoneCodes.accountId), inArray(phoneCodes.phoneNumber, [...numbers])),
  );
