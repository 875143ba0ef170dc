import type pg from 'pg';

type Asked = Pick<pg.ClientBase, 'query'>;

/**
 * `SYSTEM IDENTIFIER/TIMELINE` of a primary; null on a standby. The name of the current WAL file starts with the
 * timeline; `pg_control_checkpoint()` would show the old one until the first checkpoint after a promotion. No privilege
 * is needed.
 */
const TIMELINE = `case when pg_is_in_recovery() then null
  else (select system_identifier from pg_control_system()) || '/' ||
    substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end`;

/** See `TIMELINE`; undefined where the service hides it. */
export async function readTimeline(client: Asked): Promise<string | null | undefined> {
  try {
    const { rows } = await client.query<{ timeline: string | null }>(`select ${TIMELINE} as timeline`);
    return rows[0]?.timeline ?? null;
  } catch (error) {
    if (isRefusal(error as { code?: string })) return undefined;
    throw error;
  }
}

/** True when the server refuses the question (privilege, function, feature), not when it is away. */
const isRefusal = ({ code }: { code?: string }) => /^(42|0A|55)/.test(code ?? '');

/** System identifier and timeline: eight hexadecimal digits, which never decrease in one cluster. */
const partsOf = (timeline: string) => timeline.split('/') as [system: string, timeline: string];

export const isSameSystem = (one: string, other: string) => partsOf(one)[0] === partsOf(other)[0];

/** True for a primary from before a promotion that the other has behind it. */
export const isOlderPrimary = (one: string, other: string) =>
  isSameSystem(one, other) && partsOf(one)[1] < partsOf(other)[1];
