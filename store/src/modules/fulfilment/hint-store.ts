import { and, eq, exists, inArray, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { wholesaleOrders, wholesaleTries } from './schema.ts';
import { OPEN_STATES } from './standing-store.ts';
import type { WholesaleRow } from './store.ts';
import type { WholesaleHint } from './wholesaler.ts';

/**
 * The row that a message of this wholesaler is about: by our reference, or by the wholesaler's own id where the message has
 * no reference. Null also for a row that has not dealt with that wholesaler: its messages change nothing there.
 */
export const findHinted = (
  db: Db,
  wholesaler: string,
  { reference, vendorOrderId }: Pick<WholesaleHint, 'reference' | 'vendorOrderId'>,
): Promise<WholesaleRow | null> =>
  reference === null ? findByOrder(db, wholesaler, vendorOrderId) : findByReference(db, wholesaler, reference);

async function findByReference(db: Db, wholesaler: string, reference: string): Promise<WholesaleRow | null> {
  const tried = db
    .select({ one: sql`1` })
    .from(wholesaleTries)
    .where(and(eq(wholesaleTries.wholesaleOrderId, wholesaleOrders.id), eq(wholesaleTries.wholesaler, wholesaler)));
  const [row] = await db
    .select()
    .from(wholesaleOrders)
    .where(
      and(eq(wholesaleOrders.reference, reference), or(eq(wholesaleOrders.wholesaler, wholesaler), exists(tried))),
    );
  return row ?? null;
}

/** The order that brought the profile, or one of an open row that was named without its profile. */
async function findByOrder(db: Db, wholesaler: string, vendorOrderId: string | null): Promise<WholesaleRow | null> {
  if (vendorOrderId === null) return null;
  const [delivered] = await db
    .select()
    .from(wholesaleOrders)
    .where(and(eq(wholesaleOrders.wholesaler, wholesaler), eq(wholesaleOrders.vendorOrderId, vendorOrderId)));
  if (delivered) return delivered;
  const [named] = await db
    .select({ row: wholesaleOrders })
    .from(wholesaleOrders)
    .innerJoin(wholesaleTries, eq(wholesaleTries.wholesaleOrderId, wholesaleOrders.id))
    .where(
      and(
        inArray(wholesaleOrders.status, [...OPEN_STATES]),
        eq(wholesaleTries.wholesaler, wholesaler),
        eq(wholesaleTries.vendorOrderId, vendorOrderId),
      ),
    )
    .limit(1);
  return named?.row ?? null;
}
