import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { VARIABLES } from '#src/config/variables.ts';
import { createVault, type SecretKey } from '#src/db/vault.ts';
import type { RunningApp } from '#src/main.ts';
import { loadSealedKey } from '#src/modules/installation/sealed-key.ts';
import { booksOf, checkPlans, rows, simOf, startBuiltShop, strays, wholesaleRow } from '#test/support/books.ts';
import { capturedLog } from '#test/support/captured-log.ts';
import { becomes, buy, look, order } from '#test/support/shop.ts';
import { control, held, payHosted, until } from '#test/support/wire.ts';
import { startBeside, type World } from '#test/support/world.ts';
import { createDesk } from '#test/support/desk.ts';

/** Wrong deliveries and losses at the wholesaler: no profile is shared, every order ends, and every loss is listed. */

let world: World;
let beside: RunningApp;
const { log, text: logged } = capturedLog();
beforeAll(async () => {
  world = await startBuiltShop({ ESIM_USAGE_MAX_AGE_MINUTES: '0', WHOLESALE_PRICE_MAX_AGE_MINUTES: '0' }, log);
  beside = await startBeside(world, log);
});
afterAll(async () => {
  await beside?.stop();
  await world?.close();
});

describe('a wrong delivery', () => {
  it('without a profile → checked again, and delivered once the profile is there', async () => {
    await control(world.airalo, { profiles: { next: 'none' } });
    const buyer = await buy(world.app);
    await until(async () => (await wholesaleRow(world, buyer.order.id))?.last_fault === 'unreadable-profile', {
      what: 'found without a profile',
    });
    await control(world.airalo, {
      profiles: { complete: `cairn-${(await wholesaleRow(world, buyer.order.id))?.line_id}` },
    });
    await becomes(world.app, buyer, 'fulfilled');
    const books = await booksOf(world, buyer.order.id);
    expect([books.payments, books.wholesale, books.esims, books.refunds].map((each) => each.length)).toEqual([
      1, 1, 1, 0,
    ]);
    expect(await wholesaleRow(world, buyer.order.id)).toMatchObject({ submissions: 1, doubts: 0, status: 'done' });
  });

  it('without a profile until the deadline → full refund, and the order is listed to be claimed back', async () => {
    await control(world.airalo, { profiles: { next: 'none' } });
    const buyer = await buy(world.app);
    await until(async () => (await wholesaleRow(world, buyer.order.id))?.last_fault === 'unreadable-profile', {
      what: 'found without a profile',
    });
    await rows(
      world,
      sql`update wholesale_orders set deadline = now() - interval '1 minute' where order_id = ${buyer.order.id}`,
    );
    await becomes(world.app, buyer, 'refunded');
    const books = await booksOf(world, buyer.order.id);
    expect(books).toMatchObject({ esims: [], refunds: [{ amount: 1100, status: 'succeeded' }] });
    expect(books.wholesale).toHaveLength(1);
    expect(await strays(world)).toContain(String(books.wholesale[0]?.['id']));
    expect(await wholesaleRow(world, buyer.order.id)).toMatchObject({ submissions: 1, status: 'given_up' });
  });

  it("with another buyer's profile → alarm, full refund, listed; the other buyer keeps it", async () => {
    const first = await buy(world.app);
    const { esim } = await becomes(world.app, first, 'fulfilled');
    await control(world.airalo, { profiles: { next: 'duplicate' } });
    const second = await buy(world.app);
    await becomes(world.app, second, 'refunded');
    const books = await booksOf(world, second.order.id);
    expect(books).toMatchObject({ esims: [], refunds: [{ amount: 1100, status: 'succeeded' }] });
    expect(simOf(books.wholesale)?.iccid).toBe(esim?.iccid);
    expect(await strays(world)).toContain(String(books.wholesale[0]?.['id']));
    expect(await wholesaleRow(world, second.order.id)).toMatchObject({
      submissions: 1,
      status: 'given_up',
      last_fault: 'duplicate-profile',
    });
    expect((await look(world.app, first)).esim?.iccid).toBe(esim?.iccid);
    const isAlarm = (line: string) => line.includes(second.order.id) && line.includes('another buyer holds');
    const alarm = await until(() => logged().split('\n').find(isAlarm), { what: 'the alarm' });
    expect(JSON.parse(alarm)).toMatchObject({ level: 50 });
  });
});

