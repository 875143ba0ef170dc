import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadDataSettings } from '#src/config/config.ts';
import { createWholesalers } from '#src/modules/fulfilment/wholesalers.ts';
import { examine } from '#src/ops/doctor/doctor.ts';
import { createSite } from '#src/ops/site.ts';
import { reported } from '#src/telemetry/vendor-calls.ts';
import { createVendors, type MakeVendors } from '#src/vendors.ts';
import { booksOf, checkPlans, rows } from '#test/support/books.ts';
import { capturedLog } from '#test/support/captured-log.ts';
import { createReconcileDesk } from '#test/support/desk.ts';
import { ops as opsOn } from '#test/support/ops.ts';
import { becomes, bought, type Buyer, order } from '#test/support/shop.ts';
import { createToyAdapter, TOY_SIMS } from '#test/support/toy-wholesaler-adapter.ts';
import { createToyWholesaler, toyOffer, type ToyWholesaler } from '#test/support/toy-wholesaler.ts';
import { control, payHosted, until } from '#test/support/wire.ts';
import { startWorld, type World } from '#test/support/world.ts';

/** Each wholesaler's books, balance and breaker by themselves: one that does not answer leaves the others compared. */

const PLAN = 'france-1gb';
const OFFER = 'TOY-FR-1';

let world: World;
let toy: ToyWholesaler;
const { log, text: logged } = capturedLog();

const makeVendors: MakeVendors = (config, telemetry, given) => {
  const vendors = createVendors(config, telemetry, given);
  const timeoutMs = config.fulfilment.callTimeoutSeconds * 1000;
  const tokenStore = given.tokensOf(TOY_SIMS, 'toy');
  const adapter = createToyAdapter({ url: toy.url, account: 'toy', timeoutMs, tokenStore, onMisuse: () => undefined });
  const wrapped = reported(adapter, TOY_SIMS, telemetry, { local: ['address', 'capabilities'] });
  return { ...vendors, wholesalers: createWholesalers([...vendors.wholesalers.all(), wrapped]) };
};

beforeAll(async () => {
  toy = await createToyWholesaler();
  await toy.open();
  toy.set(toyOffer(OFFER));
  world = await startWorld({ SWEEP_SECONDS: '3600', RECONCILE_GRACE_SECONDS: '0' }, log, { makeVendors });
  await checkPlans(world);
  await ops(`catalogue package ${PLAN} ${OFFER} ${TOY_SIMS} --by ana`);
});
afterAll(async () => {
  await world?.close();
  await toy?.close();
});

const ops = async (line: string) => (await opsOn(world, line)).join('\n');
const reconcile = (input: { full?: boolean } = { full: true }) => world.services.reconcile(input);
const openOf = (orderId: string) =>
  rows<{ kind: string; wholesaler: string | null }>(
    world,
    sql`select kind, wholesaler from ledger_differences where order_id = ${orderId} and closed_at is null`,
  );
type Books = { ours: number; theirs: number; strays: number; costs: object; fault: string | null };
type RunRow = {
  clean: boolean;
  fault: string | null;
  started_at: string;
  since: string | null;
  figures: { wholesalers: Record<string, Books> };
};
const lastRun = async () =>
  (await rows<RunRow>(world, sql`select * from reconciliation_runs order by started_at desc limit 1`))[0]!;
const referenceOf = async ({ order: { id } }: Buyer) =>
  (await rows<{ reference: string }>(world, sql`select reference from wholesale_orders where order_id = ${id}`))[0]!
    .reference;
const atToy = () => bought(world.app, { planId: PLAN });

/** A comparison in which the first wholesaler does not show its orders. It is asked once. */
async function reconcileWithoutFirst(): Promise<void> {
  await control(world.airalo, { fail: { call: 'orders.list', times: 1, status: 503 } });
  await reconcile({});
}
/** A payment of which no webhook tells the store. */
async function paidInSilence(): Promise<Buyer> {
  await control(world.stripe, { hold: { call: 'webhooks.deliver', when: 'before', times: 1000 } });
  const buyer = await order(world.app, { planId: PLAN });
  await payHosted(buyer.paymentUrl);
  return buyer;
}

