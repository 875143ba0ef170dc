import { sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import type { Standing } from '../../shared/standing.ts';
import { mails } from './schema.ts';

/** Unsent mails: `waiting` for a further attempt, or `given_up` (permanently refused, or after the last attempt). */
export async function unsentMails(db: Queryable): Promise<Standing[]> {
  const { rows } = await db.execute<Standing>(sql`
    select case when next_attempt_at is null then 'given_up' else 'waiting' end as state, count(*)::int as count,
      extract(epoch from now() - min(created_at))::float8 as "oldestSeconds"
    from ${mails} where sent_at is null group by 1`);
  return rows;
}
