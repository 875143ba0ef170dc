import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#sandbox/postgres/port.ts';
import { schemaVersion } from '#src/db/migrate.ts';
import { readMigrations } from '#src/db/migrations.ts';
import { emptyDatabase, type TestDatabase } from '#test/support/database.ts';
import { type LoadBalancer, startLoadBalancer } from '#test/support/load-balancer.ts';
import { spawnApp, type SpawnedApp } from '#test/support/process.ts';
import { bought, type Buyer, look } from '#test/support/shop.ts';
import { type Sale, startTraffic } from '#test/support/traffic.ts';
import { startVendors, type Vendors } from '#test/support/vendors.ts';
import { until } from '#test/support/wire.ts';
import { newPurchase, type Purchase } from '../../bench/chaos/buyer.ts';
import { reconcileAll } from '../../bench/chaos/reconcile.ts';
import { isQuiet, tallyUp } from '../../bench/chaos/tally.ts';
import { makeNextVersion } from '../upgrade/next-version.ts';

/**
 * Two processes of this version behind a load balancer are replaced by two of the next one, one after the other, while
 * people browse, sign in and buy. The next version is a copy of this checkout with an expanded schema
 * (next-version.ts).
 */
const ROOT = path.join(import.meta.dirname, '../..');
const REQUESTS = 10_000;
const NEXT = '99.0.0';

let dataDir: string;
let vendors: Vendors;
let database: TestDatabase;
let balancer: LoadBalancer;
let client: pg.Client;
let next: Awaited<ReturnType<typeof makeNextVersion>>;
const running: SpawnedApp[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'cairn-rolling-'));
  [vendors, database, next] = await Promise.all([startVendors(dataDir), emptyDatabase(), makeNextVersion(NEXT)]);
  client = new pg.Client(database.url);
  await client.connect();
  balancer = await startLoadBalancer(Number(new URL(vendors.appUrl).port));
});
afterAll(async () => {
  await Promise.all(running.map((app) => app.kill()));
  await balancer?.close();
  await client?.end();
  await vendors?.close();
  await database?.drop();
  for (const dir of [dataDir, next?.root]) if (dir) await rm(dir, { recursive: true, force: true });
});

async function startProcess(root?: string, databaseUrl = database.url): Promise<SpawnedApp> {
  const settings = {
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: vendors.appUrl,
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'info',
  };
  const app = await spawnApp(
    { ...vendors.env, ...settings, DRAIN_SECONDS: '2', SHUTDOWN_SECONDS: '20', PORT: String(await freePort()) },
    root,
  );
  running.push(app);
  balancer.add(app.url);
  await until(() => balancer.ready().includes(app.url), { what: 'the process gets requests' });
  return app;
}

test(`${REQUESTS} requests during an upgrade are all answered, and every purchase has its eSIM`, async () => {
  const [first, second] = [await startProcess(), await startProcess()];
  const app = { url: vendors.appUrl };
  await until(
    async () => (await client.query('select from wholesale_lists where packages > 0 limit 1')).rowCount === 1,
    {
      what: 'plans are checked',
    },
  );

  const traffic = startTraffic(app);
  const atLeast = (count: number) =>
    until(() => balancer.requests() >= count, { timeout: 300_000, what: `${count} requests` });
  await atLeast(REQUESTS * 0.1);
  const third = await startProcess(next.root);
  expect(await schemaVersion(client)).toBe(next.tags.at(-1));
  await atLeast(REQUESTS * 0.3);
  expect(await first.kill('SIGTERM')).toBe(0);
  // A restarted process of this version works with the expanded schema.
  const again = await startProcess();
  await atLeast(REQUESTS * 0.5);
  expect(await again.kill('SIGTERM')).toBe(0);
  const fourth = await startProcess(next.root);
  await atLeast(REQUESTS * 0.7);
  expect(await second.kill('SIGTERM')).toBe(0);
  await atLeast(REQUESTS);
  const { sales, complaints } = await traffic.stop();
  const purchases = sales.map(purchaseOf);

  console.log({ requests: balancer.requests(), failures: balancer.failures.length, purchases: purchases.length });
  expect(balancer.failures).toEqual([]);
  expect(complaints).toEqual([]);

  const query = async (sql: string, values: unknown[] = []) => (await client.query(sql, values)).rows as never;
  const books = { ...vendors, query };
  await until(() => isQuiet(books), { timeout: 60_000, what: 'everything has come to rest' });
  const { violations, ...tally } = await tallyUp(books, purchases);
  console.log(tally);
  expect(violations).toEqual([]);
  expect(tally).toMatchObject({ acknowledgedLost: 0, paidTwice: 0, stuck: 0, delivered: tally.paid });
  expect(tally.paid).toBe(purchases.length);
  expect(await reconcileAll({ databaseUrl: async () => database.url })).toMatchObject({ unrepaired: [], byHand: {} });
  expect((await client.query('select from orders where buyer_language is distinct from locale')).rowCount).toBe(0);
  for (const each of [third, fourth]) expect(await each.kill('SIGTERM')).toBe(0);
  // A retried job, delayed by a busy machine, is not a fault, but it is printed.
  console.log(running.flatMap((each) => each.output().match(/"level":(50|60).*/g) ?? []).join('\n'));
});

