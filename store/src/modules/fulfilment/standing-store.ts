import { sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import type { Standing } from '../../shared/standing.ts';
import { wholesaleOrders } from './schema.ts';

/** The states of an open wholesale order. */
export const OPEN_STATES = ['waiting', 'held', 'submitted'] as const;

/** Open wholesale orders, counted by wholesaler and state. */
export async function openWholesale(db: Queryable): Promise<(Standing & { wholesaler: string })[]> {
  const { rows } = await db.execute<Standing & { wholesaler: string }>(sql`
    select wholesaler, status as state, count(*)::int as count,
      extract(epoch from now() - min(created_at))::float8 as "oldestSeconds"
    from ${wholesaleOrders} where status in ('waiting', 'held', 'submitted') group by wholesaler, status`);
  return rows;
}
