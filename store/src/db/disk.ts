import { statfs } from 'node:fs/promises';

/** PostgreSQL stops when it can't make the next file of its log (16 MB), so it is full before nothing is left. */
const RESERVE_BYTES = 64 * 1024 * 1024;

/** True when the disk under a folder is as good as full; false when there is no such folder. */
export async function isDiskFull(folder: string, reserveBytes = RESERVE_BYTES): Promise<boolean> {
  const disk = await statfs(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  return disk !== undefined && disk.bavail * disk.bsize < reserveBytes;
}
