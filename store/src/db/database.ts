import { type SQL, sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { isForNewConnection, isFullDisk } from '../shared/outage.ts';
import { VERSION } from '../shared/version.ts';
import { closeNow, closeWhenSilent } from './silence.ts';
import { retryDeadlocks, withTransactions } from './transaction.ts';

/** The database as stores see it. */
export type Db = NodePgDatabase<Record<string, never>> & { $client: pg.Pool };
/** A transaction: the parameter of a store's function that must commit or roll back with its caller. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
/** For functions that work inside or outside a transaction. */
export type Queryable = Db | Tx;

/** Runs `work` in a transaction; in one of the caller, up to a savepoint. */
export const transact = <T>(db: Queryable, work: (tx: Tx) => Promise<T>): Promise<T> => (db as Db).transaction(work);

export type Database = {
  db: Db;
  pool: pg.Pool;
  /** The clients of the pool, idle ones and those in use. */
  clients: ReadonlySet<pg.ClientBase>;
  /** When a query of the pool was last answered (`performance.now()`); null: none was yet. */
  answeredAt(): number | null;
  /** True while PostgreSQL reports a full disk: within the last 30 seconds. */
  hasFullDisk(): boolean;
  /** Closes these clients, also those in use: their queries fail. */
  closeClients(isOld: (client: pg.ClientBase) => boolean): void;
  close(): Promise<void>;
};

/** The version of a process, from the application name in PostgreSQL's list of connections. */
export const VERSION_IN_APPLICATION_NAME = /^cairn (\d+\.\d+\.\d+)$/;

/** Time-out of a statement at the server. */
const STATEMENT_MS = 15_000;
/** Time in which the server's answer, or its time-out error, must arrive. */
const ANSWER_MS = 5_000;
const IDLE_IN_TRANSACTION_MS = 30_000;
const FULL_DISK_MS = 30_000;

/**
 * Sets time-outs of a session by SQL (name → milliseconds). As parameters of the connection, a pooler would refuse or
 * drop them (docs/decisions/0082-what-stands-before-the-database.md).
 */
export async function setTimeouts(client: pg.ClientBase, timeouts: Record<string, number>): Promise<void> {
  await client.query(
    Object.entries(timeouts)
      .map(([name, ms]) => `set ${name} = ${ms}`)
      .join('; '),
  );
}

/** Probes an idle connection after 10 seconds. Linux alone waits two hours. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

type Options = {
  max: number;
  onError: (error: unknown) => void;
  /** Time-out for a connection from the pool, in milliseconds. */
  connectionTimeoutMs?: number;
  statementTimeoutMs?: number;
  /** How long a connection may stay silent during a query before it is closed. Longer than a statement may take. */
  silenceMs?: number;
  /** Runs on each new connection before it is used. When it rejects, the connection is closed and its caller fails. */
  onConnect?: (client: pg.ClientBase) => Promise<void>;
};

/**
 * Opens the pool. A connection that breaks while idle (PostgreSQL restarting) is dropped by the pool and reported to
 * `onError`; it must not end the process.
 */
export function openDatabase(url: string, options: Options): Database {
  const clients = new Set<pg.ClientBase>();
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max,
    connectionTimeoutMillis: options.connectionTimeoutMs ?? 10_000,
    // Connections stay open: the first request after an idle period waits neither for a new connection nor for query
    // planning.
    idleTimeoutMillis: 0,
    ...KEEP_ALIVE,
    onConnect: (client) => prepare(client, clients, options),
    application_name: `cairn ${VERSION}`,
  });
  pool.on('error', options.onError);
  pool.on('remove', (client) => clients.delete(client));
  let answeredAt: number | null = null;
  let fullDiskAt = -Infinity;
  pool.on('connect', ({ connection }) =>
    connection.on('errorMessage', (message: { code?: unknown }) => {
      if (isFullDisk(message)) fullDiskAt = Date.now();
      // The server became a standby, or a statement was planned for other tables: a new connection works.
      if (isForNewConnection(message)) connection.stream.destroy();
    }),
  );
  pool.on('connect', ({ connection }) =>
    connection.on('readyForQuery', () => {
      answeredAt = performance.now();
    }),
  );
  return {
    db: withTransactions(drizzle(pool)),
    pool,
    clients,
    answeredAt: () => answeredAt,
    hasFullDisk: () => Date.now() - fullDiskAt < FULL_DISK_MS,
    closeClients: (isOld) => [...clients].filter(isOld).forEach(closeNow),
    close: () => pool.end(),
  };
}

/** Runs before the pool gives a new connection to its first caller, which must not wait for a silent server either. */
async function prepare(client: pg.ClientBase, clients: Set<pg.ClientBase>, options: Options): Promise<void> {
  const { statementTimeoutMs = STATEMENT_MS, silenceMs = statementTimeoutMs + ANSWER_MS } = options;
  clients.add(client);
  // A connection that breaks in use emits `error` here as well; without a listener that would end the process.
  client.on('error', options.onError);
  closeWhenSilent(client, silenceMs);
  try {
    // A lost network must not block a request or hold a row lock forever.
    await setTimeouts(client, {
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    });
    await options.onConnect?.(client);
  } catch (error) {
    clients.delete(client);
    throw error;
  }
}

/**
 * A SQL statement with $1, $2 …, which PostgreSQL parses and plans once per connection: for what every sign-in, or
 * every call of a signed-in account, waits for. Inside a transaction it is parsed each time, and times come back as
 * text.
 */
export function statement<Row extends object>(name: string, text: string): Statement<Row> {
  return async (db, values) => {
    if ('$client' in db) return (await retryDeadlocks(() => db.$client.query<Row>({ name, text, values }))).rows;
    return (await db.execute(withValues(text, values))).rows as Row[];
  };
}

/** The statement as drizzle's SQL, because drizzle exposes no connection in a transaction: each `$n` becomes a parameter of its own. */
function withValues(text: string, values: unknown[]): SQL {
  const parts = text.split(/\$(\d+)/);
  return sql.join(
    parts.map((part, at) => (at % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1])}`)),
  );
}

type Statement<Row extends object> = (db: Queryable, values: unknown[]) => Promise<Row[]>;
