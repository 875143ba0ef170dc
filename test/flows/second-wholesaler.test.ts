import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWholesalers } from '#src/modules/fulfilment/wholesalers.ts';
import { createPaymentProviders } from '#src/modules/payments/providers.ts';
import { reported } from '#src/telemetry/vendor-calls.ts';
import { createVendors, type MakeVendors } from '#src/vendors.ts';
import { checkPlans, rows } from '#test/support/books.ts';
import { ops as opsOn } from '#test/support/ops.ts';
import { becomes, type Buyer, errorOf, look, order, orderRequest, post } from '#test/support/shop.ts';
import { createToyPayments } from '#test/support/toy-payments.ts';
import { createToyWholesaler, TOY_HOST, toyOffer, type ToyWholesaler } from '#test/support/toy-wholesaler.ts';
import { createToyAdapter, TOY_SIMS } from '#test/support/toy-wholesaler-adapter.ts';
import { ledger, until } from '#test/support/wire.ts';
import { startWorld, type World } from '#test/support/world.ts';
import { BY_HAND } from '#test/support/desk.ts';

/**
 * A second wholesaler joins by its adapter and an entry of the registry. It can do other things than the first one. The
 * buyers pay at a second payment provider (`payment-providers.test.ts`).
 */

const PLAN = 'france-1gb';
const OFFER = 'TOY-FR-1';

let world: World;
let toy: ToyWholesaler;
const bank = createToyPayments();
/** Functions that were called without the capability. */
const misused: string[] = [];

const makeVendors: MakeVendors = (config, telemetry, given) => {
  const vendors = createVendors(config, telemetry, given);
  // Its account has the name of the one at the first wholesaler.
  const account = config.wholesalers.airalo.clientId;
  const timeoutMs = config.fulfilment.callTimeoutSeconds * 1000;
  const tokenStore = given.tokensOf(TOY_SIMS, account);
  const onMisuse = (name: string) => void misused.push(name);
  const adapter = createToyAdapter({ url: toy.url, account, timeoutMs, tokenStore, onMisuse });
  const wrapped = reported(adapter, TOY_SIMS, telemetry, { local: ['address', 'capabilities'] });
  return {
    ...vendors,
    wholesalers: createWholesalers([...vendors.wholesalers.all(), wrapped]),
    paymentProviders: createPaymentProviders([bank.provider, ...vendors.paymentProviders.all()]),
  };
};

/** The toy wholesaler does not answer while the store starts. */
beforeAll(async () => {
  toy = await createToyWholesaler();
  for (const each of [
    toyOffer(OFFER),
    toyOffer('TOY-ES-1', { lands: ['ES'] }),
    toyOffer('TOY-IT-1', { lands: ['IT'] }),
  ])
    toy.set(each);
  world = await startWorld({ RECONCILE_GRACE_SECONDS: '0', ESIM_USAGE_MAX_AGE_MINUTES: '0' }, undefined, {
    makeVendors,
  });
});
afterAll(async () => {
  await world?.close();
  await toy?.close();
});

const ops = async (line: string) => (await opsOn(world, line)).join('\n');
const refusalOf = async (planId: string) => {
  const answer = await post(world.app, '/api/orders', orderRequest({ planId }));
  return answer.ok ? null : (await errorOf(answer)).code;
};
/** Orders and pays. */
async function buy(changes: Record<string, unknown> = {}): Promise<Buyer> {
  const buyer = await order(world.app, { planId: PLAN, ...changes });
  const { body, headers } = bank.event('page.over', bank.pay(buyer.paymentUrl));
  await post(world.app, '/webhooks/toy', body, headers);
  return buyer;
}
type WholesaleRow = { wholesaler: string; vendor_order_id: string; reference: string; status: string };
const wholesaleOf = ({ order: { id } }: Buyer) =>
  rows<WholesaleRow & { submissions: number; last_fault: string | null }>(
    world,
    sql`select w.* from wholesale_orders w join order_lines l on l.id = w.line_id
      where w.order_id = ${id} order by l.position`,
  );
const esimOf = async ({ order: { id } }: Buyer) =>
  (
    await rows<{ id: string; wholesaler: string; profile_state: string }>(
      world,
      sql`select * from esims where order_id = ${id} and wholesaler = ${TOY_SIMS}`,
    )
  )[0];
/** The open differences of the order after a comparison. */
async function differencesOf({ order: { id } }: Buyer, { full = true } = {}) {
  await world.services.reconcile({ full });
  return rows(
    world,
    sql`select kind, wholesaler, subject from ledger_differences where order_id = ${id} and closed_at is null`,
  );
}
/** The orders at the toy wholesaler for the lines of this order. */
const madeFor = async (buyer: Buyer) =>
  (await wholesaleOf(buyer)).flatMap(({ reference }) => toy.orders.get(reference) ?? []);

