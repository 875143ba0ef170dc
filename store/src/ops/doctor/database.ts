import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { examinePatroni } from '../../adapters/patroni.ts';
import { findAddressFault } from '../../db/address.ts';
import { appliedMigrations, pendingMigrations } from '../../db/migrate.ts';
import { readReplication } from '../../db/replication.ts';
import { findIgnoredPrices } from '../../modules/catalogue/seed.ts';
import { findQuietSince } from '../../modules/installation/quiet.ts';
import { codeOf } from '../../shared/errors.ts';
import { modeFacts } from '../../shared/mode.ts';
import { SILENT } from '../../shared/telemetry.ts';
import { paymentProvidersOf } from '../../vendors.ts';
import { onConnection } from '../backup/tables.ts';
import { amount, time } from '../format.ts';
import { OpsError } from '../ops-error.ts';
import { OPS } from '../ops-command.ts';
import { type Check, failed, type Finding, notChecked, ok, type Patient, warning } from './check.ts';
import { wholesalersOfConfig } from './wholesalers.ts';

/** The oldest supported major version. */
const OLDEST_POSTGRES = 15;
const HOUR = 3_600_000;
/** The comparison runs hourly. */
const RECONCILED_WITHIN_MS = 3 * HOUR;
const BACKED_UP_WITHIN_MS = 48 * HOUR;
/** Webhook signatures fail when the clock is off by five minutes. */
export const CLOCK_MS = 60_000;

/** A check that queries the database. Without a connection only the check "database" fails. */
function asking(name: string, look: (client: pg.Client, patient: Patient) => Promise<Finding>): Check {
  return {
    name,
    async run(patient) {
      try {
        return await onConnection(await patient.site.databaseUrl(), (client) => look(client, patient));
      } catch (error) {
        if (error instanceof OpsError) return notChecked(error.message);
        throw error;
      }
    },
  };
}

/** A check that reads the store's tables, once they exist. */
export const inTables = (name: string, look: (client: pg.Client, patient: Patient) => Promise<Finding>) =>
  asking(name, async (client, patient) => {
    const { rows } = await client.query<{ is: boolean }>(`select to_regclass('public.installation') is not null as is`);
    return rows[0]?.is ? look(client, patient) : notChecked('the database has no tables yet');
  });

/** For what only a store at work does. */
const QUIET = notChecked('the store is quiet');
const isQuiet = async (client: pg.Client) => (await findQuietSince(drizzle(client))) !== null;

const ago = (ms: number) =>
  ms < 2 * HOUR
    ? `${Math.round(ms / 60_000)} minutes ago`
    : ms < 96 * HOUR
      ? `${Math.round(ms / HOUR)} hours ago`
      : `${Math.round(ms / HOUR / 24)} days ago`;