test('a backup of this version is restored by the next one, which starts on it; the reverse is refused', async () => {
  const databases = await Promise.all([emptyDatabase(), emptyDatabase(), emptyDatabase()]);
  const [older, newer, untouched] = databases.map(({ url }) => url) as [string, string, string];
  const app = { url: vendors.appUrl };
  const key = randomBytes(32).toString('base64');
  /** Runs a command of a version on a database. */
  const ops = (root: string, url: string, ...words: string[]) =>
    promisify(execFile)(process.execPath, ['store/src/ops/main.ts', ...words], {
      cwd: root,
      env: { PATH: process.env['PATH'], ...vendors.env, DATABASE_URL: url, BACKUP_KEY: key },
    });
  const [early, late] = ['early', 'late'].map((name) => path.join(dataDir, `${name}.backup`)) as [string, string];
  try {
    const before = await startProcess(undefined, older);
    const buyer = await until(() => bought(app), { timeout: 60_000, what: 'a purchase' });
    const { esim } = await look(app, buyer);
    await ops(ROOT, older, 'backup', early);
    expect(await before.kill('SIGTERM')).toBe(0);

    await ops(next.root, older, 'restore', early, '--into', newer);
    const restored = new pg.Client(newer);
    await restored.connect();
    expect(await schemaVersion(restored)).toBe(readMigrations().at(-1)?.tag);
    const after = await startProcess(next.root, newer);
    expect(await schemaVersion(restored)).toBe(next.tags.at(-1));
    expect((await restored.query('select buyer_language from orders')).rows).toEqual([{ buyer_language: 'en' }]);
    expect(await look(app, buyer)).toMatchObject({ status: 'fulfilled', esim: { lpa: esim?.lpa } });
    await until(() => bought(app), { timeout: 60_000, what: 'a purchase' });
    await restored.end();
    await ops(next.root, newer, 'backup', late);
    expect(await after.kill('SIGTERM')).toBe(0);

    await expect(ops(ROOT, newer, 'restore', late, '--into', untouched)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`it has migration ${next.tags[0]}, which this version does not know`),
    });
  } finally {
    await Promise.all(running.map((each) => each.kill()));
    for (const each of databases) await each.drop();
  }
});

/** The purchase as the tally of all ledgers reads it. */
function purchaseOf({ buyer, last }: Sale): Purchase {
  return { ...newPurchase(personOf(buyer)), orderId: buyer.order.id, last };
}

function personOf({ email }: Buyer): Purchase['person'] {
  return {
    email,
    name: '',
    password: null,
    planIds: [],
    locale: 'en',
    key: '',
    click: 'once',
    pay: 'once',
    duplicateWebhook: false,
    watches: false,
    act: null,
    topUps: null,
    rights: null,
  };
}
