import { eq, lt, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { fingerprintOf, type SecretKey } from '../../db/vault.ts';
import { installation, keyFingerprints, workerHeartbeats } from './schema.ts';

/** A start that must not go on; the message tells the operator why and what to do. */
export class StartupFault extends Error {
  readonly code = 'startup-fault';
}

/**
 * Stamps a new database with mode and key fingerprints, and compares them on every later start. Throws a `StartupFault`
 * for a database of the other mode (test orders must never meet real money), and for keys that are not the ones the
 * database was written with (what they sealed would be lost).
 */
export async function checkInstallation(
  db: Db,
  { mode, keys }: { mode: 'sandbox' | 'live'; keys: readonly SecretKey[] },
): Promise<void> {
  await db.insert(installation).values({ id: 1, mode }).onConflictDoNothing();
  const [stamp] = await db.select().from(installation).where(eq(installation.id, 1));
  if (stamp?.mode !== mode) {
    throw new StartupFault(
      `This database was made in ${stamp?.mode} mode and can't be used in ${mode} mode: set CAIRN_MODE=${stamp?.mode}, or another DATABASE_URL or CAIRN_DATA_DIR.`,
    );
  }

  const known = new Map((await db.select().from(keyFingerprints)).map((row) => [row.keyId, row.fingerprint]));
  for (const { id, key } of keys) {
    const before = known.get(id);
    if (before !== undefined && before !== fingerprintOf(key)) {
      throw new StartupFault(
        `CAIRN_SECRET_KEYS: the key "${id}" is not the one this database was written with. Restore the old key, or give a new key a new id and put it first.`,
      );
    }
  }
  const missing = [...known.keys()].filter((id) => !keys.some((each) => each.id === id));
  if (missing.length > 0) {
    throw new StartupFault(
      `CAIRN_SECRET_KEYS: this database was written with the key${missing.length > 1 ? 's' : ''} ${missing.join(', ')}, which ${missing.length > 1 ? 'are' : 'is'} not given. Add ${missing.length > 1 ? 'them' : 'it'} after the current one.`,
    );
  }
  for (const { id, key } of keys)
    await db
      .insert(keyFingerprints)
      .values({ keyId: id, fingerprint: fingerprintOf(key) })
      .onConflictDoNothing();
}

/** A worker dies silently when it misses this many beats. */
const MISSED_BEATS = 3;

/** Says that these workers live. */
export async function beat(db: Db, workerIds: readonly string[]): Promise<void> {
  if (workerIds.length === 0) return;
  await db
    .insert(workerHeartbeats)
    .values(workerIds.map((workerId) => ({ workerId })))
    .onConflictDoUpdate({ target: workerHeartbeats.workerId, set: { beatAt: sql`now()` } });
}

/**
 * Frees the jobs of workers that have not been heard of for three beats. graphile-worker itself would leave them locked for
 * four hours. Answers how many workers were found dead. A worker that was only slow may see its job run twice, which every
 * task allows.
 */
export async function freeDeadWorkers(db: Db, heartbeatSeconds: number): Promise<number> {
  const silence = sql`now() - make_interval(secs => ${heartbeatSeconds * MISSED_BEATS})`;
  const result = await db.execute<{ worker: string }>(sql`
    select distinct locked_by as worker from graphile_worker._private_jobs
    where locked_by is not null and locked_at < ${silence}
      and not exists (select from worker_heartbeats where worker_id = locked_by and beat_at > ${silence})`);
  const dead = result.rows.map(({ worker }) => worker);
  if (dead.length > 0) await db.execute(sql`select graphile_worker.force_unlock_workers(${sql.param(dead)}::text[])`);
  await db.delete(workerHeartbeats).where(lt(workerHeartbeats.beatAt, sql`now() - interval '1 day'`));
  return dead.length;
}

/** Forgets workers that stopped in good order. */
export async function forgetWorkers(db: Db, workerIds: readonly string[]): Promise<void> {
  for (const id of workerIds) await db.delete(workerHeartbeats).where(eq(workerHeartbeats.workerId, id));
}
