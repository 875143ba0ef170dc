import { randomBytes } from 'node:crypto';
import { link, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { readDataFile } from './data-file.ts';
import type { SecretKey } from './db/vault.ts';

const Saved = z.array(z.object({ id: z.string(), key: z.base64().length(44) })).min(1);
const ADVICE =
  'It holds the keys that this data was written with: restore it from a copy. Without one, remove the whole data directory to begin anew.';

/** The keys of a sandbox: made at the first start and kept, for this user's eyes only, in the data directory. */
export async function sandboxSecretKeys(dataDir: string): Promise<SecretKey[]> {
  const file = path.join(dataDir, 'secret-keys.json');
  let keys = await readDataFile(file, Saved, ADVICE);
  if (!keys) {
    await mkdir(dataDir, { recursive: true });
    // Whole before it has its name: a process killed half-way leaves no keys, and of two that start together one makes them.
    const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
    await writeFile(draft, JSON.stringify([{ id: 'sandbox', key: randomBytes(32).toString('base64') }]), {
      mode: 0o600,
      flush: true,
    });
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await rm(draft);
    keys = (await readDataFile(file, Saved, ADVICE)) ?? [];
  }
  return keys.map(({ id, key }) => ({ id, key: Buffer.from(key, 'base64') }));
}
