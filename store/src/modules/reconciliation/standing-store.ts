import { sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import type { Standing } from '../../shared/standing.ts';
import { ledgerDifferences, reconciliationRuns } from './schema.ts';

/** The newest run that read all ledgers: seconds since its start, and the balance at the wholesaler. */
export async function lastRun(db: Queryable): Promise<{ seconds: number; balanceCents: number | null } | undefined> {
  const { rows } = await db.execute<{ seconds: number; balanceCents: number | null }>(sql`
    select extract(epoch from now() - started_at)::float8 as seconds, balance as "balanceCents"
    from ${reconciliationRuns} where finished_at is not null and fault is null order by started_at desc limit 1`);
  return rows[0];
}

/** Open differences, by kind. */
export async function openDifferences(db: Queryable): Promise<Standing[]> {
  const { rows } = await db.execute<Standing>(sql`
    select kind as state, count(*)::int as count, extract(epoch from now() - min(first_seen_at))::float8 as "oldestSeconds"
    from ${ledgerDifferences} where closed_at is null group by kind`);
  return rows;
}
