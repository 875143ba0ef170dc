import { and, asc, eq, gt, gte, inArray, isNotNull, lt, ne, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/database.ts';
import type { Billing } from '../../shared/documents.ts';
import { billingDetails, documents } from './schema.ts';

export type DocumentRow = typeof documents.$inferSelect;

/** The documents of these orders, oldest first. */
export async function listByOrders(db: Queryable, orderIds: readonly string[]): Promise<DocumentRow[]> {
  if (orderIds.length === 0) return [];
  return db
    .select()
    .from(documents)
    .where(inArray(documents.orderId, [...orderIds]))
    .orderBy(asc(documents.issuedAt), asc(documents.id));
}

export async function findDocument(db: Queryable, id: string): Promise<DocumentRow | null> {
  const [row] = await db.select().from(documents).where(eq(documents.id, id));
  return row ?? null;
}

/** Credit notes and cancellations that were issued between two moments, in pages by id. */
export async function correctionsBetween(
  db: Queryable,
  { from, to, after, limit }: { from: Date; to: Date; after: string | null; limit: number },
): Promise<Pick<DocumentRow, 'id' | 'currency' | 'content'>[]> {
  const { id, kind, issuedAt, currency, content } = documents;
  return db
    .select({ id, currency, content })
    .from(documents)
    .where(and(ne(kind, 'receipt'), gte(issuedAt, from), lt(issuedAt, to), after === null ? undefined : gt(id, after)))
    .orderBy(asc(id))
    .limit(limit);
}

export async function insertDocument(tx: Tx, row: DocumentRow): Promise<void> {
  await tx.insert(documents).values(row);
}

export async function setCancelledBy(tx: Tx, id: string, cancelledBy: string): Promise<void> {
  await tx.update(documents).set({ cancelledBy, correction: null }).where(eq(documents.id, id));
}

export async function setCorrection(tx: Tx, id: string, correction: DocumentRow['correction']): Promise<void> {
  await tx.update(documents).set({ correction }).where(eq(documents.id, id));
}

/**
 * Removes the buyer of these orders. A company stays: an invoice to a business must name it, and it is no person's data.
 */
export async function forgetBuyers(tx: Tx, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return;
  const buyer = sql`case when ${documents.buyer} ->> 'company' <> ''
    then ${documents.buyer} || '{"name": "", "email": ""}'::jsonb end`;
  await tx
    .update(documents)
    .set({ buyer, correction: null })
    .where(and(inArray(documents.orderId, [...orderIds]), isNotNull(documents.buyer)));
}

export async function findBilling(db: Queryable, accountId: string): Promise<Billing | null> {
  const [row] = await db.select().from(billingDetails).where(eq(billingDetails.accountId, accountId));
  return row ? { name: row.name, address: row.address, company: row.company, vatId: row.vatId } : null;
}

export async function putBilling(db: Queryable, accountId: string, billing: Billing): Promise<void> {
  const row = { ...billing, updatedAt: sql`clock_timestamp()` };
  await db
    .insert(billingDetails)
    .values({ accountId, ...row })
    .onConflictDoUpdate({ target: billingDetails.accountId, set: row });
}
