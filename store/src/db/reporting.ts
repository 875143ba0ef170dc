import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { codeOf } from '../shared/errors.ts';
import { type Db, openDatabase, type Queryable } from './database.ts';
import { databaseFaultOf } from './fault-words.ts';

/** Time-out for a connection to the replica: a replica that is away costs a report no more. */
const CONNECT_MS = 2_000;
/** After a failure the replica is not asked for this long. */
const AWAY_MS = 30_000;
const LOOK_AGAIN_MS = 100;

/**
 * Reads of reports, which an optional replica may serve: a hot standby of the same cluster. It serves a read only once
 * it has replayed everything that was committed before the read began (except commits that wait for no disk: those of
 * limits, which no report reads). Otherwise, or when it is away or fails, the
 * primary does: a report is never older than at the primary, only cheaper for it. What a buyer reads never comes here.
 */
export type Reporting = {
  /**
   * Runs `work`, which only reads. It runs at the primary, perhaps for the second time, when the replica fails. Throws
   * what it throws there.
   */
  read<T>(work: (on: Queryable) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

type Log = { warn(fields: object, message: string): void };
type Settings = {
  url: string;
  /** How long a read waits until the replica has replayed what is committed. */
  maxLagSeconds: number;
};

/** Without `settings` every read goes to the primary. */
export function createReporting({
  primary,
  settings,
  log,
  poolSize = 2,
  statementTimeoutMs,
}: {
  primary: Db;
  settings: Settings | undefined;
  log: Log;
  poolSize?: number;
  statementTimeoutMs?: number | undefined;
}): Reporting {
  if (!settings) return { read: (work) => work(primary), close: async () => undefined };
  const { url, maxLagSeconds } = settings;
  const replica = openDatabase(url, {
    max: poolSize,
    onError: () => undefined,
    connectionTimeoutMs: CONNECT_MS,
    ...(statementTimeoutMs !== undefined && { statementTimeoutMs }),
  });
  let awayUntil = -Infinity;
  let fault: string | undefined;
  /** One line per change of the standing. */
  const note = (found: string | undefined) => {
    if (found !== undefined && found !== fault)
      log.warn({ fault: found }, 'the reporting replica is not used: reports read the primary');
    if (found === undefined && fault !== undefined) log.warn({}, 'the reporting replica is used again');
    fault = found;
  };

  return {
    async read(work) {
      if (performance.now() < awayUntil) return work(primary);
      try {
        const unfit = await standingOf(primary, replica.db, maxLagSeconds);
        note(unfit);
        if (unfit === undefined) return await work(replica.db);
      } catch (error) {
        // The query builder wraps the driver's error, and its message has the statement.
        note(databaseFaultOf(error) ?? codeOf(error) ?? codeOf((error as Error).cause) ?? 'failed');
      }
      awayUntil = performance.now() + AWAY_MS;
      return work(primary);
    },
    close: () => replica.close(),
  };
}

/** What keeps a replica from serving a read. */
export type Unfit = 'not-a-replica' | 'another-cluster' | 'behind';

/**
 * Waits until the replica has replayed what the primary has committed now; undefined: it has. Throws when one of them
 * is away.
 */
export async function standingOf(
  primary: Pick<Queryable, 'execute'>,
  replica: Pick<Queryable, 'execute'>,
  maxLagSeconds: number,
): Promise<Unfit | undefined> {
  const { rows } = await primary.execute<{ cluster: string; lsn: string }>(sql`
    select system_identifier::text as cluster, pg_current_wal_lsn()::text as lsn from pg_control_system()`);
  const target = rows[0]!;
  const until = performance.now() + maxLagSeconds * 1_000;
  for (;;) {
    const found = await replica.execute<{ isReplica: boolean; cluster: string; hasReplayed: boolean | null }>(sql`
      select pg_is_in_recovery() as "isReplica", system_identifier::text as cluster,
        pg_last_wal_replay_lsn() >= ${target.lsn}::pg_lsn as "hasReplayed"
      from pg_control_system()`);
    const { isReplica, cluster, hasReplayed } = found.rows[0]!;
    if (!isReplica) return 'not-a-replica';
    if (cluster !== target.cluster) return 'another-cluster';
    if (hasReplayed) return undefined;
    if (performance.now() >= until) return 'behind';
    await pause(LOOK_AGAIN_MS, undefined, { ref: false });
  }
}
