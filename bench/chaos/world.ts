import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#sandbox/postgres/supervisor.ts';
import { spawnApp, type SpawnedApp } from '#test/support/process.ts';
import { startVendors, type Vendors } from '#test/support/vendors.ts';
import { until } from '#test/support/wire.ts';
import { killPostgres, type PostgresDeath } from './postgres.ts';

/**
 * The whole product for kill tests: the application as a separate process, a durable PostgreSQL on its own data
 * directory, supervised by this process, and the vendors in this process, which is never killed.
 */
export type ChaosWorld = Vendors & {
  /** Milliseconds from each start to readiness. */
  starts: number[];
  /** Number of unexpected exits of the application. */
  fell: number;
  /** Starts the application, and retries as the launcher does until it is ready. */
  start(): Promise<void>;
  /** SIGKILL, at once. */
  crash(): Promise<void>;
  /** SIGSTOP, and SIGCONT after `ms` milliseconds. */
  freeze(ms: number): Promise<void>;
  /** SIGKILL for the database server or for all of its processes. The application keeps running. */
  crashPostgres(how: PostgresDeath): Promise<void>;
  /** Rows from the database. Retries while it is down. */
  query<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>;
  /** The URL of the database. */
  databaseUrl(): Promise<string>;
  /** A new connection for the caller, to hold locks. */
  connect(): Promise<pg.Client>;
  /** The logs of application and PostgreSQL. */
  logs(): Promise<string>;
  close(): Promise<void>;
};

const QUERY_LIMIT = 30_000;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Creates a world. Only the vendors run before `start`. `overrides` are environment variables. */
export async function createChaosWorld(overrides: Record<string, string> = {}): Promise<ChaosWorld> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'cairn-chaos-'));
  // As root, PostgreSQL runs as user "nobody", which needs access to this folder.
  await chmod(dataDir, 0o755);
  const vendors = await startVendors(dataDir);
  const env: Record<string, string> = { ...vendors.env, LOG_LEVEL: 'debug', ...overrides };
  const appData = env['CAIRN_DATA_DIR'] ?? '';
  const outputs: (() => string)[] = [];
  let app: SpawnedApp | undefined;
  let expected = true;

  /** Supervised as by the launcher, unless the world uses an existing database. */
  let postgres: EmbeddedPostgres | undefined;
  async function databaseUrl(): Promise<string> {
    return (env['DATABASE_URL'] ??= (postgres = await startEmbeddedPostgres({ dataDir: appData, log: silent })).url);
  }

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: await databaseUrl(), connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  const world: ChaosWorld = {
    ...vendors,
    env,
    starts: [],
    fell: 0,
    async start() {
      await databaseUrl();
      const since = performance.now();
      app = await until(
        async () => {
          const started = await spawnApp(env).catch((error: unknown) => {
            world.fell += 1;
            throw error;
          });
          return started;
        },
        { timeout: 60_000, what: 'the application starts' },
      );
      const running = app;
      outputs.push(running.output);
      expected = false;
      void running.exited.then(() => {
        if (!expected && app === running) world.fell += 1;
      });
      world.starts.push(Math.round(performance.now() - since));
    },
    async crash() {
      expected = true;
      await app?.kill('SIGKILL');
    },
    async freeze(ms) {
      app?.signal('SIGSTOP');
      await pause(ms);
      app?.signal('SIGCONT');
    },
    crashPostgres: (how) => killPostgres(appData, how),
    databaseUrl,
    connect,
    query: (text, values = []) =>
      until(
        async () => {
          const client = await connect();
          try {
            return (await client.query(text, values)).rows;
          } finally {
            await client.end().catch(() => undefined);
          }
        },
        { timeout: QUERY_LIMIT, what: text },
      ) as never,
    async logs() {
      const postgres = await readFile(path.join(appData, 'postgres', 'postgres.log'), 'utf8').catch(() => '');
      return [...outputs.map((output) => output()), postgres].join('\n');
    },
    async close() {
      expected = true;
      await app?.kill('SIGTERM').catch(() => undefined);
      await postgres?.stop();
      await vendors.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return world;
}
