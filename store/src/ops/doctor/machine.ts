import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { type Check, failed, notChecked, ok, warning } from './check.ts';

const GIGABYTE = 1_000_000_000;
const LITTLE = 2 * GIGABYTE;
/** PostgreSQL stops when it cannot create the next WAL file. */
const FULL = 64_000_000;

export const MACHINE_CHECKS: Check[] = [
  {
    name: 'disk',
    async run({ site }) {
      const folder = path.join(site.settings.dataDir, 'postgres');
      if (!existsSync(folder))
        return notChecked('the database is not in the data directory: watch its disk where it is');
      const { bavail, bsize } = await statfs(folder);
      const free = bavail * bsize;
      const says = `${(free / GIGABYTE).toFixed(1)} GB free below ${folder}`;
      const advice = 'free space: PostgreSQL stops when the disk is full';
      if (free < FULL) return failed(says, advice);
      return free < LITTLE ? warning(says, advice) : ok(says);
    },
  },
];
