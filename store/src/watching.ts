import type { Logger } from 'pino';
import type { WatchingConfig } from './config/watching.ts';
import { openDatabase } from './db/database.ts';
import { latestSchemaVersion } from './db/migrate.ts';
import { createReporting } from './db/reporting.ts';
import { startMetricsListener } from './metrics-listener.ts';
import type { OpenStreams } from './http/api/open-streams.ts';
import type { Uploads } from './http/edge/uploads.ts';
import { secondsSinceBackup } from './modules/installation/installation.ts';
import type { Services } from './services.ts';
import type { Telemetry } from './shared/telemetry.ts';
import { VERSION } from './shared/version.ts';
import { createMetrics, exposeBuild, watchPool, watchStreams, watchUploads } from './telemetry/metrics.ts';
import { createReadings } from './telemetry/readings.ts';
import { type RouteOf, watchRequests } from './telemetry/requests.ts';
import { createTelemetry } from './telemetry/telemetry.ts';

/**
 * The metrics of the process: `telemetry` receives the services' reports; `start` serves the metrics once the services
 * exist.
 */
export type Watching = {
  telemetry: Telemetry;
  start(running: Running): Promise<{ close(): Promise<void> }>;
};

type Running = {
  services: Services;
  uploads: Uploads;
  streams: OpenStreams;
  server: object;
  routeOf: RouteOf;
  log: Logger;
};

/** Time-out of a scrape for a connection, and for one query. Prometheus itself gives up after 10 seconds. */
const READ_TIMEOUT_MS = 2_000;
/** How long a scrape waits for the replica. */
const MAX_LAG_SECONDS = 1;

/** Imported only where METRICS_LISTEN is set. */
export function createWatching({ listen }: WatchingConfig): Watching {
  const metrics = createMetrics();
  return {
    telemetry: createTelemetry(metrics),
    async start({ services, uploads, streams, server, routeOf, log }) {
      exposeBuild(metrics, { version: VERSION, schema: latestSchemaVersion(), node: process.version });
      watchPool(metrics, services.pool);
      watchUploads(metrics, uploads);
      watchStreams(metrics, streams);
      metrics.knowLimits(services.limits.names);
      metrics.knowWholesalers(services.fulfilment.wholesalers.all().map(({ name }) => name));
      const database = openDatabase(services.config.databaseUrl.href, {
        max: 1,
        onError: () => undefined,
        connectionTimeoutMs: READ_TIMEOUT_MS,
        statementTimeoutMs: READ_TIMEOUT_MS,
      });
      const { reporting: settings } = services.config;
      const reporting = createReporting({
        primary: database.db,
        settings: settings && { ...settings, maxLagSeconds: Math.min(settings.maxLagSeconds, MAX_LAG_SECONDS) },
        poolSize: 1,
        statementTimeoutMs: READ_TIMEOUT_MS,
        log,
      });
      const readings = createReadings(
        metrics,
        { ...services, installation: { secondsSinceBackup } },
        { reporting, lowBalance: services.config.reconciliation.lowBalance },
      );
      const requests = watchRequests(server, metrics, routeOf);
      const listener = await startMetricsListener({ metrics, readings, log }, listen);
      return {
        async close() {
          requests.stop();
          await listener.close();
          await reporting.close();
          await database.close();
        },
      };
    },
  };
}
