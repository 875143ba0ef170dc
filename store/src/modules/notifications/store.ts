import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { deleteRows } from '../../db/delete-rows.ts';
import { mails, REQUESTED } from './schema.ts';

export type MailRow = typeof mails.$inferSelect;

export async function insertMail(db: Queryable, row: MailRow): Promise<void> {
  await db.insert(mails).values(row);
}

export async function findMail(db: Queryable, id: string): Promise<MailRow | null> {
  const [row] = await db.select().from(mails).where(eq(mails.id, id));
  return row ?? null;
}

export async function markSent(db: Queryable, id: string): Promise<void> {
  await db
    .update(mails)
    .set({ sentAt: sql`clock_timestamp()`, nextAttemptAt: null, lastFault: null })
    .where(eq(mails.id, id));
}

export async function deleteMail(db: Queryable, id: string): Promise<void> {
  await db.delete(mails).where(eq(mails.id, id));
}

/** Key in the detail of a mail that waits for more eSIMs of its order. */
export const GATHERING = 'gathering';

/**
 * Deletes the order's mails that wait for more of its eSIMs, because a new one replaces them. False when there was
 * none.
 */
export async function deleteGathering(db: Queryable, orderId: string): Promise<boolean> {
  const deleted = await db
    .delete(mails)
    .where(and(eq(mails.subjectId, orderId), isNull(mails.sentAt), sql`${mails.detail} ? ${GATHERING}`))
    .returning({ id: mails.id });
  return deleted.length > 0;
}

export async function pseudonymise(db: Queryable, subjectIds: readonly string[], recipient: string): Promise<void> {
  if (subjectIds.length === 0) return;
  await db.delete(mails).where(and(inArray(mails.subjectId, [...subjectIds]), isNull(mails.sentAt)));
  await db
    .update(mails)
    .set({ recipient, detail: {} })
    .where(inArray(mails.subjectId, [...subjectIds]));
}

export async function readdress(db: Queryable, subjectId: string, recipient: string): Promise<void> {
  await db
    .update(mails)
    .set({ recipient })
    .where(and(eq(mails.subjectId, subjectId), isNull(mails.sentAt), ne(mails.recipient, '')));
}

export async function markFault(
  db: Queryable,
  id: string,
  change: Pick<MailRow, 'attempts' | 'nextAttemptAt' | 'lastFault'>,
): Promise<void> {
  await db.update(mails).set(change).where(eq(mails.id, id));
}

/** When a mail of this kind about this subject was last sent. */
export async function lastSent(db: Queryable, subjectId: string, kind: MailRow['kind']): Promise<Date | null> {
  const [row] = await db
    .select({ sentAt: mails.sentAt })
    .from(mails)
    .where(and(eq(mails.subjectId, subjectId), eq(mails.kind, kind), isNotNull(mails.sentAt)))
    .orderBy(desc(mails.sentAt))
    .limit(1);
  return row?.sentAt ?? null;
}

/** Mails whose next attempt was due before `olderThan`. */
export async function listUnsent(db: Queryable, olderThan: Date, limit: number): Promise<MailRow[]> {
  return db
    .select()
    .from(mails)
    .where(and(isNull(mails.sentAt), lt(mails.nextAttemptAt, olderThan)))
    .orderBy(asc(mails.nextAttemptAt))
    .limit(limit);
}

/** Mails about a subject, newest first. */
export async function listAbout(db: Queryable, subjectId: string): Promise<MailRow[]> {
  return db.select().from(mails).where(eq(mails.subjectId, subjectId)).orderBy(desc(mails.createdAt));
}

/** A number of rows, and the oldest of them. */
export type Counted<T> = { count: number; first: T[] };

export async function listNeedingAttention(
  db: Queryable,
  dueBefore: Date,
  limit: number,
): Promise<{ late: Counted<MailRow>; ended: Counted<MailRow> }> {
  const isTried = and(isNull(mails.sentAt), isNotNull(mails.nextAttemptAt));
  return {
    late: await counted(db, and(isTried, or(gt(mails.attempts, 0), lt(mails.nextAttemptAt, dueBefore)))!, limit),
    ended: await counted(db, and(isNull(mails.sentAt), isNull(mails.nextAttemptAt))!, limit),
  };
}

async function counted(db: Queryable, where: SQL, limit: number): Promise<Counted<MailRow>> {
  const first = await db.select().from(mails).where(where).orderBy(asc(mails.createdAt)).limit(limit);
  return { count: first.length < limit ? first.length : await db.$count(mails, where), first };
}

/** Puts unsent mails back to their first attempt. Returns their ids. */
export async function resetUnsent(
  db: Queryable,
  which: { subjectId: string } | { refused: boolean },
): Promise<string[]> {
  const chosen =
    'subjectId' in which
      ? eq(mails.subjectId, which.subjectId)
      : and(gt(mails.attempts, 0), which.refused ? undefined : ne(mails.lastFault, 'mail-refused'));
  const reset = await db
    .update(mails)
    .set({ attempts: 0, nextAttemptAt: sql`clock_timestamp()` })
    .where(and(isNull(mails.sentAt), chosen))
    .returning({ id: mails.id });
  return reset.map(({ id }) => id);
}

/** Deletes mails that were sent or given up before this time. */
export async function deleteOver(db: Queryable, before: Date): Promise<void> {
  await deleteRows(db, mails, lt(mails.sentAt, before));
  await deleteRows(db, mails, and(isNull(mails.sentAt), isNull(mails.nextAttemptAt), lt(mails.createdAt, before))!);
}

/** Mails about these subjects, and those that were requested for an address without naming an account; oldest first. */
export async function listOf(db: Queryable, subjectIds: readonly string[], recipient: string | null) {
  const { id, kind, recipient: to, createdAt, sentAt } = mails;
  return db
    .select({ kind, to, createdAt, sentAt })
    .from(mails)
    .where(or(inArray(mails.subjectId, [...subjectIds]), recipient === null ? undefined : requestedFor(recipient)))
    .orderBy(asc(id));
}

/** Deletes the mails that were requested for an address without naming an account. */
export async function deleteRequested(tx: Queryable, recipient: string): Promise<void> {
  await tx.delete(mails).where(requestedFor(recipient));
}

const requestedFor = (recipient: string) => and(eq(mails.recipient, recipient), REQUESTED);
