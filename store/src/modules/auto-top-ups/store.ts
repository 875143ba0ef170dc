import { and, asc, eq, inArray, isNotNull, isNull, lte, ne, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/database.ts';
import type { AutoTopUpReason } from '../../shared/auto-top-up.ts';
import { autoTopUpCharges, autoTopUps } from './schema.ts';

export type AutoTopUpRow = typeof autoTopUps.$inferSelect;
export type ChargeRow = typeof autoTopUpCharges.$inferSelect;

const now = sql`clock_timestamp()`;

export async function find(db: Queryable, id: string): Promise<AutoTopUpRow | null> {
  const [row] = await db.select().from(autoTopUps).where(eq(autoTopUps.id, id));
  return row ?? null;
}

export async function findOfEsim(db: Queryable, esimId: string): Promise<AutoTopUpRow | null> {
  const [row] = await db.select().from(autoTopUps).where(eq(autoTopUps.esimId, esimId));
  return row ?? null;
}

/** Reads the row of an eSIM and locks it until the transaction ends: one process decides at a time. */
export async function lockOfEsim(tx: Tx, esimId: string): Promise<AutoTopUpRow | null> {
  const [row] = await tx.select().from(autoTopUps).where(eq(autoTopUps.esimId, esimId)).for('update');
  return row ?? null;
}

export async function listByOrders(db: Queryable, orderIds: readonly string[]): Promise<AutoTopUpRow[]> {
  if (orderIds.length === 0) return [];
  return db
    .select()
    .from(autoTopUps)
    .where(inArray(autoTopUps.orderId, [...orderIds]))
    .orderBy(asc(autoTopUps.id));
}

/** Those that are not off, of a card or of an account, oldest first. */
export async function listInUse(
  db: Queryable,
  of: { cardId: string } | { accountId: string },
): Promise<AutoTopUpRow[]> {
  const whose = 'cardId' in of ? eq(autoTopUps.cardId, of.cardId) : eq(autoTopUps.accountId, of.accountId);
  return db
    .select()
    .from(autoTopUps)
    .where(and(whose, ne(autoTopUps.state, 'off')))
    .orderBy(asc(autoTopUps.id));
}

/** Everything that an account agreed to, oldest first. */
export async function listOfAccount(db: Queryable, accountId: string): Promise<AutoTopUpRow[]> {
  return db.select().from(autoTopUps).where(eq(autoTopUps.accountId, accountId)).orderBy(asc(autoTopUps.id));
}

/** What an owner agrees to now. A row that exists takes it over. */
export async function put(db: Queryable, row: AutoTopUpRow): Promise<AutoTopUpRow> {
  const { id: _id, esimId: _esim, createdAt: _created, ...agreed } = row;
  const [stored] = await db
    .insert(autoTopUps)
    .values(row)
    .onConflictDoUpdate({ target: autoTopUps.esimId, set: agreed })
    .returning();
  if (!stored) throw new Error('the auto top-up is missing');
  return stored;
}

type Change = Partial<Pick<AutoTopUpRow, 'state' | 'reason' | 'cappedMonth'>>;

export async function change(db: Queryable, id: string, set: Change): Promise<void> {
  await db
    .update(autoTopUps)
    .set({ ...set, updatedAt: now })
    .where(eq(autoTopUps.id, id));
}

/** Compare-and-set: switches one off; false when it was off. */
export async function switchOff(db: Queryable, id: string, reason: AutoTopUpReason): Promise<boolean> {
  const off = await db
    .update(autoTopUps)
    .set({ state: 'off', reason, updatedAt: now })
    .where(and(eq(autoTopUps.id, id), ne(autoTopUps.state, 'off')))
    .returning({ id: autoTopUps.id });
  return off.length > 0;
}

/**
 * Moves those that are not off to another card. What was agreed to otherwise stands, with its time. Returns the orders of
 * their eSIMs.
 */
export async function payWith(db: Queryable, cardId: string, otherId: string): Promise<string[]> {
  const moved = await db
    .update(autoTopUps)
    .set({ cardId: otherId, updatedAt: now })
    .where(and(eq(autoTopUps.cardId, cardId), ne(autoTopUps.state, 'off')))
    .returning({ orderId: autoTopUps.orderId });
  return moved.map(({ orderId }) => orderId);
}

export async function setLook(db: Queryable, id: string, at: Date | null): Promise<void> {
  await db.update(autoTopUps).set({ lookAt: at }).where(eq(autoTopUps.id, id));
}

/** The eSIMs that are due for a look, which other processes do not take meanwhile. */
export async function takeDue(
  db: Queryable,
  { at, nextAt, limit }: { at: Date; nextAt: Date; limit: number },
): Promise<string[]> {
  const due = db
    .select({ id: autoTopUps.id })
    .from(autoTopUps)
    .where(and(isNotNull(autoTopUps.lookAt), lte(autoTopUps.lookAt, at)))
    .orderBy(asc(autoTopUps.lookAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  const taken = await db
    .update(autoTopUps)
    .set({ lookAt: nextAt })
    .where(inArray(autoTopUps.id, due))
    .returning({ esimId: autoTopUps.esimId });
  return taken.map(({ esimId }) => esimId);
}

/** Inserts a charge. False when there is one for this threshold: the unique indexes decide. */
export async function insertCharge(db: Queryable, row: ChargeRow): Promise<boolean> {
  const inserted = await db
    .insert(autoTopUpCharges)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: autoTopUpCharges.id });
  return inserted.length > 0;
}

export async function findChargeOfOrder(db: Queryable, orderId: string): Promise<ChargeRow | null> {
  const [row] = await db.select().from(autoTopUpCharges).where(eq(autoTopUpCharges.orderId, orderId));
  return row ?? null;
}

/** The charges of these, oldest first. */
export async function listCharges(db: Queryable, autoTopUpIds: readonly string[]): Promise<ChargeRow[]> {
  if (autoTopUpIds.length === 0) return [];
  return db
    .select()
    .from(autoTopUpCharges)
    .where(inArray(autoTopUpCharges.autoTopUpId, [...autoTopUpIds]))
    .orderBy(asc(autoTopUpCharges.at), asc(autoTopUpCharges.id));
}

export async function changeCharge(
  db: Queryable,
  id: string,
  set: Partial<Pick<ChargeRow, 'outcome' | 'failedAttempt' | 'month'>>,
): Promise<void> {
  await db.update(autoTopUpCharges).set(set).where(eq(autoTopUpCharges.id, id));
}

export async function endCharge(db: Queryable, id: string): Promise<void> {
  await db
    .update(autoTopUpCharges)
    .set({ endedAt: now })
    .where(and(eq(autoTopUpCharges.id, id), isNull(autoTopUpCharges.endedAt)));
}
