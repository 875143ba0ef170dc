import { asc, inArray } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { wholesaleTries } from './schema.ts';

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
