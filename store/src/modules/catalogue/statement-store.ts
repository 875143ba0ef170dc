import { sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { has5g, type StatingPackage, statementOf } from './statements.ts';

/** Rows per statement. */
const AT_ONCE = 1_000;

/**
 * The sources whose packages state what a plan is: those from which a line may be delivered (`listDeliverable`); without
 * one, the first whose package was read. `as_is`: one package states it alone, and no more than the plan promises. A
 * package that states no country leaves the promise open.
 */
const STATING = sql`
  stating as (
    select plan_id, position, promised, count(*) over plan = 1 and not bool_or(exceeds) over plan as as_is
    from (
      select s.plan_id, s.position, is_deliverable, t.promised,
        coalesce(not w.country_codes <@ t.promised, false) as exceeds,
        bool_or(is_deliverable) over plan as has_deliverable, row_number() over (plan order by s.position) as nth
      from plan_sources s
      join wholesale_packages w on w.wholesaler = s.wholesaler and w.id = s.package_id
      left join (
        select plan_id, nullif(promised_country_codes, '{}') as promised from plan_statements
      ) t on t.plan_id = s.plan_id
      cross join lateral (select s.fault is null or s.fault = 'price-not-below-ours' as is_deliverable) of_fault
      window plan as (partition by s.plan_id)
    ) source
    where is_deliverable or (not has_deliverable and nth = 1)
    window plan as (partition by plan_id)
  ),
  package as (
    select stating.plan_id, stating.position, promised, as_is, w.country_codes, w.networks, w.facts, w.has_5g
    from stating
    join plan_sources s on s.plan_id = stating.plan_id and s.position = stating.position
    join wholesale_packages w on w.wholesaler = s.wholesaler and w.id = s.package_id
  )`;

/**
 * Stores for each plan what all sources keep from which it may be delivered, at most its promise; without such a source,
 * what its first one states. Pages read it from here, so that a page costs one join for any number of sources. Returns the ids of plans
 * about which something else is stated now.
 */
export async function writeStatements(tx: Tx): Promise<string[]> {
  const forgotten = await tx.execute<{ id: string }>(sql`
    delete from plan_statements t where not exists (
      select from plan_sources s join wholesale_packages w on w.wholesaler = s.wholesaler and w.id = s.package_id
      where s.plan_id = t.plan_id)
    returning plan_id as id`);
  const ofOne = await copyStatements(tx);
  const ofSeveral = await mergeStatements(tx);
  return [...forgotten.rows.map(({ id }) => id), ...ofOne, ...ofSeveral];
}

/** Plans of which one package states all: most of them. What it states stays in the database. */
async function copyStatements(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with ${STATING}
    insert into plan_statements as t (plan_id, country_codes, networks, coverage, has_5g, facts)
    select plan_id, country_codes, networks, '{}', has_5g, facts from package where as_is
    on conflict (plan_id) do update set ${FROM_NEW} where ${DIFFERS} returning t.plan_id as id`);
  return rows.map(({ id }) => id);
}

async function mergeStatements(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<{
    planId: string;
    promised: string[] | null;
    packages: [StatingPackage, ...StatingPackage[]];
  }>(sql`
    with ${STATING}
    select plan_id as "planId", promised, json_agg(
      json_build_object('countryCodes', country_codes, 'networks', networks, 'facts', facts) order by position) as packages
    from package where not as_is group by plan_id, promised`);
  const stated = rows.map(({ planId, promised, packages }) => ({ planId, ...statementOf(packages, promised) }));
  const changed: string[] = [];
  for (let from = 0; from < stated.length; from += AT_ONCE) {
    const written = await tx.execute<{ id: string }>(sql`
      insert into plan_statements as t (plan_id, country_codes, networks, coverage, has_5g, facts)
      select * from json_to_recordset(${JSON.stringify(stated.slice(from, from + AT_ONCE).map(rowOf))}::json)
        as row (plan_id text, country_codes text[], networks jsonb, coverage jsonb, has_5g boolean, facts jsonb)
      on conflict (plan_id) do update set ${FROM_NEW} where ${DIFFERS} returning t.plan_id as id`);
    changed.push(...written.rows.map(({ id }) => id));
  }
  return changed;
}

const rowOf = ({ planId, countryCodes, ...stated }: { planId: string } & ReturnType<typeof statementOf>) => ({
  plan_id: planId,
  country_codes: countryCodes,
  ...stated,
  has_5g: has5g(stated),
});

const COLUMNS = ['country_codes', 'networks', 'coverage', 'has_5g', 'facts'] as const;
const columnsOf = (table: 't' | 'excluded') =>
  sql.join(
    COLUMNS.map((name) => sql`${sql.identifier(table)}.${sql.identifier(name)}`),
    sql`, `,
  );
const DIFFERS = sql`(${columnsOf('t')}) is distinct from (${columnsOf('excluded')})`;
const FROM_NEW = sql.join(
  COLUMNS.map((name) => sql`${sql.identifier(name)} = excluded.${sql.identifier(name)}`),
  sql`, `,
);
