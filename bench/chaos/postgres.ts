import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { signal } from '#sandbox/postgres/processes.ts';

/** Only the server process, whose back ends then end by themselves, or all its processes at once. */
export type PostgresDeath = 'server' | 'everything';

/** SIGKILL for the PostgreSQL on this data directory. Does nothing when none runs. */
export async function killPostgres(dataDir: string, how: PostgresDeath): Promise<void> {
  const file = await readFile(path.join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8').catch(() => '');
  const server = Number(file.split('\n')[0]);
  if (!server) return;
  const children = how === 'everything' ? await childrenOf(server) : [];
  for (const pid of [server, ...children]) signal(pid, 'SIGKILL');
}

async function childrenOf(parent: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']);
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  return rows.flatMap(([pid, ppid]) => (ppid === parent && pid ? [pid] : []));
}
