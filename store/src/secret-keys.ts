import { randomBytes } from 'node:crypto';
import { link, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { readDataFile } from './data-file.ts';
import type { SecretKey } from './db/vault.ts';

const Saved = z.array(z.object({ id: z.string(), key: z.base64().length(44) })).min(1);

/** A file of keys in the data directory, and what to do when it is damaged. */
type KeyFile = { name: string; advice: string };

const SECRET_KEYS: KeyFile = {
  name: 'secret-keys.json',
  advice:
    'It holds the keys that this data was written with: restore it from a copy. Without a copy, remove the whole data directory to start from scratch.',
};
const BACKUP_KEY: KeyFile = {
  name: 'backup-key.json',
  advice:
    'It holds the key of the backups: restore it from a copy. Without one, remove it; the backups made so far can not be read any more.',
};

/** The keys of a sandbox: generated at the first start and stored in the data directory, readable by this user only. */
export async function sandboxSecretKeys(dataDir: string): Promise<SecretKey[]> {
  return (await readKeys(dataDir, SECRET_KEYS)) ?? makeKeys(dataDir, SECRET_KEYS);
}

/** The key of a sandbox's backups: generated with the first backup, and stored beside the other keys. */
export async function sandboxBackupKey(dataDir: string): Promise<Buffer> {
  const [first] = (await readKeys(dataDir, BACKUP_KEY)) ?? (await makeKeys(dataDir, BACKUP_KEY));
  return first!.key;
}

/**
 * The keys that are saved, for a restore: new ones would open no backup, and be in the way of those of the store that
 * was backed up.
 */
export async function findSandboxKeys(dataDir: string) {
  const [secretKeys, backupKeys] = await Promise.all([readKeys(dataDir, SECRET_KEYS), readKeys(dataDir, BACKUP_KEY)]);
  return { secretKeys, backupKey: backupKeys?.[0]?.key };
}

async function readKeys(dataDir: string, { name, advice }: KeyFile): Promise<SecretKey[] | undefined> {
  const keys = await readDataFile(path.join(dataDir, name), Saved, advice);
  return keys?.map(({ id, key }) => ({ id, key: Buffer.from(key, 'base64') }));
}

/** Creates the file with a random key. */
async function makeKeys(dataDir: string, made: KeyFile): Promise<SecretKey[]> {
  await mkdir(dataDir, { recursive: true });
  const file = path.join(dataDir, made.name);
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
  return (await readKeys(dataDir, made)) ?? [];
}
