import { revokeAccessToken, signInWithEmailAndPassword, signOut } from 'firebase/auth';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createAccount } from '#test/support/accounts.ts';
import { sdkClient } from '#test/support/auth-client.ts';
import { startBuiltShop } from '#test/support/books.ts';
import { order, post } from '#test/support/shop.ts';
import type { World } from '#test/support/world.ts';

/** Token sync with tokens of the stock SDK. Its cookie is good for one thing: reading the orders of its account. */
let world: World;
const clients: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  world = await startBuiltShop();
});
afterAll(() => world?.close());
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

const bearer = (idToken: string) => ({ authorization: `Bearer ${idToken}` });
const session = (method: 'POST' | 'DELETE', headers: Record<string, string>) =>
  fetch(`${world.app.url}/api/session`, { method, headers });
const cookieOf = (answer: Response) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
const page = (id: string, cookie: string) =>
  fetch(`${world.app.url}/orders/${id}`, { headers: { cookie, accept: 'text/html' } });

/** A signed-in user with an order and the token sync cookie. */
async function buyer() {
  const account = await createAccount(world.app);
  const auth = sdkClient(world.app.url);
  clients.push(auth);
  const { user } = await signInWithEmailAndPassword(auth, account.email, account.password);
  const idToken = await user.getIdToken();
  const { order: bought } = await order(world.app, {}, bearer(idToken));
  return {
    auth,
    user,
    idToken,
    orderId: bought.id,
    number: bought.number,
    synced: await session('POST', bearer(idToken)),
  };
}

test("the owner's order page is rendered by the server; the cookie is read on GET only", async () => {
  const { synced, orderId, number } = await buyer();
  expect(synced.status).toBe(204);
  const [header] = synced.headers.getSetCookie();
  expect(header).toMatch(/^cairn_session=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  const cookie = cookieOf(synced);
  const shown = await page(orderId, cookie);
  expect(shown.status).toBe(200);
  expect(await shown.text()).toContain(number);
  expect((await page(orderId, '')).status).toBe(404);
  expect((await fetch(`${world.app.url}/api/orders/${orderId}`, { headers: { cookie } })).status).toBe(200);
  // A call with only the cookie changes nothing and reveals nothing of the account.
  expect((await post(world.app, `/api/orders/${orderId}/payment`, {}, { cookie })).status).toBe(404);
  for (const path of ['/api/account', '/api/orders', '/api/esims'])
    expect((await fetch(world.app.url + path, { headers: { cookie } })).status, path).toBe(401);
});

test("another account in the same browser replaces it; no cookie opens another account's order", async () => {
  const [one, other] = [await buyer(), await buyer()];
  const before = cookieOf(one.synced);
  expect((await page(other.orderId, before)).status).toBe(404);
  expect(cookieOf(await session('POST', { ...bearer(one.idToken), cookie: before }))).toBe(before);
  const after = cookieOf(await session('POST', { ...bearer(other.idToken), cookie: before }));
  expect(after).not.toBe(before);
  expect((await page(one.orderId, before)).status).toBe(404);
  expect((await page(other.orderId, after)).status).toBe(200);
});

test('ends with a sign-out, also for a copy, and with its session', async () => {
  const { auth, user, orderId, synced } = await buyer();
  const cookie = cookieOf(synced);
  const second = cookieOf(await session('POST', bearer(await user.getIdToken())));
  const gone = await session('DELETE', { cookie });
  expect(gone.status).toBe(204);
  expect(gone.headers.getSetCookie()[0]).toMatch(/^cairn_session=; Max-Age=0; Path=\/; HttpOnly/);
  expect((await page(orderId, cookie)).status).toBe(404);
  expect((await page(orderId, second)).status).toBe(200);
  await revokeAccessToken(auth, await user.getIdToken());
  await signOut(auth);
  expect((await page(orderId, second)).status).toBe(404);
});

test('refused: no token, a forged one, a cookie in its place, and cross-site requests', async () => {
  const { idToken, orderId, synced } = await buyer();
  const cookie = cookieOf(synced);
  for (const headers of [{}, bearer('x.y.z'), bearer(cookie.split('=')[1]!), { cookie }])
    expect((await session('POST', headers as Record<string, string>)).status).toBe(401);
  expect((await session('POST', { ...bearer(idToken), 'sec-fetch-site': 'cross-site' })).status).toBe(401);
  for (const site of ['cross-site', 'same-site'])
    expect((await session('DELETE', { cookie, 'sec-fetch-site': site })).status).toBe(401);
  expect((await page(orderId, cookie)).status).toBe(200);
});
