import { sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import type { OrderStatus } from '../../shared/order-status.ts';
import type { Standing } from '../../shared/standing.ts';
import { OPEN_REPLACEMENTS } from '../../shared/replacement.ts';
import { orders, replacements } from './schema.ts';

const OPEN: readonly OrderStatus[] = [
  'pending_payment',
  'paid',
  'fulfilling',
  'fulfilment_failed',
  'refund_pending',
  'disputed',
];
const OVER: readonly OrderStatus[] = ['fulfilled', 'refunded', 'expired', 'payment_failed'];

/**
 * Orders in progress, by state. The age of an order that waits for its eSIM counts from its payment, any other from its
 * last change of state.
 */
export async function openOrders(db: Queryable): Promise<Standing[]> {
  const { rows } = await db.execute<Standing>(sql`
    select status as state, count(*)::int as count,
      extract(epoch from now() - min(case when status in ('paid', 'fulfilling') then paid_at else updated_at end))::float8
        as "oldestSeconds"
    from ${orders} where status in ${[...OPEN]} group by status`);
  return rows;
}

/** Orders that ended within the last day, by state. */
export async function endedOrders(db: Queryable): Promise<Omit<Standing, 'oldestSeconds'>[]> {
  const { rows } = await db.execute<Omit<Standing, 'oldestSeconds'>>(sql`
    select status as state, count(*)::int as count
    from ${orders} where status in ${[...OVER]} and updated_at > now() - interval '1 day' group by status`);
  return rows;
}

/** Replacements that await a person, and those that are confirmed and not done, by state. */
export async function openReplacements(db: Queryable): Promise<Standing[]> {
  const { rows } = await db.execute<Standing>(sql`
    select state, count(*)::int as count, extract(epoch from now() - min(updated_at))::float8 as "oldestSeconds"
    from ${replacements} where state in ${[...OPEN_REPLACEMENTS]} group by state`);
  return rows;
}
