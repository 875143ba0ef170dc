import pg from 'pg';
import { freePort } from '#sandbox/postgres/port.ts';
import { createAccount } from '#test/support/accounts.ts';
import { copyOrder } from '#test/support/many-orders.ts';
import { bought, type Buyer, orderRequest, post } from '#test/support/shop.ts';
import { get } from '../running-app.ts';
import type { Growth, GrowthApp } from './compare.ts';

/** Orders of the account whose lists are measured. */
const OWN_ORDERS = 20;

type Known = { guest: Buyer; authorization: string };

/** An order, its page and an account's lists with a few orders, and with `count` delivered orders of other buyers. */
export function growthOfOrders({ count }: { count: number }): Growth {
  const known = new Map<string, Known>();
  const of = (app: GrowthApp) => known.get(app.url)!;
  const list = (path: string) => async (app: GrowthApp) =>
    void (await get(app.url + path, { authorization: of(app).authorization }));
  return {
    env: async () => ({
      LIMIT_ORDERS_PER_ADDRESS: '1000000',
      LIMIT_ORDERS_PER_EMAIL: '1000000',
      METRICS_LISTEN: `127.0.0.1:${await freePort()}`,
    }),
    rows: [
      { name: 'creating an order', share: 1, request: createOrder },
      {
        name: 'an order',
        share: 2,
        request: async (app) => {
          const { cookie, order } = of(app).guest;
          await get(`${app.url}/api/orders/${order.id}`, { cookie });
        },
      },
      { name: "an account's orders", share: 1, request: list('/api/orders') },
      { name: "an account's eSIMs", share: 1, request: list('/api/esims') },
      {
        name: 'a scrape',
        share: 0.2,
        request: async ({ env }) => void (await get(`http://${env['METRICS_LISTEN']}/metrics`)),
      },
    ],
    async prepare(app) {
      const account = await createAccount(app);
      const authorization = `Bearer ${account.idToken}`;
      const own = await bought(app, { email: account.email }, { authorization });
      await copyOrder(app.databaseUrl, own.order.id, OWN_ORDERS);
      known.set(app.url, { guest: await bought(app), authorization });
    },
    async grow(app) {
      const client = new pg.Client({ connectionString: app.databaseUrl });
      await client.connect();
      await insertOrders(client, of(app).guest.order.id, count).finally(() => client.end());
    },
  };
}

async function createOrder({ url }: GrowthApp): Promise<void> {
  const answer = await post({ url }, '/api/orders', orderRequest());
  if (answer.status !== 201) throw new Error(`order refused: ${answer.status}`);
  await answer.text();
}

/** Copies a delivered order with all that belongs to it, as orders of the last two years, one a minute and buyer. */
async function insertOrders(client: pg.Client, orderId: string, count: number): Promise<void> {
  const id = (table: string) => `md5('${table}' || n)::uuid`;
  /** `own`: the columns that differ between copies. */
  const copy = (table: string, own: Record<string, string>, only = '') => {
    const changes = Object.entries(own).map(([column, value]) => `'${column}', ${value}`);
    return client.query(`
      insert into ${table}
      select copy.*
      from ${table} original, generate_series(1, ${count}) n,
        lateral jsonb_populate_record(original, jsonb_build_object(${changes.join(', ')})) copy
      where original.${table === 'orders' ? 'id' : 'order_id'} = '${orderId}' ${only}`);
  };
  const at = (column: string) => ({ [column]: `original.${column} - n * interval '1 minute'` });
  const order = { order_id: id('orders') };
  const line = { ...order, line_id: id('order_lines') };
  // Without checks of foreign keys, which take longer than the rows.
  await client.query('set session_replication_role = replica');
  await client.query('begin');
  await copy('orders', {
    id: id('orders'),
    number: `'G' || lpad(n::text, 9, '0')`,
    idempotency_key: `gen_random_uuid()`,
    email: `'grown-' || n || '@example.com'`,
    email_key: `'grown-' || n || '@example.com'`,
    ...at('created_at'),
    ...at('updated_at'),
    ...at('paid_at'),
    ...at('fulfilled_at'),
  });
  await copy('order_lines', { ...order, id: id('order_lines') });
  await copy('order_events', { ...order, id: 'gen_random_uuid()', ...at('at') }, `and original.kind = 'status'`);
  await copy('order_access', { ...order, hash: 'gen_random_uuid()' });
  await copy('payment_attempts', {
    ...order,
    id: id('payment_attempts'),
    session_id: `'cs_grown_' || n`,
    payment_intent_id: `'pi_grown_' || n`,
    ...at('created_at'),
    ...at('settled_at'),
  });
  await copy('wholesale_orders', {
    ...line,
    id: id('wholesale_orders'),
    reference: 'gen_random_uuid()',
    vendor_order_id: `'grown-' || n`,
  });
  await copy('esims', { ...line, id: id('esims'), iccid_hash: `'grown-' || n`, ...at('issued_at') });
  const plan = { esim_id: id('esims'), id: id('esim_plans') };
  await copy('esim_plans', { ...line, ...plan, ...at('issued_at') });
  await client.query('commit');
  // Otherwise autovacuum does this during the measurement.
  await client.query('vacuum analyze');
}
