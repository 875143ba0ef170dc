import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SecretKey } from './db/vault.ts';

/** The keys of a sandbox: made at the first start and kept, for this user's eyes only, in the data directory. */
export async function sandboxSecretKeys(dataDir: string): Promise<SecretKey[]> {
  const file = path.join(dataDir, 'secret-keys.json');
  await mkdir(dataDir, { recursive: true });
  try {
    // Exclusive: two processes that start together must not make two keys.
    const handle = await open(file, 'wx', 0o600);
    await handle.writeFile(JSON.stringify([{ id: 'sandbox', key: randomBytes(32).toString('base64') }]));
    await handle.sync();
    await handle.close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const keys = JSON.parse(await readFile(file, 'utf8')) as { id: string; key: string }[];
  return keys.map(({ id, key }) => ({ id, key: Buffer.from(key, 'base64') }));
}
