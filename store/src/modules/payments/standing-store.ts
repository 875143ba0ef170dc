import { sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import type { Standing } from '../../shared/standing.ts';
import { disputes, paymentEvents, refunds } from './schema.ts';

/** Webhook events that are not handled yet. */
export async function unhandledEvents(db: Queryable): Promise<Standing[]> {
  const { rows } = await db.execute<Standing>(sql`
    select 'unhandled' as state, count(*)::int as count,
      coalesce(extract(epoch from now() - min(received_at)), 0)::float8 as "oldestSeconds"
    from ${paymentEvents} where handled_at is null`);
  return rows;
}

/** Open refunds, by state. */
export async function openRefunds(db: Queryable): Promise<Standing[]> {
  const { rows } = await db.execute<Standing>(sql`
    select status as state, count(*)::int as count, extract(epoch from now() - min(created_at))::float8 as "oldestSeconds"
    from ${refunds} where status in ('requested', 'pending', 'failed') group by status`);
  return rows;
}

/** Open disputes and inquiries, by kind. */
export async function openDisputes(db: Queryable): Promise<Standing[]> {
  const { rows } = await db.execute<Standing>(sql`
    select kind as state, count(*)::int as count, extract(epoch from now() - min(opened_at))::float8 as "oldestSeconds"
    from ${disputes} where outcome is null group by kind`);
  return rows;
}
