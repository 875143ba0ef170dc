import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SecretKey } from './db/vault.ts';

/** The keys of a sandbox: made at the first start and kept, for this user's eyes only, in the data directory. */
export async function sandboxSecretKeys(dataDir: string): Promise<SecretKey[]> {
  const file = path.join(dataDir, 'secret-keys.json');
  if (!(await exists(file))) {
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
  }
  const keys = JSON.parse(await readFile(file, 'utf8')) as { id: string; key: string }[];
  return keys.map(({ id, key }) => ({ id, key: Buffer.from(key, 'base64') }));
}

const exists = (file: string) =>
  readFile(file).then(
    () => true,
    () => false,
  );
