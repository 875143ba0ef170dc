import { BRAND } from './shared/brand.ts';
import { serve, type ServerType } from '@hono/node-server';
import { once } from 'node:events';
import { createServer, type RequestListener, type ServerOptions } from 'node:http';
import { Server as NetServer } from 'node:net';
import path from 'node:path';
import { setImmediate as nextRound, setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { loadConfig, type Config } from './config/config.ts';
import { databaseSentence } from './db/fault-words.ts';
import { createOpenStreams, type OpenStreams } from './http/api/open-streams.ts';
import { createApp } from './http/app.ts';
import type { Phase } from './http/health.ts';
import { refuseTwoHosts } from './http/edge/one-host.ts';
import { createUploads } from './http/edge/uploads.ts';
import { createLog } from './log.ts';
import { openStore } from './open-store.ts';
import { loadPages, type LoadedPages } from './pages.ts';
import type { Services } from './services.ts';
import { codeOf } from './shared/errors.ts';
import { paths } from './shared/paths.ts';
import { StartupError } from './shared/startup-error.ts';
import { SILENT } from './shared/telemetry.ts';
import { VERSION } from './shared/version.ts';
import type { MakeVendors } from './vendors.ts';
import { startWorker, type RunningWorker } from './worker.ts';

export type RunningApp = { url: string; services: Services; stop(): Promise<void> };

/** Exit code for errors that a restart cannot resolve (EX_CONFIG of sysexits.h). */
const STARTUP_FAULT_EXIT = 78;

/**
 * Keep-alive time of idle connections: longer than that of proxies (nginx and most load balancers: 60 seconds), because
 * a request on a connection that is being closed is lost.
 */
const KEEP_ALIVE_MS = 75_000;

/** Longer than a proxy keeps an idle connection to the store (4 seconds in deploy/). Until then it may use one. */
const PROXY_IDLE_MS = 5_000;

/** Time limit for closing one part at shutdown, and for all of them. */
const CLOSE_MS = 500;
const CLOSE_ALL_MS = 2_000;

/**
 * Starts the whole process: database, services, HTTP and worker. Resolves once requests are served. Throws a
 * `StartupError` when an operator must act first. `stop` serves requests during the drain time while `/readyz` fails,
 * then accepts no new connections, ends event streams with a retry interval, finishes requests and jobs within the
 * configured time, and closes the rest. `signal` aborts a start: everything that was opened is closed, and its reason
 * thrown. `onPoolDead` is called when only a restart would bring the database's pool back. `makeVendors` replaces the
 * registry of vendors.
 */
export async function start(
  config: Config,
  log: Logger = logOf(config),
  signal?: AbortSignal,
  onPoolDead?: () => void,
  makeVendors?: MakeVendors,
): Promise<RunningApp> {
  const running: Running = { config, log, closers: [], phase: 'starting', closesConnections: false };
  const { closers } = running;
  let worker: RunningWorker | undefined;
  for (const warning of config.warnings) log.warn({ warning }, 'configuration warning');
  try {
    const { watching, tracing, telemetry } = await openTelemetry(running);
    const services = await openStore(config, {
      log,
      telemetry,
      ...(signal && { signal }),
      onPoolDead,
      makeVendors,
      onClose: (close) => void closers.push(close),
    });
    const streams = createOpenStreams(config.streams);
    const uploads = createUploads(config.requests);
    const { app, makeServer } = await openSite(running, services, { streams, uploads });
    signal?.throwIfAborted();
    const server = await listen(app, config, () => running.closesConnections, makeServer);
    tracing?.start({ server, pool: services.pool, routeOf: app.routeOf });
    if (watching) {
      const watched = await watching.start({ services, uploads, streams, server, routeOf: app.routeOf, log });
      closers.push(() => watched.close());
    }
    const administration = await openAdministration(services, log);
    if (administration) closers.push(() => administration.close());
    worker = await startWorker(services, log);
    running.phase = 'ready';
    log.info({ url: config.publicUrl, mode: config.mode, version: VERSION }, 'ready');

    const host = config.host.includes(':') ? `[${config.host}]` : config.host;
    return { url: `http://${host}:${config.port}`, services, stop: () => stop(running, { server, streams, worker }) };
  } catch (error) {
    await worker?.stop();
    await closeInTurn(closers, log);
    throw error;
  }
}

/** A process that starts, serves or stops. */
type Running = {
  config: Config;
  log: Logger;
  /** Close the parts, the first opened first. */
  closers: (() => Promise<unknown>)[];
  phase: Phase;
  closesConnections: boolean;
};

/** Metrics, profiles and traces. Imported on demand, because most installations do not use them. */
async function openTelemetry({ config, log, closers }: Running) {
  const watching = config.watching && (await import('./watching.ts')).createWatching(config.watching);
  const tracing = config.tracing && (await import('./tracing/tracing.ts')).createTracing(config.tracing, log);
  if (tracing) closers.push(() => tracing.close());
  const reports = watching?.telemetry ?? SILENT;
  return { watching, tracing, telemetry: tracing?.around(reports) ?? reports };
}

/** The pages and all routes. */
async function openSite(
  running: Running,
  services: Services,
  parts: Pick<Parameters<typeof createApp>[0], 'streams' | 'uploads'>,
) {
  const { config, log, closers } = running;
  // Vite is installed for development only.
  const load = config.dev ? (await import('./pages-dev.ts')).loadDevelopmentPages : loadPages;
  const loaded = await load(services, log);
  closers.push(() => loaded.close());
  const app = createApp({
    services,
    log,
    pages: loaded.pages,
    ...parts,
    clientFiles: path.join(import.meta.dirname, '../build/client'),
    offlineFiles: loaded.offlineFiles,
    phase: () => running.phase,
  });
  return { app, makeServer: loaded.createServer };
}

/** See `start`. */
async function stop(
  running: Running,
  { server, streams, worker }: { server: ServerType; streams: OpenStreams; worker: RunningWorker | undefined },
): Promise<void> {
  const { config, log, closers } = running;
  running.phase = 'stopping';
  const jobs = worker?.stop();
  // A proxy keeps its connections until new ones are refused. Those that it had to open instead could be in the
  // listener's queue when it closes.
  running.closesConnections = !config.trustedProxies;
  await pause(config.drainSeconds * 1000);
  await acceptWaiting(server);
  running.closesConnections = true;
  streams.endAll();
  await finishWork(config, server, jobs);
  await within(CLOSE_ALL_MS, closeInTurn(closers, log));
}

/** Closes the parts of the process, the last opened first. */
async function closeInTurn(closers: (() => Promise<unknown>)[], log: Logger): Promise<void> {
  for (const close of closers.reverse()) {
    const closed = close().catch((error: unknown) => log.warn({ err: error }, 'shutdown: a part could not be closed'));
    // A hanging job keeps its connection, which must not prevent the process from ending.
    await within(CLOSE_MS, closed);
  }
}

/** Jobs and requests finish concurrently; whatever is still running at the end can safely be cut off and retried. */
async function finishWork(config: Config, server: ServerType, jobs: Promise<void> | undefined): Promise<void> {
  const forWork = Math.max((config.shutdownSeconds - config.drainSeconds) * 1000 - CLOSE_ALL_MS - 500, 500);
  const idleMs = config.trustedProxies ? PROXY_IDLE_MS : 0;
  await within(forWork, Promise.all([closeServer(server, idleMs), jobs]));
}

/** Imported on demand, because most installations do not use it. */
async function openAdministration(services: Services, log: Logger) {
  const { administration } = services.config;
  if (!administration) return undefined;
  const { startAdministration } = await import('./admin-listener.ts');
  return startAdministration(services, administration, log);
}

function listen(
  { fetch, serveKept }: ReturnType<typeof createApp>,
  config: Config,
  closesConnections: () => boolean,
  makeServer: LoadedPages['createServer'] = createServer,
): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const server = serve(
      {
        fetch: fetch as Parameters<typeof serve>[0]['fetch'],
        hostname: config.host,
        port: config.port,
        createServer: ((settings: ServerOptions, routes: RequestListener) =>
          makeServer(settings, (incoming, outgoing) => {
            // A proxy must not send its next request on a connection that is about to close.
            if (closesConnections()) outgoing.setHeader('Connection', 'close');
            if (!refuseTwoHosts(incoming, outgoing) && !serveKept(incoming, outgoing)) routes(incoming, outgoing);
          })) as typeof createServer,
      },
      () => resolve(server),
    );
    if ('keepAliveTimeout' in server) server.keepAliveTimeout = KEEP_ALIVE_MS;
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        reject(
          new StartupError(
            `Port ${config.port} on ${config.host} is in use: stop what runs there, or set PORT to another one.`,
          ),
        );
      else if (error.code === 'EACCES' || error.code === 'EADDRNOTAVAIL')
        reject(new StartupError(`HOST ${config.host} and PORT ${config.port} can't be listened on (${error.code}).`));
      else reject(error);
    });
  });
}

