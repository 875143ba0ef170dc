import { readFile, realpath, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { type ClusterPaths, DATABASE, clusterUrl } from './cluster.ts';
import { commandLine } from './processes.ts';

/** A server whose `postmaster.pid` is in our data directory. */
export type Postmaster = { pid: number; port: number };

/** Reads `postmaster.pid` (lines: pid, data directory, start, port, …). Undefined when it is missing or incomplete. */
export async function readPostmaster(paths: ClusterPaths): Promise<Postmaster | undefined> {
  const text = await readFile(path.join(paths.data, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Math.abs(Number(lines[0]));
  const port = Number(lines[3]);
  return pid && port ? { pid, port } : undefined;
}

/** PostgreSQL writes its `postmaster.pid` right after creating it. A file that stays empty is left from a crash. */
const HALF_WRITTEN_MS = 5_000;

/** True for an empty `postmaster.pid` that is no longer being written: PostgreSQL refuses to start on it. */
export async function isHalfWritten(paths: ClusterPaths): Promise<boolean> {
  const found = await stat(path.join(paths.data, 'postmaster.pid')).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > HALF_WRITTEN_MS;
}

/** True when this process is a PostgreSQL server on our directory, not another one that got its id later. */
export async function isOurServer(paths: ClusterPaths, pid: number): Promise<boolean> {
  const command = await commandLine(pid);
  // The path as given, or without symbolic links. Spaces around it exclude folders that only contain the name.
  const folders = [paths.data, await realpath(paths.data).catch(() => paths.data)];
  return command.includes('postgres') && folders.some((folder) => command.includes(` -D ${folder} `));
}

/**
 * Removes a `postmaster.pid` whose process is gone or is another program. PostgreSQL would wait for that program for
 * ever.
 */
export async function removeStalePid(paths: ClusterPaths): Promise<void> {
  await rm(path.join(paths.data, 'postmaster.pid'), { force: true });
}

/**
 * True when the server on this port accepts our password and runs on our data directory (a copied directory contains
 * the original's `postmaster.pid`). Creates the database when it is missing.
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
    // Refused, starting, stopping, or another server's password: in each case it is not our server.
    return false;
  }
}

async function createDatabase(url: string): Promise<void> {
  await ask(url, `CREATE DATABASE "${DATABASE}"`).catch((error: { code?: string }) => {
    // Another process created it at the same time (duplicate_database, or unique_violation in the catalogue).
    if (error.code !== '42P04' && error.code !== '23505') throw error;
  });
}

/** Runs one statement on a new connection. Returns the first column of the first row. */
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
