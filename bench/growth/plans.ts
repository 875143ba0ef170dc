import pg from 'pg';
import { until } from '#test/support/wire.ts';
import { get } from '../running-app.ts';
import type { GrowthApp, Growth } from './compare.ts';

/** Answers from the cache cost less than a tick of the CPU clock, so that more of them are measured. */
const CACHED = new Set(['/', '/plans', 'a destination', 'search API']);

/** Addresses by what they measure. Those that differ by `turn` are not answered from one cache entry. */
const ADDRESSES: Record<string, (turn: number) => string> = {
  '/': () => '/',
  '/plans': () => '/plans',
  'rendering /plans': (turn) => `/plans?q=${['fra', 'jap', 'uk', 'ital', 'mor'][turn % 5]}&turn=${turn}`,
  'a destination': (turn) => `/plans/local/${['france', 'spain', 'egypt', 'japan', 'italy'][turn % 5]}`,
  checkout: (turn) => `/checkout/${['france-3gb', 'spain-1gb', 'egypt-5gb'][turn % 3]}`,
  'search API': (turn) => `/api/search?q=${['fra', 'japon', 'londres', 'tokio', 'marok', 'sue'][turn % 6]}`,
};

const ask = ({ url }: GrowthApp, address: string) =>
  get(url + address, { 'accept-encoding': 'br', 'accept-language': 'en' });

/** Pages and searches with the specification's 68 plans, and with `destinations` more that have `plansEach` plans each. */
export function growthOfPlans({ destinations, plansEach }: { destinations: number; plansEach: number }): Growth {
  return {
    rows: Object.entries(ADDRESSES).map(([name, address]) => ({
      name,
      share: CACHED.has(name) ? 10 : 1,
      request: async (app, turn) => void (await ask(app, address(turn))),
    })),
    async grow(app) {
      await insertPlans(app.databaseUrl, destinations, plansEach);
      await until(async () => (await ask(app, '/plans/local/place-1')).length > 0, { what: 'the new plans show' });
    },
    async note(app) {
      return `search index of the larger catalogue: ${(await ask(app, '/api/search-index')).length} bytes`;
    },
  };
}

/** Inserts places with plans and packages, as one publication. Names are made of syllables, so that searches match some of them. */
async function insertPlans(url: string, destinations: number, plansEach: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const syllables =
    "array['ka','lo','mi','ra','ta','ve','so','nu','pe','di','fra','jap','lon','ma','rok','sue','tok','ita','gre','can']";
  const name = `initcap((select string_agg((${syllables})[1 + (n * prime / 7) % 20], '') from unnest(array[3, 31, 211]) prime))`;
  await client.query('begin');
  await client.query(
    `insert into destinations (slug, kind, country_code, name, flag, region, members, aliases, cities, position, featured)
     select 'place-' || n, 'local', (array['FR','JP','IT','BR','KE','US','ID','GB'])[1 + n % 8],
       jsonb_build_object('en', ${name} || ' ' || n, 'fr', ${name} || ' ' || n), 'fr', 'europe', '{}', array[${name}], '{}', 1000 + n, null
     from generate_series(1, $1::int) n`,
    [destinations],
  );
  await client.query(
    `insert into offers (slug, created_at) select 'place-' || n, now() from generate_series(1, $1::int) n`,
    [destinations],
  );
  await client.query(
    `insert into wholesale_packages (id, title, operator, kind, data_mb, unlimited, days, net_price_cents, country_codes, networks,
       has_5g, facts, seen_at)
     select 'pack-' || n || '-' || k, 'a package', 'an operator', 'local', 1024 * k, false, 30, 100 * k,
       array[d.country_code], jsonb_build_object(d.country_code, '[{"name": "A network", "generations": ["4G", "5G"]}]'::jsonb), true,
       '{"hotspot": null, "topUp": null, "activation": null, "installWindowDays": null, "throttling": null, "exitCountry": null}', now()
     from generate_series(1, $1::int) n, generate_series(1, $2::int) k, destinations d where d.slug = 'place-' || n`,
    [destinations, plansEach],
  );
  await client.query(
    `insert into plans (id, offer_slug, package_id, data_mb, days, price_amount, currency, status, position, created_at)
     select 'place-' || n || '-' || k, 'place-' || n, 'pack-' || n || '-' || k, 1024 * k, 30, 200 * k + n % 50, 'USD', 'published', k, now()
     from generate_series(1, $1::int) n, generate_series(1, $2::int) k`,
    [destinations, plansEach],
  );
  await client.query(
    `insert into plan_sources (plan_id, position, wholesaler, package_id, created_at)
     select id, 0, 'airalo', package_id, now() from plans where id like 'place-%'`,
  );
  await client.query(
    `insert into plan_statements (plan_id, country_codes, networks, coverage, has_5g, facts)
     select p.id, w.country_codes, w.networks, '{}', w.has_5g, w.facts
     from plans p join wholesale_packages w on w.id = p.package_id where p.id like 'place-%'`,
  );
  await client.query(
    `insert into catalogue_versions (version, action, by, plans, at) select max(version) + 1, 'import', 'bench', $1, now() from catalogue_versions`,
    [destinations * plansEach],
  );
  await client.query('commit');
  await client.query('analyze');
  await client.end();
}
