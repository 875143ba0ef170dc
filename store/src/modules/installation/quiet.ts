import { isNotNull, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Db } from '../../db/database.ts';
import { installation } from './schema.ts';

/** How often a quiet process looks whether an operator has ended it. */
const LOOK_MS = 1_000;

/**
 * The quiet mode of a database that was restored for a drill: no job runs and no vendor is called, so that no traveller
 * gets a mail, an eSIM or a refund from a copy. It ends for good when an operator says so.
 */
export type Quiet = {
  isOn(): boolean;
  /** Resolves when it is off, or the signal aborts. */
  over(signal: AbortSignal): Promise<void>;
};

export const NEVER_QUIET: Quiet = { isOn: () => false, over: () => Promise.resolve() };

/** Makes the database quiet. Called by a restore, before any store starts on it. */
export async function makeQuiet(tx: Pick<Db, 'update'>): Promise<void> {
  await tx.update(installation).set({ quietSince: sql`clock_timestamp()` });
}

/** Ends the quiet mode. False when the database was not quiet. */
export async function endQuiet(db: Pick<Db, 'update'>): Promise<boolean> {
  const ended = await db.update(installation).set({ quietSince: null }).where(isNotNull(installation.quietSince));
  return (ended.rowCount ?? 0) > 0;
}

/** Since when the database is quiet; null: it is not. */
export async function findQuietSince(db: Pick<Db, 'select'>): Promise<Date | null> {
  const [stamp] = await db.select({ at: installation.quietSince }).from(installation);
  return stamp?.at ?? null;
}

/** Reads the quiet mode, and watches for its end. `signal` ends the watch. */
export async function watchQuiet(db: Db, log: Logger, signal: AbortSignal): Promise<Quiet> {
  const since = await findQuietSince(db);
  if (since === null) return NEVER_QUIET;
  log.warn(
    { since },
    'quiet: this database was restored for a drill. No job runs and no vendor is called until "quiet end"',
  );
  const { promise, resolve } = Promise.withResolvers<void>();
  let on = true;
  const look = async () => {
    // A database that does not answer leaves it quiet.
    if ((await findQuietSince(db).catch(() => since)) !== null) return;
    on = false;
    clearInterval(timer);
    resolve();
    log.warn({}, 'the quiet mode has ended: jobs run');
  };
  const timer = setInterval(() => void look(), LOOK_MS).unref();
  signal.addEventListener('abort', () => clearInterval(timer));
  return {
    isOn: () => on,
    over: (ending) =>
      Promise.race([
        promise,
        new Promise<void>((end) => ending.addEventListener('abort', () => end(), { once: true })),
      ]),
  };
}
