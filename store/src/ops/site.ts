import path from 'node:path';
import type { loadDataSettings } from '../config/config.ts';
import { findSandboxKeys, sandboxBackupKey, sandboxSecretKeys } from '../secret-keys.ts';
import type { SecretKey } from '../db/vault.ts';
import { modeFacts } from '../shared/mode.ts';
import { IN_RELEASE } from './ops-command.ts';
import { OpsError } from './ops-error.ts';

type Environment = Record<string, string | undefined>;
type Settings = ReturnType<typeof loadDataSettings>;

/** The store's database and keys. */
export type Site = {
  settings: Settings;
  /** The URL of the store's database. Throws an `OpsError` when there is none. */
  databaseUrl(): Promise<string>;
  /** The encryption keys of the application. */
  secretKeys(): Promise<readonly SecretKey[]>;
  /** The backup key. Throws an `OpsError` when there is none; sandbox mode makes one. */
  backupKey(): Promise<Buffer>;
  /** The keys of a store that was backed up, for a restore. Throws an `OpsError` when one is missing; makes none. */
  keysOfBackup(): Promise<{ backupKey: Buffer; secretKeys: readonly SecretKey[] }>;
  /** The environment, unparsed. */
  env: Environment;
  /** Prints a line for the waiting operator. */
  progress(line: string): void;
};

export function createSite(settings: Settings, { env, progress }: Pick<Site, 'env' | 'progress'>): Site {
  const { mode, dataDir } = settings;
  return {
    settings,
    env,
    progress,
    async databaseUrl() {
      if (settings.databaseUrl) return settings.databaseUrl.href;
      const elsewhere = IN_RELEASE ? '' : ', and no "npm start" runs here with a database';
      throw new OpsError(`DATABASE_URL is not set${elsewhere}.`);
    },
    async secretKeys() {
      if (!settings.secretKeys && !modeFacts(mode).isLocal) throw new OpsError('CAIRN_SECRET_KEYS is not set.');
      return settings.secretKeys ?? sandboxSecretKeys(dataDir);
    },
    async backupKey() {
      if (!settings.backupKey && !modeFacts(mode).isLocal)
        throw new OpsError(
          `BACKUP_KEY is not set. Create a key, and store it apart from the backups: node -e "console.log(require('crypto').randomBytes(32).toString('base64'))"`,
        );
      return settings.backupKey ?? sandboxBackupKey(dataDir);
    },
    async keysOfBackup() {
      const { isLocal } = modeFacts(mode);
      const saved = isLocal ? await findSandboxKeys(dataDir) : undefined;
      const backupKey = settings.backupKey ?? saved?.backupKey;
      const secretKeys = settings.secretKeys ?? saved?.secretKeys;
      const missing = (name: string, file: string) =>
        new OpsError(
          `${name} is not set${isLocal ? `, and there is no ${path.resolve(dataDir, file)}` : ''}. A restore needs that of the store that was backed up. Nothing was changed.`,
        );
      if (!backupKey) throw missing('BACKUP_KEY', 'backup-key.json');
      if (!secretKeys) throw missing('CAIRN_SECRET_KEYS', 'secret-keys.json');
      return { backupKey, secretKeys };
    },
  };
}
