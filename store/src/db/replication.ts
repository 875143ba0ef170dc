import type pg from 'pg';

/** How commits reach the copies of the database: a sentence, and the remedy when acknowledged orders may be lost. */
type Replication = { says: string; advice?: string };

type Row = { names: string; commits: string; copies: number; visible: number; synchronous: number };

/**
 * The standbys that stream from this primary. Without the role pg_read_all_stats PostgreSQL shows only how many, and
 * `synchronous_standby_names` says the rest. Subscribers of logical replication and running base backups do not count.
 */
export async function readReplication(client: Pick<pg.ClientBase, 'query'>): Promise<Replication> {
  const { rows } = await client.query<Row>(
    `select current_setting('synchronous_standby_names') as names, current_setting('synchronous_commit') as commits,
       count(r.pid)::int as copies, count(r.sync_state)::int as visible,
       count(r.pid) filter (where r.sync_state in ('sync', 'quorum'))::int as synchronous
     from (select) as one left join pg_stat_replication r
       on r.application_name is distinct from 'pg_basebackup'
       and not exists (select from pg_replication_slots where active_pid = r.pid and slot_type = 'logical')`,
  );
  return judge(rows[0]!);
}

function judge({ names, commits, copies, visible, synchronous }: Row): Replication {
  const counted = copies === 1 ? '1 standby streams' : `${copies} standbys stream`;
  const hasNames = names.trim() !== '';
  if (copies === 0 && !hasNames) return { says: 'no standby streams from it' };
  if (!hasNames)
    return {
      says: `${counted} from it asynchronously: a fail-over loses the last orders, although they were confirmed`,
      advice:
        'set synchronous_standby_names (with Patroni: synchronous_mode), unless no standby ever takes over, as one for reports',
    };
  if (['off', 'local'].includes(commits))
    return {
      says: `synchronous_commit is ${commits}, so commits wait for no standby: a fail-over loses the last orders`,
      advice: 'set synchronous_commit to on for the database and its role',
    };
  if (copies === 0 || (visible > 0 && synchronous === 0))
    return {
      says: `synchronous_standby_names is ${names}, and no such standby streams: commits wait for one`,
      advice: 'bring a standby back, or take its name out',
    };
  return { says: visible > 0 ? `${counted} from it, ${synchronous} of them synchronously` : `${counted} from it` };
}
