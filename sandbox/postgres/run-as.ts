import { chown, lchown, readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** How to start a program so that PostgreSQL accepts to run: it refuses to be root. */
export type RunAs = {
  /** Arguments put before the program (`unshare …`), or none. */
  prefix: string[];
  /** Passed to `spawn`. */
  ids: { uid?: number; gid?: number };
  /** Who must own the cluster's files, seen from here; undefined: whoever we are. */
  owner: number | undefined;
};

/** "nobody" on every Unix that matters. */
const NOBODY = 65534;

/**
 * An ordinary user stays itself. Root becomes "nobody"; where nobody cannot walk to the files (a home folder of
 * mode 0700) a user namespace in which root *is called* nobody does it, which keeps root's access to its own files.
 */
export async function chooseRunAs(paths: string[]): Promise<RunAs> {
  if (process.getuid?.() !== 0) return { prefix: [], ids: {}, owner: undefined };
  const open = await Promise.all(paths.map(nobodyCanWalkTo));
  if (open.every(Boolean)) return { prefix: [], ids: { uid: NOBODY, gid: NOBODY }, owner: NOBODY };
  return { prefix: ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`], ids: {}, owner: 0 };
}

async function nobodyCanWalkTo(target: string): Promise<boolean> {
  for (let dir = path.dirname(target); ; dir = path.dirname(dir)) {
    const { mode, uid } = await stat(dir);
    const walkable = uid === NOBODY ? mode & 0o100 : mode & 0o001;
    if (!walkable) return false;
    if (dir === path.dirname(dir)) return true;
  }
}

/** Gives one file or folder to the owner that `runAs` needs. */
export async function giveOneTo(runAs: RunAs, file: string): Promise<void> {
  if (runAs.owner !== undefined) await chown(file, runAs.owner, runAs.owner);
}

/** Gives the tree to the owner that `runAs` needs; does nothing when its root already is theirs. */
export async function giveTo(runAs: RunAs, dir: string): Promise<void> {
  if (runAs.owner === undefined || (await stat(dir)).uid === runAs.owner) return;
  const owner = runAs.owner;
  for (const entry of await readdir(dir, { recursive: true })) await lchown(path.join(dir, entry), owner, owner);
  // The root last: a walk cut short is done again.
  await chown(dir, owner, owner);
}