/**
 * Waits until no connection arrives for some rounds of the event loop. Those that are in the listener's queue when it
 * closes are reset, and a POST on one fails: a proxy does not send it twice.
 */
async function acceptWaiting(server: ServerType): Promise<void> {
  let arrived = 0;
  const count = () => void arrived++;
  server.on('connection', count);
  for (let round = 0, quiet = 0; round < 200 && quiet < 3; round++) {
    const before = arrived;
    await nextRound();
    quiet = arrived === before ? quiet + 1 : 0;
  }
  server.off('connection', count);
}

/**
 * Refuses new connections, so that a proxy asks another process, and waits for running requests. Idle connections are
 * closed after `idleMs`: a POST that a proxy sends on one at that moment would fail, because it must not be sent twice.
 */
async function closeServer(server: ServerType, idleMs: number): Promise<void> {
  if (idleMs > 0) {
    const closed = once(server, 'close');
    // The method of http.Server would close idle connections at once.
    NetServer.prototype.close.call(server);
    await within(idleMs, closed);
  }
  return new Promise((resolve) => {
    // A busy connection becomes idle a moment later, and its client would keep it open for seconds.
    const closeIdle = () => 'closeIdleConnections' in server && server.closeIdleConnections();
    const timer = setInterval(closeIdle, 50);
    server.close(() => {
      clearInterval(timer);
      resolve();
    });
    closeIdle();
  });
}

