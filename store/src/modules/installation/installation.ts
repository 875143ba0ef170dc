import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Db, Queryable } from '../../db/database.ts';
import { fingerprintOf, type SecretKey } from '../../db/vault.ts';
import type { Mode } from '../../shared/mode.ts';
import { StartupError } from '../../shared/startup-error.ts';
import { installation, keyFingerprints, workerHeartbeats } from './schema.ts';

export { authorityCertificate } from './authority-store.ts';

/**
 * Marks a new database with the mode and the key fingerprints, and compares them on every later start. Throws a
 * `StartupError` for a database of another mode (test orders must never meet real money) and for keys that do not
 * match.
 */
export async function checkInstallation(
  db: Db,
  { mode, keys }: { mode: Mode; keys: readonly SecretKey[] },
): Promise<void> {
  await db.insert(installation).values({ id: 1, mode }).onConflictDoNothing();
  const [stamp] = await db.select().from(installation).where(eq(installation.id, 1));
  if (stamp?.mode !== mode) {
    throw new StartupError(
      `This database was created in ${stamp?.mode} mode and can't be used in ${mode} mode: set CAIRN_MODE=${stamp?.mode}, or another DATABASE_URL or CAIRN_DATA_DIR.`,
    );
  }
  await checkKeys(db, keys);
}

/**
 * The last time at which this database lost commits, by a restore or a fail-over; null: never. Locks the row until the
 * transaction ends, so that `stampLostTime` waits for it.
 */
export async function findLostTimeAt(tx: Queryable): Promise<Date | null> {
  const [stamp] = await tx.select({ at: installation.restoredAt }).from(installation).for('share');
  return stamp?.at ?? null;
}

/** Seconds since the snapshot of the last verified backup; without one, since the first start. */
export async function secondsSinceBackup(db: Queryable): Promise<number | undefined> {
  const age = sql<number>`extract(epoch from now() - coalesce(backed_up_at, created_at))::float8`;
  const [row] = await db.select({ age }).from(installation);
  return row?.age;
}

/** Stores that this database lost commits until now. Called by `flows/delivering/lost-time.ts` alone. */
export async function stampLostTime(tx: Pick<Db, 'update'>): Promise<void> {
  await tx.update(installation).set({ restoredAt: sql`clock_timestamp()` });
}

/**
 * The first key encrypts, all of them decrypt. Every process must be able to decrypt the values of the others. So a new
 * key is first added for decryption to all processes and put first later; a start that skips this step is refused.
 */
async function checkKeys(db: Db, keys: readonly SecretKey[]): Promise<void> {
  const [writing] = keys;
  if (!writing) throw new StartupError('CAIRN_SECRET_KEYS: no key is configured.');
  const known = new Map((await db.select().from(keyFingerprints)).map((row) => [row.keyId, row]));
  const used = [...known.values()].filter(({ writesSince }) => writesSince !== null).map(({ keyId }) => keyId);
  const changed = keys.find(({ id, key }) => known.has(id) && known.get(id)!.fingerprint !== fingerprintOf(key));
  if (changed) {
    throw new StartupError(
      `CAIRN_SECRET_KEYS: the key "${changed.id}" is not the one this database was written with. Restore the old key; a new key needs a new id.`,
    );
  }
  const missing = used.filter((id) => !keys.some((each) => each.id === id));
  if (missing.length > 0) {
    throw new StartupError(
      `CAIRN_SECRET_KEYS: this database was written with the key${missing.length > 1 ? 's' : ''} ${missing.join(', ')}, which ${missing.length > 1 ? 'are' : 'is'} not given. Add ${missing.length > 1 ? 'them' : 'it'} after the current one.`,
    );
  }
  if (used.length > 0 && !known.has(writing.id)) {
    throw new StartupError(
      `CAIRN_SECRET_KEYS: the key "${writing.id}" is new to this database: put it behind the key ${keys.find(({ id }) => used.includes(id))!.id} and start every process so, then put it first. Processes that run now could not read what it seals.`,
    );
  }
  for (const { id, key } of keys)
    await db
      .insert(keyFingerprints)
      .values({ keyId: id, fingerprint: fingerprintOf(key) })
      .onConflictDoNothing();
  await db
    .update(keyFingerprints)
    .set({ writesSince: sql`now()` })
    .where(and(eq(keyFingerprints.keyId, writing.id), isNull(keyFingerprints.writesSince)));
}

/** A worker counts as dead after this many missed heartbeats. */
const MISSED_BEATS = 3;

/** Writes a heartbeat for these workers. */
export async function beat(db: Db, workerIds: readonly string[]): Promise<void> {
  if (workerIds.length === 0) return;
  await db
    .insert(workerHeartbeats)
    .values(workerIds.map((workerId) => ({ workerId })))
    .onConflictDoUpdate({ target: workerHeartbeats.workerId, set: { beatAt: sql`now()` } });
}

/**
 * Frees the jobs of workers that missed three heartbeats. graphile-worker alone would keep them locked for four hours.
 * Returns the number of dead workers. The job of a worker that was only slow may run twice, which every task allows.
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

/**
 * Frees the jobs that these live workers hold and do not run: PostgreSQL gave them out, and the answer was lost.
 * graphile-worker asks again and gets other jobs; the heartbeats would protect the lost ones for four hours. A job that
 * has just ended may still be locked, so only locks older than three heartbeats count. The lane of a lost job is freed
 * with it. Returns the number of jobs.
 */
export async function freeLostJobs(
  db: Db,
  {
    workerIds,
    running,
    heartbeatSeconds,
  }: { workerIds: readonly string[]; running: string[]; heartbeatSeconds: number },
): Promise<number> {
  if (workerIds.length === 0) return 0;
  const { rows } = await db.execute<{ jobs: number }>(sql`
    with freed as (
      update graphile_worker._private_jobs set locked_by = null, locked_at = null
      where locked_by = any(${sql.param([...workerIds])}::text[]) and id <> all(${sql.param(running)}::bigint[])
        and locked_at < now() - make_interval(secs => ${heartbeatSeconds * MISSED_BEATS})
      returning job_queue_id
    ), lanes as (
      update graphile_worker._private_job_queues as lane set locked_by = null, locked_at = null
      from freed where lane.id = freed.job_queue_id
    )
    select count(*)::int as jobs from freed`);
  return rows[0]?.jobs ?? 0;
}

/** Removes workers that stopped gracefully. */
export async function forgetWorkers(db: Db, workerIds: readonly string[]): Promise<void> {
  for (const id of workerIds) await db.delete(workerHeartbeats).where(eq(workerHeartbeats.workerId, id));
}
