import { sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { plans, wholesaleLists } from './schema.ts';

/** Seconds since the packages of each of these wholesalers were last read; one whose packages never were is left out. */
export async function secondsSinceLists(
  db: Queryable,
  wholesalers: readonly string[],
): Promise<{ wholesaler: string; seconds: number }[]> {
  const { rows } = await db.execute<{ wholesaler: string; seconds: number }>(sql`
    select name as wholesaler, extract(epoch from now() - list.read_at)::float8 as seconds
    from unnest(${sql.param([...wholesalers])}::text[]) as name
    cross join lateral (
      select read_at from ${wholesaleLists} where wholesaler = name and packages > 0 order by read_at desc limit 1) list`);
  return rows;
}

/** Published plans that cannot be sold, counted by reason. */
export async function unsellablePlans(db: Queryable): Promise<{ fault: string; count: number }[]> {
  const { rows } = await db.execute<{ fault: string; count: number }>(sql`
    select fault, count(*)::int as count from ${plans} where fault is not null and status = 'published' group by fault`);
  return rows;
}