describe('a net price', () => {
  const PACKAGE = 'france-30days-3gb';
  const costs = (dollars: number | null) =>
    control(world.airalo, { package: { id: PACKAGE, set: dollars === null ? null : { net_price: dollars } } });
  const desk = () => createDesk(world.db);
  const stuck = async () => (await desk().stuck()).join('\n');
  /** Ordered at the right net price (11.00), paid after it has changed. */
  async function buyAt(dollars: number) {
    const buyer = await order(world.app);
    await costs(dollars);
    await payHosted(buyer.paymentUrl);
    return buyer;
  }
  const isHeld = (orderId: string) =>
    until(async () => (await wholesaleRow(world, orderId))?.status === 'held', { what: 'the order is held' });
  afterEach(async () => {
    await costs(null);
    await checkPlans(world);
  });

  it('beyond the accepted loss → held and listed, not ordered; released by an operator → delivered, listed as a loss', async () => {
    const buyer = await buyAt(12.01);
    await isHeld(buyer.order.id);
    expect((await booksOf(world, buyer.order.id)).wholesale).toEqual([]);
    expect(await look(world.app, buyer)).toMatchObject({ status: 'fulfilling', delayed: true });
    expect(await stuck()).toMatch(
      new RegExp(
        `held, because they would be sold at a loss: 1\\n {2}order ${buyer.order.id}  airalo ${PACKAGE}  net price 12.01`,
      ),
    );
    const release = async () => desk().release((await world.services.orders.find(buyer.order.id))!);
    // An operator accepts the listed price, not any price.
    // No process reads the new price before the release.
    await control(world.airalo, { hold: { call: 'packages.list', when: 'before', times: 1_000 } });
    await costs(13);
    expect(await release()).toBe(true);
    await control(world.airalo, { release: { call: 'packages.list' } });
    await until(async () => (await stuck()).includes('net price 13.00 USD'), { what: 'held again' });
    expect(await release()).toBe(true);
    await becomes(world.app, buyer, 'fulfilled');
    expect(await stuck()).toContain(`order ${buyer.order.id}  paid 11.00 USD  net price 13.00 USD`);
    expect(await release()).toBe(false);
  });

  it('that falls again → delivered without an operator', async () => {
    const buyer = await buyAt(30);
    await isHeld(buyer.order.id);
    await costs(null);
    await becomes(world.app, buyer, 'fulfilled');
    expect((await booksOf(world, buyer.order.id)).wholesale).toHaveLength(1);
  });

  it('beyond the accepted loss until the deadline → full refund, nothing ordered', async () => {
    const buyer = await buyAt(30);
    await isHeld(buyer.order.id);
    await rows(
      world,
      sql`update wholesale_orders set deadline = now() - interval '1 minute' where order_id = ${buyer.order.id}`,
    );
    await becomes(world.app, buyer, 'refunded');
    expect(await booksOf(world, buyer.order.id)).toMatchObject({
      wholesale: [],
      esims: [],
      refunds: [{ amount: 1100 }],
    });
    expect(await wholesaleRow(world, buyer.order.id)).toMatchObject({
      status: 'given_up',
      last_fault: 'price-too-high',
    });
    expect(await stuck()).toContain('sold at a loss: 0');
  });

  it('within the accepted loss → delivered, and the plan goes off sale', async () => {
    const buyer = await buyAt(12);
    await becomes(world.app, buyer, 'fulfilled');
    await expect.poll(() => world.services.catalogue.plan('france-3gb')).toMatchObject({ available: false });
  });

  it('that rises during the order → delivered, an error in the log, listed, and the list is read again', async () => {
    await control(world.airalo, { hold: { call: 'orders.create', when: 'before' } });
    const buyer = await buy(world.app);
    await held(world.airalo, 'orders.create');
    await costs(20);
    await control(world.airalo, { release: { call: 'orders.create' } });
    await becomes(world.app, buyer, 'fulfilled');
    expect(await stuck()).toContain(`order ${buyer.order.id}  paid 11.00 USD  net price 20.00 USD`);
    await expect.poll(() => world.services.catalogue.plan('france-3gb')).toMatchObject({ available: false });
    await expect.poll(logged).toMatch(new RegExp(`"level":50[^\\n]*${buyer.order.id}[^\\n]*"chargedCents":2000`));
  });

  it('that is unknown → not ordered until it is known', async () => {
    const buyer = await order(world.app);
    await control(world.airalo, { fail: { call: 'packages.list', times: 2, status: 503 } });
    await payHosted(buyer.paymentUrl);
    await until(async () => (await wholesaleRow(world, buyer.order.id))?.last_fault === 'price-unknown', {
      what: 'the price is unknown',
    });
    await becomes(world.app, buyer, 'fulfilled');
    expect(await wholesaleRow(world, buyer.order.id)).toMatchObject({ submissions: 1 });
  });
});