describe('books that can not be read', () => {
  afterEach(async () => {
    await control(world.stripe, { release: { call: 'webhooks.deliver' } });
    await toy.open().catch(() => undefined);
    await reconcile();
  });

  it('of the first wholesaler leave payments and the second one compared and repaired', async () => {
    const [first, second] = [await bought(world.app), await atToy()];
    const reference = await referenceOf(second);
    const known = toy.orders.get(reference)!;
    await reconcile();
    expect(await lastRun()).toMatchObject({
      clean: true,
      figures: { wholesalers: { airalo: { fault: null, ours: 1, theirs: 1 }, [TOY_SIMS]: { fault: null } } },
    });
    const clean = await lastRun();

    // A difference at each, and a payment without a webhook.
    await rows(world, sql`update wholesale_orders set vendor_order_id = 'x' where order_id = ${first.order.id}`);
    await reconcile();
    const atFirst = await openOf(first.order.id);
    expect(atFirst.map(({ kind }) => kind).toSorted()).toEqual(['profile-missing', 'profile-unlisted']);
    toy.orders.delete(reference);
    const paid = await paidInSilence();
    await reconcileWithoutFirst();

    expect(await openOf(second.order.id)).toEqual([{ kind: 'profile-missing', wholesaler: TOY_SIMS }]);
    await becomes(world.app, paid, 'fulfilled');
    expect(await openOf(first.order.id)).toEqual(atFirst);
    const run = await lastRun();
    expect(run).toMatchObject({
      clean: false,
      fault: null,
      figures: {
        wholesalers: { airalo: { fault: 'server-error', theirs: 0 }, [TOY_SIMS]: { fault: null } },
      },
    });
    expect(logged()).toMatch(
      /"level":40[^\n]*"wholesaler":"airalo","fault":"server-error"[^\n]*nothing there was compared/,
    );
    expect(await ops('orders stuck')).toContain('NOT COMPARED: the books of airalo could not be read (server-error)');
    expect(
      await rows(world, sql`select 1 from graphile_worker.jobs where key = 'reconcile:again' and run_at > now()`),
    ).toHaveLength(1);

    // What was not compared stays in the period of the next run.
    await reconcileWithoutFirst();
    expect((await lastRun()).since).toEqual(run.since);
    expect(Date.parse(`${run.since}`)).toBe(Date.parse(`${clean.started_at}`) - 2 * 86_400_000);
    toy.orders.set(reference, known);
    await rows(
      world,
      sql`update wholesale_orders set vendor_order_id = ${String((await booksOf(world, first.order.id)).wholesale[0]!['id'])}
          where order_id = ${first.order.id}`,
    );
    await rows(world, sql`delete from stray_profiles`);
    await reconcile();
    expect([...(await openOf(first.order.id)), ...(await openOf(second.order.id))]).toEqual([]);
    expect(await lastRun()).toMatchObject({ clean: true });
  });

  it('of the second, which is looked up, leave the first one compared and repaired', async () => {
    const [first, second, third] = [await bought(world.app), await atToy(), await atToy()];
    await toy.close();
    const { wholesale } = await booksOf(world, first.order.id);
    const { description, package_id } = wholesale[0]!;
    await control(world.airalo, { late: { description, package_id } });
    await reconcile();
    expect(await openOf(first.order.id)).toMatchObject([{ kind: 'profile-unlisted', wholesaler: 'airalo' }]);
    expect([...(await openOf(second.order.id)), ...(await openOf(third.order.id))]).toEqual([]);
    expect((await lastRun()).figures.wholesalers).toMatchObject({
      airalo: { fault: null },
      [TOY_SIMS]: { fault: 'unreachable', theirs: 0 },
    });
    await reconcile();
    expect(await openOf(first.order.id)).toEqual([]);
    const strays = sql`select s.wholesaler from stray_profiles s join wholesale_orders w on w.id = s.wholesale_order_id
      where w.order_id = ${first.order.id}`;
    expect(await rows(world, strays)).toEqual([{ wholesaler: 'airalo' }]);
  });
});

describe('a line that moved on', () => {
  it('is looked up at each wholesaler that was asked, whose extra profile is listed with its name', async () => {
    const buyer = await bought(world.app);
    await rows(
      world,
      sql`insert into wholesale_tries (wholesale_order_id, wholesaler, package_id, turns, asked_at, last_fault, refused_for_good)
          select id, ${TOY_SIMS}, ${OFFER}, 2, now(), 'out-of-stock', true from wholesale_orders
          where order_id = ${buyer.order.id}`,
    );
    await reconcile();
    expect(await openOf(buyer.order.id)).toEqual([]);
    const late = toy.make(await referenceOf(buyer), OFFER);
    await reconcile();
    expect(await openOf(buyer.order.id)).toEqual([{ kind: 'profile-unlisted', wholesaler: TOY_SIMS }]);
    await reconcile();
    expect(await openOf(buyer.order.id)).toEqual([]);
    expect(await ops('orders stuck')).toContain(`${TOY_SIMS}  wholesale order ${late.number}  order ${buyer.order.id}`);
    expect(await ops(`order show ${buyer.order.id}`)).toMatch(
      new RegExp(`tried ${TOY_SIMS} ${OFFER}  turns 2  last called \\S+  out-of-stock  not asked again`),
    );
    await rows(
      world,
      sql`update orders set status = 'paid', updated_at = now() - interval '1 hour' where id = ${buyer.order.id}`,
    );
    expect(await ops('orders stuck')).toContain(`    tried ${TOY_SIMS} ${OFFER}  turns 2`);
    await rows(world, sql`update orders set status = 'fulfilled' where id = ${buyer.order.id}`);
    expect(await ops('wholesalers')).toMatch(
      new RegExp(`^airalo\\n[^]*${TOY_SIMS} .*NOT CONFIGURED[^]*moved on in the last day 1  strays 1$`),
    );
  });
});

