import type { Logger } from 'pino';
import { examinePatroni } from './adapters/patroni.ts';
import type { Config } from './config/config.ts';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { checkAddress } from './db/address.ts';
import { type Database, openDatabase } from './db/database.ts';
import { checkSchema, migrate } from './db/migrate.ts';
import { watchPool } from './db/pool-watch.ts';
import type { SecretKey } from './db/vault.ts';
import { readReplication } from './db/replication.ts';
import { waitForDatabase } from './db/wait-for-database.ts';
import { recordLostTime } from './flows/delivering/lost-time.ts';
import { seedCatalogue } from './modules/catalogue/seed.ts';
import { adoptAllPlans } from './modules/esims/esims.ts';
import { checkInstallation } from './modules/installation/installation.ts';
import { watchQuiet } from './modules/installation/quiet.ts';
import { createTimelineGuard } from './modules/installation/timeline.ts';
import { sandboxSecretKeys } from './secret-keys.ts';
import { createServices, type Services } from './services.ts';
import type { Telemetry } from './shared/telemetry.ts';
import type { MakeVendors } from './vendors.ts';

/**
 * Opens everything below HTTP and worker: the database with its tables, the data of a first start, and the services.
 * Each opened resource is passed to `onClose` at once, to be closed in reverse order. Throws a `StartupError` when an
 * operator must act first.
 */
export async function openStore(
  config: Config,
  {
    log,
    signal,
    telemetry,
    onClose,
    onPoolDead,
    makeVendors,
  }: {
    log: Logger;
    signal?: AbortSignal;
    telemetry?: Telemetry | undefined;
    onClose(close: () => Promise<unknown>): void;
    /** Called once, when new connections work and the pool does not: only a restart helps. */
    onPoolDead?: (() => void) | undefined;
    makeVendors?: MakeVendors | undefined;
  },
): Promise<Services> {
  const databaseUrl = config.databaseUrl.href;
  const timeline = createTimelineGuard({
    onChange: (client) => recordLostTime(drizzle(client as pg.Client)),
    closeClients: (isOld) => database.closeClients(isOld),
    log,
  });
  const database: Database = openDatabase(databaseUrl, {
    max: config.databasePoolSize,
    onConnect: timeline.check,
    onError: (error) => log.warn({ err: error }, 'database connection'),
  });
  onClose(() => database.close());
  const keys = config.secretKeys ?? (await sandboxSecretKeys(config.dataDir));

  signal?.throwIfAborted();
  const check = () => checkDatabase({ config, database, timeline, keys, log, signal });
  await waitForDatabase(check, { log, signal });
  const watch = watchPool({
    database,
    url: databaseUrl,
    deadSeconds: config.databaseWatchdogSeconds,
    onDead: onPoolDead,
    log,
  });
  onClose(async () => watch.close());
  const closing = new AbortController();
  onClose(async () => closing.abort());
  const quiet = await watchQuiet(database.db, log, closing.signal);
  const services = await createServices({
    config,
    database,
    databaseUrl,
    databaseStanding: watch.standing,
    keys,
    log,
    telemetry,
    quiet,
    makeVendors,
  });
  onClose(() => services.close());
  signal?.throwIfAborted();
  return services;
}

/** Logs what a fail-over of the database would lose. The doctor says the same. */
async function warnOfLoss({ patroniUrls }: Config, { pool }: Database, log: Logger): Promise<void> {
  const { says, advice } = await readReplication(pool);
  if (advice) log.warn({ advice }, `the database: ${says}`);
  // No start waits for it.
  if (patroniUrls)
    void examinePatroni(patroniUrls).then(({ faults }) => {
      for (const fault of faults) log.warn({ advice: fault.advice }, `the database: ${fault.says}`);
    });
}

/** Brings the tables to this version, or checks that they have it, and checks and completes what they hold. */
async function checkDatabase({
  config,
  database,
  timeline,
  keys,
  log,
  signal,
}: {
  config: Config;
  database: Database;
  timeline: ReturnType<typeof createTimelineGuard>;
  keys: readonly SecretKey[];
  log: Logger;
  signal: AbortSignal | undefined;
}): Promise<void> {
  await checkAddress(config.databaseUrl.href);
  const { atStart, ...migrations } = config.migrations;
  if (atStart) await migrate(config.databaseUrl.href, { ...migrations, log, ...(signal && { signal }) });
  else await checkSchema(database.pool);
  await checkInstallation(database.db, { mode: config.mode, keys });
  await withClient(database.pool, timeline.start);
  const adopted = await adoptAllPlans(database.db);
  if (adopted > 0) log.info({ esims: adopted }, 'eSIMs that a process of an older version wrote were adopted');
  const ignored = await seedCatalogue(database.db, config.currencies[0]);
  if (ignored.length > 0)
    log.warn(
      { plans: ignored.map(({ planId }) => planId) },
      'prices of store/data/catalogue are ignored: their plans have prices in the database',
    );
  await warnOfLoss(config, database, log);
}

async function withClient(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await work(client);
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}
