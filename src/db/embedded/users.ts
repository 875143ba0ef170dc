import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ClusterPaths } from './cluster.ts';
import { processIsAlive, startTime } from './processes.ts';

/**
 * Who uses a cluster: two processes may run on one data directory, and only the last one to leave turns off the light.
 * Each registration is a file named after the process and a number, holding the process's start time.
 */
let registrations = 0;

/** Registers this process; the answer takes it off the list again and tells whether nobody else is left. */
export async function register(paths: ClusterPaths): Promise<() => Promise<{ last: boolean }>> {
  registrations += 1;
  const mine = path.join(paths.users, `${process.pid}.${registrations}`);
  await writeFile(mine, await startTime(process.pid));
  return async () => {
    await rm(mine, { force: true });
    return { last: (await livingUsers(paths)) === 0 };
  };
}

async function livingUsers(paths: ClusterPaths): Promise<number> {
  let living = 0;
  for (const name of await readdir(paths.users)) {
    const file = path.join(paths.users, name);
    const pid = Number(name.split('.')[0]);
    const alive = await isSameProcess(pid, await readFile(file, 'utf8').catch(() => ''));
    if (alive) living += 1;
    else await rm(file, { force: true });
  }
  return living;
}

async function isSameProcess(pid: number, recorded: string): Promise<boolean> {
  return processIsAlive(pid) && (await startTime(pid)) === recorded;
}
