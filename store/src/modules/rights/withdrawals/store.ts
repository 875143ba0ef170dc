import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import type { Queryable, Tx } from '../../../db/database.ts';
import { deleteRows } from '../../../db/delete-rows.ts';
import type { WithdrawalState } from '../../../shared/withdrawal.ts';
import { withdrawals } from '../schema.ts';

export type WithdrawalRow = typeof withdrawals.$inferSelect;

/** The database's time, in a change. */
export const NOW = sql`clock_timestamp()`;

/** False when a declaration with this form exists already. */
export async function insert(db: Queryable, row: WithdrawalRow): Promise<boolean> {
  const inserted = await db
    .insert(withdrawals)
    .values(row)
    .onConflictDoNothing({ target: withdrawals.formHash })
    .returning({ id: withdrawals.id });
  return inserted.length > 0;
}

export async function find(db: Queryable, id: string): Promise<WithdrawalRow | null> {
  const [row] = await db.select().from(withdrawals).where(eq(withdrawals.id, id));
  return row ?? null;
}

export async function findByForm(db: Queryable, formHash: string): Promise<WithdrawalRow | null> {
  const [row] = await db.select().from(withdrawals).where(eq(withdrawals.formHash, formHash));
  return row ?? null;
}

type Change = Partial<
  Pick<WithdrawalRow, 'proof' | 'orderId' | 'outcome' | 'answer' | 'decidedBy'> & { provedAt: SQL; doneAt: SQL }
>;

/** Compare-and-set: null when the row is in none of the states `from`. */
export async function move(
  tx: Queryable,
  id: string,
  { from, to, set = {} }: { from: readonly WithdrawalState[]; to: WithdrawalState; set?: Change },
): Promise<WithdrawalRow | null> {
  const [row] = await tx
    .update(withdrawals)
    .set({ state: to, ...set })
    .where(and(eq(withdrawals.id, id), inArray(withdrawals.state, [...from])))
    .returning();
  return row ?? null;
}

/** Those that are not done, oldest first. */
export async function listOpen(db: Queryable, limit: number): Promise<WithdrawalRow[]> {
  return db
    .select()
    .from(withdrawals)
    .where(isNull(withdrawals.doneAt))
    .orderBy(asc(withdrawals.submittedAt), asc(withdrawals.id))
    .limit(limit);
}

/** Those that were proved before this time and are not carried out, oldest first. */
export async function listProved(db: Queryable, before: Date, limit: number): Promise<WithdrawalRow[]> {
  return db
    .select()
    .from(withdrawals)
    .where(and(eq(withdrawals.state, 'proved'), lt(withdrawals.provedAt, before)))
    .orderBy(asc(withdrawals.provedAt), asc(withdrawals.id))
    .limit(limit);
}

/** Those that name an order, newest first. */
export async function listByOrder(db: Queryable, orderId: string): Promise<WithdrawalRow[]> {
  return db.select().from(withdrawals).where(eq(withdrawals.orderId, orderId)).orderBy(desc(withdrawals.submittedAt));
}

/** A person's: those from their proved address, and those that were proved for their orders. */
export type Whose = { orderIds: readonly string[]; emailKey: string | null };

const ownedBy = ({ orderIds, emailKey }: Whose) =>
  or(
    emailKey === null ? undefined : eq(withdrawals.emailKey, emailKey),
    orderIds.length === 0
      ? undefined
      : and(inArray(withdrawals.orderId, [...orderIds]), inArray(withdrawals.proof, ['owner', 'mailbox'])),
  ) ?? sql`false`;

export async function listOf(db: Queryable, whose: Whose): Promise<WithdrawalRow[]> {
  return db.select().from(withdrawals).where(ownedBy(whose)).orderBy(asc(withdrawals.submittedAt));
}

/** Deletes those that are done, and marks the others. Returns the ids of all. */
export async function forget(tx: Tx, whose: Whose): Promise<string[]> {
  const gone = await tx
    .delete(withdrawals)
    .where(and(ownedBy(whose), isNotNull(withdrawals.doneAt)))
    .returning({ id: withdrawals.id });
  const marked = await tx
    .update(withdrawals)
    .set({ isForgotten: true })
    .where(ownedBy(whose))
    .returning({ id: withdrawals.id });
  return [...gone, ...marked].map(({ id }) => id);
}

/** Deletes those whose person is forgotten and that were done before this time. Returns their ids. */
export async function deleteForgotten(tx: Tx, before: Date): Promise<string[]> {
  const gone = await tx
    .delete(withdrawals)
    .where(and(eq(withdrawals.isForgotten, true), lt(withdrawals.doneAt, before)))
    .returning({ id: withdrawals.id });
  return gone.map(({ id }) => id);
}

/** Deletes those from before this time. */
export const deleteOver = (db: Queryable, before: Date) =>
  deleteRows(db, withdrawals, lt(withdrawals.submittedAt, before));
