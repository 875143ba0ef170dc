import { setTimeout as pause } from 'node:timers/promises';
import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import { isLostConnection } from '../shared/outage.ts';
import { StartupError } from '../shared/startup-error.ts';
import { compareVersions, VERSION } from '../shared/version.ts';
import { setTimeouts, VERSION_IN_APPLICATION_NAME } from './database.ts';
import { type Migration, readMigrations } from './migrations.ts';

/** Advisory lock that lets one process migrate at a time. Every version must use the same number. */
const LOCK = 7_215_001;
const LOCK_POLL_MS = 200;

/** PostgreSQL's codes: a table exists, a lock was not granted in time, a deadlock, a statement took too long. */
const DUPLICATE_TABLE = '42P07';
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';
const QUERY_CANCELED = '57014';

/**
 * Number of tries of a migration that waits for a lock, and the pause between them in which other processes can use the
 * tables.
 */
const LOCK_TRIES = 10;
const LOCK_PAUSE_MS = 1_000;
/** Time for processes of an older version to end, when they must. */
const OLDER_END_MS = 15_000;

/** A migration in the database's record. */
export type AppliedMigration = Pick<Migration, 'tag' | 'hash' | 'worksWith'> & { appliedAt: Date; byVersion: string };

type MigrationLog = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
};

export type MigrateOptions = {
  /** How long a statement waits for a table lock before it gives way to other processes. */
  lockSeconds?: number;
  /** Time-out of one statement. */
  statementSeconds?: number;
  /** The migrations to apply; default: all of this code. */
  migrations?: Migration[];
  /** The version that applies them; stored in the record. */
  version?: string;
  log?: MigrationLog;
  /** Aborts the wait for another process. */
  signal?: AbortSignal;
};

type Asked = Pick<pg.ClientBase, 'query'>;

/** The applied migrations of a database, in order; none without a record. */
export async function appliedMigrations(db: Asked): Promise<AppliedMigration[]> {
  const { rows: found } = await db.query<{ is: boolean }>("select to_regclass('migrations.applied') is not null as is");
  if (!found[0]?.is) return [];
  const { rows } = await db.query<AppliedMigration>(
    `select tag, hash, works_with as "worksWith", applied_at as "appliedAt", by_version as "byVersion"
     from migrations.applied order by tag`,
  );
  return rows;
}

/** The tag of the newest applied migration, such as `0000_initial`; null for an empty database. */
export async function schemaVersion(db: Asked): Promise<string | null> {
  return (await appliedMigrations(db)).at(-1)?.tag ?? null;
}

/** The tag of the newest migration of this code. */
export function latestSchemaVersion(): string {
  return readMigrations().at(-1)!.tag;
}

/**
 * The migrations of this code that a database lacks, in order. Throws a `StartupError` when this code is not compatible
 * with the database: its schema is too new, or its history differs.
 */
export function pendingMigrations(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[] = readMigrations(),
  version: string = VERSION,
): Migration[] {
  const known = new Map(migrations.map((each) => [each.tag, each]));
  for (const { tag, hash, worksWith, byVersion } of applied) {
    const own = known.get(tag);
    if (!own && compareVersions(worksWith, version) > 0)
      throw new StartupError(
        `The database’s schema is newer than this version of the store: ${tag}, applied by ${byVersion}, works with ${worksWith} and later, and this is ${version}. Start ${worksWith} or later, or restore a backup from before the upgrade.`,
      );
    if (own && own.hash !== hash)
      throw new StartupError(
        `Migration ${tag} is not the one that was applied to this database: its file was changed since. Restore the file; a change of the schema is a migration of its own.`,
      );
  }
  const last = applied.at(-1)?.tag ?? '';
  const pending = migrations.filter(({ tag }) => !applied.some((each) => each.tag === tag));
  const late = pending.find(({ tag }) => tag < last);
  if (late)
    throw new StartupError(
      `The database has ${last}, but not ${late.tag}, which comes before it: it was migrated by another line of versions. Restore a backup, or start the version that applied ${last}.`,
    );
  return pending;
}

/** Throws a `StartupError` unless the database has the schema of this code, or a newer compatible one. */
export async function checkSchema(db: Asked): Promise<void> {
  const pending = pendingMigrations(await appliedMigrations(db));
  if (pending.length > 0)
    throw new StartupError(
      `The database lacks ${pending.length === 1 ? 'a migration' : 'migrations'}: ${pending.map(({ tag }) => tag).join(', ')}. Run "ops migrate run", or start with MIGRATE_AT_START=on.`,
    );
}

/**
 * Brings the tables and the job queue to this version: forward only, on one connection of its own. When several
 * processes start together, one migrates and the others wait. A newer compatible schema stays unchanged. Returns the
 * tags of the applied migrations. Throws a `StartupError` when an operator must act first.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const { lockSeconds = 5, statementSeconds = 900, migrations = readMigrations(), version = VERSION } = options;
  // A pool of one: the job queue takes its connection from a pool, and the session with the lock must stay the same.
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 10_000,
    onConnect: (client) =>
      setTimeouts(client, { lock_timeout: lockSeconds * 1000, statement_timeout: statementSeconds * 1000 }),
    keepAlive: true,
    application_name: 'cairn migrations',
  });
  const ignore = () => undefined; // the query that meets a lost connection throws it
  pool.on('error', ignore).on('connect', (client) => client.on('error', ignore));
  try {
    await lock(pool, options);
    const pending = pendingMigrations(await appliedMigrations(pool), migrations, version);
    if (pending.length > 0) await pool.query(RECORD);
    for (const migration of pending) {
      await olderProcessesEnd(pool, migration, options);
      const client = await pool.connect();
      try {
        const since = performance.now();
        await withPatience(client, migration, version, options.log);
        options.log?.info({ migration: migration.tag, ms: Math.round(performance.now() - since) }, 'migrated');
      } finally {
        client.release();
      }
    }
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => undefined) });
    return pending.map(({ tag }) => tag);
  } finally {
    await pool.end(); // gives the lock back
  }
}

/**
 * Creates the schema of these migrations in an empty database, in the caller's transaction, for an all-or-nothing
 * restore. Empty tables that no other process sees need no concurrent index build, and a backfill ends with its first
 * batch.
 */
