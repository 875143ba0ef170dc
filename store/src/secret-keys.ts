import { randomBytes } from 'node:crypto';
import { link, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { readDataFile } from './data-file.ts';
import type { SecretKey } from './db/vault.ts';

const Saved = z.array(z.object({ id: z.string(), key: z.base64().length(44) })).min(1);

/** The keys of a sandbox: generated at the first start and stored in the data directory, readable by this user only. */
export function sandboxSecretKeys(dataDir: string): Promise<SecretKey[]> {
  return keptKeys(
    dataDir,
    'secret-keys.json',
    'It holds the keys that this data was written with: restore it from a copy. Without a copy, remove the whole data directory to start from scratch.',
  );
}

/** The key of a sandbox's backups: generated with the first backup, and stored beside the other keys. */
export async function sandboxBackupKey(dataDir: string): Promise<Buffer> {
  const [first] = await keptKeys(
    dataDir,
    'backup-key.json',
    'It holds the key of the backups: restore it from a copy. Without one, remove it; the backups made so far can not be read any more.',
  );
  return first!.key;
}

/** The keys in a file, which is created with a random key if missing. */
async function keptKeys(dataDir: string, name: string, advice: string): Promise<SecretKey[]> {
  const file = path.join(dataDir, name);
  let keys = await readDataFile(file, Saved, advice);
  if (!keys) {
    await mkdir(dataDir, { recursive: true });
    // Written completely under another name, then linked: a killed process leaves no partial file, and of two
    // concurrent starts one creates the keys.
    const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
    await writeFile(draft, JSON.stringify([{ id: 'sandbox', key: randomBytes(32).toString('base64') }]), {
      mode: 0o600,
      flush: true,
    });
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await rm(draft);
    keys = (await readDataFile(file, Saved, advice)) ?? [];
  }
  return keys.map(({ id, key }) => ({ id, key: Buffer.from(key, 'base64') }));
}
