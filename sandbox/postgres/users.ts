import { readFile, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ClusterPaths } from './cluster.ts';
import { processIsAlive, startTime } from './processes.ts';

/**
 * The processes that use a cluster. Two processes may share one data directory, and the last one stops the server. Each
 * registration is a file named after the process and a number. It holds the process's start time and the path, so that
 * a copy of the folder does not count as in use.
 */
let registrations = 0;

/** Registers this process. The returned function removes the registration and tells whether it was the last one. */
export async function register(paths: ClusterPaths): Promise<() => Promise<{ last: boolean }>> {
  registrations += 1;
  const mine = path.join(paths.users, `${process.pid}.${registrations}`);
  await writeFile(mine, await tokenOf(process.pid, paths));
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
    const recorded = await readFile(file, 'utf8').catch(() => '');
    const alive = processIsAlive(pid) && recorded === (await tokenOf(pid, paths));
    if (alive) living += 1;
    else await rm(file, { force: true });
  }
  return living;
}

async function tokenOf(pid: number, paths: ClusterPaths): Promise<string> {
  return `${await startTime(pid)} ${await realpath(paths.users)}`;
}
