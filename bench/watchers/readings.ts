import { readFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import type pg from 'pg';
import { cpuMs } from '../running-app.ts';

/** What a period took: shares of a core, transactions of the database a second. */
export type Period = { stores: number[]; database: number; transactions: number };

type Measured = { pids: readonly number[]; databaseCpuMs(): Promise<number>; pool: pg.Pool };

/** Starts to measure; the returned function ends the period. */
export async function startPeriod(of: Measured): Promise<() => Promise<Period>> {
  const read = async () => ({
    at: performance.now(),
    stores: await Promise.all(of.pids.map(cpuMs)),
    database: await of.databaseCpuMs(),
    transactions: await transactionsOf(of.pool),
  });
  const before = await read();
  return async () => {
    const after = await read();
    const ms = after.at - before.at;
    return {
      stores: after.stores.map((each, index) => (each - before.stores[index]!) / ms),
      database: (after.database - before.database) / ms,
      transactions: ((after.transactions - before.transactions) / ms) * 1_000,
    };
  };
}

/** Sessions report their counts about once a second: over a period of half a minute the error is small. */
async function transactionsOf(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(
    'select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()',
  );
  return Number(rows[0]?.count);
}

/** Resident memory of a process in MB. */
export const rssMb = async (pid: number): Promise<number> =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
