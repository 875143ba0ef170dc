import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EsimView } from '#src/shared/views.ts';
import { createAccount } from '#test/support/accounts.ts';
import { rows, startBuiltShop } from '#test/support/books.ts';
import { bought, type Buyer, errorOf, look, order, post } from '#test/support/shop.ts';
import { messages, until } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';

/** A name of one's own for an eSIM: who may give it, which one, and where it stands. */
let world: World;
beforeAll(async () => {
  world = await startBuiltShop();
});
afterAll(() => world?.close());

const rename = (buyer: Buyer, name: unknown, headers: Record<string, string> = { cookie: buyer.cookie }, line = '1') =>
  post(world.app, `/api/orders/${buyer.order.id}/lines/${line}/name`, { name } as Record<string, unknown>, headers);
const namesOf = async (buyer: Buyer) => (await look(world.app, buyer)).lines.map(({ esim }) => esim?.ownName);

test('the payer names each eSIM of an order, and takes the name away again', async () => {
  const buyer = await bought(world.app, { planId: undefined, planIds: ['france-3gb', 'spain-1gb'] });
  const named = await rename(buyer, '  Mum’s phone 👩‍👧 ', undefined, '2');
  expect(named.status).toBe(200);
  expect(await named.json()).toMatchObject({ order: { lines: [{}, { esim: { ownName: 'Mum’s phone 👩‍👧' } }] } });
  expect(await namesOf(buyer)).toEqual([null, 'Mum’s phone 👩‍👧']);
  const html = await (
    await fetch(`${world.app.url}/orders/${buyer.order.id}`, { headers: { cookie: buyer.cookie } })
  ).text();
  expect(html).toContain('Mum’s phone 👩‍👧');
  expect((await rename(buyer, ' ', undefined, '2')).status).toBe(200);
  expect(await namesOf(buyer)).toEqual([null, null]);
});

test('a name of more than 40 characters, or with characters that nobody sees, is refused by its rule', async () => {
  const buyer = await bought(world.app);
  expect((await rename(buyer, '😀'.repeat(40))).status).toBe(200);
  for (const [name, rule] of [
    ['x'.repeat(41), 'too-long'],
    ['two\nlines', 'value'],
    ['a\u0000b', 'value'],
    ['a\u202eb', 'value'],
    [null, 'type'],
  ]) {
    const refused = await rename(buyer, name);
    expect([refused.status, await errorOf(refused)]).toMatchObject([
      400,
      { code: 'invalid-input', field: 'name', rule },
    ]);
  }
  expect(await namesOf(buyer)).toEqual(['😀'.repeat(40)]);
});

test('nobody else names it: not a stranger, nor who has only the mail, nor for a line that is not there', async () => {
  const buyer = await bought(world.app);
  expect((await rename(buyer, 'x', {})).status).toBe(404);
  const [mail] = await until(
    async () => {
      const sent = await messages(world.mail, buyer.email);
      return sent.length > 0 && sent;
    },
    { what: 'the mail of the order' },
  );
  const link = mail!.links.find((each) => each.includes('/open?key='))!;
  const cookie = (await fetch(link, { redirect: 'manual' })).headers.getSetCookie()[0]!.split(';')[0]!;
  const refused = await rename(buyer, 'x', { cookie });
  expect([refused.status, await errorOf(refused)]).toMatchObject([403, { code: 'not-permitted' }]);
  for (const line of ['0', '2', '1.5', 'one']) expect((await rename(buyer, 'x', undefined, line)).status).toBe(404);
  const unpaid = await order(world.app);
  expect((await rename(unpaid, 'x')).status).toBe(404);
  expect(await namesOf(buyer)).toEqual([null]);
});

test('stands in the profile and the export of its owner, and goes with the account', async () => {
  const { email, idToken } = await createAccount(world.app);
  const bearer = { authorization: `Bearer ${idToken}` };
  const buyer = await bought(world.app, { email }, bearer);
  expect((await rename(buyer, 'Tablet', bearer)).status).toBe(200);
  const ask = async (path: string) => (await fetch(world.app.url + path, { headers: bearer })).json();
  const { esims } = (await ask('/api/esims')) as { esims: EsimView[] };
  expect(esims).toMatchObject([{ ownName: 'Tablet', name: { en: 'France' } }]);
  expect(await ask('/api/account/export')).toMatchObject({ esims: [{ name: 'Tablet' }] });
  expect((await post(world.app, '/identity/v1/accounts:delete?key=cairn-web', { idToken })).status).toBe(200);
  expect(await rows(world, sql`select name from esims where order_id = ${buyer.order.id}`)).toEqual([{ name: null }]);
});
