import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { openClock, readTime } from '../db/clock.ts';
import type { Database } from '../db/database.ts';
import { createLimits } from '../db/limits.ts';
import { createNotices } from '../db/notices.ts';
import { createReporting } from '../db/reporting.ts';
import { createVault, type SecretKey } from '../db/vault.ts';
import { loadSealedKey } from '../modules/installation/sealed-key.ts';
import type { Quiet } from '../modules/installation/quiet.ts';
import type { Telemetry } from '../shared/telemetry.ts';

export type Foundation = Awaited<ReturnType<typeof createFoundation>>;

/** What modules and flows stand on: configuration, database, clock, encryption, limits, notices, log. */
export async function createFoundation({
  config,
  database: { db, pool },
  databaseUrl,
  keys,
  log,
  telemetry,
  quiet,
}: {
  config: Config;
  database: Pick<Database, 'db' | 'pool'>;
  databaseUrl: string;
  keys: readonly SecretKey[];
  log: Logger;
  telemetry: Telemetry;
  quiet: Quiet;
}) {
  const vault = createVault(keys);
  return {
    config,
    db,
    pool,
    log,
    telemetry,
    quiet,
    vault,
    clock: await openClock({
      readTime: () => readTime(db),
      holdSeconds: config.fulfilment.timeoutWindowSeconds + config.fulfilment.callTimeoutSeconds,
    }),
    notices: createNotices({
      pool,
      url: databaseUrl,
      onError: (error) => log.warn({ err: error }, 'database connection'),
    }),
    /** Reads of reports, which a replica may serve. */
    reporting: createReporting({ primary: db, settings: config.reporting, log }),
    limits: createLimits({ db, rules: config.limits, onRefused: telemetry.limitRefused }),
    /** The key of this database for one purpose. */
    keyFor: (purpose: string) => loadSealedKey({ db, vault, purpose }),
  };
}
