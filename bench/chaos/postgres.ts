import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { signal } from '#sandbox/postgres/processes.ts';

/** Only the server process, whose back ends then end by themselves, or all its processes at once. */
export type PostgresDeath = 'server' | 'everything';

/** SIGKILL for the PostgreSQL on this data directory. Does nothing when none runs. */
export async function killPostgres(dataDir: string, how: PostgresDeath): Promise<void> {
  const [server, ...children] = await processesOf(dataDir);
  for (const pid of how === 'everything' ? [server, ...children] : [server]) if (pid) signal(pid, 'SIGKILL');
}

/** SIGSTOP for every process of the PostgreSQL on this data directory, and SIGCONT after `ms` milliseconds. */
export async function suspendPostgres(dataDir: string, ms: number): Promise<void> {
  // The server first: afterwards it starts no further process.
  const [server] = await processesOf(dataDir);
  if (!server) return;
  signal(server, 'SIGSTOP');
  const all = await processesOf(dataDir);
  for (const pid of all) signal(pid, 'SIGSTOP');
  await pause(ms);
  for (const pid of all) signal(pid, 'SIGCONT');
}

/** The ids of the server on this data directory and of its children; empty when none runs. */
export async function processesOf(dataDir: string): Promise<number[]> {
  const file = await readFile(path.join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const server = Number(file.split('\n')[0]);
  return server ? [server, ...(await childrenOf(server))] : [];
}

async function childrenOf(parent: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']);
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  return rows.flatMap(([pid, ppid]) => (ppid === parent && pid ? [pid] : []));
}
