import type { ClientBase } from 'pg';
import { appliedMigrations, pendingMigrations } from '../db/migrate.ts';
import { OPS } from './ops-command.ts';
import { OpsError } from './ops-error.ts';

/**
 * Throws unless these commands fit the tables of the database: an `OpsError` for tables of an older version, a
 * `StartupError` for those of a newer one that this version does not understand. Nothing is done then.
 */
export async function assertSchema(db: Pick<ClientBase, 'query'>): Promise<void> {
  const had = await appliedMigrations(db);
  if (had.length === 0)
    throw new OpsError('The database: it has no tables of the store yet (the first start makes them).');
  const pending = pendingMigrations(had);
  if (pending.length === 0) return;
  const tags = pending.map(({ tag }) => tag).join(', ');
  throw new OpsError(
    `The tables are of an older version of the store: they lack ${tags}. Start this version or run "${OPS} migrate run" first, or use the commands of the version that runs. Nothing was done.`,
  );
}
