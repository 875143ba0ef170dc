import { sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import type { Standing } from '../../shared/standing.ts';
import { wholesaleOrders } from './schema.ts';

/** Open wholesale orders, counted by state. */
export async function openWholesale(db: Queryable): Promise<Standing[]> {
  const { rows } = await db.execute<Standing>(sql`
    select status as state, count(*)::int as count, extract(epoch from now() - min(created_at))::float8 as "oldestSeconds"
    from ${wholesaleOrders} where status in ('waiting', 'held', 'submitted') group by status`);
  return rows;
}
