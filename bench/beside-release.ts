import path from 'node:path';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { freePort } from '#sandbox/postgres/port.ts';
import { startTestCluster } from '#test/support/cluster.ts';
import { emptyDatabase } from '#test/support/database.ts';
import { startLoadBalancer } from '#test/support/load-balancer.ts';
import { spawnApp, type SpawnedApp } from '#test/support/process.ts';
import { becomes, bought, buy, type Buyer } from '#test/support/shop.ts';
import { startVendors } from '#test/support/vendors.ts';
import { control, until } from '#test/support/wire.ts';
import { newPurchase } from './chaos/buyer.ts';
import { reconcileAll } from './chaos/reconcile.ts';
import { plainPerson } from './chaos/strike.ts';
import { isQuiet, tallyUp } from './chaos/tally.ts';
import { productionArgs } from './running-app.ts';

/**
 * `node bench/beside-release.ts --beside CHECKOUT [--rounds 6]`: a process of an older release (built, with its packages)
 * and one of this version sell side by side on one database, behind a load balancer, as in a rolling upgrade: orders of one
 * and two plans, refunds, disputes and warnings made in the payment vendor's dashboard. Both serve pages and webhooks, and
 * both take jobs. Then the older one ends. Prints the tally of the three ledgers, and exits with 1 on any violation.
 */
const { values } = parseArgs({ options: { beside: { type: 'string' }, rounds: { type: 'string', default: '6' } } });
if (values.beside === undefined) throw new Error('--beside names the checkout of the older release');
const OLD = path.resolve(values.beside);
const AT_ONCE = 8;
/** A job that one of the two left waits for the other. */
const PATIENCE_MS = 120_000;

const dataDir = await mkdtemp(path.join(tmpdir(), 'cairn-beside-'));
const stopCluster = await startTestCluster();
const [vendors, database] = await Promise.all([startVendors(dataDir), emptyDatabase()]);
const client = new pg.Client(database.url);
await client.connect();
const balancer = await startLoadBalancer(Number(new URL(vendors.appUrl).port));
const running: SpawnedApp[] = [];
const app = { url: vendors.appUrl };
try {
  process.exitCode = (await sellBeside()) ? 0 : 1;
} finally {
  await Promise.all(running.map((each) => each.kill()));
  await balancer.close();
  await client.end();
  await vendors.close();
  await database.drop();
  await stopCluster();
  await rm(dataDir, { recursive: true, force: true });
}

async function startProcess(root?: string): Promise<SpawnedApp> {
  const env = {
    ...vendors.env,
    DATABASE_URL: database.url,
    PUBLIC_URL: vendors.appUrl,
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'info',
    NODE_ENV: 'production',
    SWEEP_SECONDS: '5',
    RECONCILE_GRACE_SECONDS: '0',
    LIMIT_ORDERS_PER_ADDRESS: '5000',
    PORT: String(await freePort()),
  };
  const each = await spawnApp(env, root, productionArgs(root));
  running.push(each);
  balancer.add(each.url);
  await until(() => balancer.ready().includes(each.url), { what: 'the process gets requests' });
  return each;
}

/** True when nothing is lost, double or stuck. */
async function sellBeside(): Promise<boolean> {
  const old = await startProcess(OLD);
  const listed = 'select from wholesale_lists where packages > 0 limit 1';
  await until(async () => (await client.query(listed)).rowCount === 1, {
    what: 'plans are checked',
    timeout: PATIENCE_MS,
  });
  const buyers: Buyer[] = [await until(() => bought(app).catch(() => undefined), { what: 'the first sale' })];
  for (let n = 0; n < AT_ONCE; n++) buyers.push(await bought(app, cart(n)));
  // Open while the newer one migrates.
  buyers.push(await buy(app), await buy(app, cart(1)));
  const fresh = await startProcess();
  const round = async () => {
    const batch = await Promise.all(Array.from({ length: AT_ONCE }, (_each, n) => buy(app, cart(n))));
    buyers.push(...batch);
    await Promise.all(batch.map(act));
  };
  for (let n = 0; n < Number(values.rounds); n++) await round();
  if ((await old.kill('SIGTERM')) !== 0) throw new Error(`The older one did not end in order:\n${old.output()}`);
  await round();
  const query = async (sql: string, given: unknown[] = []) => (await client.query(sql, given)).rows as never;
  const books = { ...vendors, query };
  await until(() => isQuiet(books), { timeout: PATIENCE_MS, what: 'everything has come to rest' });
  const { violations, ...tally } = await tallyUp(books, buyers.map(purchaseOf));
  console.log(tally);
  const open = await reconcileAll({ databaseUrl: async () => database.url });
  console.log(open);
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from payment_events where handled_at is null',
  );
  console.log(`orders ${buyers.length}, events that no process handled ${rows[0]!.count}`);
  for (const [name, each] of Object.entries({ older: old, newer: fresh }))
    for (const line of each.output().match(/.*"level":(50|60).*/g) ?? []) console.log(`${name}: ${line}`);
  for (const violation of violations) console.log(violation);
  return violations.length === 0 && rows[0]!.count === 0;
}

/** One plan, or two. */
function cart(n: number): Record<string, unknown> {
  return n % 3 === 2 ? { planId: undefined, planIds: ['europe-5gb', 'morocco-3gb'] } : {};
}

/** What the merchant or a bank does in the payment vendor's dashboard once the order is delivered. */
async function act(buyer: Buyer, n: number): Promise<void> {
  await becomes(app, buyer, 'fulfilled', PATIENCE_MS);
  const paid = `select payment_intent_id as id from payment_attempts where order_id = $1 and status = 'paid'`;
  const payment_intent = await until(
    async () => (await client.query<{ id: string }>(paid, [buyer.order.id])).rows[0]?.id,
    { what: 'the payment' },
  );
  // The vendor's times are whole seconds: a refund of the same second would look as if it came before the eSIM.
  const seenAt = Date.now();
  await until(() => Date.now() > seenAt + 1000, { what: 'the next second' });
  if (n % 4 === 0) {
    await control(vendors.stripe, { refund: { payment_intent } });
    await becomes(app, buyer, 'refunded', PATIENCE_MS);
  }
  if (n % 4 === 1) {
    await control(vendors.stripe, { dispute: { payment_intent, reason: 'fraudulent', kind: 'dispute' } });
    await becomes(app, buyer, 'disputed', PATIENCE_MS);
  }
  if (n % 4 === 2) await control(vendors.stripe, { fraud_warning: { payment_intent, fraud_type: 'misc' } });
}

function purchaseOf({ email, order }: Buyer) {
  return { ...newPurchase(plainPerson({ email })), orderId: order.id };
}