describe('an ICCID', () => {
  it('belongs to one buyer at a time: free again after it is recycled, or long after its plan ended', async () => {
    const [first, second] = [await buy(world.app), await buy(world.app)];
    const { esim } = await becomes(world.app, first, 'fulfilled');
    await becomes(world.app, second, 'fulfilled');
    const again = (await world.services.orders.find(second.order.id))!;
    const issueTo = (app: RunningApp['services']) =>
      world.db.transaction((tx) => app.esims.issue(tx, again.lines[0], { ...esim!, appleUrl: null }));
    const profileOfFirst = async () =>
      (await rows(world, sql`select profile_state, plan_state from esims where order_id = ${first.order.id}`))[0];
    await rows(world, sql`delete from esims where order_id = ${second.order.id}`);

    // Expired, but still within the time for a top-up.
    await rows(world, sql`update esims set expires_at = now() - interval '29 days' where order_id = ${first.order.id}`);
    expect(await issueTo(world.services)).toBe('iccid-in-use');
    await rows(world, sql`update esims set expires_at = now() - interval '31 days' where order_id = ${first.order.id}`);
    expect(await issueTo(beside.services)).toBe('issued');
    expect(await profileOfFirst()).toEqual({ profile_state: 'deleted', plan_state: 'expired' });
    expect((await look(world.app, second)).esim?.iccid).toBe(esim?.iccid);

    // The wholesaler's data of the ICCID now belongs to the second buyer, so the first one's page does not request it.
    const [ended] = await world.services.esims.listByOrders([first.order.id]);
    expect(await world.services.esims.claimRefresh(ended!)).toBeNull();

    const nothing = { remainingMb: 0, totalMb: 0, unlimited: false, expiresAt: null, profileState: null };
    const reportRecycled = async () => {
      const [held] = await world.services.esims.listByOrders([second.order.id]);
      return world.services.esims.applyUsage(world.db, held!, { status: 'recycled', ...nothing });
    };
    // Before the plan has ended, the wholesaler has only given the ICCID twice: it stays its buyer's.
    expect(await reportRecycled()).toEqual({ kind: 'doubted', doubt: 'recycled', isNewDoubt: true });
    expect(await reportRecycled()).toMatchObject({ isNewDoubt: false });
    const another = await buy(world.app);
    await becomes(world.app, another, 'fulfilled');
    await rows(world, sql`delete from esims where order_id = ${another.order.id}`);
    const thief = (await world.services.orders.find(another.order.id))!;
    expect(
      await world.db.transaction((tx) => world.services.esims.issue(tx, thief.lines[0], { ...esim!, appleUrl: null })),
    ).toBe('iccid-in-use');
    await rows(world, sql`update esims set expires_at = now() - interval '1 day' where order_id = ${second.order.id}`);
    expect(await reportRecycled()).toEqual({ kind: 'applied' });
    const third = await buy(world.app);
    await becomes(world.app, third, 'fulfilled');
    await rows(world, sql`delete from esims where order_id = ${third.order.id}`);
    const order = (await world.services.orders.find(third.order.id))!;
    expect(
      await world.db.transaction((tx) => world.services.esims.issue(tx, order.lines[0], { ...esim!, appleUrl: null })),
    ).toBe('issued');
  });

  it('is hashed with one permanent key: a new encryption key in front changes nothing', async () => {
    const old = VARIABLES.CAIRN_SECRET_KEYS.parse(world.env['CAIRN_SECRET_KEYS']!);
    const keyUnder = (keys: SecretKey[]) =>
      loadSealedKey({ db: world.db, vault: createVault(keys), purpose: 'esim-iccid' });
    expect(await keyUnder([{ id: 'new', key: randomBytes(32) }, ...old])).toEqual(await keyUnder(old));
    const other = await loadSealedKey({ db: world.db, vault: createVault(old), purpose: 'other' });
    expect(other).not.toEqual(await keyUnder(old));
  });

  it('the same profile issued to two buyers by two applications concurrently → one of them has it', async () => {
    const buyers = await Promise.all([buy(world.app), buy(world.app), buy(world.app), buy(world.app)]);
    for (const buyer of buyers) await becomes(world.app, buyer, 'fulfilled');
    const sims = await Promise.all(buyers.map(async (buyer) => (await look(world.app, buyer)).esim!));
    const orders = await Promise.all(buyers.map(({ order: { id } }) => world.services.orders.find(id)));
    for (const { order: each } of buyers) await rows(world, sql`delete from esims where order_id = ${each.id}`);
    const results = await Promise.all(
      orders.map((each, index) => {
        const { esims } = (index % 2 === 0 ? world : beside).services;
        return world.db.transaction((tx) => esims.issue(tx, each!.lines[0], { ...sims[0]!, appleUrl: null }));
      }),
    );
    expect(results.sort()).toEqual(['iccid-in-use', 'iccid-in-use', 'iccid-in-use', 'issued']);
  });
});
