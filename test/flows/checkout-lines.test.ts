import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createCatalogueDesk } from '#test/support/catalogue-desk.ts';
import { DEFAULT_CURRENCY } from '#src/shared/money.ts';
import { booksOf, rows, startBuiltShop } from '#test/support/books.ts';
import { becomes, bought, errorOf, look, order, post, orderRequest, type Buyer } from '#test/support/shop.ts';
import { control, payHosted } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';

/** Checkout of several plans: validation of the request, and price changes during the checkout. */

let world: World;
beforeAll(async () => {
  world = await startBuiltShop({ SWEEP_SECONDS: '3600' });
});
afterAll(() => world?.close());

/** Prices: 11.00, 4.50 and 11.00. */
const TRIP = { planId: undefined, planIds: ['france-3gb', 'spain-1gb', 'france-3gb'] };
const books = ({ order: { id } }: Buyer) => booksOf(world, id);

it('the folded summary of several plans has the flag of each place, once', async () => {
  const html = await (await fetch(`${world.app.url}/checkout/${TRIP.planIds.join(',')}`)).text();
  const [fold = ''] = /<summary.*?<\/summary>/s.exec(html) ?? [];
  expect([...fold.matchAll(/\/flags\/(\w+)\.svg/g)].map(([, flag]) => flag)).toEqual(['fr', 'es']);
});

it('of two eSIMs the buyer keeps the other, of three the others', async () => {
  const page = async (language: string, ...planIds: string[]) => {
    const headers = { 'accept-language': language };
    return (await fetch(`${world.app.url}/checkout/${planIds.join(',')}`, { headers })).text();
  };
  const two = TRIP.planIds.slice(0, 2);
  expect(await page('en', ...two)).toContain('and you keep the other.');
  expect(await page('fr', ...two)).toContain('et vous gardez l’autre.');
  expect(await page('en', ...TRIP.planIds)).toContain('and you keep the others.');
});

describe('a price published or a plan hidden during checkout', () => {
  const acting = { by: 'test', dryRun: false };
  const catalogue = () => createCatalogueDesk({ db: world.db, currency: DEFAULT_CURRENCY });
  const PAIR = { planId: undefined, planIds: ['thailand-1gb', 'thailand-3gb'] };
  afterEach(async () => {
    await catalogue().price('thailand-1gb', 350, acting);
    for (const planId of PAIR.planIds) await catalogue().publish(planId, acting);
  });
  const expire = async (buyer: Buyer) => {
    await control(world.stripe, { expire: { session: (await books(buyer)).attempts[0]?.session_id } });
    await becomes(world.app, buyer, 'expired');
  };
  const payAgain = (buyer: Buyer) =>
    post(world.app, `/api/orders/${buyer.order.id}/payment`, {}, { cookie: buyer.cookie });

  it('an open session keeps its price, also for a repeated click', async () => {
    const asked = orderRequest(PAIR);
    const buyer = await order(world.app, asked);
    await catalogue().price('thailand-1gb', 500, acting);
    await catalogue().hide('thailand-3gb', acting);
    expect((await order(world.app, asked)).paymentUrl).toBe(buyer.paymentUrl);
    await payHosted(buyer.paymentUrl);
    expect(await becomes(world.app, buyer, 'fulfilled')).toMatchObject({ total: { amount: 1250 } });
  });

  it('without an open session the buyer confirms the new price with a new order', async () => {
    const asked = orderRequest(PAIR);
    const buyer = await order(world.app, asked);
    await expire(buyer);
    await catalogue().price('thailand-1gb', 500, acting);
    for (const answer of [await payAgain(buyer), await post(world.app, '/api/orders', asked)]) {
      expect(answer.status).toBe(409);
      expect(await errorOf(answer)).toMatchObject({ code: 'price-changed' });
    }
    expect(await errorOf(await post(world.app, '/api/orders', orderRequest({ ...PAIR, amount: 1250 })))).toMatchObject({
      code: 'price-changed',
      field: 'amount',
    });
    const confirmed = await bought(world.app, { ...PAIR, amount: 1400 });
    expect((await books(confirmed)).payments).toMatchObject([{ amount_received: 1400 }]);
    expect((await books(buyer)).attempts.map(({ status }) => status)).toEqual(['expired']);
  });

  it('a hidden plan cannot be ordered without an open session, and stays visible in existing orders', async () => {
    const buyer = await order(world.app, PAIR);
    const kept = await bought(world.app, PAIR);
    await expire(buyer);
    await catalogue().hide('thailand-1gb', acting);
    expect(await errorOf(await payAgain(buyer))).toMatchObject({ code: 'plan-unavailable' });
    expect(await errorOf(await post(world.app, '/api/orders', orderRequest(PAIR)))).toMatchObject({
      code: 'plan-unavailable',
      field: 'planIds',
    });
    expect((await look(world.app, kept)).lines).toMatchObject([{ name: { fr: 'Thaïlande' } }, {}]);
  });
});

describe('an order of several plans', () => {
  it.each([
    ['none', { planIds: [] }, { code: 'invalid-input', field: 'planIds' }],
    ['sixteen', { planIds: Array(16).fill('france-1gb') }, { code: 'invalid-input', field: 'planIds' }],
    [
      'planId and planIds together',
      { planId: 'france-1gb', planIds: ['spain-1gb'] },
      { code: 'invalid-input', field: 'planIds' },
    ],
    ['neither', { planIds: undefined }, { code: 'invalid-input', field: 'planId', rule: 'required' }],
    ['an element of the wrong type', { planIds: ['france-1gb', 7] }, { code: 'invalid-input', field: 'planIds.1' }],
    [
      'an unknown plan among them',
      { planIds: ['france-1gb', 'atlantis-1gb'] },
      { code: 'not-found', field: 'planIds' },
    ],
    ['another total', { ...TRIP, amount: 2651 }, { code: 'price-changed', field: 'amount' }],
  ])('%s is refused with its error code', async (_what, changes, expected) => {
    const before = await rows(world, sql`select count(*) from orders`);
    const answer = await post(world.app, '/api/orders', orderRequest({ planId: undefined, ...changes }));
    expect(await errorOf(answer)).toMatchObject(expected);
    expect(await rows(world, sql`select count(*) from orders`)).toEqual(before);
  });

  it('belongs to its idempotency key: the same key with other lines is refused', async () => {
    const asked = orderRequest(TRIP);
    await order(world.app, asked);
    for (const planIds of [TRIP.planIds.slice(1), [...TRIP.planIds].reverse().slice(0, 2), ['france-3gb']])
      expect(await errorOf(await post(world.app, '/api/orders', { ...asked, planIds }))).toMatchObject({
        code: 'idempotency-key-reused',
      });
    expect((await order(world.app, asked)).order.lines).toHaveLength(3);
  });
});
