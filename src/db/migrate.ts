import { fileURLToPath } from 'node:url';
import { migrate as migrateTables } from 'drizzle-orm/node-postgres/migrator';
import { Logger, runMigrations } from 'graphile-worker';
import type { Database } from './database.ts';

const MIGRATIONS = fileURLToPath(new URL('../../drizzle', import.meta.url));
/** Any number will do, as long as every process uses the same: migrations run one process at a time. */
const LOCK = 7_215_001;

/** PostgreSQL's code for a table that is there already. */
const DUPLICATE_TABLE = '42P07';

/**
 * True when the tables were made by an earlier draft of the first migration, which is replaced, not added to, until the
 * first release (scripts/gen.ts).
 */
export function isOfEarlierDraft(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  return (code ?? cause?.code) === DUPLICATE_TABLE;
}

/** Brings tables and the job queue to this version: forward only, and safe when several processes start at once. */
export async function migrate(database: Database): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await migrateTables(database.db, { migrationsFolder: MIGRATIONS });
    await runMigrations({ pgPool: database.pool, logger: new Logger(() => () => undefined) });
  } finally {
    client.release(true); // closing the connection gives the lock back and drops its settings
  }
}
