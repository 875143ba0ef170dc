import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogueActions, createCatalogueDesk } from '#test/support/catalogue-desk.ts';
import { loadDataSettings } from '#src/config/config.ts';
import type { Wholesaler } from '#src/modules/fulfilment/wholesaler.ts';
import { createWholesalers } from '#src/modules/fulfilment/wholesalers.ts';
import { currencyOf } from '#src/shared/money.ts';
import { createVendors, type MakeVendors } from '#src/vendors.ts';
import { createCatalogueCommands } from '#src/ops/catalogue.ts';
import { BY_HAND, createDesk, createReconcileDesk } from '#test/support/desk.ts';
import { examine } from '#src/ops/doctor/doctor.ts';
import { createSite } from '#src/ops/site.ts';
import { booksOf, checkPlans, rows, startShop } from '#test/support/books.ts';
import { becomes, bought, type Buyer, errorOf, look, order, orderRequest, post } from '#test/support/shop.ts';
import { messages, payHosted, until } from '#test/support/wire.ts';
import { startBeside, type World } from '#test/support/world.ts';

/**
 * Books in two currencies: a store that sold in dollars sells in euros now. Nothing is converted, compared or added up
 * across them.
 */

const EUR = currencyOf('EUR');
const PLAN = 'france-3gb';

/** The wholesaler bills in euros while this is on: its figures stay, their letters change. */
let billsIn = 'USD';
const inCurrency = <T extends { netCurrency: string }>(each: T): T => ({ ...each, netCurrency: billsOf(each) });
/** An order keeps the currency in which it was made. */
const made = new Map<string, string>();
const billsOf = (each: object) =>
  'vendorOrderId' in each ? (made.get(String(each.vendorOrderId)) ?? billsIn) : billsIn;
const billing = (one: Wholesaler): Wholesaler => ({
  ...one,
  async packages() {
    const list = await one.packages();
    return { ...list, packages: list.packages.map(inCurrency) };
  },
  async placeOrder(wanted) {
    const outcome = await one.placeOrder(wanted);
    if (outcome.kind !== 'done') return outcome;
    made.set(outcome.order.vendorOrderId, billsIn);
    return { ...outcome, order: inCurrency(outcome.order) };
  },
  findByReference: async (...asked) => (await one.findByReference(...asked)).map(inCurrency),
  bookings: async (prefix, since) => (await one.bookings(prefix, since)).map(inCurrency),
});
const makeVendors: MakeVendors = (...given) => {
  const vendors = createVendors(...given);
  return { ...vendors, wholesalers: createWholesalers(vendors.wholesalers.all().map(billing)) };
};

let world: World;
/** The store after a restart with other currencies, on the database of `world`. */
let now: Awaited<ReturnType<typeof startBeside>>;
const dollars = { buyer: null as unknown as Buyer };
const euros = { buyer: null as unknown as Buyer };
const QUIET = { SWEEP_SECONDS: '3600', RECONCILE_GRACE_SECONDS: '0' };

beforeAll(async () => {
  world = await startShop({ ...QUIET, CURRENCIES: 'USD,EUR' }, undefined, { makeVendors });
  dollars.buyer = await bought(world.app, { planId: PLAN, amount: 1100, currency: 'USD' });
});
afterAll(async () => {
  await now?.stop();
  await world?.close();
});

const plansIn = async (app: { url: string }) =>
  (
    (await (await fetch(`${app.url}/api/offers`)).json()) as { offers: { slug: string; plans: { id: string }[] }[] }
  ).offers
    .flatMap(({ plans }) => plans)
    .map(({ id }) => id);
async function doctor(CURRENCIES: string) {
  const env = { ...world.env, CURRENCIES };
  const site = createSite(loadDataSettings(env), { env, progress: () => undefined });
  return (await examine(site)).find(({ name }) => name === 'currencies');
}

