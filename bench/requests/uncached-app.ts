import path from 'node:path';
import { serve } from '@hono/node-server';
import { loadConfig } from '#src/config/config.ts';
import { openDatabase } from '#src/db/database.ts';
import { createOpenStreams } from '#src/http/api/open-streams.ts';
import { createApp } from '#src/http/app.ts';
import { createUploads } from '#src/http/edge/uploads.ts';
import { createLog } from '#src/log.ts';
import { loadPages } from '#src/pages.ts';
import { createServices } from '#src/services.ts';

/**
 * The application without its cache of public pages, so that each request renders: started by bench/requests.ts on the
 * database of a running one, with the environment of an application.
 */
const config = loadConfig(process.env);
const log = createLog(config.logLevel);
const databaseUrl = config.databaseUrl.href;
const database = openDatabase(databaseUrl, { max: 4, onError: (error) => log.warn({ err: error }, 'database') });
const services = await createServices({ config, database, databaseUrl, keys: config.secretKeys!, log });
const { pages, offlineFiles } = await loadPages(services, log);
const app = createApp({
  services,
  log,
  pages: { ...pages, publicAddress: async () => undefined },
  streams: createOpenStreams(config.streams),
  uploads: createUploads(config.requests),
  clientFiles: path.join(import.meta.dirname, '../../store/build/client'),
  offlineFiles,
  phase: () => 'ready',
});
serve({ fetch: app.fetch as Parameters<typeof serve>[0]['fetch'], hostname: config.host, port: config.port });
