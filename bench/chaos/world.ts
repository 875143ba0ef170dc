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
 * The whole product as it runs at a shop, to be killed: the application as a process of its own, a PostgreSQL (durable, on
 * its own data directory) that this process keeps running, and the vendors in this process, which survive everything.
 */
export type ChaosWorld = Vendors & {
  /** Milliseconds from each start to readiness. */
  starts: number[];
  /** Times the application ended though nobody killed it. */
  fell: number;
  /** Starts the application, again and again as the launcher does, until it is ready. */
  start(): Promise<void>;
  /** SIGKILL, at once. */
  crash(): Promise<void>;
  /** SIGSTOP, and SIGCONT after so many milliseconds. */
  freeze(ms: number): Promise<void>;
  /** SIGKILL for the database server or for all of its processes; the application lives on. */
  crashPostgres(how: PostgresDeath): Promise<void>;
  /** Rows from the database, asked again while it is away. */
  query<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>;
  /** Where the database of this world is. */
  databaseUrl(): Promise<string>;
  /** A connection of the caller's own, for holding locks. */
  connect(): Promise<pg.Client>;
  /** Everything that application and PostgreSQL wrote into their logs. */
  logs(): Promise<string>;
  close(): Promise<void>;
};

const QUERY_LIMIT = 30_000;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Prepares a world; nothing runs but the vendors until `start`. `overrides` are environment variables. */
export async function createChaosWorld(overrides: Record<string, string> = {}): Promise<ChaosWorld> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'cairn-chaos-'));
  // Root runs PostgreSQL as "nobody", who must be able to walk there.
  await chmod(dataDir, 0o755);
  const vendors = await startVendors(dataDir);
  const env: Record<string, string> = { ...vendors.env, LOG_LEVEL: 'debug', ...overrides };
  const appData = env['CAIRN_DATA_DIR'] ?? '';
  const outputs: (() => string)[] = [];
  let app: SpawnedApp | undefined;
  let expected = true;

  /** Kept running as by the launcher, unless the world was given a database. */
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
