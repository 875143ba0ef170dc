import { setTimeout as pause } from 'node:timers/promises';
import type { Socket } from 'node:net';
import pg from 'pg';
import type { Database } from './database.ts';

const LOOK_EVERY_MS = 2_000;
/** Time-out of a probe, through the pool or on a connection of its own. */
const PROBE_MS = 3_000;

type Log = { warn(fields: object, message: string): void };

type Client = pg.ClientBase & {
  processID?: number;
  readyForQuery?: boolean;
  connection: { stream: Socket };
};

/** `ready`; `standby`: it answers, and is no primary; `away`: no answer. */
export type Standing = 'ready' | 'standby' | 'away';

export type PoolWatch = {
  /** Answers within seconds, whatever the pool does. A busy pool is ready. */
  standing(): Promise<Standing>;
  close(): void;
};

/**
 * Watches the pool. When a query gets no byte for seconds, or the pool no answer, it opens a connection of its own and
 * asks whether the server still has the sessions of the pool: those that it does not know lead to a dead server and are
 * closed, so that the pool recovers long before their time-out. When new connections work and the pool answers nothing
 * for `deadSeconds`, it calls `onDead`, once. While the server can't be reached, it only waits.
 */
export function watchPool({
  database,
  url,
  deadSeconds,
  onDead,
  log,
}: {
  database: Pick<Database, 'pool' | 'clients' | 'answeredAt'>;
  url: string;
  deadSeconds: number;
  onDead: (() => void) | undefined;
  log: Log;
}): PoolWatch {
  const { pool, clients } = database;
  const ending = new AbortController();
  const answeredWithin = (ms: number) => performance.now() - (database.answeredAt() ?? -Infinity) < ms;
  /** The first moment at which the pool was dead and the server was not. */
  let deadSince: number | undefined;
  let before = new Map<Client, number>();

  /** The clients whose query got no byte since the last look. */
  function silent(): Client[] {
    const waiting = ([...clients] as Client[]).filter(({ readyForQuery }) => readyForQuery === false);
    const now = new Map(waiting.map((client) => [client, client.connection.stream.bytesRead]));
    const found = waiting.filter((client) => before.get(client) === now.get(client));
    before = now;
    return found;
  }

  let probing: Promise<Standing> | undefined;
  /** At most one probe waits for a client of the pool. */
  const probe = () => (probing ??= probeThrough(pool).finally(() => (probing = undefined)));
  const standing = async (): Promise<Standing> => {
    const found = await Promise.race([probe(), pause(PROBE_MS, 'late' as const, { ref: false })]);
    if (found !== 'late') return found;
    return answeredWithin(PROBE_MS) ? 'ready' : 'away';
  };

  async function look(): Promise<void> {
    const isSilent = silent().length > 0;
    if (!isSilent && answeredWithin(LOOK_EVERY_MS)) return void (deadSince = undefined);
    if (!isSilent && (await standing()) !== 'away') return void (deadSince = undefined);
    const unknown = await sessionsUnknownTo(url, [...clients] as Client[]);
    // The server is away for every process, or this one is a standby: a restart would not help.
    if (unknown === undefined) return void (deadSince = undefined);
    for (const { connection } of unknown)
      connection.stream.destroy(new Error('Connection terminated: no such session'));
    if (unknown.length > 0) log.warn({ connections: unknown.length }, 'connections to a dead database were closed');
    if (answeredWithin(LOOK_EVERY_MS + PROBE_MS)) return void (deadSince = undefined);
    deadSince ??= performance.now();
    if (performance.now() - deadSince < deadSeconds * 1000) return;
    ending.abort();
    onDead?.();
  }

  void (async () => {
    while (!ending.signal.aborted) {
      await look().catch((error: unknown) => log.warn({ err: error }, 'the pool could not be checked'));
      await pause(LOOK_EVERY_MS, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
    }
  })();
  return { standing, close: () => ending.abort() };
}

async function probeThrough(pool: pg.Pool): Promise<Standing> {
  try {
    const client = await pool.connect();
    let isStandby = false;
    try {
      const { rows } = await client.query<{ is: boolean }>('select pg_is_in_recovery() as is');
      isStandby = rows[0]?.is === true;
    } finally {
      // A new connection may lead to the primary.
      client.release(isStandby);
    }
    return isStandby ? 'standby' : 'ready';
  } catch {
    return 'away';
  }
}

/**
 * The clients whose session does not exist at the server that answers now. Undefined when no primary answers; none when
 * a proxy in between gives its own numbers to sessions.
 */
async function sessionsUnknownTo(url: string, clients: Client[]): Promise<Client[] | undefined> {
  const fresh = new pg.Client({
    connectionString: url,
    application_name: 'cairn watch',
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  }) as pg.Client & { processID?: number };
  fresh.on('error', () => undefined);
  try {
    await fresh.connect();
    const { rows } = await fresh.query<{ standby: boolean; own: number; pids: number[] }>(
      `select pg_is_in_recovery() as standby, pg_backend_pid() as own,
         array(select pid from pg_stat_activity where pid = any($1::int[])) as pids`,
      [clients.map(({ processID }) => processID)],
    );
    const [row] = rows;
    if (!row || row.standby) return undefined;
    if (row.own !== fresh.processID) return [];
    return clients.filter(({ processID }) => processID !== undefined && !row.pids.includes(processID));
  } catch {
    return undefined;
  } finally {
    void fresh.end().catch(() => undefined);
  }
}
