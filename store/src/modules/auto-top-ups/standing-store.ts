import { sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import type { Standing } from '../../shared/standing.ts';
import { autoTopUps } from './schema.ts';

/** Auto top-ups that are not off, by state: each of them has a next look, which is indexed. */
export async function switchedOn(db: Queryable): Promise<Standing[]> {
  const { rows } = await db.execute<Standing>(sql`
    select state, count(*)::int as count, extract(epoch from now() - min(updated_at))::float8 as "oldestSeconds"
    from ${autoTopUps} where look_at is not null and state <> 'off' group by state`);
  return rows;
}
