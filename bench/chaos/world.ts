import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { freePort } from '#sandbox/postgres/port.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#sandbox/postgres/supervisor.ts';
import { type Relay, startRelay } from '#test/support/relay.ts';
import { startVendors, type Vendors } from '#test/support/vendors.ts';
import { until } from '#test/support/wire.ts';
import { createGate, type Gate } from './gate.ts';
import { killPostgres, type PostgresDeath, suspendPostgres } from './postgres.ts';
import { type AppProcess, createProcess } from './processes.ts';
import { openWay, type Way } from './ways.ts';

/** The time between a backup and its restore, in milliseconds since 1970: what was sold in it may be lost. */
export type Gap = { backupAt: number; restoredAt: number };

/**
 * The whole product for fault tests: the application as separate processes, a durable PostgreSQL on its own data
 * directory, supervised by this process, and the vendors in this process, which is never killed.
 */
export type ChaosWorld = Vendors & {
  /** A folder for the files of this world. */
  dataDir: string;
  /** The processes of the application on one database. The vendors know the first. */
  processes: readonly AppProcess[];
  /** Where buyers reach the application: each process, or the proxy in front of them. */
  entrances: readonly string[];
  /** The ways to the wholesalers, by name. None in a world with one wholesaler. */
  ways: Record<string, Way>;
  /** Where requests of buyers pass. */
  gate: Gate;
  /** The restores so far. */
  gaps: Gap[];
  /** Number of unexpected exits of the application. */
  readonly fell: number;
  /** Starts every process that does not run, and retries as the launcher does until it is ready. */
  start(): Promise<void>;
  /** SIGKILL for every process, at once. */
  crash(): Promise<void>;
  /** SIGSTOP for every process, and SIGCONT after `ms` milliseconds. */
  freeze(ms: number): Promise<void>;
  /** SIGTERM for every process. Resolves when they have ended. */
  stop(): Promise<void>;
  /** SIGKILL for the database server or for all of its processes. The application keeps running. */
  crashPostgres(how: PostgresDeath): Promise<void>;
  /** SIGSTOP for all processes of the database server, and SIGCONT after `ms` milliseconds. */
  freezePostgres(ms: number): Promise<void>;
  /** The relay between the application and the database. Only in a world that was made with one. */
  relay(): Relay;
  /** Rows from the database. Retries while it is down. */
  query<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>;
  /** The URL of the database. The application's leads over the relay, if there is one. */
  databaseUrl(): Promise<string>;
  /** From its next start on, the application uses this database of the same server. */
  useDatabase(url: string): void;
  /** A new connection for the caller, to hold locks. */
  connect(): Promise<pg.Client>;
  /** The logs of application and PostgreSQL. */
  logs(): Promise<string>;
  close(): Promise<void>;
};

export type WorldOptions = {
  /** How many processes of the application; one by default. */
  processes?: number;
  /** The application is behind a proxy of the caller, at `appUrl`. */
  proxied?: boolean;
  /** Puts a relay between the application and its database. */
  relayed?: boolean;
  /** A second wholesaler, and a way to each that can fail. */
  secondWholesaler?: boolean;
};

/**
 * Variables of a world with every kind of fault. What a wholesaler may list only thirty seconds after its order is proved
 * after that time, so the deadline leaves room for another source.
 */
export const FAULT_SETTINGS = { FULFILMENT_DEADLINE_SECONDS: '75', RECONCILE_GRACE_SECONDS: '0' } as const;

const QUERY_LIMIT = 30_000;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Creates a world. Only the vendors run before `start`. `overrides` are environment variables. */
export async function createChaosWorld(
  overrides: Record<string, string> = {},
  { processes: count = 1, proxied = false, relayed = false, secondWholesaler = false }: WorldOptions = {},
): Promise<ChaosWorld> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'cairn-chaos-'));
  // As root, PostgreSQL runs as user "nobody", which needs access to this folder.
  await chmod(dataDir, 0o755);
  const vendors = await startVendors(dataDir, {}, { secondWholesaler });
  const ways = await openWays(vendors);
  const backupKey = randomBytes(32).toString('base64');
  const env: Record<string, string> = {
    ...vendors.env,
    ...ways.env,
    LOG_LEVEL: 'debug',
    // The jobs of a killed process are free soon.
    WORKER_HEARTBEAT_SECONDS: '1',
    SWEEP_SECONDS: '1',
    BACKUP_KEY: backupKey,
    ...overrides,
  };
  if (count > 1 || proxied) env['PUBLIC_URL'] = vendors.appUrl;
  const appData = env['CAIRN_DATA_DIR'] ?? '';
  const urls = proxied ? [] : [vendors.appUrl];
  while (urls.length < count) urls.push(`http://127.0.0.1:${await freePort()}`);
  const processes = await Promise.all(urls.map((url) => createProcess(url, dataDir)));
  let relay: Relay | undefined;

  /** Supervised as by the launcher, unless the world uses an existing database. */
  let postgres: EmbeddedPostgres | undefined;
  async function databaseUrl(): Promise<string> {
    return (env['DATABASE_URL'] ??= (postgres = await startEmbeddedPostgres({ dataDir: appData, log: silent })).url);
  }

  /** The environment of a process, whose database is behind the relay. */
  async function environment(): Promise<Record<string, string>> {
    const direct = await databaseUrl();
    if (!relayed) return env;
    relay ??= await startRelay(direct);
    const { host } = new URL(relay.url);
    return { ...env, DATABASE_URL: Object.assign(new URL(direct), { host }).href };
  }

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: await databaseUrl(),
      connectionTimeoutMillis: 5_000,
      query_timeout: QUERY_LIMIT,
    });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  return {
    ...vendors,
    env,
    dataDir,
    processes,
    entrances: proxied ? [vendors.appUrl] : urls,
    ways: ways.byName,
    gate: createGate(),
    gaps: [],
    get fell() {
      return processes.reduce((sum, each) => sum + each.fell, 0);
    },
    async start() {
      const own = await environment();
      await Promise.all(processes.map((each) => each.start(own)));
    },
    crash: async () => void (await Promise.all(processes.map((each) => each.crash()))),
    freeze: async (ms) => void (await Promise.all(processes.map((each) => each.freeze(ms)))),
    stop: async () => void (await Promise.all(processes.map((each) => each.stop()))),
    crashPostgres: (how) => killPostgres(path.join(appData, 'postgres', 'data'), how),
    freezePostgres: (ms) => suspendPostgres(path.join(appData, 'postgres', 'data'), ms),
    relay() {
      if (!relay) throw new Error('this world has no relay');
      return relay;
    },
    databaseUrl,
    useDatabase: (url) => void (env['DATABASE_URL'] = url),
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
      const log = await readFile(path.join(appData, 'postgres', 'postgres.log'), 'utf8').catch(() => '');
      return [...processes.map((each) => each.output()), log].join('\n');
    },
    async close() {
      await Promise.all(processes.map((each) => each.close().catch(() => undefined)));
      await relay?.close();
      await postgres?.stop();
      for (const way of Object.values(ways.byName)) await way.close();
      await vendors.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The ways to both wholesalers, and the variables that lead the application over them. */
async function openWays({ airalo, esimAccess }: Vendors): Promise<{
  byName: Record<string, Way>;
  env: Record<string, string>;
}> {
  if (!esimAccess) return { byName: {}, env: {} };
  const [first, second] = await Promise.all([openWay(airalo.url), openWay(esimAccess.url)]);
  return {
    byName: { airalo: first, 'esim-access': second },
    env: { AIRALO_API_URL: first.url, ESIM_ACCESS_API_URL: second.url },
  };
}