it('is not reachable when the store starts: the store starts, warns, and sells from the other one', async () => {
  const ready = await fetch(`${world.app.url}/readyz`);
  expect([ready.status, await ready.json()]).toMatchObject([
    200,
    { warnings: expect.arrayContaining([`${TOY_SIMS} can not be reached`]) },
  ]);
  expect((await world.services.catalogue.checkPlans()).completed).toBe(false);
  const buyer = await buy({ planId: 'spain-1gb' });
  await becomes(world.app, buyer, 'fulfilled');
  expect(await wholesaleOf(buyer)).toMatchObject([{ wholesaler: 'airalo', status: 'done' }]);
  await toy.open();
  await checkPlans(world);
  await ops(`catalogue package ${PLAN} ${OFFER} ${TOY_SIMS} --by ana`);
  expect(await ops(`catalogue sources ${PLAN}`)).toMatch(
    new RegExp(`can be delivered\\n {2}1\\. ${TOY_SIMS} ${OFFER} .*can deliver`),
  );
});

describe('an eSIM of the second wholesaler', () => {
  it('is sold beside one of the first with the same ids, compared and refunded', async () => {
    // Both wholesalers give their next order the same number.
    const { orders } = await ledger<{ orders: { id: number }[] }>(world.airalo);
    const id = Math.max(...orders.map((each) => each.id)) + 1;
    toy.number(id);
    const buyer = await buy({ planId: undefined, planIds: [PLAN, 'spain-1gb'] });
    const { lines } = await becomes(world.app, buyer, 'fulfilled');
    expect(await wholesaleOf(buyer)).toMatchObject([
      { wholesaler: TOY_SIMS, vendor_order_id: String(id), status: 'done' },
      { wholesaler: 'airalo', vendor_order_id: String(id), status: 'done' },
    ]);
    expect(lines[0]!.esim?.lpa).toBe(`LPA:1$${TOY_HOST}$TOY-${id}`);
    expect(lines[1]!.esim?.lpa).not.toContain(TOY_HOST);
    const page = await fetch(`${world.app.url}/orders/${buyer.order.id}`, { headers: { cookie: buyer.cookie } });
    expect(await page.text()).toContain(TOY_HOST);
    const account = world.env['AIRALO_CLIENT_ID'];
    expect(await rows(world, sql`select vendor, account from vendor_tokens order by vendor`)).toEqual([
      { vendor: 'airalo', account },
      { vendor: TOY_SIMS, account },
    ]);
    expect(await differencesOf(buyer)).toEqual([]);
    expect(await differencesOf(buyer, { full: false })).toEqual([]);

    await world.services.desk.refunds.refund(buyer.order.id, BY_HAND);
    await becomes(world.app, buyer, 'refunded');
    expect(bank.paymentsOf(buyer.order.id)[0]!.refunds).toMatchObject([{ amount: buyer.order.total.amount }]);
    expect(await differencesOf(buyer)).toEqual([]);
    expect((await ledger(world.stripe))['sessions']).toEqual([]);
  });

  it('shows the state of the profile and the data that is left, as the wholesaler reports them', async () => {
    const buyer = await buy();
    await becomes(world.app, buyer, 'fulfilled');
    const [made] = await madeFor(buyer);
    Object.assign(made!, { chip: 'IN_PHONE' });
    await until(async () => (await look(world.app, buyer)) && (await esimOf(buyer))?.profile_state === 'installed', {
      what: 'the profile is shown as installed',
    });
    const ends = new Date('2040-12-01T10:00:00.000Z');
    Object.assign(made!, { chip: 'ON', left: 300 * 1024 ** 2, ends: ends.getTime() });
    await until(async () => (await look(world.app, buyer)).esim?.remainingMb === 300, { what: 'usage is shown' });
    expect((await look(world.app, buyer)).esim).toMatchObject({ validUntil: ends.toISOString() });
    expect(await esimOf(buyer)).toMatchObject({ wholesaler: TOY_SIMS, profile_state: 'enabled' });
  });

  it('is looked up by its reference, because this wholesaler has no list of orders', async () => {
    const buyer = await buy();
    await becomes(world.app, buyer, 'fulfilled');
    const [made] = await madeFor(buyer);
    toy.orders.delete(made!.ref);
    const missing = { kind: 'profile-missing', wholesaler: TOY_SIMS, subject: String(made!.number) };
    expect(await differencesOf(buyer, { full: false })).toEqual([missing]);
    toy.orders.set(made!.ref, made!);
    expect(await differencesOf(buyer)).toEqual([]);
  });

  it('whose answer was lost is found by its reference, and bought once', async () => {
    toy.loseAnswer();
    const buyer = await buy();
    await becomes(world.app, buyer, 'fulfilled');
    const [row] = await wholesaleOf(buyer);
    expect(row).toMatchObject({ submissions: 1, last_fault: 'connection-lost' });
    expect(toy.calls.filter((call) => call.startsWith(`PUT /orders/${row!.reference} `))).toHaveLength(1);
    expect(await madeFor(buyer)).toHaveLength(1);
    expect(await rows(world, sql`select 1 from esims where order_id = ${buyer.order.id}`)).toHaveLength(1);
  });

  it('is ordered when the wholesaler can be reached again', async () => {
    await toy.close();
    const buyer = await buy();
    await until(async () => (await wholesaleOf(buyer))[0]?.last_fault === 'unreachable', { what: 'it is unreachable' });
    await toy.open();
    await becomes(world.app, buyer, 'fulfilled');
    expect(await madeFor(buyer)).toHaveLength(1);
  });

  it('is refunded when the wholesaler refuses it', async () => {
    toy.refuse('NO_SUCH_OFFER');
    const buyer = await buy();
    await becomes(world.app, buyer, 'refunded');
    toy.refuse(null);
    expect(await wholesaleOf(buyer)).toMatchObject([{ status: 'given_up', last_fault: 'invalid-package' }]);
    expect(await madeFor(buyer)).toEqual([]);
    expect(bank.paymentsOf(buyer.order.id)[0]!.refunds).toMatchObject([{ amount: 450 }]);
    expect(await differencesOf(buyer)).toEqual([]);
  });

  it('that was made although it was refused is listed, and never issued', async () => {
    toy.refuse('NO_SUCH_OFFER');
    const buyer = await buy();
    await becomes(world.app, buyer, 'refunded');
    toy.refuse(null);
    const [row] = await wholesaleOf(buyer);
    const late = toy.make(row!.reference, OFFER);
    const unlisted = { kind: 'profile-unlisted', wholesaler: TOY_SIMS, subject: String(late.number) };
    expect(await differencesOf(buyer, { full: false })).toEqual([unlisted]);
    const listed = sql`select wholesaler, vendor_order_id from stray_profiles`;
    expect(await rows(world, listed)).toEqual([{ wholesaler: TOY_SIMS, vendor_order_id: String(late.number) }]);
    expect(await differencesOf(buyer)).toEqual([]);
    expect(await esimOf(buyer)).toBeUndefined();
    expect(await ops('orders stuck')).toContain(`${TOY_SIMS}  wholesale order ${late.number}  order ${buyer.order.id}`);
  });
});

