import pg from 'pg';
import { OpsError } from '../ops-error.ts';
import { onConnection } from './tables.ts';

const IN_USE = '55006';
const NOT_ALLOWED = '42501';

/**
 * Passes an empty database to `work`: the given one, or a new one beside the database, which is dropped afterwards.
 * Drops one that a killed backup left behind.
 */
export async function withScratch(
  { url, scratchUrl }: { url: string; scratchUrl: string | undefined },
  work: (scratchUrl: string) => Promise<void>,
): Promise<void> {
  if (scratchUrl !== undefined) return work(scratchUrl);
  const own = new URL(url);
  const name = `${own.pathname.slice(1) || own.username}_backup_check`.slice(0, 63);
  own.pathname = `/${name}`;
  await onConnection(url, async (admin) => {
    const drop = () => admin.query(`drop database if exists ${pg.escapeIdentifier(name)}`);
    try {
      await drop();
      await admin.query(`create database ${pg.escapeIdentifier(name)} template template0 encoding 'UTF8'`);
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === NOT_ALLOWED)
        throw new OpsError(
          'The database user cannot create databases. Give an empty one for the verification with --scratch URL.',
        );
      if (code === IN_USE)
        throw new OpsError(`Another backup is being verified in the database ${name}: try again later.`);
      throw error;
    }
    try {
      await work(own.href);
    } finally {
      await drop();
    }
  });
}
