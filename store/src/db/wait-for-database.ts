import { setTimeout as pause } from 'node:timers/promises';
import { isWithoutPrimary } from '../shared/outage.ts';
import { StartupError } from '../shared/startup-error.ts';
import { lastingDatabaseFault } from './fault-words.ts';

/** How long a start waits for a database that starts, restarts or recovers from a crash. */
const WAIT_MS = 30_000;
const PAUSE_MS = 200;

type Options = {
  log: { warn(fields: object, message: string): void };
  signal?: AbortSignal | undefined;
  waitMs?: number;
};

/**
 * Runs the first work of a start on the database, and repeats it while the database can't be reached: after a restart of
 * the machine, or a crash of both, the store is often ready before its database. After a fail-over
 * the address may lead to a standby that is just being promoted. The work must be safe to repeat. Throws
 * its last error after `waitMs`, any other error at once, and a `StartupError` for a refusal that no waiting mends.
 */
export async function waitForDatabase<T>(
  work: () => Promise<T>,
  { log, signal, waitMs = WAIT_MS }: Options,
): Promise<T> {
  const until = performance.now() + waitMs;
  for (let round = 0; ; round += 1) {
    try {
      return await work();
    } catch (error) {
      const refusal = lastingDatabaseFault(error);
      if (refusal !== undefined) throw new StartupError(refusal);
      if (!isWithoutPrimary(error) || performance.now() >= until) throw error;
      if (round === 0) log.warn({ err: error }, 'the database does not answer: the start waits for it');
    }
    await pause(PAUSE_MS, undefined, { signal });
  }
}
