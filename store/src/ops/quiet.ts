import type { Db } from '../db/database.ts';
import { findQuietSince } from '../modules/installation/quiet.ts';
import { time } from './format.ts';
import { OPS } from './ops-command.ts';
import { OpsError } from './ops-error.ts';

/** What an operator must know of a quiet copy before any command on it. Null: the database is not quiet. */
export async function quietNotice(db: Pick<Db, 'select'>): Promise<string | null> {
  // A database without the column is of an older version: the command says so.
  const since = await findQuietSince(db).catch(() => null);
  return (
    since &&
    `This copy is quiet since ${time(since)}: no job runs and nothing is sent, until "${OPS} quiet end". Its orders and mails stand as they were in the backup.`
  );
}

/** Throws an `OpsError` on a quiet copy, whose application would never take the job that the command waits for. */
export async function refuseQuiet(db: Pick<Db, 'select'>, what: string): Promise<void> {
  if ((await quietNotice(db)) !== null) throw new OpsError(`${what} needs a vendor, and a quiet copy calls none.`);
}