describe('the figures of a run', () => {
  it('have both sides of each wholesaler, and ops prints them', async () => {
    await atToy();
    await reconcile();
    const { airalo, [TOY_SIMS]: toys } = (await lastRun()).figures.wholesalers;
    const sums = async (wholesaler: string) =>
      (
        await rows<{ count: number; sum: number }>(
          world,
          sql`select count(*)::int as count, sum(charged_net_cents)::int as sum from wholesale_orders
              where vendor_order_id is not null and wholesaler = ${wholesaler}`,
        )
      )[0]!;
    for (const [name, books] of Object.entries({ airalo: airalo!, [TOY_SIMS]: toys! })) {
      const { count, sum } = await sums(name);
      expect(books, name).toMatchObject({ ours: count, theirs: count + books.strays });
      expect(books.costs, name).toMatchObject({ USD: { ours: sum } });
    }
    expect(toys!.costs).toEqual({ USD: { ours: expect.any(Number), theirs: expect.any(Number) } });
    const report = (await createReconcileDesk(world.db).reconcile(() => undefined)).join('\n');
    expect(report).toMatch(
      new RegExp(`wholesaler ${TOY_SIMS}: ours ${toys!.ours}  [\\d.]+ USD  the wholesaler's ${toys!.theirs}`),
    );
    expect(report).toMatch(/balance at airalo: [\d.]+ USD {2}read \d{4}-/);
  });

  it('keep the last balance of a wholesaler that does not say it, with its time', async () => {
    await reconcile();
    const balance = () => rows<{ cents: number; read_at: Date }>(world, sql`select * from wholesale_balances`);
    const before = await balance();
    await control(world.airalo, { fail: { call: 'balance', times: 1, status: 503 } });
    await reconcile();
    expect(await balance()).toEqual(before);
    await reconcile();
    expect((await balance())[0]!.read_at).not.toEqual(before[0]!.read_at);
  });
});

describe('an open breaker', () => {
  beforeEach(() =>
    rows(
      world,
      sql`insert into circuit_breakers (wholesaler, state, failures, last_fault, opened_at, probes)
          values ('airalo', 'open', 5, 'timeout', now() - interval '10 minutes', 2)`,
    ),
  );
  afterEach(() => rows(world, sql`delete from circuit_breakers`));

  it('is shown by ops, readyz, doctor and the metrics', async () => {
    expect(await ops('wholesalers')).toMatch(
      /airalo\n {2}orders {4}SKIPPED since \S+ {2}last fault timeout {2}probes failed 2/,
    );
    const ready = async () => (await (await fetch(`${world.app.url}/readyz`)).json()) as { warnings?: string[] };
    await until(
      async () => (await ready()).warnings?.includes('airalo is skipped: its circuit breaker is open') === true,
      {
        what: 'readyz warns',
      },
    );
    const site = createSite(loadDataSettings(world.env), { env: world.env, progress: () => undefined });
    expect((await examine(site)).find(({ name }) => name === 'airalo')).toMatchObject({
      state: 'warning',
      says: expect.stringMatching(
        /answers, balance .*\nnew orders skip it since \S+, after failures \(last: timeout\)/,
      ),
    });
    expect(await world.services.fulfilment.standing.breakers(world.db)).toEqual([
      { wholesaler: 'airalo', state: 'open' },
      { wholesaler: TOY_SIMS, state: 'closed' },
    ]);
    expect(await world.services.reconciliation.standing.booksRead(world.db)).toEqual(
      expect.arrayContaining([
        { wholesaler: 'airalo', seconds: expect.any(Number) },
        { wholesaler: TOY_SIMS, seconds: expect.any(Number) },
      ]),
    );
  });
});
