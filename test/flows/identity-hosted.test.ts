import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AboutLine, Places } from '#src/shared/connection/about.ts';
import { rows, startBuiltShop } from '#test/support/books.ts';
import { type Issuer, startIssuer } from '#test/support/issuer.ts';
import { bought, order } from '#test/support/shop.ts';
import { messages, until } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';

const PROJECT = 'hosted-shop';
let issuer: Issuer;
let world: World;

beforeAll(async () => {
  issuer = await startIssuer(PROJECT);
  world = await startBuiltShop({
    IDENTITY_SERVICE: 'google',
    IDENTITY_PROJECT_ID: PROJECT,
    IDENTITY_API_KEY: 'hosted-key',
    IDENTITY_AUTH_DOMAIN: 'hosted-shop.firebaseapp.com',
    IDENTITY_KEYS_URL: issuer.x509Url.href,
  });
});
afterAll(async () => {
  await world.close();
  await issuer.stop();
});

let serial = 0;
const person = (change: object = {}) => {
  const name = `traveller${++serial}`;
  return { sub: `hosted-${name}`, email: `${name}@example.com`, email_verified: true, ...change };
};
const api = (path: string, token: string, init: RequestInit = {}) =>
  fetch(world.app.url + path, { ...init, headers: { authorization: `Bearer ${token}` } });
type Account = { localId: string; email: string | null; emailVerified: boolean; displayName: string | null };
const accountOf = async (token: string) => {
  const answer = await api('/api/account', token);
  return answer.ok ? ((await answer.json()) as { account: Account }).account : answer.status;
};

test('an account is mirrored on first use, once even under concurrency, and owns its orders', async () => {
  const ann = person({ name: 'Ann' });
  const token = await issuer.token(ann);
  const answers = await Promise.all(Array.from({ length: 6 }, () => accountOf(token)));
  for (const account of answers)
    expect(account).toMatchObject({ localId: ann.sub, email: ann.email, emailVerified: true, displayName: 'Ann' });
  expect(await rows(world, sql`select 1 from accounts where local_id = ${ann.sub}`)).toHaveLength(1);

  const { order: made } = await order(world.app, { email: ann.email }, { authorization: `Bearer ${token}` });
  const list = (await (await api('/api/orders', token)).json()) as { orders: { id: string }[] };
  expect(list.orders.map(({ id }) => id)).toEqual([made.id]);
  expect(await (await api('/api/orders', await issuer.token(person()))).json()).toMatchObject({ orders: [] });
});

test('a newer token updates the account, and an older one does not', async () => {
  const before = person({ name: 'Ann' });
  const now = Math.floor(Date.now() / 1000);
  const old = await issuer.token({ ...before, iat: now - 60, auth_time: now - 60 });
  expect(await accountOf(old)).toMatchObject({ displayName: 'Ann' });
  const fresh = await issuer.token({ ...before, name: 'Anna', email: `new-${before.email}`, auth_time: now - 60 });
  expect(await accountOf(fresh)).toMatchObject({ displayName: 'Anna', email: `new-${before.email}` });
  expect(await accountOf(old)).toMatchObject({ displayName: 'Anna', email: `new-${before.email}` });
});

test('an address moves only to an account that has verified it', async () => {
  const first = person();
  await accountOf(await issuer.token(first));
  const claimant = { ...person(), email: first.email };
  expect(await accountOf(await issuer.token({ ...claimant, email_verified: false }))).toMatchObject({ email: null });
  const now = Math.floor(Date.now() / 1000);
  expect(await accountOf(await issuer.token({ ...claimant, iat: now + 1 }))).toMatchObject({ email: first.email });
  expect(await rows(world, sql`select email from accounts where local_id = ${first.sub}`)).toEqual([{ email: null }]);
});

test('guest orders of the address join after a Google sign-in, not after a password sign-in', async () => {
  const ann = person();
  const { order: made } = await bought(world.app, { email: ann.email });
  const ids = async (token: string) =>
    ((await (await api('/api/orders', token)).json()) as { orders: { id: string }[] }).orders.map(({ id }) => id);
  const now = Math.floor(Date.now() / 1000);
  const byPassword = await issuer.token({ ...ann, auth_time: now - 30, iat: now - 30 });
  expect(await ids(byPassword)).toEqual([]);
  expect(await ids(await issuer.token({ ...ann, firebase: { sign_in_provider: 'google.com' } }))).toEqual([made.id]);
  expect(await ids(byPassword)).toEqual([]);
});

