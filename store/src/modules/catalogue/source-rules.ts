import { sql } from 'drizzle-orm';

/**
 * The branches of an SQL `case` that judge a package as a source of a plan (`SourceFault`). They read `p`, the plan; `d`, its
 * destination; `w`, the package; and `shown`, the package of the first source of the plan, without columns when `w` is that
 * of the first source.
 */
export const RULES = sql`
  when not w.unlimited and (p.unlimited is not null or w.data_mb < p.data_mb) then 'too-little-data'
  when shown.id is not null
    and (p.unlimited ->> 'dailyMb')::int > coalesce((w.unlimited_terms ->> 'dailyMb')::int, 0) then 'too-little-data'
  when w.days < p.days then 'too-few-days'
  when d.kind = 'local' and cardinality(w.country_codes) > 0 and not w.country_codes @> array[d.country_code]
    then 'too-few-countries'
  when d.kind <> 'local' and not w.country_codes @> shown.country_codes then 'too-few-countries'
  when shown.facts ->> 'activation' = 'first-usage' and w.facts ->> 'activation' is distinct from 'first-usage'
    then 'starts-earlier'
  when shown.facts ->> 'hotspot' = 'true' and w.facts ->> 'hotspot' = 'false' then 'no-hotspot'
  when w.net_currency <> p.currency then 'other-currency'
  when w.net_price_cents >= p.price_amount then 'price-not-below-ours'
  when w.minimum_price_cents > p.price_amount then 'below-minimum-price'`;
