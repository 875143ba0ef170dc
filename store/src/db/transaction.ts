import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { NodePgSession } from 'drizzle-orm/node-postgres/session';
import { PgDialect } from 'drizzle-orm/pg-core';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

type Pooled = NodePgDatabase<Record<string, never>> & { $client: pg.Pool };

/** PostgreSQL's code for a transaction that was aborted to resolve a deadlock. */
const DEADLOCK = '40P01';
const TRIES = 4;
const PAUSE_MS = 25;

const dialect = new PgDialect();

/**
 * Replaces the transactions of drizzle, which run `begin` outside of their `try`: after a failed one they never return
 * the client to the pool (drizzle-orm#6023). Here every client goes back, and one that is not idle is closed. A
 * transaction that was aborted by a deadlock is retried.
 */
export function withTransactions<T extends Pooled>(db: T): T {
  db.transaction = (work, config) => retryDeadlocks(() => transact(db.$client, work, config));
  return db;
}

async function transact<T>(
  pool: pg.Pool,
  work: Parameters<Pooled['transaction']>[0],
  config: Parameters<Pooled['transaction']>[1],
): Promise<T> {
  const client = await pool.connect();
  try {
    // On a client, and not on a pool, drizzle leaves the client to its caller.
    return (await new NodePgSession(client, dialect, undefined).transaction(work as never, config)) as T;
  } finally {
    client.release(!isIdle(client));
  }
}

/** False when a transaction may still be open: a commit or a rollback failed, or a query has no answer yet. */
function isIdle(client: pg.PoolClient & { readyForQuery?: boolean }): boolean {
  return client.readyForQuery === true && client.getTransactionStatus() === 'I';
}

/**
 * Retries work that was aborted by a deadlock, for example the deletion of an account while one of its mailed links is
 * used. The aborted transaction was rolled back. So the work of a transaction must not have effects outside the
 * database.
 */
export function retryDeadlocks<T>(work: () => Promise<T>, turn = 1): Promise<T> {
  return work().catch(async (error: { code?: unknown; cause?: { code?: unknown } }) => {
    if (turn === TRIES || (error.code ?? error.cause?.code) !== DEADLOCK) throw error;
    // Gives the other transaction time to get its lock before the retry.
    await pause(turn * PAUSE_MS);
    return retryDeadlocks(work, turn + 1);
  });
}