describe('a price in another currency than the store sells in', () => {
  it('is a row beside those in dollars, and is shown and sold nowhere until the store sells in it', async () => {
    expect(await doctor('USD,EUR')).toMatchObject({ state: 'ok' });
    expect(await plansIn(world.app)).toContain(PLAN);
    const before = await rows(world, sql`select price_amount, currency from plans where id = ${PLAN}`);
    expect(before).toEqual([{ price_amount: 1100, currency: 'USD' }]);
    await rows(
      world,
      sql`insert into plan_prices (id, plan_id, version, to_amount, currency, by, at)
          values (gen_random_uuid(), ${PLAN}, 1, 1200, 'EUR', 'test', now())`,
    );
    expect(await plansIn(world.app)).toContain(PLAN);
    const answer = await post(world.app, '/api/orders', orderRequest({ planId: PLAN, amount: 1100, currency: 'EUR' }));
    expect([answer.status, await errorOf(answer)]).toMatchObject([409, { code: 'price-changed', field: 'currency' }]);
  });

  it('of one start is one row', async () => {
    const again = rows(
      world,
      sql`insert into plan_prices (id, plan_id, version, to_amount, currency, by, at)
          select gen_random_uuid(), plan_id, version, 1, currency, by, at from plan_prices where plan_id = ${PLAN}`,
    );
    await expect(again).rejects.toMatchObject({ cause: { constraint: 'plan_prices_start' } });
  });
});

describe('a store that sells in euros', () => {
  beforeAll(async () => {
    now = await startBeside({ ...world, env: { ...world.env, CURRENCIES: 'EUR,USD' } });
    await now.services.catalogue.checkPlans();
  });

  it('shows only plans with a price in euros, and sells none whose net price is in dollars', async () => {
    expect(await plansIn(now)).toEqual([PLAN]);
    for (const path of ['/plans/local/spain', '/checkout/spain-3gb', '/plans/global']) {
      const pages = await Promise.all([world.app, now].map(async ({ url }) => (await fetch(url + path)).text()));
      expect(
        pages.map((page) => /\$\d/.test(page)),
        path,
      ).toEqual([true, false]);
    }
    const desk = createCatalogueCommands(
      world.db,
      { catalogue: catalogueActions({ db: world.db, currency: EUR }) },
      () => undefined,
    );
    expect((await desk.sources(PLAN)).join('\n')).toMatch(
      /^france-3gb {2}12\.00 EUR {2}published {2}other-currency\n {2}1\. .*net \d+\.\d\d USD {2}other-currency/,
    );
    const refused = await post(now, '/api/orders', orderRequest({ planId: PLAN }));
    expect([refused.status, await errorOf(refused)]).toMatchObject([409, { code: 'plan-unavailable' }]);
    expect(await doctor('EUR,USD')).toMatchObject({
      state: 'warning',
      says: expect.stringContaining('no price in EUR'),
    });
  });

  it('sells and delivers in euros, from a wholesaler that bills in euros', async () => {
    billsIn = 'EUR';
    await checkPlans(now);
    euros.buyer = await bought(now, { planId: PLAN, amount: 1200, currency: 'EUR' });
    expect(euros.buyer.order).toMatchObject({
      total: { amount: 1200, currency: 'EUR' },
      line: { price: { amount: 1200, currency: 'EUR' } },
    });
    const { sessions } = await booksOf(world, euros.buyer.order.id);
    expect(sessions).toMatchObject([{ amount_total: 1200, currency: 'eur' }]);
    const [mail] = await until(
      async () => {
        const found = await messages(world.mail, euros.buyer.email);
        return found.length > 0 ? found : undefined;
      },
      { what: 'the mail arrives' },
    );
    expect(mail?.text).toContain('€12.00');
    const page = await (await fetch(`${now.url}/plans`)).text();
    expect(page).toContain('€12.00');
    expect(page).toContain('€5');
    expect(page).not.toMatch(/\$\d/);
  });

  it('sets prices in euros, each a row of its own', async () => {
    const desk = createCatalogueDesk({ db: world.db, currency: EUR });
    await desk.price('spain-3gb', 1300, { by: 'ana', dryRun: false });
    expect(await desk.history('spain-3gb')).toMatchObject([
      { fromAmount: null, toAmount: 1300, currency: 'EUR' },
      { fromAmount: null, currency: 'USD' },
    ]);
  });

  it('shows and refunds what was sold in dollars, in dollars', async () => {
    expect(await look(now, dollars.buyer)).toMatchObject({
      total: { amount: 1100, currency: 'USD' },
      line: { price: { amount: 1100, currency: 'USD' } },
    });
    await now.services.desk.refunds.refund(dollars.buyer.order.id, BY_HAND);
    await becomes(now, dollars.buyer, 'refunded');
    await now.services.desk.refunds.refund(euros.buyer.order.id, { ...BY_HAND, amountCents: 200 });
    await expect
      .poll(() => rows(world, sql`select amount, currency, status from refunds order by created_at`))
      .toEqual([
        { amount: 1100, currency: 'USD', status: 'succeeded' },
        { amount: 200, currency: 'EUR', status: 'succeeded' },
      ]);
  });
});

