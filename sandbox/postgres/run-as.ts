import { chown, lchown, readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** How to start PostgreSQL, which refuses to run as root. */
export type RunAs = {
  /** Arguments before the program (`unshare …`), or none. */
  prefix: string[];
  /** Passed to `spawn`. */
  ids: { uid?: number; gid?: number };
  /** The owner that the cluster's files need, as seen from this process. Undefined: the current user. */
  owner: number | undefined;
};

/** "nobody" on all common Unix systems. */
const NOBODY = 65534;

/**
 * An ordinary user stays the same. Root becomes "nobody". Where "nobody" has no access to the files (a home folder of
 * mode 0700), a user namespace maps root to "nobody", which keeps root's access to its own files.
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

/** Changes the owner of one file or folder to the one that `runAs` needs. */
export async function giveOneTo(runAs: RunAs, file: string): Promise<void> {
  if (runAs.owner !== undefined) await chown(file, runAs.owner, runAs.owner);
}

/** Changes the owner of the tree to the one that `runAs` needs. Does nothing when its root has this owner. */
export async function giveTo(runAs: RunAs, dir: string): Promise<void> {
  if (runAs.owner === undefined || (await stat(dir)).uid === runAs.owner) return;
  const owner = runAs.owner;
  for (const entry of await readdir(dir, { recursive: true })) await lchown(path.join(dir, entry), owner, owner);
  // The root comes last, so an interrupted walk is repeated.
  await chown(dir, owner, owner);
}
