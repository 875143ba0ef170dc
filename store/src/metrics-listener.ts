import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { isLoopback } from './shared/loopback.ts';
import { StartupError } from './shared/startup-error.ts';
import type { Metrics } from './telemetry/metrics.ts';
import { MAX_SECONDS, type ProfileKind, PROFILES, takeProfile } from './telemetry/profiles.ts';
import type { Readings } from './telemetry/readings.ts';

type Ports = { metrics: Metrics; readings: Readings; log: Logger };
type Address = { host: string; port: number };

/**
 * Starts the listener for Prometheus (`GET /metrics`) on addresses of its own, and for profiles (`GET
 * /debug/pprof/cpu?seconds=10`, `/debug/pprof/heap`) on loopback addresses only. Throws StartupError when one cannot be
 * used.
 */
export async function startMetricsListener(
  ports: Ports,
  listen: readonly Address[],
): Promise<{ close(): Promise<void> }> {
  const answer = createHandler(ports, new Set(listen.map(({ host }) => host)));
  const servers = await Promise.all(listen.map((address) => open(address, answer)));
  return {
    async close() {
      await Promise.all(servers.map(close));
    },
  };
}

function createHandler({ metrics, readings, log }: Ports, names: ReadonlySet<string>) {
  let profiling: ProfileKind | undefined;

  async function serveMetrics(response: ServerResponse): Promise<void> {
    await readings.read();
    const text = await metrics.registry.metrics();
    send(response, 200, text, { 'Content-Type': metrics.registry.contentType });
  }

  async function serveProfile(kind: ProfileKind, url: URL, response: ServerResponse): Promise<void> {
    const seconds = Number(url.searchParams.get('seconds') ?? '10');
    if (!(seconds > 0 && seconds <= MAX_SECONDS))
      return send(response, 400, `seconds must be a number above 0, and ${MAX_SECONDS} at most\n`);
    if (profiling) return send(response, 409, `a ${profiling} profile is being taken: try again in a minute\n`);
    profiling = kind;
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    try {
      log.warn({ kind, seconds }, 'profiling started');
      send(response, 200, await takeProfile(kind, seconds, gone.signal), {
        'Content-Type': 'application/json',
        'Content-Disposition': `attachment; filename="${kind}-${Date.now()}.${PROFILES[kind]}"`,
      });
    } finally {
      profiling = undefined;
    }
  }

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Protection against DNS rebinding: a web page whose own name points here sends that name.
    if (!isOurName(request.headers.host, names)) return send(response, 421, 'this listener has another name\n');
    if (request.method !== 'GET') return send(response, 405, 'only GET\n', { Allow: 'GET' });
    const url = new URL(request.url ?? '/', 'http://metrics');
    if (url.pathname === '/metrics') return serveMetrics(response);
    const [, kind] = /^\/debug\/pprof\/(cpu|heap)$/.exec(url.pathname) ?? [];
    if (kind === undefined || !isLoopback(request.socket.localAddress ?? '')) return send(response, 404, 'not found\n');
    return serveProfile(kind as ProfileKind, url, response);
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    route(request, response).catch((error: unknown) => {
      if (response.destroyed) return;
      log.error({ err: error }, 'the metrics could not be collected');
      if (response.headersSent) response.destroy();
      else send(response, 500, 'failed: see the log\n');
    });
  };
}

/** Our addresses, names of loopback, and any IP address: names that cannot be pointed elsewhere. */
function isOurName(host: string | undefined, names: ReadonlySet<string>): boolean {
  const url = `http://${host ?? ''}`;
  if (!URL.canParse(url)) return false;
  const name = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return names.has(name) || isLoopback(name) || /^[\d.]+$/.test(name) || name.includes(':');
}

function send(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  });
  response.end(text);
}

function open({ host, port }: Address, answer: (request: IncomingMessage, response: ServerResponse) => void) {
  return new Promise<Server>((resolve, reject) => {
    const server = createServer({ requestTimeout: 10_000 }, answer);
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new StartupError(`METRICS_LISTEN ${host}:${port} can't be listened on (${error.code}).`)),
    );
    server.listen(port, host, () => resolve(server));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
