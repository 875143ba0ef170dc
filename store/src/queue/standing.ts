import { sql } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import type { Standing } from '../shared/standing.ts';

/**
 * Jobs of the queue by task and state: `running`, `ready` (due, not started), `scheduled` for later, `retry` (failed
 * before), `given_up` (after the last attempt). The age of ready and running jobs counts from their change to that
 * state.
 */
export async function jobsOfQueue(db: Queryable): Promise<(Standing & { task: string })[]> {
  const { rows } = await db.execute<Standing & { task: string }>(sql`
    select task, state, count(*)::int as count,
      coalesce(extract(epoch from now() - min(since)), 0)::float8 as "oldestSeconds"
    from (
      select task_identifier as task,
        case
          when locked_by is not null then 'running'
          when attempts >= max_attempts then 'given_up'
          when run_at <= now() then 'ready'
          when attempts > 0 then 'retry'
          else 'scheduled'
        end as state,
        case when locked_by is not null then locked_at when run_at <= now() then run_at end as since
      from graphile_worker.jobs
    ) as job group by task, state`);
  return rows;
}

/** When the jobs with these keys run next; null: one runs now. A key without a job is missing. */
export async function nextRuns(db: Queryable, keys: readonly string[]): Promise<Map<string, Date | null>> {
  if (keys.length === 0) return new Map();
  const { rows } = await db.execute<{ key: string; seconds: number | null }>(sql`
    select key, case when locked_by is null then extract(epoch from run_at)::float8 end as seconds
    from graphile_worker.jobs
    where key = any(${sql.param([...keys])}::text[]) and attempts < max_attempts`);
  return new Map(rows.map(({ key, seconds }) => [key, seconds === null ? null : new Date(seconds * 1000)]));
}
