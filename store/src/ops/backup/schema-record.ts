import type pg from 'pg';
import { appliedMigrations } from '../../db/migrate.ts';
import { type Migration, readMigrations } from '../../db/migrations.ts';
import { OpsError } from '../ops-error.ts';
import type { Manifest } from './manifest.ts';

/** The migrations of a database, in order. None when no version of the store has used it. */
export async function readSchema(client: pg.Client): Promise<Manifest['migrations']> {
  return (await appliedMigrations(client)).map(({ tag, hash }) => ({ tag, hash }));
}

/** This code's migrations that created the schema of a backup. Throws an `OpsError` when this code has other ones. */
export function migrationsOf({ migrations: had }: Manifest, own: readonly Migration[] = readMigrations()): Migration[] {
  return had.map(({ tag, hash }, at) => {
    const migration = own[at];
    if (!migration)
      throw new OpsError(
        `The backup is from a newer version of the store: it has migration ${tag}, which this version does not know. Restore it with the version that made it, or a later one.`,
      );
    if (migration.tag !== tag || migration.hash !== hash)
      throw new OpsError(
        `The backup is from another migration history: its migration ${tag} is not the one of this version. Restore it with the version that made it.`,
      );
    return migration;
  });
}
