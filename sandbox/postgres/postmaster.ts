import { readFile, realpath, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { type ClusterPaths, DATABASE, clusterUrl } from './cluster.ts';
import { commandLine } from './processes.ts';

/** A server that says it runs on our data directory. */
export type Postmaster = { pid: number; port: number };

/** Reads `postmaster.pid` (lines: pid, data directory, start, port, …); undefined when there is none or it is half written. */
export async function readPostmaster(paths: ClusterPaths): Promise<Postmaster | undefined> {
  const text = await readFile(path.join(paths.data, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Math.abs(Number(lines[0]));
  const port = Number(lines[3]);
  return pid && port ? { pid, port } : undefined;
}

/** PostgreSQL fills its `postmaster.pid` in the moment in which it makes it; one that stays empty is left from a crash. */
const HALF_WRITTEN_MS = 5_000;

/** True for a `postmaster.pid` that is empty and no longer being written: PostgreSQL refuses to start on it. */
export async function isHalfWritten(paths: ClusterPaths): Promise<boolean> {
  const found = await stat(path.join(paths.data, 'postmaster.pid')).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > HALF_WRITTEN_MS;
}

/** True when that process is a PostgreSQL server on our directory and not a stranger that got its id later. */
export async function isOurServer(paths: ClusterPaths, pid: number): Promise<boolean> {
  const command = await commandLine(pid);
  // As it was started, or as it is without symbolic links; between blanks, so that another folder's name can't contain it.
  const folders = [paths.data, await realpath(paths.data).catch(() => paths.data)];
  return command.includes('postgres') && folders.some((folder) => command.includes(` -D ${folder} `));
}

/** Removes a `postmaster.pid` whose process is gone or a stranger: PostgreSQL would wait for that stranger for ever. */
export async function removeStalePid(paths: ClusterPaths): Promise<void> {
  await rm(path.join(paths.data, 'postmaster.pid'), { force: true });
}

/**
 * True when the server on this port takes our password and runs on our data directory (a copied directory brings its
 * original's `postmaster.pid` along). Makes the database when it is missing.
 */
export async function answers(paths: ClusterPaths, port: number, password: string): Promise<boolean> {
  try {
    const directory = await ask(clusterUrl(port, password, 'postgres'), 'SHOW data_directory');
    if (directory !== (await realpath(paths.data))) return false;
    const found = await ask(
      clusterUrl(port, password, 'postgres'),
      `SELECT 1 FROM pg_database WHERE datname = '${DATABASE}'`,
    );
    if (found === undefined) await createDatabase(clusterUrl(port, password, 'postgres'));
    return true;
  } catch {
    // Refused, starting up, shutting down, another server's password: whatever it is, it does not answer us.
    return false;
  }
}

async function createDatabase(url: string): Promise<void> {
  await ask(url, `CREATE DATABASE "${DATABASE}"`).catch((error: { code?: string }) => {
    // Another process made it in the same instant (duplicate_database, or unique_violation in the catalogue).
    if (error.code !== '42P04' && error.code !== '23505') throw error;
  });
}

/** Runs one statement on a connection of its own; the first column of the first row. */
async function ask(url: string, statement: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000, query_timeout: 5000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement);
    return Object.values(rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}