export async function createSchema(client: Asked, migrations: readonly Migration[], version = VERSION): Promise<void> {
  await client.query(RECORD);
  for (const migration of migrations) {
    const outside = migration.runs === 'outside a transaction';
    for (const statement of migration.statements)
      await client.query(outside ? statement.replace(/\bconcurrently\b/i, '') : statement);
    await record(client, migration, version);
  }
}

/** The record of applied migrations. */
const RECORD = `
  create schema if not exists migrations;
  create table if not exists migrations.applied (
    tag text primary key,
    hash text not null,
    works_with text not null,
    by_version text not null,
    applied_at timestamp with time zone not null default clock_timestamp()
  )`;

/** Polls for the lock: a waiting statement would hold a snapshot, which blocks `create index concurrently`. */
async function lock(db: Asked, { log, signal }: MigrateOptions): Promise<void> {
  for (let asked = 0; ; asked++) {
    const { rows } = await db.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [LOCK]);
    if (rows[0]?.locked) return;
    if (asked === 0) log?.info({}, 'waiting for another process, which migrates');
    await pause(LOCK_POLL_MS, undefined, { signal });
  }
}

/**
 * A contracting migration waits for processes of versions that still need the old schema, and fails after a time-out.
 */
async function olderProcessesEnd(db: Asked, { tag, worksWith }: Migration, { signal }: MigrateOptions): Promise<void> {
  for (const since = performance.now(); ; await pause(LOCK_POLL_MS, undefined, { signal })) {
    const { rows } = await db.query<{ name: string }>(
      'select distinct application_name as name from pg_stat_activity where datname = current_database()',
    );
    const running = rows.map(({ name }) => VERSION_IN_APPLICATION_NAME.exec(name)?.[1]);
    const older = running.find((version) => version !== undefined && compareVersions(version, worksWith) < 0);
    if (!older) return;
    if (performance.now() - since > OLDER_END_MS)
      throw new StartupError(
        `Migration ${tag} works with ${worksWith} and later, and a process of ${older} is connected to the database. Stop it first, or upgrade by way of ${worksWith}.`,
      );
  }
}

/** Applies a migration. When it does not get a lock in time, it pauses for other processes and retries. */
async function withPatience(
  client: pg.ClientBase,
  migration: Migration,
  version: string,
  log: MigrationLog | undefined,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await apply(client, migration, version);
      return;
    } catch (error) {
      const { code } = error as { code?: unknown };
      if ((code !== LOCK_NOT_AVAILABLE && code !== DEADLOCK) || attempt === LOCK_TRIES) throw explain(migration, error);
      log?.warn({ migration: migration.tag, attempt }, 'a table is locked by others: trying again');
      await pause(LOCK_PAUSE_MS);
    }
  }
}

async function record(client: Asked, { tag, hash, worksWith }: Migration, version: string): Promise<void> {
  await client.query('insert into migrations.applied (tag, hash, works_with, by_version) values ($1, $2, $3, $4)', [
    tag,
    hash,
    worksWith,
    version,
  ]);
}

async function apply(client: pg.ClientBase, migration: Migration, version: string): Promise<void> {
  switch (migration.runs) {
    case 'in a transaction':
      await inTransaction(client, async () => {
        for (const statement of migration.statements) await client.query(statement);
        await record(client, migration, version);
      });
      return;
    case 'outside a transaction':
      for (const statement of migration.statements) await client.query(statement);
      await record(client, migration, version);
      return;
    case 'in batches':
      for (const statement of migration.statements) while (((await client.query(statement)).rowCount ?? 0) > 0);
      await record(client, migration, version);
  }
}

async function inTransaction(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined); // a lost connection has rolled back by itself
    throw error;
  }
}

/** Converts to a `StartupError` when a retry cannot help. */
function explain({ tag, runs }: Migration, error: unknown): unknown {
  const { code, message } = error as { code?: unknown; message: string };
  if (isLostConnection(error)) return error;
  const left =
    runs === 'in a transaction'
      ? 'Nothing of it was kept.'
      : 'What it had done is kept; it goes on when it runs again.';
  if (code === LOCK_NOT_AVAILABLE)
    return new Error(
      `Migration ${tag} did not get its lock in ${LOCK_TRIES} tries: long transactions use the table (pg_stat_activity). ${left}`,
      { cause: error },
    );
  if (code === QUERY_CANCELED)
    return new StartupError(
      `A statement of migration ${tag} took longer than MIGRATION_STATEMENT_SECONDS: raise it. ${left}`,
    );
  if (code === DUPLICATE_TABLE && tag.startsWith('0000'))
    return new StartupError(
      `The database has tables that no release of the store made (${message}). Give it an empty database of its own: another DATABASE_URL or CAIRN_DATA_DIR.`,
    );
  return new StartupError(`Migration ${tag} failed: ${message}. ${left}`);
}
