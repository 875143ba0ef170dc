import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loadDataSettings } from '#src/config/config.ts';
import { booksOf, checkPlans, rows, startBuiltShop, wholesaleRow } from '#test/support/books.ts';
import { capturedLog } from '#test/support/captured-log.ts';
import { ops as opsOn } from '#test/support/ops.ts';
import { becomes, bought, buy, errorOf, look, orderRequest, post } from '#test/support/shop.ts';
import { control, until } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';
import { examine } from '#src/ops/doctor/doctor.ts';
import { createSite } from '#src/ops/site.ts';

/** Rows that name a wholesaler which is not configured (any more): shown with its name, never guessed. */

const GONE = 'gone';

let world: World;
const { log, text: logged } = capturedLog();
beforeAll(async () => {
  // The price is read again for each order.
  const WHOLESALE_PRICE_MAX_AGE_MINUTES = '0';
  world = await startBuiltShop(
    { RECONCILE_GRACE_SECONDS: '0', ESIM_USAGE_MAX_AGE_MINUTES: '0', WHOLESALE_PRICE_MAX_AGE_MINUTES },
    log,
  );
});
afterAll(() => world?.close());
afterEach(() => control(world.airalo, { reset: true }));

/** What the doctor says about the wholesalers. */
async function doctor() {
  const site = createSite(loadDataSettings(world.env), { env: world.env, progress: () => undefined });
  return (await examine(site)).find(({ name }) => name === 'wholesalers');
}
const ops = async (line: string) => (await opsOn(world, line)).join('\n');
/** `asked`: a call was made there, whose result was not searched for. */
const moveTo = (name: string, orderId: string, { asked = false } = {}) =>
  rows(
    world,
    sql`update wholesale_orders set wholesaler = ${name}, status = 'waiting', submissions = ${asked ? 1 : 0},
      submitted_at = ${asked ? sql`now() - interval '1 minute'` : null} where order_id = ${orderId}`,
  );
const differences = (orderId: string) =>
  rows(world, sql`select kind, wholesaler from ledger_differences where order_id = ${orderId} and closed_at is null`);

/** A paid order whose row names a wholesaler that is not configured. */
async function paidAtGone({ asked }: { asked: boolean }) {
  // Without a price nothing is ordered while the row is changed.
  await control(world.airalo, { fail: { call: 'packages.list', times: 1_000, status: 503 } });
  const buyer = await buy(world.app);
  const hasFault = (fault: string) =>
    until(async () => (await wholesaleRow(world, buyer.order.id))?.last_fault === fault, { what: fault });
  await hasFault('price-unknown');
  await moveTo(GONE, buyer.order.id, { asked });
  await ops(`order retry ${buyer.order.id}`);
  if (asked) await hasFault('not-configured');
  return buyer;
}

it('an order that was never made at a wholesaler that is not configured is made at another source', async () => {
  const buyer = await paidAtGone({ asked: false });
  await control(world.airalo, { reset: true });
  await becomes(world.app, buyer, 'fulfilled');
  expect(await wholesaleRow(world, buyer.order.id)).toMatchObject({ wholesaler: 'airalo', submissions: 1 });
  expect(await ops(`order show ${buyer.order.id}`)).toMatch(/other-source .*airalo.*gone/);
});

