import { type SQL, sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { isFullDisk } from '../shared/outage.ts';
import { VERSION } from '../shared/version.ts';

/** The database as stores see it. */
export type Db = NodePgDatabase<Record<string, never>> & { $client: pg.Pool };
/** A transaction: the parameter of a store's function that must commit or roll back with its caller. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
/** For functions that work inside or outside a transaction. */
export type Queryable = Db | Tx;

export type Database = {
  db: Db;
  pool: pg.Pool;
  /** True while PostgreSQL reports a full disk: within the last 30 seconds. */
  hasFullDisk(): boolean;
  close(): Promise<void>;
};

/** The version of a process, from the application name in PostgreSQL's list of connections. */
export const VERSION_IN_APPLICATION_NAME = /^cairn (\d+\.\d+\.\d+)$/;

const FULL_DISK_MS = 30_000;

/**
 * Opens the pool. A connection that breaks while idle (PostgreSQL restarting) is dropped by the pool and reported to
 * `onError`; it must not end the process.
 */
export function openDatabase(
  url: string,
  options: {
    max: number;
    onError: (error: unknown) => void;
    /** Time-out for a connection from the pool, in milliseconds. */
    connectionTimeoutMs?: number;
    statementTimeoutMs?: number;
  },
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max,
    connectionTimeoutMillis: options.connectionTimeoutMs ?? 10_000,
    // Connections stay open: the first request after an idle period waits neither for a new connection nor for query
    // planning.
    idleTimeoutMillis: 0,
    // A lost network must not block a request or hold a row lock forever.
    statement_timeout: options.statementTimeoutMs ?? 15_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    application_name: `cairn ${VERSION}`,
  });
  pool.on('error', options.onError);
  // A connection that breaks in use emits `error` here as well; without a listener that would end the process.
  pool.on('connect', (client) => client.on('error', options.onError));
  let fullDiskAt = -Infinity;
  pool.on('connect', ({ connection }) =>
    connection.on('errorMessage', (message: { code?: unknown }) => {
      if (isFullDisk(message)) fullDiskAt = Date.now();
    }),
  );
  return {
    db: withPatience(drizzle(pool)),
    pool,
    hasFullDisk: () => Date.now() - fullDiskAt < FULL_DISK_MS,
    close: () => pool.end(),
  };
}

/**
 * A SQL statement with $1, $2 …, which PostgreSQL parses and plans once per connection: for what every sign-in, or
 * every call of a signed-in account, waits for. Inside a transaction it is parsed each time, and times come back as
 * text.
 */
export function statement<Row extends object>(name: string, text: string): Statement<Row> {
  return async (db, values) => {
    if ('$client' in db) return (await afterDeadlocksAgain(() => db.$client.query<Row>({ name, text, values }))).rows;
    return (await db.execute(withValues(text, values))).rows as Row[];
  };
}

/** The same for drizzle, which exposes no connection in a transaction: each `$n` becomes a parameter of its own. */
function withValues(text: string, values: unknown[]): SQL {
  const parts = text.split(/\$(\d+)/);
  return sql.join(
    parts.map((part, at) => (at % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1])}`)),
  );
}

type Statement<Row extends object> = (db: Queryable, values: unknown[]) => Promise<Row[]>;

/** PostgreSQL's code for a transaction that was aborted to resolve a deadlock. */
const DEADLOCK = '40P01';
const TRIES = 4;
const PAUSE_MS = 25;

/**
 * Retries work that was aborted by a deadlock, for example the deletion of an account while one of its mailed links is
 * used. The aborted transaction was rolled back. So the work of a transaction must not have effects outside the
 * database.
 */
function afterDeadlocksAgain<T>(work: () => Promise<T>, turn = 1): Promise<T> {
  return work().catch(async (error: { code?: unknown; cause?: { code?: unknown } }) => {
    if (turn === TRIES || (error.code ?? error.cause?.code) !== DEADLOCK) throw error;
    // Gives the other transaction time to get its lock before the retry.
    await pause(turn * PAUSE_MS);
    return afterDeadlocksAgain(work, turn + 1);
  });
}

function withPatience<T extends Db>(db: T): T {
  const once = db.transaction.bind(db);
  db.transaction = (work, config) => afterDeadlocksAgain(() => once(work, config));
  return db;
}
