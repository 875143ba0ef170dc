import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Queryable } from '../../db/database.ts';
import { standingOf, type Unfit } from '../../db/reporting.ts';
import { onConnection } from '../backup/tables.ts';
import { OpsError } from '../ops-error.ts';
import { type Check, failed, type Finding, ok, warning } from './check.ts';

/** The replica for reports, which nothing but reports read. */
export const REPLICA_CHECKS: Check[] = [
  {
    name: 'reporting replica',
    async run({ site, config }) {
      const { reporting } = config;
      if (!reporting) return ok('none: reports read the primary');
      const databaseUrl = await site.databaseUrl();
      try {
        return await onConnection(databaseUrl, (primary) =>
          onConnection(reporting.url, async (replica) => {
            const on = drizzle(replica);
            return findingOf(await standingOf(drizzle(primary), on, reporting.maxLagSeconds), on);
          }),
        );
      } catch (error) {
        if (!(error instanceof OpsError)) throw error;
        return warning(error.message, 'until it answers, reports read the primary');
      }
    },
  },
];

const ADDRESS = 'give REPORTING_DATABASE_URL the address of a hot standby of the server of DATABASE_URL';

async function findingOf(unfit: Unfit | undefined, replica: Pick<Queryable, 'execute'>): Promise<Finding> {
  if (unfit === 'not-a-replica') return failed('REPORTING_DATABASE_URL leads to a primary', ADDRESS);
  if (unfit === 'another-cluster') return failed('it is a standby of another cluster', ADDRESS);
  if (unfit === undefined) return ok('it has replayed what the primary has committed');
  const { rows } = await replica.execute<{ seconds: number | null }>(
    sql`select extract(epoch from now() - pg_last_xact_replay_timestamp())::int as seconds`,
  );
  const seconds = rows[0]?.seconds ?? null;
  return warning(
    `it is behind: its last transaction is ${seconds === null ? 'unknown' : `${seconds} s old`}`,
    'look at pg_stat_replication at the primary; until it catches up, reports read the primary',
  );
}
