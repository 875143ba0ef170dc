import { and, asc, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Queryable } from '../../../db/database.ts';
import { cardSetups, paymentCustomers, savedCards } from '../schema.ts';

export type CustomerRow = typeof paymentCustomers.$inferSelect;
export type CardRow = typeof savedCards.$inferSelect;
export type SetupRow = typeof cardSetups.$inferSelect;

/** The customer of an account at a provider, made now if there is none. */
export async function openCustomer(db: Queryable, row: CustomerRow): Promise<CustomerRow> {
  await db.insert(paymentCustomers).values(row).onConflictDoNothing();
  const [found] = await db
    .select()
    .from(paymentCustomers)
    .where(and(eq(paymentCustomers.accountId, row.accountId), eq(paymentCustomers.provider, row.provider)));
  if (!found) throw new Error('the customer of the account is missing');
  return found;
}

export async function findCustomer(db: Queryable, id: string): Promise<CustomerRow | null> {
  const [row] = await db.select().from(paymentCustomers).where(eq(paymentCustomers.id, id));
  return row ?? null;
}

export async function findCustomerByRef(
  db: Queryable,
  { provider, customerRef }: Pick<CardRow, 'provider' | 'customerRef'>,
): Promise<CustomerRow | null> {
  const [row] = await db
    .select()
    .from(paymentCustomers)
    .where(and(eq(paymentCustomers.customerRef, customerRef), eq(paymentCustomers.provider, provider)));
  return row ?? null;
}

export async function customersOf(db: Queryable, accountId: string): Promise<CustomerRow[]> {
  return db
    .select()
    .from(paymentCustomers)
    .where(and(eq(paymentCustomers.accountId, accountId), isNull(paymentCustomers.endedAt)));
}

export async function setCustomerRef(db: Queryable, id: string, customerRef: string): Promise<void> {
  await db.update(paymentCustomers).set({ customerRef }).where(eq(paymentCustomers.id, id));
}

export async function deleteCustomer(db: Queryable, id: string): Promise<void> {
  await db.delete(paymentCustomers).where(eq(paymentCustomers.id, id));
}

/** Ends the customers of an account. Returns their ids. */
export async function endCustomers(db: Queryable, accountId: string, endedAt: Date): Promise<string[]> {
  const ended = await db
    .update(paymentCustomers)
    .set({ endedAt })
    .where(and(eq(paymentCustomers.accountId, accountId), isNull(paymentCustomers.endedAt)))
    .returning({ id: paymentCustomers.id });
  return ended.map(({ id }) => id);
}

export async function endedCustomers(db: Queryable, before: Date, limit: number): Promise<CustomerRow[]> {
  return db
    .select()
    .from(paymentCustomers)
    .where(lt(paymentCustomers.endedAt, before))
    .orderBy(asc(paymentCustomers.endedAt))
    .limit(limit);
}

/** The cards of an account that were not removed: the first choice of its holder first, then the oldest. */
export async function listCards(db: Queryable, accountId: string): Promise<CardRow[]> {
  return db
    .select()
    .from(savedCards)
    .where(and(eq(savedCards.accountId, accountId), isNull(savedCards.removedAt)))
    .orderBy(sql`${savedCards.preferredAt} desc nulls last`, asc(savedCards.createdAt), asc(savedCards.id));
}

export async function findCard(db: Queryable, id: string): Promise<CardRow | null> {
  const [row] = await db.select().from(savedCards).where(eq(savedCards.id, id));
  return row ?? null;
}

/** Stores a card; one that is stored already keeps its row. */
export async function putCard(db: Queryable, row: CardRow): Promise<void> {
  const { brand, last4, expMonth, expYear, consentVersion, consentLocale } = row;
  await db
    .insert(savedCards)
    .values(row)
    .onConflictDoUpdate({
      target: [savedCards.provider, savedCards.methodRef],
      set: { brand, last4, expMonth, expYear, consentVersion, consentLocale },
    });
}

/** Stores what the provider says of a card. */
export async function updateCard(
  db: Queryable,
  id: string,
  change: Pick<CardRow, 'brand' | 'last4' | 'expMonth' | 'expYear'>,
): Promise<void> {
  await db.update(savedCards).set(change).where(eq(savedCards.id, id));
}

/** False when it was removed. */
export async function prefer(db: Queryable, id: string, preferredAt: Date): Promise<boolean> {
  const preferred = await db
    .update(savedCards)
    .set({ preferredAt })
    .where(and(eq(savedCards.id, id), isNull(savedCards.removedAt)))
    .returning({ id: savedCards.id });
  return preferred.length > 0;
}

/** Compare-and-set: false when it was removed before. */
export async function markRemoved(db: Queryable, id: string, removedAt: Date): Promise<boolean> {
  const removed = await db
    .update(savedCards)
    .set({ removedAt })
    .where(and(eq(savedCards.id, id), isNull(savedCards.removedAt)))
    .returning({ id: savedCards.id });
  return removed.length > 0;
}

export async function insertSetup(db: Queryable, row: SetupRow): Promise<void> {
  await db.insert(cardSetups).values(row);
}

export async function setSetupPage(db: Queryable, id: string, pageRef: string): Promise<void> {
  await db.update(cardSetups).set({ pageRef }).where(eq(cardSetups.id, id));
}

export async function findSetupOfPage(db: Queryable, provider: string, pageRef: string): Promise<SetupRow | null> {
  const [row] = await db
    .select()
    .from(cardSetups)
    .where(and(eq(cardSetups.pageRef, pageRef), eq(cardSetups.provider, provider)));
  return row ?? null;
}

/** The last pages of an account that were open when last looked at. */
export async function openSetupsOf(db: Queryable, accountId: string, limit: number): Promise<SetupRow[]> {
  return db
    .select()
    .from(cardSetups)
    .where(and(eq(cardSetups.accountId, accountId), eq(cardSetups.status, 'open')))
    .orderBy(desc(cardSetups.createdAt))
    .limit(limit);
}

/** Compare-and-set: false when it was ended before. */
export async function endSetup(db: Queryable, id: string, status: 'done' | 'expired'): Promise<boolean> {
  const ended = await db
    .update(cardSetups)
    .set({ status })
    .where(and(eq(cardSetups.id, id), eq(cardSetups.status, 'open')))
    .returning({ id: cardSetups.id });
  return ended.length > 0;
}

/** Deletes what an account has saved, except for its customers. */
export async function deleteCardsOf(db: Queryable, accountId: string): Promise<void> {
  await db.delete(savedCards).where(eq(savedCards.accountId, accountId));
  await db.delete(cardSetups).where(eq(cardSetups.accountId, accountId));
}

/** Deletes pages of setups, and cards that were removed, before this time. */
export async function deleteOld(db: Queryable, before: Date): Promise<void> {
  await db.delete(cardSetups).where(lt(cardSetups.createdAt, before));
  await db.delete(savedCards).where(lt(savedCards.removedAt, before));
}
