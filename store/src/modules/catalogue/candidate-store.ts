import { sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import type { Currency } from '../../shared/money.ts';
import type { Candidate } from './candidates.ts';
import { RULES } from './source-rules.ts';

/** Only plans of this country or region; null: all. */
type Place = { countryCode: string | null; region: string | null };

/**
 * Every package on sale that no plan sells, with each plan that it could deliver: for one country, those of that country or
 * of a place in it; for several, those of a region or the world. `fault`: why it can't. `planIds`: only these plans.
 */
export async function listCandidates(
  db: Pick<Queryable, 'execute'>,
  { countryCode, region }: Place,
  planIds?: readonly string[],
): Promise<Candidate[]> {
  const isWanted = sql.join(
    [
      sql`true`,
      ...(countryCode === null ? [] : [sql`d.country_code = ${countryCode}`]),
      ...(region === null ? [] : [sql`d.region = ${region}`]),
      ...(planIds === undefined ? [] : [sql`p.id = any(${sql.param([...planIds])}::text[])`]),
    ],
    sql` and `,
  );
  const { rows } = await db.execute<Candidate & { netCurrency: Currency }>(sql`
    select p.id as "planId", w.wholesaler, w.id as "packageId", w.net_price_cents as "netPriceCents",
      w.net_currency as "netCurrency", p.price_amount as "priceAmount", p.currency,
      w.days = p.days and w.unlimited = (p.unlimited is not null) and (w.unlimited or w.data_mb = p.data_mb) as "isExact",
      case when d.kind = 'local' then 1 else (
        select count(*) from unnest(coalesce(t.promised_country_codes, shown.country_codes)) as land where land = any(w.country_codes)
      )::float8 / cardinality(coalesce(t.promised_country_codes, shown.country_codes)) end as reach,
      array(select s.wholesaler from plan_sources s where s.plan_id = p.id) as "suppliedBy",
      case ${RULES} end as fault
    from plans p
    join destinations d on d.slug = p.offer_slug
    left join plan_statements t on t.plan_id = p.id
    join plan_sources f on f.plan_id = p.id and f.position = 0
    left join wholesale_packages shown on shown.wholesaler = f.wholesaler and shown.id = f.package_id
    join wholesale_packages w on w.gone_at is null
      and (d.kind = 'local') = (cardinality(w.country_codes) = 1)
      and case when d.kind = 'local' then w.country_codes = array[d.country_code]
        else w.country_codes && shown.country_codes end
    where ${isWanted}
      and not exists (select from plan_sources s where s.wholesaler = w.wholesaler and s.package_id = w.id)
    order by p.offer_slug, p.position, p.id, w.net_price_cents, w.wholesaler, w.id`);
  return rows;
}
