import type { Queryable } from '#src/db/database.ts';
import { createMetrics, exposeBuild, watchPool, watchStreams, watchUploads } from '#src/telemetry/metrics.ts';
import { createReadings } from '#src/telemetry/readings.ts';

/** The store's metrics by name, with the names of their labels. `up` is Prometheus' own. */
export function knownMetrics(): Map<string, readonly string[]> {
  const metrics = createMetrics();
  watchPool(metrics, { totalCount: 0, idleCount: 0, waitingCount: 0, options: {} });
  watchUploads(metrics, {});
  watchStreams(metrics, { load: () => ({ open: 0, max: 0 }) });
  exposeBuild(metrics, { version: '0', schema: '0', node: '0' });
  const nothing = async () => [];
  createReadings(
    metrics,
    {
      autoTopUps: { standing: { states: nothing } },
      withdrawals: { standing: { open: nothing } },
      orders: { standing: { open: nothing, ended: nothing, replacements: nothing } },
      payments: { standing: { events: nothing, refunds: nothing, disputes: nothing } },
      esims: { standing: { overdue: nothing } },
      fulfilment: { wholesalers: { find: () => null }, standing: { wholesale: nothing, breakers: nothing } },
      rights: { standing: { requests: nothing, overdue: nothing } },
      notifications: { standing: { unsent: nothing } },
      reconciliation: {
        standing: { lastRun: async () => undefined, balances: nothing, booksRead: nothing, differences: nothing },
      },
      installation: { secondsSinceBackup: async () => undefined },
      catalogue: { standing: { secondsSinceLists: nothing, unsellablePlans: nothing } },
    },
    { reporting: { read: (work) => work({} as Queryable) }, lowBalance: 0 },
  );
  const known = new Map<string, readonly string[]>([['up', []]]);
  for (const each of metrics.registry.getMetricsAsArray() as unknown as { name: string; labelNames: string[] }[]) {
    for (const suffix of ['', '_count', '_sum']) known.set(each.name + suffix, each.labelNames);
    known.set(`${each.name}_bucket`, [...each.labelNames, 'le']);
  }
  return known;
}