describe('a payment in another currency than its order', () => {
  it('counts for nothing, and is given back in its own', async () => {
    const buyer = await order(now, { planId: PLAN });
    await rows(world, sql`update payment_attempts set currency = 'USD' where order_id = ${buyer.order.id}`);
    await payHosted(buyer.paymentUrl);
    const refunds = () =>
      rows(
        world,
        sql`select r.amount, r.currency, r.status, a.currency as asked, a.taken_amount, a.taken_currency
            from refunds r join payment_attempts a on a.id = r.attempt_id where r.order_id = ${buyer.order.id}`,
      );
    const given = { amount: 1200, currency: 'EUR', status: 'succeeded' };
    await expect.poll(refunds).toEqual([{ ...given, asked: 'USD', taken_amount: 1200, taken_currency: 'EUR' }]);
    expect(await look(now, buyer)).toMatchObject({ status: 'pending_payment', esim: null });
  });
});

describe('the books in two currencies', () => {
  it('are compared without a difference, and their sums stay apart', async () => {
    const desk = createReconcileDesk(world.db);
    const report = (await desk.reconcile(() => undefined)).join('\n');
    expect(report).toMatch(
      /^payments: 3 {2}ours 24\.00 EUR {2}the vendor's 24\.00 EUR {2}ours 11\.00 USD {2}the vendor's 11\.00 USD$/m,
    );
    expect(report).toMatch(
      /^refunds: 3 {2}ours 14\.00 EUR {2}the vendor's 14\.00 EUR {2}ours 11\.00 USD {2}the vendor's 11\.00 USD$/m,
    );
    expect(report).toContain('ledger differences: 0');
  });

  it('name each loss, dispute and held order in its currency', async () => {
    for (const [buyer, lost] of [
      [dollars.buyer, 700],
      [euros.buyer, 900],
    ] as const)
      await rows(
        world,
        sql`insert into disputes (vendor_id, order_id, attempt_id, provider, kind, status, outcome, reason, amount, currency,
              withdrawn_amount, fee_amount, opened_at, updated_at)
            select 'dp_' || currency, order_id, id, provider, 'dispute', 'lost', 'lost', 'general', ${lost}, currency,
              ${lost}, 15, now(), now()
            from payment_attempts where order_id = ${buyer.order.id}`,
      );
    await rows(
      world,
      sql`insert into loss_budgets (key, currency, lost_cents)
          select 'day:' || (now() at time zone 'utc')::date::text, currency, lost
          from (values ('EUR', 10), ('USD', 20)) each (currency, lost)
          on conflict (key, currency) do update set lost_cents = excluded.lost_cents`,
    );
    const stuck = (await createDesk(world.db).stuck()).join('\n');
    expect(stuck).toContain('disputes lost: 2  9.15 EUR with fees  7.15 USD with fees');
    expect(stuck).toMatch(/^lost today: 0\.10 EUR, reserved by open calls: 0\.00 EUR\nlost today: 0\.20 USD,/m);
  });

  it('have a page to pay in the old currency refused, when the order was not paid before the change', async () => {
    billsIn = 'USD';
    const late = await order(now, { planId: PLAN });
    await rows(world, sql`update orders set currency = 'USD' where id = ${late.order.id}`);
    await rows(world, sql`update payment_attempts set status = 'expired' where order_id = ${late.order.id}`);
    const answer = await post(now, `/api/orders/${late.order.id}/payment`, {}, { cookie: late.cookie });
    expect([answer.status, await errorOf(answer)]).toMatchObject([409, { code: 'price-changed' }]);
  });
});

describe('a currency that is not configured any more', () => {
  it('is shown, refunded, and named by the doctor while an order in it is open', async () => {
    const env = { ...world.env, CURRENCIES: 'EUR' };
    const alone = await startBeside({ ...world, env });
    try {
      expect(await look(alone, dollars.buyer)).toMatchObject({ total: { amount: 1100, currency: 'USD' } });
      await rows(world, sql`update orders set status = 'paid' where id = ${dollars.buyer.order.id}`);
      expect(await doctor('EUR')).toMatchObject({
        state: 'warning',
        says: expect.stringMatching(/^not configured, with something open: USD \(orders: \d+\)/),
      });
    } finally {
      await alone.stop();
    }
  });

  it('is refused in a request, as any other text', async () => {
    const answer = await post(now, '/api/orders', orderRequest({ planId: PLAN, currency: 'CHF' }));
    expect([answer.status, await errorOf(answer)]).toMatchObject([
      400,
      { code: 'invalid-input', field: 'currency', rule: 'one-of' },
    ]);
  });
});
