import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './supervisor.ts';
import { StartupError } from './startup-error.ts';

/**
 * `node sandbox/postgres/main.ts --data DIR [--with-parent] [--patience SECONDS]`: PostgreSQL for a store, running
 * until SIGTERM or SIGINT. Prints `{"ready":true,"url":…}` as one line on stdout. With `--with-parent` it also stops
 * when its stdin closes. Its clients stop then, too, and have `--patience` seconds to finish. Exit code 78: a retry
 * does not help.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    'with-parent': { type: 'boolean', default: false },
    patience: { type: 'string', default: '10' },
  },
});
const STARTUP_FAULT_EXIT = 78;
const LOOK_MS = 50;

const say = (fields: object, message: string) => {
  const { err, reason } = fields as { err?: Error; reason?: string };
  const why = reason ?? err?.message;
  process.stderr.write(`PostgreSQL: ${message}${why ? ` (${why})` : ''}\n`);
};

const starting = new AbortController();
let server: EmbeddedPostgres | undefined;
let stopping = false;

async function stop({ patienceMs = 0 } = {}): Promise<void> {
  if (stopping) return;
  stopping = true;
  if (!server) return starting.abort();
  await clientsAreGone(server.url, patienceMs);
  await server.stop();
  process.exit(0);
}

/** Waits until no client is connected, up to the limit. */
async function clientsAreGone(url: string, limitMs: number): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on('error', () => undefined);
  try {
    if (limitMs > 0) await client.connect();
    for (const since = performance.now(); performance.now() - since < limitMs; await pause(LOOK_MS)) {
      const { rowCount } = await client.query(
        `select 1 from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`,
      );
      if (rowCount === 0) break;
    }
  } catch {
    // A server that does not answer has no clients to wait for.
  } finally {
    await client.end().catch(() => undefined);
  }
}

try {
  if (!values.data) throw new StartupError('--data is missing');
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
  if (values['with-parent']) {
    const leave = () => void stop({ patienceMs: Number(values.patience) * 1000 });
    process.stdin.on('end', leave).on('close', leave).on('error', leave).resume();
  }
  server = await startEmbeddedPostgres({
    dataDir: values.data,
    log: { info: () => undefined, warn: say, error: say },
    signal: starting.signal,
  });
  if (starting.signal.aborted) {
    await server.stop();
    process.exit(0);
  }
  process.stdout.write(`${JSON.stringify({ ready: true, url: server.url })}\n`);
  // Without a parent to watch, nothing else keeps this process alive.
  setInterval(() => undefined, 60_000);
} catch (error) {
  if (starting.signal.aborted) process.exit(0);
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(error instanceof StartupError ? STARTUP_FAULT_EXIT : 1);
}
