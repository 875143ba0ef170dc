import { sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import type { Standing } from '../../shared/standing.ts';
import { ledgerDifferences, reconciliationRuns, wholesaleBalances } from './schema.ts';

/** The newest run that read the ledgers of all payment providers: seconds since its start. */
export async function lastRun(db: Queryable): Promise<{ seconds: number } | undefined> {
  const { rows } = await db.execute<{ seconds: number }>(sql`
    select extract(epoch from now() - started_at)::float8 as seconds
    from ${reconciliationRuns} where finished_at is not null and fault is null order by started_at desc limit 1`);
  return rows[0];
}

/** The balances at the wholesalers as last read, with their age; one that was never read has null cents. */
export async function balances(
  db: Queryable,
): Promise<{ wholesaler: string; cents: number | null; currency: string | null; seconds: number }[]> {
  const { rows } = await db.execute<{
    wholesaler: string;
    cents: number | null;
    currency: string | null;
    seconds: number;
  }>(sql`
    select wholesaler, cents, currency, extract(epoch from now() - read_at)::float8 as seconds
    from ${wholesaleBalances}`);
  return rows;
}

/**
 * The wholesalers of the newest run: seconds since a run read the books of each. One that no run of the last week has
 * read: since the first of those that tried.
 */
export async function booksRead(db: Queryable): Promise<{ wholesaler: string; seconds: number }[]> {
  const { rows } = await db.execute<{ wholesaler: string; seconds: number }>(sql`
    with recent as (
      select started_at, figures -> 'wholesalers' as books from ${reconciliationRuns}
      where started_at > now() - interval '7 days' and finished_at is not null and fault is null
        and figures ? 'wholesalers'
    ), newest as (select books from recent order by started_at desc limit 1)
    select name as wholesaler, extract(epoch from now() - coalesce(
      max(started_at) filter (where of ->> 'fault' is null), min(started_at)))::float8 as seconds
    from recent, jsonb_each(recent.books) as each(name, of)
    where exists (select from newest where newest.books ? name)
    group by name`);
  return rows;
}

/** Open differences, by kind. */
export async function openDifferences(db: Queryable): Promise<Standing[]> {
  const { rows } = await db.execute<Standing>(sql`
    select kind as state, count(*)::int as count, extract(epoch from now() - min(first_seen_at))::float8 as "oldestSeconds"
    from ${ledgerDifferences} where closed_at is null group by kind`);
  return rows;
}
