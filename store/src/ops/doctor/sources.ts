import { inTables } from './database.ts';
import { type Check, ok, warning } from './check.ts';
import { wholesalersOfConfig } from './wholesalers.ts';

/** Plans on sale that wait for their buyers' money while one wholesaler is down. */
export const SOURCE_CHECKS: Check[] = [
  inTables('plan sources', async (client, { config }) => {
    const configured = wholesalersOfConfig(config).map(({ name }) => name);
    const { rows } = await client.query<{ plans: number; alone: number }>(
      `select count(*)::int as plans, (count(*) filter (where able = 1))::int as alone from (
         select count(distinct s.wholesaler) filter (where s.fault is null and s.wholesaler = any($1::text[])) as able
         from plans p left join plan_sources s on s.plan_id = p.id where p.status = 'published' group by p.id
       ) each`,
      [configured],
    );
    const { plans = 0, alone = 0 } = rows[0] ?? {};
    const says = `${alone} of ${plans} plans on sale can be delivered by one wholesaler only`;
    if (configured.length < 2 || alone === 0) return ok(says);
    return warning(says, 'give them a source at another one: docs/guides/a-wholesaler.md, "Selling from it"');
  }),
];
