import { type SQL, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { ledger, until } from './wire.ts';
import { type SourceWorldOptions, startBuiltWorld, startWorld, type World, type WorldOptions } from './world.ts';

type Row = Record<string, unknown>;

/** A world that sells: its plans are already checked against the wholesaler. */
export async function startShop(
  overrides: Record<string, string> = {},
  log?: Logger,
  options?: SourceWorldOptions,
): Promise<World> {
  return selling(await startWorld(overrides, log, options));
}

/** Like `startShop`, with what `npm start` starts (`startBuiltWorld`). */
export async function startBuiltShop(
  overrides: Record<string, string> = {},
  log?: Logger,
  options?: WorldOptions,
): Promise<World> {
  return selling(await startBuiltWorld(overrides, log, options));
}

async function selling(world: World): Promise<World> {
  // Called here directly. Another test shows that the worker requests this check at its start.
  await checkPlans(world);
  return world;
}

/** Compares the plans with the wholesaler's list. Its call times out on a busy machine, so it is repeated. */
export async function checkPlans({ services }: Pick<World, 'services'>): Promise<void> {
  await until(async () => (await services.catalogue.checkPlans()).completed, { what: 'the plans are checked' });
}

/** Rows of the application's database. */
export async function rows<T extends Row = Row>(world: Pick<World, 'db'>, query: SQL): Promise<T[]> {
  return (await world.db.execute(query)).rows as T[];
}

/** How many rows a table has. */
export async function count(world: Pick<World, 'db'>, table: string): Promise<number> {
  const [row] = await rows<{ count: number }>(world, sql`select count(*)::int as count from ${sql.identifier(table)}`);
  return row?.count ?? -1;
}

/** The row counts of the shop and the vendors. A refused request does not change them. */
export async function totals(world: Pick<World, 'db' | 'stripe' | 'airalo'>): Promise<Record<string, number>> {
  const { sessions, payment_intents: intents } = await ledger(world.stripe);
  const { orders } = await ledger(world.airalo);
  return {
    orders: await count(world, 'orders'),
    attempts: await count(world, 'payment_attempts'),
    events: await count(world, 'payment_events'),
    sessions: sessions?.length ?? -1,
    intents: intents?.length ?? -1,
    wholesale: orders?.length ?? -1,
  };
}

/** The vendors' ledgers and our database rows for one order. */
export async function booksOf(world: Pick<World, 'db' | 'stripe' | 'airalo'>, orderId: string) {
  const money = await ledger<Record<'sessions' | 'payment_intents' | 'refunds', Row[]>>(world.stripe);
  const wholesale = await ledger<{ orders: (Row & { description: string })[] }>(world.airalo);
  const lines = await rows<{ id: string; status: string; unit_amount: number }>(
    world,
    sql`select id, status, unit_amount from order_lines where order_id = ${orderId} order by position`,
  );
  const [order] = await rows<{ status: string }>(world, sql`select status from orders where id = ${orderId}`);
  const payments = money.payment_intents.filter(
    (each) => (each['metadata'] as Row)['order_id'] === orderId && each['status'] === 'succeeded',
  );
  return {
    /** At the payment vendor. */
    sessions: money.sessions.filter((each) => each['client_reference_id'] === orderId),
    payments,
    refunds: money.refunds.filter((each) => payments.some(({ id }) => id === each['payment_intent'])),
    /** At the wholesaler. */
    wholesale: wholesale.orders.filter(({ description }) => lines.some(({ id }) => description === `cairn-${id}`)),
    /** In our database. */
    status: order?.status,
    lines,
    attempts: await rows<{ id: string; status: string; session_id: string | null }>(
      world,
      sql`select * from payment_attempts where order_id = ${orderId} order by number`,
    ),
    refundRows: await rows<{ status: string; amount: number; reason: string; line_id: string | null }>(
      world,
      sql`select * from refunds where order_id = ${orderId} order by created_at`,
    ),
    esims: await rows<Row & { line_id: string }>(world, sql`select * from esims where order_id = ${orderId}`),
    events: await rows<{ kind: string; to_status: string | null }>(
      world,
      sql`select kind, to_status from order_events where order_id = ${orderId} order by at, id`,
    ),
  };
}

/** Runs the fulfilment of every line of an order, as the job of each line does. */
export async function fulfilLines({ services }: Pick<World, 'services'>, orderId: string): Promise<void> {
  const order = await services.orders.find(orderId);
  await Promise.all((order?.lines ?? []).map(({ id }) => services.fulfilLine(id)));
}

/** A profile in the wholesaler's ledger. */
export type Sim = { iccid: string; lpa: string; matching_id: string };
export const simOf = (wholesale: Row[], index = 0) => (wholesale[index]?.['sims'] as Sim[] | undefined)?.[0];

type WholesaleRow = {
  submissions: number;
  doubts: number;
  status: string;
  last_fault: string | null;
  line_id: string;
};

/** Our row of the wholesale order of an order. */
export async function wholesaleRow(world: Pick<World, 'db'>, orderId: string): Promise<WholesaleRow | undefined> {
  return (await rows<WholesaleRow>(world, sql`select * from wholesale_orders where order_id = ${orderId}`))[0];
}

/** The wholesaler's ids of the orders that are listed to be claimed back. */
export async function strays(world: Pick<World, 'db'>): Promise<string[]> {
  const listed = await rows<{ vendor_order_id: string }>(world, sql`select * from stray_profiles`);
  return listed.map((row) => row.vendor_order_id);
}
