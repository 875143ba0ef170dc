import type pg from 'pg';
import { isOlderPrimary, readTimeline } from '../../db/timeline.ts';
import { CodedError } from '../../shared/errors.ts';

type Log = { warn(fields: object, message: string): void; error(fields: object, message: string): void };

export type TimelineGuard = {
  /** Compares at the start, and from then on for each new connection. */
  start(client: Asked): Promise<void>;
  /** Runs on each new connection before it is used; does nothing before `start`. */
  check(client: Asked): Promise<void>;
};

type Asked = Pick<pg.ClientBase, 'query'>;

/** Counts as an outage (SQLSTATE 08004: the connection was rejected). */
class OlderPrimaryError extends CodedError<'08004'> {
  override readonly name = 'OlderPrimaryError';
}

/**
 * Notices a change of PostgreSQL's timeline (a promoted standby, a point-in-time recovery) or of its system identifier
 * (another cluster) that no command announced, before the first query on the new server. Such a change may have lost
 * commits: `onChange` runs in the transaction that stores the new timeline, once for all processes. When nothing was
 * lost, the doubt costs one search per open wholesale order. Connections to the server from before the change are closed
 * by `closeClients`: what a primary that was replaced still confirms is lost. A connection to such an older primary is
 * refused from then on.
 */
export function createTimelineGuard({
  onChange,
  closeClients,
  log,
}: {
  onChange: (client: Asked) => Promise<void>;
  closeClients: (isOld: (client: Asked) => boolean) => void;
  log: Log;
}): TimelineGuard {
  let isStarted = false;
  let isHidden = false;
  let known: string | undefined;
  const servers = new WeakMap<Asked, string>();

  async function check(client: Asked): Promise<void> {
    if (isHidden) return;
    const current = await readTimeline(client);
    if (current === undefined) {
      isHidden = true;
      return log.warn({}, 'PostgreSQL does not show its timeline: say after each fail-over when time was lost');
    }
    // A standby is about to be promoted, or refuses the work by itself.
    if (current === null) return;
    servers.set(client, current);
    if (!isStarted || current === known) return;
    if (known !== undefined && isOlderPrimary(current, known)) {
      log.error({ known, found: current }, 'an older primary answers: it was replaced, and its connection is refused');
      throw new OlderPrimaryError('08004', 'an older primary answers');
    }
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
    closeClients((each) => servers.has(each) && servers.get(each) !== current);
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
