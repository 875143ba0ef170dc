import type pg from 'pg';

type Log = { warn(fields: object, message: string): void; error(fields: object, message: string): void };

export type TimelineGuard = {
  /** Compares at the start, and from then on for each new connection. */
  start(client: Asked): Promise<void>;
  /** Runs on each new connection before it is used; does nothing before `start`. */
  check(client: Asked): Promise<void>;
};

type Asked = Pick<pg.ClientBase, 'query'>;

/**
 * Notices a change of PostgreSQL's timeline (a promoted standby, a point-in-time recovery) or of its system identifier
 * (another cluster) that no command announced, before the first query on the new server. Such a change may have lost
 * commits: `onChange` runs in the transaction that stores the new timeline, once for all processes. When nothing was
 * lost, the doubt costs one search per open wholesale order.
 */
export function createTimelineGuard({
  onChange,
  log,
}: {
  onChange: (client: Asked) => Promise<void>;
  log: Log;
}): TimelineGuard {
  let isStarted = false;
  let isHidden = false;
  let known: string | undefined;

  async function check(client: Asked): Promise<void> {
    if (!isStarted || isHidden) return;
    const current = await readTimeline(client).catch((error: { code?: string }) => {
      if (!isRefusal(error)) throw error;
      isHidden = true;
      log.warn({ err: error }, 'PostgreSQL does not show its timeline: say after each fail-over when time was lost');
      return undefined;
    });
    // A standby is about to be promoted, or refuses the work by itself.
    if (current === undefined || current === null || current === known) return;
    await client.query('begin');
    try {
      const stored = await storedTimeline(client);
      if (stored !== current) {
        await client.query('update installation set server_timeline = $1 where id = 1', [current]);
        if (stored !== null) {
          await onChange(client);
          log.error(
            { from: stored, to: current },
            'PostgreSQL changed its timeline: what is open is searched for at the wholesaler before it is ordered',
          );
        }
      }
      await client.query('commit');
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    }
    known = current;
  }

  return {
    async start(client) {
      isStarted = true;
      await check(client);
    },
    check,
  };
}

/** The lock makes one process of several handle a change. */
async function storedTimeline(client: Asked): Promise<string | null> {
  const { rows } = await client.query<{ timeline: string | null }>(
    'select server_timeline as timeline from installation where id = 1 for update',
  );
  return rows[0]?.timeline ?? null;
}

/**
 * `SYSTEM IDENTIFIER/TIMELINE` of the server; null on a standby. The name of the current WAL file starts with the
 * timeline; `pg_control_checkpoint()` would show the old one until the first checkpoint after a promotion. No privilege
 * is needed.
 */
async function readTimeline(client: Asked): Promise<string | null> {
  const { rows } = await client.query<{ timeline: string | null }>(
    `select case when pg_is_in_recovery() then null
       else (select system_identifier from pg_control_system()) || '/' ||
         substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline`,
  );
  return rows[0]?.timeline ?? null;
}

/** True when the server refuses the question (privilege, function, feature), not when it is away. */
function isRefusal({ code }: { code?: string }): boolean {
  return /^(42|0A|55)/.test(code ?? '');
}
