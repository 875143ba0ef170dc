import { statfs } from 'node:fs/promises';

/**
 * PostgreSQL stops when it cannot create the next WAL file (16 MB), so the disk counts as full before its last byte.
 */
const RESERVE_BYTES = 64 * 1024 * 1024;

/** True when the disk under a folder is nearly full; false when there is no such folder. */
export async function isDiskFull(folder: string, reserveBytes = RESERVE_BYTES): Promise<boolean> {
  const disk = await statfs(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  return disk !== undefined && disk.bavail * disk.bsize < reserveBytes;
}
