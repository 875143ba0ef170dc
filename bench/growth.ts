import { parseArgs } from 'node:util';
import pg from 'pg';
import { until } from '#test/support/wire.ts';
import budgets from './budgets.json' with { type: 'json' };
import { cpuMs, get, load, median, startApp } from './running-app.ts';

/**
 * `node bench/growth.ts`: what requests cost with the specification's 68 plans and with 100,000 plans in 5,000 destinations, in
 * turns within one run: CPU of the application and of its database. Exits with 1 over a budget. Linux only.
 */
const { values } = parseArgs({
  options: {
    destinations: { type: 'string', default: '5000' },
    plans: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '5' },
    requests: { type: 'string', default: '200' },
  },
});
const DESTINATIONS = Number(values.destinations);
const PLANS_EACH = Number(values.plans);
const PARALLEL = 4;
/** Kept answers cost less than a tick of the CPU clock: more of them. */
const KEPT = new Set(['/', '/plans', 'a destination', 'search API']);

/** Addresses by what they measure; `turn` makes those that are kept and those that are rendered anew differ. */
const ASKED: Record<string, (turn: number) => string> = {
  '/': () => '/',
  '/plans': () => '/plans',
  'rendering /plans': (turn) => `/plans?q=${['fra', 'jap', 'uk', 'ital', 'mor'][turn % 5]}&turn=${turn}`,
  'a destination': (turn) => `/plans/local/${['france', 'spain', 'egypt', 'japan', 'italy'][turn % 5]}`,
  checkout: (turn) => `/checkout/${['france-3gb', 'spain-1gb', 'egypt-5gb'][turn % 3]}`,
  'search API': (turn) => `/api/search?q=${['fra', 'japon', 'londres', 'tokio', 'marok', 'sue'][turn % 6]}`,
};

const apps = { small: await open(), grown: await open() };
await grow(apps.grown.databaseUrl);
// The new version is read, and every address answers.
for (const app of Object.values(apps))
  for (const address of Object.values(ASKED)) await get(app.url + address(0)).catch(fail(address(0)));
await until(async () => (await get(`${apps.grown.url}/plans/local/place-1`)).length > 0, {
  what: 'the grown catalogue shows',
});

const costs = new Map<string, { small: number[]; grown: number[] }>();
for (let round = 0; round <= Number(values.rounds); round += 1)
  for (const [what, address] of Object.entries(ASKED)) {
    const cost = costs.get(what) ?? { small: [], grown: [] };
    costs.set(what, cost);
    for (const size of ['small', 'grown'] as const) {
      const app = apps[size];
      const cpu = async () => (await cpuMs(app.pid)) + (await app.databaseCpuMs());
      const before = await cpu();
      const count = Number(values.requests) * (KEPT.has(what) ? 10 : 1);
      await load(count, PARALLEL, (turn) =>
        get(app.url + address(turn), { 'accept-encoding': 'br', 'accept-language': 'en' }),
      );
      // The first round warms up.
      if (round > 0) cost[size].push(((await cpu()) - before) / count);
    }
  }

const limits = budgets.growth as Record<string, number | string>;
for (const [what, { small, grown }] of costs) {
  const ratio = median(grown.map((cost, round) => cost / small[round]!));
  const limit = limits[what];
  const over = typeof limit === 'number' && ratio > limit;
  if (over) process.exitCode = 1;
  process.stdout.write(
    `${what.padEnd(18)} ${median(small).toFixed(2).padStart(6)} → ${median(grown).toFixed(2).padStart(6)} ms  ${ratio.toFixed(2)} times${typeof limit === 'number' ? `, at most ${limit}` : ''}${over ? '  OVER' : ''}\n`,
  );
}
const index = await get(`${apps.grown.url}/api/search-index`, { 'accept-encoding': 'br' });
process.stdout.write(`the grown search index: ${index.length} bytes\n`);
for (const app of Object.values(apps)) await app.close();

async function open() {
  const app = await startApp();
  await until(async () => (await get(`${app.url}/api/offers`)).toString().includes('"available":true'), {
    what: 'plans are checked',
  });
  return { ...app, databaseUrl: app.env['DATABASE_URL']! };
}

function fail(address: string) {
  return (error: unknown) => {
    throw new Error(`${address} does not answer`, { cause: error });
  };
}

/** Adds made-up places with plans and their packages, as one publication. Names are syllables, so that searches meet some of them. */
async function grow(url: string): Promise<void> {
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
    [DESTINATIONS],
  );
  await client.query(
    `insert into offers (slug, created_at) select 'place-' || n, now() from generate_series(1, $1::int) n`,
    [DESTINATIONS],
  );
  await client.query(
    `insert into wholesale_packages (id, title, operator, kind, data_mb, unlimited, days, net_price_cents, country_codes, networks,
       has_5g, facts, seen_at)
     select 'pack-' || n || '-' || k, 'a package', 'an operator', 'local', 1024 * k, false, 30, 100 * k,
       array[d.country_code], jsonb_build_object(d.country_code, '[{"name": "A network", "generations": ["4G", "5G"]}]'::jsonb), true,
       '{"hotspot": null, "topUp": null, "activation": null, "installWindowDays": null, "throttling": null, "exitCountry": null}', now()
     from generate_series(1, $1::int) n, generate_series(1, $2::int) k, destinations d where d.slug = 'place-' || n`,
    [DESTINATIONS, PLANS_EACH],
  );
  await client.query(
    `insert into plans (id, offer_slug, package_id, data_mb, days, price_amount, currency, status, position, created_at)
     select 'place-' || n || '-' || k, 'place-' || n, 'pack-' || n || '-' || k, 1024 * k, 30, 200 * k + n % 50, 'USD', 'published', k, now()
     from generate_series(1, $1::int) n, generate_series(1, $2::int) k`,
    [DESTINATIONS, PLANS_EACH],
  );
  await client.query(
    `insert into catalogue_versions (version, action, by, plans, at) select max(version) + 1, 'import', 'bench', $1, now() from catalogue_versions`,
    [DESTINATIONS * PLANS_EACH],
  );
  await client.query('commit');
  await client.query('analyze');
  await client.end();
}
