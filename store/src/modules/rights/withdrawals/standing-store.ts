import { sql } from 'drizzle-orm';
import type { Queryable } from '../../../db/database.ts';
import type { Standing } from '../../../shared/standing.ts';
import { withdrawals } from '../schema.ts';

/** Declarations that are not done, by state; their age counts from their arrival. */
export async function openDeclarations(db: Queryable): Promise<Standing[]> {
  const { rows } = await db.execute<Standing>(sql`
    select state, count(*)::int as count, extract(epoch from now() - min(submitted_at))::float8 as "oldestSeconds"
    from ${withdrawals} where done_at is null group by state`);
  return rows;
}
