import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EsimView, OrderSummary } from '#src/shared/views.ts';
import { createAccount } from '#test/support/accounts.ts';
import { startBuiltShop } from '#test/support/books.ts';
import { copyOrder } from '#test/support/many-orders.ts';
import { becomes, order } from '#test/support/shop.ts';
import { payHosted } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';

const COPIES = 250;

let world: World;
let bearer: { authorization: string };
let boughtId: string;
beforeAll(async () => {
  world = await startBuiltShop();
  const account = await createAccount(world.app);
  bearer = { authorization: `Bearer ${account.idToken}` };
  await order(world.app, { planId: 'thailand-5gb' }, bearer);
  const bought = await order(world.app, {}, bearer);
  boughtId = bought.order.id;
  await payHosted(bought.paymentUrl);
  await becomes(world.app, bought, 'fulfilled');
  await copyOrder(world.env['DATABASE_URL']!, bought.order.id, COPIES);
});
afterAll(() => world.close());

const ask = (path: string) => fetch(world.app.url + path, { headers: bearer });

/** Every page of a list, in order. */
async function pagesOf<Item extends { id: string }>(path: string, key: string): Promise<Item[][]> {
  const pages: Item[][] = [];
  let before = '';
  for (;;) {
    const answer = (await (await ask(path + before)).json()) as Record<string, Item[]> & { next: string | null };
    pages.push(answer[key]!);
    if (answer.next === null) return pages;
    before = `&before=${answer.next}`;
  }
}

test('orders are paginated, newest first, without duplicates; paid=true lists only purchases', async () => {
  const all = (await pagesOf<OrderSummary>('/api/orders?limit=100', 'orders')).flat();
  expect(all).toHaveLength(COPIES + 2);
  expect(all.map(({ id }) => id)).toEqual([...new Set(all.map(({ id }) => id))].toSorted().toReversed());
  const paid = await pagesOf<OrderSummary>('/api/orders?limit=100&paid=true', 'orders');
  expect(paid.map(({ length }) => length)).toEqual([100, 100, 51]);
  expect(paid.flat().every(({ status }) => status === 'fulfilled')).toBe(true);
  expect(paid[0]!.slice(0, 3).map(({ planState }) => planState)).toEqual(['not_active', 'expired', 'not_active']);
});

test('eSIMs are paginated; active=true leaves out expired plans', async () => {
  const all = (await pagesOf<EsimView>('/api/esims?limit=100', 'esims')).flat();
  expect(new Set(all.map(({ id }) => id)).size).toBe(COPIES + 1);
  const active = await pagesOf<EsimView>('/api/esims?limit=50&active=true', 'esims');
  expect(active.flat().every((esim) => esim.active)).toBe(true);
  expect(active.map(({ length }) => length)).toEqual([50, 50, 26]);
});

test('the default limit is 50; an invalid limit or cursor is refused', async () => {
  expect(((await (await ask('/api/orders')).json()) as { orders: unknown[] }).orders).toHaveLength(50);
  for (const query of ['limit=0', 'limit=101', 'limit=many', 'before=yesterday', 'paid=perhaps'])
    expect((await ask(`/api/orders?${query}`)).status, query).toBe(400);
});

test('the export is not paginated', async () => {
  const { accountId } = (await world.services.orders.find(boughtId))!;
  const all = await world.services.orders.allFor({ accountId: accountId!, sessionStartedAt: new Date() });
  expect(all).toHaveLength(COPIES + 2);
});
