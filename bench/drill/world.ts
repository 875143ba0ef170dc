import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { freePort } from '#sandbox/postgres/port.ts';
import { allReady } from '../chaos/primary.ts';
import { untilSelling } from '../chaos/moments.ts';
import { createChaosWorld, type ChaosWorld } from '../chaos/world.ts';
import type { Closers } from './closers.ts';
import { type Cluster, startCluster } from './cluster.ts';
import type { Machines } from './machines.ts';
import { startProxies } from './proxies.ts';

/** Two processes of the store behind nginx and HAProxy, on a cluster of three, with the vendors in this process. */
export type DrillWorld = {
  shop: ChaosWorld;
  cluster: Cluster;
  /** The environment of the processes. */
  env: Record<string, string>;
  /** Resolves when three members stream and every process is ready. */
  untilWhole(): Promise<void>;
};

const SETTINGS = {
  LOG_LEVEL: 'info',
  DATABASE_POOL_SIZE: '20',
  TRUSTED_PROXIES: '127.0.0.1',
  LIMIT_ORDERS_PER_ADDRESS: '1000000',
  LIMIT_SIGN_UPS_PER_HOUR: '1000000',
  // A paid order waits for the database, and is not refunded.
  FULFILMENT_DEADLINE_SECONDS: '600',
  RECONCILE_GRACE_SECONDS: '0',
  // More than HAProxy takes to notice.
  DRAIN_SECONDS: '3',
  SHUTDOWN_SECONDS: '20',
};

/**
 * Builds everything and begins to sell. What was started is in `closers`, also when this throws. One of them copies the
 * logs to the folder `logs`.
 */
export async function createDrillWorld(closers: Closers, logs?: string): Promise<DrillWorld> {
  const dir = await makeFolder(closers, logs);
  const cluster = await startCluster(dir, closers);
  const superuserUrl = cluster.superuserUrl((await cluster.primary()).address);
  const shop = await openShop(closers, { dir, machines: cluster.machines, superuserUrl, logs });
  return {
    shop,
    cluster,
    env: shop.env,
    async untilWhole() {
      await cluster.untilStreaming();
      await allReady(shop);
    },
  };
}

/** The folder of a drill. Its logs are copied to `logs` at the end. */
export async function makeFolder(closers: Closers, logs: string | undefined): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'cairn-drill-'));
  closers.add(() => rm(dir, { recursive: true, force: true }));
  if (logs !== undefined) closers.add(() => copyLogs(dir, logs));
  return dir;
}

type Place = {
  dir: string;
  machines: Machines;
  /** The server that takes writes now. */
  superuserUrl: string;
  logs: string | undefined;
  /** Of the text of haproxy.cfg. */
  change?: (haproxy: string, databasePort: number) => string;
};

/** Two processes of the store behind the proxies, on a new database. Resolves when they sell. */
export async function openShop(
  closers: Closers,
  { dir, machines, superuserUrl, logs, change }: Place,
): Promise<ChaosWorld> {
  const [databasePort, storePort] = [await freePort(), await freePort()];
  const { role, password, database } = await createDatabase(superuserUrl);
  const databaseUrl = `postgres://${role}:${password}@127.0.0.1:${databasePort}/${database}`;
  const shop = await createChaosWorld({ ...SETTINGS, DATABASE_URL: databaseUrl }, { processes: 2, proxied: true });
  closers.add(() => shop.close());
  if (logs !== undefined) closers.add(async () => writeFile(path.join(dir, 'store.log'), await shop.logs()));
  const [first, second] = shop.processes.map(({ url }) => Number(new URL(url).port));
  await startProxies(
    path.join(dir, 'proxies'),
    closers,
    machines,
    {
      port: Number(new URL(shop.appUrl).port),
      databasePort,
      storePort,
      processPorts: [first!, second!],
    },
    change && ((haproxy) => change(haproxy, databasePort)),
  );
  await shop.start();
  await untilSelling(shop);
  return shop;
}

/** Copies what a fault is looked for in. */
const copyLogs = (dir: string, folder: string) =>
  cp(dir, folder, { recursive: true, filter: (file) => !/^\/(?:n\d|old)\/(?!\w+\.log$)/.test(file.slice(dir.length)) });

/** A role that owns its database, as docs/operations.md makes it. */
async function createDatabase(superuserUrl: string) {
  const made = { role: 'cairn_drill', password: crypto.randomUUID(), database: 'cairn' };
  const client = new pg.Client(superuserUrl);
  await client.connect();
  await client.query(`create role cairn_owner nologin`);
  await client.query(`create role ${made.role} login password '${made.password}' in role cairn_owner`);
  await client.query(`alter role ${made.role} set role = 'cairn_owner'`);
  await client.query(`create database ${made.database} owner cairn_owner`);
  await client.end();
  return made;
}
