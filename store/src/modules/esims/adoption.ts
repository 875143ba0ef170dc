import { sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import type { esimPlans, esims } from './schema.ts';

/**
 * A process of 1.0.0 knows no plans: it inserts an eSIM without one, and writes what a plan has used into the eSIM's old
 * columns. Both is adopted when the eSIM is next read, and for all eSIMs when a process starts. As long as an eSIM has
 * one plan, its old columns equal that plan, so a difference is what 1.0.0 wrote. The figures of an eSIM of several plans
 * are corrected by the next read of its usage.
 */
export function isAdopted({
  profile,
  plans: [plan, another],
}: {
  profile: typeof esims.$inferSelect;
  plans: (typeof esimPlans.$inferSelect)[];
}): boolean {
  if (!plan) return false;
  return (
    another !== undefined ||
    (plan.state === profile.planState &&
      plan.remainingMb === profile.remainingMb &&
      plan.expiresAt?.getTime() === profile.expiresAt?.getTime())
  );
}

/** SQL: true when the plan `p` of a profile `e` is its only one and differs from it. */
const DIFFERS = sql`(p.state, p.remaining_mb, p.expires_at) is distinct from (e.plan_state, e.remaining_mb, e.expires_at)
  and not exists (select from esim_plans o where o.esim_id = e.id and o.id <> p.id)`;

const STARTED = sql`e.expires_at - e.days * interval '24 hours'`;

/** Adopts these eSIMs. Safe to repeat, and in several processes at once. */
export async function adoptPlans(db: Queryable, ids: readonly string[]): Promise<void> {
  const wanted = sql`e.id = any(${sql.param([...ids])}::uuid[])`;
  await db.execute(sql`
    insert into esim_plans (id, esim_id, order_id, line_id, position, package_id, data_mb, unlimited, days, state,
                            remaining_mb, issued_at, started_at, expires_at)
    select e.id, e.id, e.order_id, e.line_id, 0, l.package_id, e.data_mb, l.unlimited, e.days, e.plan_state,
           e.remaining_mb, e.issued_at, ${STARTED}, e.expires_at
    from esims e join order_lines l on l.id = e.line_id
    where ${wanted} and not exists (select from esim_plans p where p.esim_id = e.id)
    order by e.id
    on conflict do nothing`);
  // The lock: a process that writes both meanwhile must not be overwritten with what was read before.
  await db.execute(sql`
    update esim_plans p
    set state = e.plan_state, remaining_mb = e.remaining_mb, started_at = e.started_at, expires_at = e.expires_at
    from (
      select e.id, e.line_id, e.plan_state, e.remaining_mb, e.expires_at, ${STARTED} as started_at
      from esims e join esim_plans p on p.esim_id = e.id
      where ${wanted} and ${DIFFERS}
      for update of e
    ) e
    where p.esim_id = e.id and ${DIFFERS}`);
}

const BATCH = 1000;

/** Adopts every eSIM that a process of 1.0.0 wrote. Returns their number. */
export async function adoptAllPlans(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select e.id from esims e left join esim_plans p on p.esim_id = e.id
    where p.id is null or ${DIFFERS}`);
  for (let at = 0; at < rows.length; at += BATCH)
    await adoptPlans(
      db,
      rows.slice(at, at + BATCH).map(({ id }) => id),
    );
  return rows.length;
}