export const DATABASE_CHECKS: Check[] = [
  {
    name: 'database',
    async run({ site }) {
      try {
        return await onConnection(await site.databaseUrl(), async (client) => {
          const { rows } = await client.query<{ version: string; readOnly: string }>(
            `select current_setting('server_version') as version, current_setting('transaction_read_only') as "readOnly"`,
          );
          const { version = '', readOnly } = rows[0] ?? {};
          const fault = await findAddressFault(await site.databaseUrl());
          if (fault) return failed(fault.says, fault.advice);
          if (readOnly === 'on') return failed('it is read-only', 'point DATABASE_URL at the primary server');
          if (Number.parseInt(version) < OLDEST_POSTGRES)
            return failed(`PostgreSQL ${version}`, `upgrade it to PostgreSQL ${OLDEST_POSTGRES} or later`);
          return ok(`PostgreSQL ${version} answers`);
        });
      } catch (error) {
        if (!(error instanceof OpsError)) throw error;
        return failed(error.message, 'start it, and check host, port, user, password and firewall of DATABASE_URL');
      }
    },
  },
  asking('replication', async (client) => {
    const { says, advice } = await readReplication(client);
    return advice === undefined ? ok(says) : warning(says, advice);
  }),
  {
    name: 'patroni',
    async run({ config: { patroniUrls } }, signal) {
      if (!patroniUrls) return notChecked('PATRONI_URLS is not set');
      const { says, faults } = await examinePatroni(patroniUrls, { signal });
      const [first, ...others] = faults;
      if (!first) return ok(says);
      const lines = [first, ...others].map((fault) => fault.says);
      return warning([...(says ? [says] : []), ...lines].join('\n'), faults.map((fault) => fault.advice).join('; '));
    },
  },
  asking('schema', async (client) => {
    const applied = await appliedMigrations(client);
    if (applied.length === 0)
      return warning('the database is empty', 'the first start of the store creates its tables');
    try {
      const pending = pendingMigrations(applied).map(({ tag }) => tag);
      if (pending.length > 0)
        return failed(
          `migrations wait: ${pending.join(', ')}`,
          `back up, then run "${OPS} migrate run" or restart the store`,
        );
      return ok(`at ${applied.at(-1)?.tag}`);
    } catch (error) {
      if (codeOf(error) !== 'startup-error') throw error;
      return failed((error as Error).message, 'run the version of the store that the message names');
    }
  }),
  asking('clock, database', async (client) => {
    const before = Date.now();
    const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
    const off = Math.abs((rows[0]?.now.getTime() ?? 0) - (before + Date.now()) / 2);
    if (off > CLOCK_MS)
      return failed(
        `this machine's clock and the database's differ by ${Math.round(off / 1000)} s`,
        'turn on time synchronisation (NTP) on both',
      );
    return ok(`${Math.round(off)} ms from this machine's`);
  }),
  inTables('prices', async (client) => {
    const ignored = await findIgnoredPrices(drizzle(client));
    if (ignored.length === 0) return ok('those of the database; store/data/catalogue has no others');
    const [{ planId, seedCents, cents, currency }] = ignored as [(typeof ignored)[number]];
    return warning(
      `store/data/catalogue has other prices for ${ignored.length} plans, which are ignored: ${planId} is sold for ${amount(cents, currency)}, not for ${amount(seedCents, currency)}`,
      `set a price with "${OPS} catalogue price PLAN PRICE"`,
    );
  }),
  inTables('wholesalers', async (client, { config }) => {
    const configured = wholesalersOfConfig(config).map(({ name }) => name);
    const { rows } = await client.query<{ name: string; open: number; sources: number; strays: number }>(
      `select name, sum(open)::int as open, sum(sources)::int as sources, sum(strays)::int as strays from (
         select wholesaler as name, 1 as open, 0 as sources, 0 as strays from wholesale_orders
         where status in ('waiting', 'held', 'submitted')
         union all select wholesaler, 0, 1, 0 from plan_sources
         union all select wholesaler, 0, 0, 1 from stray_profiles
       ) each where name <> all($1::text[]) group by name order by name`,
      [configured],
    );
    if (rows.length === 0) return ok(`every row names a configured one: ${configured.join(', ')}`);
    const says = rows.map(
      ({ name, open, sources, strays }) =>
        `${name} is not configured: ${open} open orders, ${sources} sources of plans, ${strays} late profiles`,
    );
    const judge = rows.some(({ open }) => open > 0) ? failed : warning;
    return judge(
      says.join('; '),
      `configure it again until nothing is open there; "${OPS} catalogue package PLAN PACKAGE" gives a plan another source`,
    );
  }),
  inTables('worker', async (client, { config }) => {
    if (await isQuiet(client)) return QUIET;
    const { rows } = await client.query<{ age: number | null }>(
      'select extract(epoch from now() - max(beat_at))::float as age from worker_heartbeats',
    );
    const age = rows[0]?.age ?? null;
    if (age === null || age > 3 * config.worker.heartbeatSeconds)
      return failed('no process runs jobs', 'start the store; if it runs, look for "worker" in its log');
    return ok(`alive ${Math.round(age)} s ago`);
  }),
  inTables('reconciliation', async (client) => {
    if (await isQuiet(client)) return QUIET;
    const { rows } = await client.query<{ age: number; fault: string | null; unread: string[]; started: number }>(
      `select extract(epoch from now() - r.finished_at)::float as age, r.fault,
         array(select key from jsonb_each(r.figures -> 'wholesalers') where value ->> 'fault' is not null) as unread,
         extract(epoch from now() - i.created_at)::float as started
       from installation i left join lateral (
         select finished_at, fault, figures from reconciliation_runs where finished_at is not null order by started_at desc limit 1
       ) r on true`,
    );
    const { age = null, fault = null, unread = [], started = 0 } = rows[0] ?? {};
    const advice = `run "${OPS} reconcile" while the store runs`;
    if (age === null)
      return started * 1000 > RECONCILED_WITHIN_MS
        ? failed('never', advice)
        : notChecked('the store is new: its first comparison has not run yet');
    if (fault) return failed(`the last one failed: ${fault}`, `look at the vendor that it names; then ${advice}`);
    if (age * 1000 > RECONCILED_WITHIN_MS) return failed(`${ago(age * 1000)}`, advice);
    if (unread.length > 0)
      return warning(
        `${ago(age * 1000)}, without the books of ${unread.join(', ')}, which could not be read`,
        'look at that wholesaler: the store compares it again every ten minutes',
      );
    return ok(ago(age * 1000));
  }),
  inTables('payment providers', async (client, { config }) => {
    const names = paymentProvidersOf(config, SILENT, { now: () => new Date() }).names();
    const { rows } = await client.query<{ provider: string; what: string; count: number }>(
      `select provider, what, count(*)::int as count from (
         select provider, 'payments' as what from payment_attempts where status in ('opening', 'open')
         union all select provider, 'refunds' from refunds where status in ('requested', 'pending', 'failed')
         union all select provider, 'disputes' from disputes where outcome is null
         union all select provider, 'events' from payment_events where handled_at is null
       ) as open where provider <> all($1) group by provider, what order by provider, what`,
      [names],
    );
    if (rows.length === 0) return ok(`${names.join(', ')}; nothing is open at another one`);
    return failed(
      `not configured, with something open: ${rows.map(({ provider, what, count }) => `${provider} (${what}: ${count})`).join(', ')}`,
      'configure the provider until all of it is settled: the store asks no other provider about it',
    );
  }),
  inTables('currencies', async (client, { config }) => {
    const { currencies } = config;
    const [sold] = currencies;
    const { rows } = await client.query<{ currency: string; what: string; count: number }>(
      `select currency, what, count(*)::int as count from (
         select currency, 'orders' as what from orders
         where status in ('pending_payment', 'paid', 'fulfilling', 'fulfilment_failed', 'refund_pending')
         union all select currency, 'refunds' from refunds where status in ('requested', 'pending', 'failed')
         union all select currency, 'disputes' from disputes where outcome is null
       ) as open where currency <> all($1) group by currency, what order by currency, what`,
      [currencies],
    );
    if (rows.length > 0)
      return warning(
        `not configured, with something open: ${rows.map(({ currency, what, count }) => `${currency} (${what}: ${count})`).join(', ')}`,
        'nothing is lost: it is shown, delivered and refunded in its currency. Name it in CURRENCIES until all of it is settled',
      );
    const unpriced = await client.query<{ count: number }>(
      `select count(*)::int as count from plans where status = 'published' and currency <> $1`,
      [sold],
    );
    const count = unpriced.rows[0]?.count ?? 0;
    if (count > 0)
      return warning(
        `${count} published plans have no price in ${sold}, in which the store sells: they are shown nowhere`,
        `set prices with "${OPS} catalogue price PLAN PRICE"`,
      );
    return ok(`${currencies.join(', ')}; the store sells in ${sold}, and nothing is open in another one`);
  }),
  inTables('quiet', async (client) => {
    const since = await findQuietSince(drizzle(client));
    if (since === null) return ok('off');
    return failed(
      `since ${time(since)} no job runs and no vendor is called`,
      `if this copy replaces the live store, stop that one and run "${OPS} quiet end"`,
    );
  }),
  inTables('backup', async (client, { config }) => {
    if (await isQuiet(client)) return QUIET;
    const { rows } = await client.query<{ age: number | null }>(
      'select extract(epoch from now() - backed_up_at)::float as age from installation',
    );
    const age = rows[0]?.age ?? null;
    const judge = modeFacts(config.mode).isReal ? failed : warning;
    const advice = `run "${OPS} backup FILE" every night (docs/operations.md, Backups)`;
    if (age === null) return judge('none was made', advice);
    if (age * 1000 > BACKED_UP_WITHIN_MS) return judge(`the last verified one is from ${ago(age * 1000)}`, advice);
    return ok(`verified, from ${ago(age * 1000)}`);
  }),
];
