import { asc, inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { wholesaleTries } from './schema.ts';
import type { WholesaleRow } from './store.ts';

type AtSource = Pick<WholesaleRow, 'id' | 'wholesaler' | 'packageId'>;

/** A source of a line's plan that had its turn. */
export type Try = typeof wholesaleTries.$inferSelect;

/** The sources of these wholesale rows that had their turn, the first asked first; one without a call comes last. */
export async function listTries(db: Queryable, rowIds: string[]): Promise<Try[]> {
  return rowIds.length === 0
    ? []
    : db
        .select()
        .from(wholesaleTries)
        .where(inArray(wholesaleTries.wholesaleOrderId, rowIds))
        .orderBy(asc(wholesaleTries.askedAt), asc(wholesaleTries.wholesaler), asc(wholesaleTries.packageId));
}

/** Notes a call at the source of the row, in the transaction that puts the call on record. */
export const noteAsked = (tx: Queryable, row: AtSource & Pick<WholesaleRow, 'quotedNetCents'>): Promise<void> =>
  write(tx, row, { askedAt: sql`clock_timestamp()`, quotedNetCents: row.quotedNetCents });

/** Ends a turn of the row's source that brought no profile. `forGood`: no repetition changes that. */
export const endTurn = (
  tx: Queryable,
  row: AtSource,
  { fault, forGood = false }: { fault: string | null; forGood?: boolean },
): Promise<void> =>
  write(tx, row, {
    turns: sql`${wholesaleTries.turns} + 1`,
    lastFault: fault,
    ...(forGood && { refusedForGood: true }),
  });

/** Notes the order that the row's wholesaler named without giving its profile. */
export const noteNamed = (db: Queryable, row: AtSource, vendorOrderId: string): Promise<void> =>
  write(db, row, { vendorOrderId });

/** Changes the row of a source, which is created first. */
async function write(
  db: Queryable,
  { id: wholesaleOrderId, wholesaler, packageId }: AtSource,
  change: { [K in keyof Try]?: Try[K] | SQL },
): Promise<void> {
  await db.insert(wholesaleTries).values({ wholesaleOrderId, wholesaler, packageId }).onConflictDoNothing();
  await db
    .update(wholesaleTries)
    .set({ ...change, updatedAt: sql`clock_timestamp()` })
    .where(
      sql`${wholesaleTries.wholesaleOrderId} = ${wholesaleOrderId} and ${wholesaleTries.wholesaler} = ${wholesaler}
        and ${wholesaleTries.packageId} = ${packageId}`,
    );
}