const logOf = ({ logLevel, logFormat, tracing }: Config) =>
  createLog(logLevel, undefined, { withTraces: tracing !== undefined, format: logFormat });

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([work, new Promise((resolve) => (timer = setTimeout(resolve, ms)))]);
  clearTimeout(timer);
}

async function main(): Promise<void> {
  let log: Logger | undefined;
  const stopping = new AbortController();
  let app: RunningApp | undefined;
  const stop = (signal: NodeJS.Signals) => {
    // A second signal (a second Ctrl-C, or the launcher's exit after its SIGTERM) does not interrupt the shutdown.
    if (stopping.signal.aborted) return;
    log?.info({ signal }, 'stopping');
    stopping.abort();
    // During the start there is no application yet: the start itself is aborted.
    void app?.stop().finally(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  try {
    const config = loadConfig(process.env);
    log = logOf(config);
    const fatal = log.fatal.bind(log);
    const onPoolDead = () => {
      fatal({}, 'the connection pool is dead while the database answers: the process ends, to be started again');
      process.exit(1);
    };
    app = await start(config, log, stopping.signal, onPoolDead);
    if (stopping.signal.aborted) return void app.stop().finally(() => process.exit(0));
    process.stderr.write(greeting(config));
  } catch (error) {
    if (stopping.signal.aborted) process.exit(0);
    const code = codeOf(error);
    if (code === 'config-error' || code === 'startup-error') {
      process.stderr.write(`\n${(error as Error).message}\n\n`);
      process.exit(STARTUP_FAULT_EXIT);
    }
    log?.fatal({ err: error }, 'could not start');
    const words = databaseSentence(error) ?? (error as Error).stack ?? String(error);
    process.stderr.write(`could not start: ${words}\n`);
    process.exit(1);
  }
}

/**
 * For the person at the terminal: the URLs of everything. Printed, not logged: the log never contains an address or a
 * password.
 */
function greeting({ publicUrl, sandboxes, demoAccount: demo }: Config): string {
  const rows: [string, string][] = [[BRAND, publicUrl]];
  if (sandboxes) {
    rows.push(['Inbox', sandboxes.mail]);
    rows.push(['Test card', '4242 4242 4242 4242, any later date, any code']);
    rows.push(['Sandboxes', publicUrl + paths.sandbox()]);
  }
  if (demo) rows.push(['Demo account', `${demo.email}   password  ${demo.password}`]);
  const lines = rows.map(([label, value]) => `  ${label.padEnd(12)}  ${value}`);
  return `\n${lines.join('\n')}\n  Stop with Ctrl-C.\n\n`;
}

if (import.meta.main) await main();
