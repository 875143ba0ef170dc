import { type SQL, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/database.ts';
import { faultOf, FIRST, JUDGED } from './source-rules.ts';

/**
 * The countries that a plan for several promises. They are kept, so that a source whose package loses one of them is
 * skipped while another keeps all, also when it is the first. With one source the promise is what that one gives.
 */

/**
 * Stores the promise of each plan for several countries. An unknown one is what the first source gives. It stays while one
 * source keeps all of it from which a line may be delivered (`listDeliverable`). Otherwise it shrinks to the part that the
 * first source keeps which has no other fault: pages then state less, and the plan stays on sale. `isOutOfReach`: see
 * `faultOf`.
 */
export async function keepPromises(tx: Tx, isOutOfReach: SQL): Promise<void> {
  await tx.execute(sql`
    with source as (
      select s.plan_id, s.position, w.country_codes, t.promised_country_codes as promised,
        t.promised_country_codes is null or count(*) over (partition by s.plan_id) = 1 as follows_first,
        ${faultOf(isOutOfReach, { withCountries: false })} as fault
      from ${JUDGED} where d.kind <> 'local'
    ),
    promise as (
      select distinct on (plan_id) plan_id, case
        when follows_first then country_codes
        else array(select land from unnest(promised) with ordinality as each (land, at)
          where land = any(country_codes) order by at)
      end as promised
      from source
      where country_codes is not null and case
        when follows_first then position = ${FIRST}
        else country_codes && promised and (fault is null or fault = 'price-not-below-ours')
      end
      order by plan_id, country_codes @> promised desc, fault is null desc, position
    )
    insert into plan_statements as t (plan_id, country_codes, networks, coverage, has_5g, facts, promised_country_codes)
    -- A new row is filled by writeStatements.
    select plan_id, '{}', '{}', '{}', false, '{}', promised from promise
    on conflict (plan_id) do update set promised_country_codes = excluded.promised_country_codes
    where t.promised_country_codes is distinct from excluded.promised_country_codes`);
}

/** Plans with another first source promise what that one gives. */
export async function forgetPromises(db: Pick<Queryable, 'execute'>, planIds: readonly string[]): Promise<void> {
  if (planIds.length === 0) return;
  await db.execute(sql`
    update plan_statements set promised_country_codes = null where plan_id = any(${sql.param([...planIds])}::text[])`);
}

/** Adds to the promises of these plans what their first sources give beyond them. */
export async function growPromises(tx: Tx, planIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update plan_statements t set promised_country_codes = w.country_codes
    from plan_sources s join wholesale_packages w on w.wholesaler = s.wholesaler and w.id = s.package_id
    where s.plan_id = t.plan_id and s.position = ${FIRST} and w.country_codes @> t.promised_country_codes
      and t.plan_id = any(${sql.param([...planIds])}::text[])`);
}
