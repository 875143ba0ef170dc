import { type SQL, sql } from 'drizzle-orm';

/** The source at this position states what the store shows about a plan. */
export const FIRST = 0;

/** A plan for one country promises that country; one for several what is kept of it, or what its first source gives. */
const COUNTRIES = sql`
  when d.kind = 'local' and cardinality(w.country_codes) > 0 and not w.country_codes @> array[d.country_code]
    then 'too-few-countries'
  when d.kind <> 'local' and not w.country_codes @> coalesce(t.promised_country_codes, shown.country_codes)
    then 'too-few-countries'`;

const rulesWith = (countries: SQL) => sql`
  when not w.unlimited and (p.unlimited is not null or w.data_mb < p.data_mb) then 'too-little-data'
  when shown.id is not null
    and (p.unlimited ->> 'dailyMb')::int > coalesce((w.unlimited_terms ->> 'dailyMb')::int, 0) then 'too-little-data'
  when w.days < p.days then 'too-few-days'
  ${countries}
  when shown.facts ->> 'activation' = 'first-usage' and w.facts ->> 'activation' is distinct from 'first-usage'
    then 'starts-earlier'
  when shown.facts ->> 'hotspot' = 'true' and w.facts ->> 'hotspot' = 'false' then 'no-hotspot'
  when w.net_currency <> p.currency then 'other-currency'
  when w.net_price_cents >= p.price_amount then 'price-not-below-ours'
  when w.minimum_price_cents > p.price_amount then 'below-minimum-price'`;

/**
 * The branches of an SQL `case` that judge a package as a source of a plan (`SourceFault`). They read `p`, the plan; `t`, what
 * is stated about it; `d`, its destination; `w`, the package; and `shown`, the package of the first source of the plan,
 * without columns when `w` is that of the first source.
 */
export const RULES = rulesWith(COUNTRIES);

/** The fault of a source as last read (`JUDGED`). `isOutOfReach`: the condition that its wholesaler is not configured. */
export const faultOf = (isOutOfReach: SQL, { withCountries }: { withCountries: boolean }) => sql`
  case
    when ${isOutOfReach} then 'not-configured'
    when w.id is null and not exists (select from wholesale_packages any_of where any_of.wholesaler = s.wholesaler)
      then 'never-checked'
    when w.id is null or w.gone_at is not null then 'missing-package'
    ${withCountries ? RULES : rulesWith(sql``)}
  end`;

/** Every source `s` with what its fault depends on. */
export const JUDGED = sql`
  plan_sources s
  join plans p on p.id = s.plan_id
  join destinations d on d.slug = p.offer_slug
  left join plan_statements t on t.plan_id = s.plan_id
  left join wholesale_packages w on w.wholesaler = s.wholesaler and w.id = s.package_id
  left join plan_sources f on f.plan_id = s.plan_id and f.position = ${FIRST} and s.position <> ${FIRST}
  left join wholesale_packages shown on shown.wholesaler = f.wholesaler and shown.id = f.package_id`;