test('the owner of an order, whom no cookie identifies, searches for a connection and opens a ticket', async () => {
  const ann = person();
  const token = await issuer.token(ann);
  const { order: made } = await bought(world.app, { email: ann.email }, { authorization: `Bearer ${token}` });
  const path = (line: number, query = '') => `/api/orders/${made.id}/lines/${line}/connection${query}`;
  expect((await fetch(`${world.app.url}/orders/${made.id}/connection`)).status).toBe(404);
  expect((await fetch(world.app.url + path(1))).status).toBe(404);
  expect((await api(path(1), await issuer.token(person()))).status).toBe(404);
  for (const line of [0, 2]) expect((await api(path(line), token)).status).toBe(404);

  const known = async (query = '') => {
    const answer = await api(path(1, query), token);
    return (await answer.json()) as { about: AboutLine; places: Places; now: number };
  };
  expect(await known('?country=JP&zone=Europe/Paris')).toMatchObject({
    about: { country: { code: 'JP' }, covered: false, tickets: [] },
    places: { chosen: 'JP', problem: null },
  });
  expect((await known('?zone=Europe/Paris')).places).toMatchObject({ chosen: 'FR', byZone: true });

  const time = Math.floor((await known()).now / 1000).toString(36);
  const report = (body: object) =>
    fetch(world.app.url + path(1), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      // JSON may write a character in six bytes.
      body: JSON.stringify({ state: `&tried=installed-yes-${time}`, wants: 'help', ...body }).replaceAll(
        '旅',
        '\\u65c5',
      ),
    });
  expect((await report({ note: 'x'.repeat(5_001) })).status).toBe(400);
  for (let sent = 0; sent < 2; sent++) expect((await report({ note: '旅'.repeat(5_000) })).status).toBe(201);
  expect((await known()).about.tickets).toHaveLength(1);
  const [ticket] = await rows(
    world,
    sql`select a.local_id, t.diagnosis from tickets t join accounts a on a.id = t.account_id where order_id = ${made.id}`,
  );
  expect(ticket).toMatchObject({
    local_id: ann.sub,
    diagnosis: { tried: [{ question: 'installed', answer: 'yes' }] },
  });
});

test('an invalid token belongs to no account, and a disabled account stays disabled', async () => {
  const ann = person();
  expect(await accountOf(await issuer.token({ ...ann, aud: 'other-shop' }))).toBe(401);
  expect(await accountOf('x.y.z')).toBe(401);
  expect(await rows(world, sql`select 1 from accounts where local_id = ${ann.sub}`)).toEqual([]);
  const token = await issuer.token(ann);
  await accountOf(token);
  await rows(world, sql`update accounts set disabled = true where local_id = ${ann.sub}`);
  expect(await accountOf(token)).toBe(401);
});

test('what Google provides is not served here: the identity API, keys, popups, passkeys, photos, token sync and sessions', async () => {
  const token = await issuer.token(person());
  for (const [method, path] of [
    ['POST', '/identity/v1/accounts:signUp?key=hosted-key'],
    ['POST', '/identity/v1/token?key=hosted-key'],
    ['GET', '/.well-known/jwks.json'],
    ['GET', '/oauth/google/start'],
    ['GET', '/__/auth/iframe'],
    ['GET', '/api/passkeys'],
    ['POST', '/api/session'],
    ['PUT', '/api/account/photo'],
    ['POST', '/api/account/sign-out-everywhere'],
  ] as const)
    expect((await api(path, token, { method })).status, path).toBe(404);
});

test('local data is deleted after a recent sign-in, with a mail; the next token creates a new account', async () => {
  const ann = person();
  const old = await issuer.token({ ...ann, auth_time: Math.floor(Date.now() / 1000) - 3_000 });
  expect((await api('/api/account', old, { method: 'DELETE' })).status).toBe(403);
  const token = await issuer.token(ann);
  const [before] = await rows(world, sql`select id from accounts where local_id = ${ann.sub}`);
  expect((await api('/api/account', token, { method: 'DELETE' })).status).toBe(204);
  await until(async () => (await messages(world.mail, ann.email)).length === 1, { what: 'the mail' });
  await accountOf(token);
  const [after] = await rows(world, sql`select id from accounts where local_id = ${ann.sub}`);
  expect(after).not.toEqual(before);
});

test("the Content-Security-Policy allows Google's service and nothing else", async () => {
  for (const path of ['/', '/auth']) {
    const policy = (await fetch(world.app.url + path, { headers: { accept: 'text/html' } })).headers.get(
      'content-security-policy',
    );
    expect(policy).toContain(
      "connect-src 'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com; frame-src https://hosted-shop.firebaseapp.com;",
    );
    expect(policy).toMatch(/script-src 'self' [^;]+ https:\/\/apis\.google\.com;/);
  }
});
