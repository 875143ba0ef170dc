import { rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { readMigrations } from '../../db/migrations.ts';
import { fileFaultOf } from '../file-faults.ts';
import { OpsError } from '../ops-error.ts';
import { type BackupKeys, readActivation } from './activation.ts';
import { writeArchive } from './archive.ts';
import type { Manifest } from './manifest.ts';
import { verifyBackup } from './restore.ts';
import { readSchema } from './schema-record.ts';
import { copyTarget, listTables, measure, nameOf, onConnection, quoted } from './tables.ts';
import { summaryOf } from './words.ts';

type Options = BackupKeys & {
  /** The URL of the database. */
  url: string;
  file: string;
  /**
   * An empty database for the verification. Without one, a database is created beside the first, and dropped
   * afterwards.
   */
  scratchUrl: string | undefined;
  progress(line: string): void;
};

/**
 * Writes a backup of a database that may be in use, restores it into a scratch database, compares the two, and only
 * then renames the file to its final name. Returns the lines to print. On any fault it throws an `OpsError` and leaves
 * no file.
 */
export async function backup({ url, file, scratchUrl, progress, ...keys }: Options): Promise<string[]> {
  const draft = `${file}.${process.pid}.part`;
  try {
    const { manifest, bytes } = await onConnection(url, async (client) => {
      progress(`copying ${nameOf(url)} …`);
      const snapshot = await takeSnapshot(client, keys);
      const written = await writeArchive(draft, keys.backupKey, snapshot, (table) =>
        client.query(copyTo(`copy ${copyTarget(table)} to stdout`)),
      );
      return { manifest: snapshot, bytes: written };
    });
    progress('restoring it into a scratch database …');
    await verifyBackup({ url, file: draft, scratchUrl, ...keys });
    await rename(draft, file);
    return [
      `${file}: ${(bytes / 1e6).toFixed(1)} MB`,
      ...summaryOf(manifest),
      'verified: restored into a scratch database with the same counts and sums, and an activation code can be decrypted',
      ...(await noteBackup(url, manifest)),
      'Store these secrets separately from it: BACKUP_KEY, which decrypts the file, and CAIRN_SECRET_KEYS, which decrypt the encrypted values in it.',
      'In sandbox mode they are backup-key.json and secret-keys.json of the data directory. Not in it: your .env and MERCHANT_FILE.',
    ];
  } catch (error) {
    await rm(draft, { force: true });
    const { code, syscall } = error as NodeJS.ErrnoException;
    const fault = syscall === undefined || syscall === 'connect' ? undefined : fileFaultOf(code);
    if (fault !== undefined) throw new OpsError(`${path.resolve(file)} can't be written: ${fault}.`);
    throw error;
  }
}

/** Begins a transaction with a snapshot of the database, and describes what it contains. */
async function takeSnapshot(client: pg.Client, keys: BackupKeys): Promise<Manifest> {
  const found = await readSchema(client);
  if (found.length === 0)
    throw new OpsError('There is nothing to back up: no version of the store has used this database.');
  const newer = found[readMigrations().length];
  if (newer)
    throw new OpsError(
      `A newer version of the store has migrated this database (${newer.tag}), and this one can't verify its backup. Run the backup with the command of that version: it works while this one serves.`,
    );
  await client.query('begin transaction isolation level repeatable read, read only');
  const tables = await listTables(client);
  await client.query('rollback');
  // The locks come before the snapshot, so a migration cannot change a table between the two.
  await client.query('begin transaction isolation level repeatable read, read only');
  await client.query(
    `lock table ${tables.map(({ name }) => `public.${quoted(name)}`).join(', ')} in access share mode`,
  );
  const { rows } = await client.query<{ mode: Manifest['mode']; now: string; postgres: string }>(
    `select mode, to_json(now())#>>'{}' as now, current_setting('server_version') as postgres from installation`,
  );
  const [stamp] = rows;
  if (!stamp) throw new OpsError('There is nothing to back up: the store was never started on this database.');
  const { rows: vaultKeys } = await client.query<{ id: string; fingerprint: string }>(
    'select key_id as id, fingerprint from key_fingerprints where writes_since is not null order by key_id',
  );
  return {
    format: 1,
    madeAt: stamp.now,
    mode: stamp.mode,
    postgres: stamp.postgres,
    migrations: await readSchema(client),
    vaultKeys,
    tables: await listTables(client),
    figures: await measure(client, tables),
    activation: await readActivation(client, keys.secretKeys),
  };
}

/**
 * Records the backup for the doctor and the alerts, which check its age. A read-only user can make a backup without
 * this record.
 */
async function noteBackup(url: string, { madeAt }: Manifest): Promise<string[]> {
  try {
    await onConnection(url, (client) => client.query('update installation set backed_up_at = $1', [madeAt]));
    return [];
  } catch (error) {
    return [`The time of this backup could not be recorded (${(error as Error).message}): "doctor" will not know it.`];
  }
}

/** Throws an `OpsError` for a file that exists, and for a folder that does not. */
export async function assertPlace(file: string): Promise<void> {
  const whole = path.resolve(file);
  const folder = path.dirname(whole);
  const [found, holder] = await Promise.all([
    stat(whole).catch(noneWhereMissing),
    stat(folder).catch(noneWhereMissing),
  ]);
  if (found?.isDirectory()) throw new OpsError(`${whole} is a folder. Name a new file in it.`);
  if (found) throw new OpsError(`${whole} exists already. Give each backup a new name.`);
  if (!holder?.isDirectory())
    throw new OpsError(`There is no folder ${folder}. Create it, or write the backup to another one.`);
}

function noneWhereMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}
