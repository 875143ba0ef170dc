import { sql } from 'drizzle-orm';
import { setTimeout as pause } from 'node:timers/promises';
import { type Db, openDatabase, type Queryable } from './database.ts';
import { databaseFaultOf } from './fault-words.ts';

/** An older replica is not read. A running store commits more often: the heartbeat of each worker is a commit. */
export const MAX_AGE_SECONDS = 60;
/** How long a finding about the replica counts. */
const LOOK_AGAIN_MS = 5_000;
/** Time in which both servers must answer about themselves. */
const LOOK_MS = 2_000;

/**
 * - `serves`: it is read.
 * - `late`: what it replayed last was committed more than `MAX_AGE_SECONDS` ago, or it has replayed nothing since its start.
 * - `away`: it, or the primary, does not answer.
 * - `primary`: it is no standby, but the primary itself, or a copy that was promoted.
 * - `foreign`: it is of another cluster, or another database.
 */
type ReplicaState = 'serves' | 'late' | 'away' | 'primary' | 'foreign';

/** `ageSeconds`: how old what it has replayed last is; null when that is not known. `fault`: why it is away. */
export type Replica = { state: ReplicaState; ageSeconds: number | null; fault?: string };

/**
 * The database for readings that may be a minute old: sums, counts, exports, the books of orders at rest. Never for what
 * a buyer sees of an order, for sessions, limits, or a decision that a write follows.
 */
export type Reporting = {
  /**
   * Runs `work` on the replica. Without one, while it is not fit, and when `work` fails there, on the primary. So `work`
   * only reads, and can be repeated. Throws its error on the primary.
   */
  read<T>(work: (on: Queryable) => Promise<T>): Promise<T>;
  /** What the replica is now, as found within the last seconds; null without one. Never throws. */
  look(): Promise<Replica | null>;
  close(): Promise<void>;
};

type Log = { info(fields: object, message: string): void; warn(fields: object, message: string): void };

type Options = {
  /** The primary. */
  db: Db;
  /** Address of the replica; undefined: there is none. */
  url: string | undefined;
  /** Connections to the replica. */
  max?: number;
  statementTimeoutMs?: number;
  log: Log;
};

/** Opens the reporting replica. It is connected to when something is read. */
export function openReporting({ db, url, max = 4, statementTimeoutMs, log }: Options): Reporting {
  if (url === undefined) return withoutReplica(db);
  const replica = openDatabase(url, {
    max,
    connectionTimeoutMs: LOOK_MS,
    ...(statementTimeoutMs !== undefined && { statementTimeoutMs }),
    // The finding about the replica says it.
    onError: () => undefined,
  });
  let looked: { finding: Promise<Replica>; at: number } | undefined;
  let known: ReplicaState | undefined;

  async function examine(): Promise<Replica> {
    const finding = await lookAtReplica({ primary: db, replica: replica.db });
    if (finding.state !== known) {
      if (finding.state !== 'serves')
        log.warn(finding, 'the reporting replica is not fit: the primary is read instead');
      else if (known !== undefined) log.info(finding, 'the reporting replica is read again');
    }
    known = finding.state;
    return finding;
  }

  const look = () => {
    if (!looked || performance.now() - looked.at > LOOK_AGAIN_MS)
      looked = { finding: examine(), at: performance.now() };
    return looked.finding;
  };
  return {
    async read(work) {
      if ((await look()).state !== 'serves') return work(db);
      try {
        return await work(replica.db);
      } catch (error) {
        // It went away, or replayed what the query was reading.
        log.warn(
          { fault: databaseFaultOf(error) },
          'a reading of the reporting replica failed: the primary is read instead',
        );
        looked = undefined;
        return work(db);
      }
    },
    look,
    close: () => replica.close(),
  };
}

/** Reads everything from the primary. */
export const withoutReplica = (db: Db): Reporting => ({
  read: (work) => work(db),
  look: async () => null,
  close: async () => undefined,
});

type Asked = Pick<Queryable, 'execute'>;
type Facts = { isStandby: boolean; database: string; now: number; replayedAt: number | null };

/** What a replica is, seen from its primary. Never throws, and answers within seconds. */
export async function lookAtReplica(servers: { primary: Asked; replica: Asked }): Promise<Replica> {
  const facts = Promise.all([readFacts(servers.primary), readFacts(servers.replica)]);
  const late = pause(LOOK_MS, 'late' as const, { ref: false });
  try {
    const found = await Promise.race([facts, late]);
    return found === 'late' ? { state: 'away', ageSeconds: null, fault: 'no answer in time' } : judge(...found);
  } catch (error) {
    return { state: 'away', ageSeconds: null, fault: databaseFaultOf(error) ?? 'no answer' };
  }
}

/**
 * `pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn()` is not asked: it also holds for a replica that was cut off from
 * its primary an hour ago. The age is counted by the primary's clock alone, which stamped the commit as well.
 */
function judge(primary: Facts, replica: Facts): Replica {
  const ageSeconds = replica.replayedAt === null ? null : Math.max(0, (primary.now - replica.replayedAt) / 1000);
  if (replica.database !== primary.database) return { state: 'foreign', ageSeconds: null };
  if (!replica.isStandby) return { state: 'primary', ageSeconds: null };
  return { state: ageSeconds !== null && ageSeconds <= MAX_AGE_SECONDS ? 'serves' : 'late', ageSeconds };
}

/** `database`: the same for a primary and its physical standbys, and for nothing else. No privilege is needed. */
async function readFacts(db: Asked): Promise<Facts> {
  const { rows } = await db.execute<Facts>(sql`
    select pg_is_in_recovery() as "isStandby",
      (select system_identifier from pg_control_system()) || '/' ||
        (select oid from pg_database where datname = current_database()) as database,
      (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
      (extract(epoch from pg_last_xact_replay_timestamp()) * 1000)::float8 as "replayedAt"`);
  return rows[0]!;
}