describe('a list of the second wholesaler', () => {
  afterEach(async () => {
    toy.set(toyOffer(OFFER));
    await checkPlans(world);
  });

  it('that has become shorter takes its own plans off sale, and no other', async () => {
    const page = async () => (await (await fetch(`${world.app.url}/plans/local/france`)).text()).split('>Unavailable<');
    const before = (await page()).length;
    toy.offers.delete(OFFER);
    await checkPlans(world);
    expect(await refusalOf(PLAN)).toBe('plan-unavailable');
    expect((await page()).length).toBeGreaterThan(before);
    expect(await ops(`catalogue sources ${PLAN}`)).toMatch(
      new RegExp(`missing-package\\n {2}1\\. ${TOY_SIMS} ${OFFER} .*missing-package`),
    );
    const gone = await rows(world, sql`select wholesaler, id from wholesale_packages where gone_at is not null`);
    expect(gone).toEqual([{ wholesaler: TOY_SIMS, id: OFFER }]);
    expect(await refusalOf('france-3gb')).toBeNull();
  });

  describe('with another source behind it', () => {
    beforeEach(() =>
      rows(
        world,
        sql`insert into plan_sources (plan_id, position, wholesaler, package_id, created_at)
          values (${PLAN}, 1, 'airalo', 'france-7days-1gb', now()) on conflict do nothing`,
      ),
    );
    afterEach(() => rows(world, sql`delete from plan_sources where plan_id = ${PLAN} and position = 1`));

    it.each([
      ['a dearer package', { mills: 4_500 }, 'price-not-below-ours'],
      ['a smaller package', { bytes: 1024 ** 3 - 1 }, 'too-little-data'],
      ['a shorter package', { hours: 7 * 24 - 1 }, 'too-few-days'],
    ])('%s is skipped with its reason, and the plan is delivered from the next one', async (_, changes, fault) => {
      toy.set(toyOffer(OFFER, changes));
      await checkPlans(world);
      expect(await ops(`catalogue sources ${PLAN}`)).toMatch(
        new RegExp(
          `can be delivered\\n {2}1\\. ${TOY_SIMS} ${OFFER} .*${fault}.*\\n {2}2\\. airalo france-7days-1gb .*can deliver`,
        ),
      );
      const buyer = await buy();
      await becomes(world.app, buyer, 'fulfilled');
      expect(await wholesaleOf(buyer)).toMatchObject([{ wholesaler: 'airalo' }]);
      expect(await madeFor(buyer)).toEqual([]);
    });
  });
});

it('was never called for what it can not do', async () => {
  await world.services.devices.readList();
  await world.services.reconcile({ full: true });
  expect(misused).toEqual([]);
  expect(await rows(world, sql`select wholesaler from wholesale_balances`)).toEqual([{ wholesaler: 'airalo' }]);
});
