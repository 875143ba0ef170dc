import { statfs } from 'node:fs/promises';

/** PostgreSQL stops when it can't make the next file of its log (16 MB), so it is full before nothing is left. */
const RESERVE_BYTES = 64 * 1024 * 1024;

/** True when the disk under a folder is as good as full. */
export async function isDiskFull(folder: string, reserveBytes = RESERVE_BYTES): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < reserveBytes;
}
