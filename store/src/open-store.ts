import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import { openDatabase } from './db/database.ts';
import { checkSchema, migrate } from './db/migrate.ts';
import { waitForDatabase } from './db/wait-for-database.ts';
import { seedCatalogue } from './modules/catalogue/seed.ts';
import { checkInstallation } from './modules/installation/installation.ts';
import { sandboxSecretKeys } from './secret-keys.ts';
import { createServices, type Services } from './services.ts';
import type { Telemetry } from './shared/telemetry.ts';

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
  }: {
    log: Logger;
    signal?: AbortSignal;
    telemetry?: Telemetry | undefined;
    onClose(close: () => Promise<unknown>): void;
  },
): Promise<Services> {
  const databaseUrl = config.databaseUrl.href;
  const database = openDatabase(databaseUrl, {
    max: config.databasePoolSize,
    onError: (error) => log.warn({ err: error }, 'database connection'),
  });
  onClose(() => database.close());
  const keys = config.secretKeys ?? (await sandboxSecretKeys(config.dataDir));

  signal?.throwIfAborted();
  const { atStart, ...migrations } = config.migrations;
  const checkTables = () =>
    atStart ? migrate(databaseUrl, { ...migrations, log, ...(signal && { signal }) }) : checkSchema(database.pool);
  await waitForDatabase<unknown>(checkTables, { log, signal });
  await checkInstallation(database.db, { mode: config.mode, keys });
  await seedCatalogue(database.db);
  const services = await createServices({ config, database, databaseUrl, keys, log, telemetry });
  onClose(() => services.close());
  signal?.throwIfAborted();
  return services;
}
