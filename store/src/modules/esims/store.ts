import { and, eq, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { esims } from './schema.ts';

export type EsimRow = typeof esims.$inferSelect;

/** False when the line already has an eSIM, or when an active profile has this ICCID: the unique indexes decide. */
export async function insertEsim(db: Queryable, row: EsimRow): Promise<boolean> {
  const inserted = await db.insert(esims).values(row).onConflictDoNothing().returning({ id: esims.id });
  return inserted.length > 0;
}

/** Ends the profile with this ICCID if it expired before `endedBefore`: the wholesaler may have recycled the ICCID. */
export async function endRecycled(
  db: Queryable,
  iccidHash: string,
  { endedBefore, installWindowDays }: { endedBefore: Date; installWindowDays: number },
): Promise<void> {
  const end = sql`coalesce(${esims.expiresAt}, ${esims.issuedAt} + make_interval(days => ${installWindowDays} + ${esims.days}))`;
  await db
    .update(esims)
    .set({
      profileState: 'deleted',
      planState: sql`case when ${esims.planState} = 'finished' then 'finished' else 'expired' end`,
    })
    .where(
      and(
        eq(esims.iccidHash, iccidHash),
        ne(esims.profileState, 'deleted'),
        sql`${end} < ${endedBefore.toISOString()}::timestamptz`,
      ),
    );
}

export async function lineHasEsim(db: Queryable, lineId: string): Promise<boolean> {
  const rows = await db.select({ id: esims.id }).from(esims).where(eq(esims.lineId, lineId));
  return rows.length > 0;
}

export async function findEsim(db: Queryable, id: string): Promise<EsimRow | null> {
  const [row] = await db.select().from(esims).where(eq(esims.id, id));
  return row ?? null;
}

/** Reads the table: only profiles that have not ended are in the index. For operators alone. */
export async function findByIccid(db: Queryable, iccidHash: string): Promise<EsimRow[]> {
  return db.select().from(esims).where(eq(esims.iccidHash, iccidHash));
}

export async function listByOrders(db: Queryable, orderIds: readonly string[]): Promise<EsimRow[]> {
  if (orderIds.length === 0) return [];
  return db
    .select()
    .from(esims)
    .where(inArray(esims.orderId, [...orderIds]));
}

/**
 * Compare-and-set: claims the usage refresh for one process per eSIM and interval. Ended profiles are never refreshed.
 */
export async function claimRefresh(
  db: Queryable,
  id: string,
  { at, olderThan }: { at: Date; olderThan: Date },
): Promise<boolean> {
  const claimed = await db
    .update(esims)
    .set({ refreshedAt: at })
    .where(
      and(
        eq(esims.id, id),
        ne(esims.profileState, 'deleted'),
        or(isNull(esims.refreshedAt), lt(esims.refreshedAt, olderThan)),
      ),
    )
    .returning({ id: esims.id });
  return claimed.length > 0;
}

export async function updateStanding(
  db: Queryable,
  id: string,
  change: Pick<EsimRow, 'profileState' | 'planState' | 'remainingMb' | 'expiresAt' | 'usageAt'>,
): Promise<void> {
  // An ended profile never changes: later readings of its ICCID may be about another holder.
  await db
    .update(esims)
    .set(change)
    .where(and(eq(esims.id, id), ne(esims.profileState, 'deleted')));
}