describe('an order that may have been made at a wholesaler that is not configured', () => {
  it('waits and is named by log and ops, then goes on when its row names a configured one', async () => {
    const buyer = await paidAtGone({ asked: true });
    expect((await booksOf(world, buyer.order.id)).wholesale).toEqual([]);
    expect(logged()).toMatch(new RegExp(`"level":50[^\\n]*${buyer.order.id}[^\\n]*"wholesaler":"${GONE}"`));
    expect(await doctor()).toMatchObject({
      state: 'failed',
      says: expect.stringContaining(`${GONE} is not configured: 1 open orders`),
    });
    expect(await ops(`order show ${buyer.order.id}`)).toMatch(new RegExp(`waiting {2}${GONE} .*not-configured`));
    await control(world.airalo, { reset: true });
    await checkPlans(world);
    await moveTo('airalo', buyer.order.id);
    await ops(`order retry ${buyer.order.id}`);
    await becomes(world.app, buyer, 'fulfilled');
    expect((await booksOf(world, buyer.order.id)).wholesale).toHaveLength(1);
    expect(await doctor()).toMatchObject({ state: 'ok' });
  });

  it('is refunded at the deadline', async () => {
    const buyer = await paidAtGone({ asked: true });
    await rows(
      world,
      sql`update wholesale_orders set deadline = now() - interval '1 minute' where order_id = ${buyer.order.id}`,
    );
    await ops(`order retry ${buyer.order.id}`);
    await becomes(world.app, buyer, 'refunded');
    const books = await booksOf(world, buyer.order.id);
    expect([books.payments, books.wholesale, books.esims, books.refunds].map((each) => each.length)).toEqual([
      1, 0, 0, 1,
    ]);
  });
});

it('an eSIM of a wholesaler that is not configured is shown as last known, and is no difference', async () => {
  const buyer = await bought(world.app);
  const { esim } = await look(world.app, buyer);
  await rows(world, sql`update wholesale_orders set wholesaler = ${GONE} where order_id = ${buyer.order.id}`);
  await rows(world, sql`update esims set wholesaler = ${GONE} where order_id = ${buyer.order.id}`);
  const [row] = await world.services.esims.listByOrders([buyer.order.id]);
  await world.services.refreshEsim(row!.id);
  expect(await look(world.app, buyer)).toMatchObject({ status: 'fulfilled', esim: { lpa: esim?.lpa } });
  // The books of the configured wholesaler have a profile for this line, which the line's row does not name. An order of
  // this moment is left for the next comparison.
  const compared = async () => {
    await world.services.reconcile({ full: true });
    return differences(buyer.order.id);
  };
  await expect.poll(compared).toEqual([{ kind: 'profile-unlisted', wholesaler: 'airalo' }]);
  await rows(world, sql`update wholesale_orders set wholesaler = 'airalo' where order_id = ${buyer.order.id}`);
  await rows(world, sql`update esims set wholesaler = 'airalo' where order_id = ${buyer.order.id}`);
  await rows(world, sql`delete from stray_profiles`);
  await world.services.reconcile({ full: true });
  expect(await differences(buyer.order.id)).toEqual([]);
});

it('a plan whose only source is there is off sale, on its page too, and ops says why', async () => {
  const marks = async () =>
    (await (await fetch(`${world.app.url}/plans/local/egypt`)).text()).split('>Unavailable<').length;
  const before = await marks();
  await rows(world, sql`update plan_sources set wholesaler = ${GONE}, package_id = 'x' where plan_id = 'egypt-1gb'`);
  await rows(world, sql`update plans set package_id = 'x' where id = 'egypt-1gb'`);
  await checkPlans(world);
  expect(await doctor()).toMatchObject({ state: 'warning', says: expect.stringContaining('1 sources of plans') });
  const answer = await post(world.app, '/api/orders', orderRequest({ planId: 'egypt-1gb' }));
  expect(await errorOf(answer)).toMatchObject({ code: 'plan-unavailable' });
  expect(await ops('catalogue sources egypt-1gb')).toMatch(
    /^egypt-1gb .*not-configured\n {2}1\. gone x .*not-configured/,
  );
  // Other processes show a change of the catalogue within a second.
  await expect.poll(marks).toBeGreaterThan(before);
  expect(await ops('catalogue package egypt-1gb egypt-7days-1gb airalo --by ana')).toContain('airalo egypt-7days-1gb');
  expect(await ops('catalogue sources egypt-1gb')).toMatch(
    /can be delivered\n {2}1\. airalo egypt-7days-1gb .*can deliver/,
  );
  expect(await doctor()).toMatchObject({ state: 'ok' });
  const again = await post(world.app, '/api/orders', orderRequest({ planId: 'egypt-1gb' }));
  expect(again.status).toBe(201);
});
