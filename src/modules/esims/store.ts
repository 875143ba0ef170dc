import { and, eq, inArray, isNull, lt, or } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { esims } from './schema.ts';

export type EsimRow = typeof esims.$inferSelect;

/** False when the line has its eSIM already. */
export async function insertEsim(db: Queryable, row: EsimRow): Promise<boolean> {
  const inserted = await db
    .insert(esims)
    .values(row)
    .onConflictDoNothing({ target: esims.lineId })
    .returning({ id: esims.id });
  return inserted.length > 0;
}

export async function findEsim(db: Queryable, id: string): Promise<EsimRow | null> {
  const [row] = await db.select().from(esims).where(eq(esims.id, id));
  return row ?? null;
}

export async function findByOrder(db: Queryable, orderId: string): Promise<EsimRow | null> {
  const [row] = await db.select().from(esims).where(eq(esims.orderId, orderId));
  return row ?? null;
}

export async function listByOrders(db: Queryable, orderIds: readonly string[]): Promise<EsimRow[]> {
  if (orderIds.length === 0) return [];
  return db
    .select()
    .from(esims)
    .where(inArray(esims.orderId, [...orderIds]));
}

/** Takes the right to ask for usage: one process per eSIM and interval. */
export async function claimRefresh(db: Queryable, id: string, olderThan: Date): Promise<boolean> {
  const claimed = await db
    .update(esims)
    .set({ refreshedAt: new Date() })
    .where(and(eq(esims.id, id), or(isNull(esims.refreshedAt), lt(esims.refreshedAt, olderThan))))
    .returning({ id: esims.id });
  return claimed.length > 0;
}

export async function updateStanding(
  db: Queryable,
  id: string,
  change: Pick<EsimRow, 'profileState' | 'planState' | 'remainingMb' | 'expiresAt'>,
): Promise<void> {
  await db.update(esims).set(change).where(eq(esims.id, id));
}
