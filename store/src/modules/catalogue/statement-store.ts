import { sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { planStatements } from './schema.ts';
import { has5g, type StatingPackage, statementOf } from './statements.ts';

/** Rows per statement. */
const AT_ONCE = 1_000;

/** Sources whose package was read, and whether a line may be delivered from them (`listDeliverable`). */
const SOURCES = sql`
  select s.plan_id, s.position, s.fault is null or s.fault = 'price-not-below-ours' as counts,
    w.country_codes, w.networks, w.facts, w.has_5g
  from plan_sources s join wholesale_packages w on w.wholesaler = s.wholesaler and w.id = s.package_id`;

/**
 * Stores for each plan what all sources keep from which it may be delivered; without such a source, what its first one
 * states. Pages read it from here, so that a page costs one join for any number of sources. Returns the ids of plans
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

/** Plans with one source that counts: most of them. What it states stays in the database. */
async function copyStatements(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with source as (${SOURCES}),
    lead as (
      select plan_id, (array_agg(position order by counts desc, position))[1] as position
      from source group by plan_id having count(*) filter (where counts) < 2
    )
    insert into plan_statements as t (plan_id, country_codes, networks, coverage, has_5g, facts)
    select plan_id, country_codes, networks, '{}', has_5g, facts from source join lead using (plan_id, position)
    on conflict (plan_id) do update set ${FROM_NEW} where ${DIFFERS} returning t.plan_id as id`);
  return rows.map(({ id }) => id);
}

async function mergeStatements(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<{ planId: string; packages: [StatingPackage, ...StatingPackage[]] }>(sql`
    with source as (${SOURCES})
    select plan_id as "planId", json_agg(
      json_build_object('countryCodes', country_codes, 'networks', networks, 'facts', facts) order by position) as packages
    from source where counts group by plan_id having count(*) > 1`);
  const stated = rows.map(({ planId, packages }) => ({ planId, ...statementOf(packages) }));
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
