import { sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import type { Standing } from '../../shared/standing.ts';
import { ledgerDifferences, reconciliationRuns, wholesaleBalances } from './schema.ts';

/** The newest run that read all ledgers: seconds since its start. */
export async function lastRun(db: Queryable): Promise<{ seconds: number } | undefined> {
  const { rows } = await db.execute<{ seconds: number }>(sql`
    select extract(epoch from now() - started_at)::float8 as seconds
    from ${reconciliationRuns} where finished_at is not null and fault is null order by started_at desc limit 1`);
  return rows[0];
}

/** The balances at the wholesalers that could be read by the last run. */
export async function balances(db: Queryable): Promise<{ wholesaler: string; cents: number; currency: string }[]> {
  const { rows } = await db.execute<{ wholesaler: string; cents: number; currency: string }>(sql`
    select wholesaler, cents, currency from ${wholesaleBalances} where cents is not null and currency is not null`);
  return rows;
}

/** Open differences, by kind. */
export async function openDifferences(db: Queryable): Promise<Standing[]> {
  const { rows } = await db.execute<Standing>(sql`
    select kind as state, count(*)::int as count, extract(epoch from now() - min(first_seen_at))::float8 as "oldestSeconds"
    from ${ledgerDifferences} where closed_at is null group by kind`);
  return rows;
}
