import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { lookAtReplica, MAX_AGE_SECONDS, type Replica } from '../../db/reporting.ts';
import { onConnection } from '../backup/tables.ts';
import { OpsError } from '../ops-error.ts';
import { type Check, type Finding, notChecked, ok, warning } from './check.ts';

/** A warning, not a failure: without its replica the store reads the primary. */
export const REPLICA_CHECKS: Check[] = [
  {
    name: 'reporting replica',
    async run({ site, config }) {
      const { reportingDatabaseUrl: address } = config;
      if (!address) return notChecked('not set up: everything is read from the primary');
      const compare = (primary: pg.Client) =>
        onConnection(address.href, async (replica) =>
          findingOf(await lookAtReplica({ primary: drizzle(primary), replica: drizzle(replica) })),
        ).catch(refused((says) => warning(says, ADVICE)));
      return onConnection(await site.databaseUrl(), compare).catch(refused(notChecked));
    },
  },
];

const ADVICE = 'start it, and check host, port, user and password of REPORTING_DATABASE_URL';

/** The finding about a connection that failed. */
const refused = (finding: (says: string) => Finding) => (error: unknown) => {
  if (error instanceof OpsError) return finding(error.message);
  throw error;
};

function findingOf({ state, ageSeconds, fault }: Replica): Finding {
  const age = ageSeconds === null ? 'it has replayed nothing since its start' : `${Math.round(ageSeconds)} s old`;
  switch (state) {
    case 'serves':
      return ok(`a standby of the primary, ${age}`);
    case 'late':
      return warning(
        `too late: ${age}, at most ${MAX_AGE_SECONDS} s are read`,
        'look at the log of the standby, and at pg_stat_replication and pg_replication_slots of the primary',
      );
    case 'primary':
      return warning(
        'it is no standby: the primary itself, or a copy that was promoted',
        'give the address of a standby, or leave REPORTING_DATABASE_URL unset',
      );
    case 'foreign':
      return warning(
        'it is another cluster or another database than that of DATABASE_URL (another system identifier)',
        'give the address of a standby of the primary, with the same database',
      );
    case 'away':
      return warning(`does not answer about itself: ${fault}`, 'look at the network between this machine and it');
  }
}
