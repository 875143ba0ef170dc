import { drizzle } from 'drizzle-orm/node-postgres';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { fingerprintOf, type SecretKey } from '../../db/vault.ts';
import { createSchema } from '../../db/migrate.ts';
import { recordLostTime } from '../../flows/delivering/lost-time.ts';
import { findQuietSince, makeQuiet } from '../../modules/installation/quiet.ts';
import { OpsError } from '../ops-error.ts';
import { OPS } from '../ops-command.ts';
import { type BackupKeys, readActivation } from './activation.ts';
import { type Archive, readArchive } from './archive.ts';
import type { Manifest } from './manifest.ts';
import { withScratch } from './scratch.ts';
import { migrationsOf } from './schema-record.ts';
import { copyTarget, differences, listTables, measure, nameOf, onConnection } from './tables.ts';
import { summaryOf } from './words.ts';

type Options = BackupKeys & { file: string };

/**
 * Restores a backup into an empty database in one transaction. Returns the lines to print. Throws an `OpsError` for
 * another key, an incomplete file, another version, and a database that is not empty.
 */
export async function restore(
  options: Options & { url: string; quiet: boolean; progress(line: string): void },
): Promise<string[]> {
  const { url, progress } = options;
  let { quiet } = options;
  const manifest = await fill(options, url, async (client, { tables }) => {
    await recordLostTime(drizzle(client));
    const knowsQuiet = tables.some(({ name, columns }) => name === 'installation' && columns.includes('quiet_since'));
    if (quiet && !knowsQuiet)
      throw new OpsError(
        'The backup is of a version without the quiet mode. Nothing was changed. Restore it without --quiet on a machine that reaches no mail server and no vendor, or try the drill with a newer backup.',
      );
    if (quiet) await makeQuiet(drizzle(client));
    // The backup of a quiet copy is quiet, too.
    quiet = knowsQuiet && (await findQuietSince(drizzle(client))) !== null;
    await client.query('analyze');
    await client.query('commit');
  });
  progress('restored');
  return [
    `restored into ${nameOf(url)}`,
    ...summaryOf(manifest),
    ...(quiet
      ? [
          `It is quiet: a store on it shows everything, runs no job and calls no vendor, until "${OPS} quiet end". Never end it beside the live store: both would deliver.`,
        ]
      : [
          'Next: point DATABASE_URL at it and start the store. Its sweep continues open payments, deliveries, refunds and mails.',
          `Then run "${OPS} reconcile": it lists what was paid and delivered after the backup.`,
        ]),
  ];
}

/**
 * Checks what a file alone tells, and writes nothing: that it is a backup, its key, the keys of its values, its version.
 * Throws an `OpsError`.
 */
export async function checkBackup({ file, backupKey, secretKeys }: Options): Promise<void> {
  await readArchive(file, backupKey, async ({ manifest }) => {
    checkVaultKeys(manifest, secretKeys);
    migrationsOf(manifest);
  });
}

/**
 * Restores a backup into a scratch database as `restore` does, and rolls back. Throws an `OpsError` when they differ.
 */
export async function verifyBackup(options: Options & { url: string; scratchUrl: string | undefined }): Promise<void> {
  await withScratch(options, async (scratchUrl) => {
    await fill(options, scratchUrl, (client) => client.query('rollback'));
  });
}

/**
 * Fills an empty database in a transaction, compares it with the manifest, and passes it to `finish`, which ends it.
 */
async function fill(
  { file, backupKey, secretKeys }: Options,
  url: string,
  finish: (client: pg.Client, manifest: Manifest) => Promise<unknown>,
): Promise<Manifest> {
  return readArchive(file, backupKey, async (archive) => {
    const { manifest } = archive;
    checkVaultKeys(manifest, secretKeys);
    const migrations = migrationsOf(manifest);
    await onConnection(url, async (client) => {
      await client.query('begin');
      await checkEmpty(client, url);
      await createSchema(client, migrations);
      await checkTables(client, manifest);
      await copyIn(client, archive);
      await compare(client, manifest, secretKeys);
      await finish(client, manifest);
    });
    return manifest;
  });
}

/** Encrypted values must be readable after the restore: activation codes, signing keys, second factors. */
function checkVaultKeys({ vaultKeys }: Manifest, secretKeys: readonly SecretKey[]): void {
  const lacking = vaultKeys.filter(
    ({ id, fingerprint }) => !secretKeys.some((own) => own.id === id && fingerprintOf(own.key) === fingerprint),
  );
  if (lacking.length === 0) return;
  throw new OpsError(
    `CAIRN_SECRET_KEYS: values in the backup are encrypted with the key ${lacking.map(({ id }) => `"${id}"`).join(', ')}, which is not configured here. Give the keys of the store that was backed up (in sandbox mode secret-keys.json of its data directory).`,
  );
}

async function checkEmpty(client: pg.Client, url: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname <> 'information_schema' and n.nspname !~ '^pg_' and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    limit 1`);
  if (rows[0])
    throw new OpsError(
      `The database ${nameOf(url)} is not empty: it has ${rows[0].name}. Nothing was changed. Give an empty database (createdb NAME).`,
    );
}

/** The tables and columns of the backup must be those that its migrations create. */
async function checkTables(client: pg.Client, { tables }: Manifest): Promise<void> {
  const names = (all: Manifest['tables']) =>
    all.flatMap(({ name, columns }) => columns.map((each) => `${name}.${each}`));
  const made = new Set(names(await listTables(client)));
  const saved = new Set(names(tables));
  const odd = [...made, ...saved].filter((each) => !made.has(each) || !saved.has(each));
  if (odd.length > 0)
    throw new OpsError(
      `The tables of the backup differ from those of its migrations: ${odd.slice(0, 5).join(', ')}. Move your own tables to a schema other than "public".`,
    );
}

async function copyIn(client: pg.Client, { manifest, tables }: Archive): Promise<void> {
  for await (const { name, rows } of tables()) {
    const table = manifest.tables.find((each) => each.name === name);
    if (!table) throw new OpsError(`The backup contains the table ${name}, which its manifest does not name.`);
    await pipeline(rows, client.query(copyFrom(`copy ${copyTarget(table)} from stdin`)));
  }
}

async function compare(client: pg.Client, manifest: Manifest, secretKeys: readonly SecretKey[]): Promise<void> {
  const differ = differences(manifest.figures, await measure(client, manifest.tables));
  if (differ.length > 0) throw new OpsError(`The restored data differs: ${differ.slice(0, 5).join('; ')}.`);
  const { activation } = manifest;
  if (!activation) return;
  const opened = await readActivation(client, secretKeys, activation.esimId);
  if (opened?.sha256 !== activation.sha256)
    throw new OpsError('The restored data differs: an activation code does not decrypt to the same value.');
}
