import { sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { plans, wholesaleLists } from './schema.ts';

/** Seconds since the wholesaler's packages were last read; undefined: never. */
export async function secondsSinceList(db: Queryable): Promise<number | undefined> {
  const { rows } = await db.execute<{ seconds: number }>(sql`
    select extract(epoch from now() - read_at)::float8 as seconds
    from ${wholesaleLists} where packages > 0 order by read_at desc limit 1`);
  return rows[0]?.seconds;
}

/** Published plans that cannot be sold, counted by reason. */
export async function unsellablePlans(db: Queryable): Promise<{ fault: string; count: number }[]> {
  const { rows } = await db.execute<{ fault: string; count: number }>(sql`
    select fault, count(*)::int as count from ${plans} where fault is not null and status = 'published' group by fault`);
  return rows;
}
