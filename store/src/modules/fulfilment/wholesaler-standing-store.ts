import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { type Breaker, listBreakers } from './breaker-store.ts';
import { strayProfiles, wholesaleOrders, wholesaleTries } from './schema.ts';
import type { Wholesalers } from './wholesalers.ts';

/** The state of the breaker of each configured wholesaler; without a row it is closed. */
export async function breakerStates(
  wholesalers: Wholesalers,
  on: Queryable,
): Promise<{ wholesaler: string; state: Breaker['state'] }[]> {
  const rows = await listBreakers(on);
  return wholesalers.all().map(({ name }) => ({
    wholesaler: name,
    state: rows.find(({ wholesaler }) => wholesaler === name)?.state ?? 'closed',
  }));
}

/** The configured wholesalers that are skipped now, because they failed again and again. */
export const skippedWholesalers = async (wholesalers: Wholesalers, on: Queryable): Promise<string[]> =>
  (await breakerStates(wholesalers, on)).flatMap(({ wholesaler, state }) => (state === 'open' ? wholesaler : []));

type Count = { wholesaler: string; count: number };

async function countsOf(db: Queryable, query: SQL): Promise<Count[]> {
  return (await db.execute<Count>(query)).rows;
}

/**
 * Lines that moved on from a wholesaler within the last day: its turn ended without a profile, and the line is now at
 * another one. Rows are found by their last change.
 */
export const movedOnLastDay = (db: Queryable): Promise<Count[]> =>
  countsOf(
    db,
    sql`select t.wholesaler, count(distinct w.id)::int as count
      from ${wholesaleOrders} w join ${wholesaleTries} t on t.wholesale_order_id = w.id
      where w.status in ('waiting', 'held', 'submitted', 'done', 'given_up', 'stopped')
        and w.updated_at > now() - interval '1 day' and t.updated_at > now() - interval '1 day'
        and t.turns > 0 and t.wholesaler <> w.wholesaler
      group by t.wholesaler`,
  );

/** Profiles that were never issued, by the wholesaler that made them. */
export const strayCounts = (db: Queryable): Promise<Count[]> =>
  countsOf(db, sql`select wholesaler, count(*)::int as count from ${strayProfiles} group by wholesaler`);
