import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startIdentity, type IdentityWorld } from '#test/support/identity.ts';

/** Cookies of token sync, with a clock that moves. */
let world: IdentityWorld;
const DAY_MS = 86_400_000;

beforeAll(async () => {
  world = await startIdentity({ settings: { sessionMaxDays: 60 } });
});
afterAll(() => world.stop());
beforeEach(() => {
  world.clock.ahead = 0;
});

let people = 0;
async function person() {
  const account = await world.db.transaction((tx) =>
    world.identity.createAccount(tx, { email: `cookies-${++people}@example.com`, locale: 'en' }),
  );
  return { account, ...(await world.signIn(account, 'password')) };
}
const holder = (secret: string) => world.identity.cookies.holder(secret);

test('session cookies are granted for an ID token of at most 300 seconds, not for an older one', async () => {
  const { account, idToken, refreshToken } = await person();
  // The test itself takes seconds on a busy machine.
  world.clock.ahead = 270_000;
  const secret = await world.flows.syncToken(idToken, null);
  expect(await holder(secret)).toMatchObject({ accountId: account.id });
  world.clock.ahead = 302_000;
  await expect(world.flows.syncToken(idToken, secret)).rejects.toMatchObject({ code: 'unauthenticated' });
  const fresh = await world.identity.refresh(refreshToken);
  expect(await world.flows.syncToken(fresh.idToken, secret)).toBe(secret);
});

test('session cookies last 14 days after the last token, and never longer than their session', async () => {
  const { idToken, refreshToken } = await person();
  const secret = await world.flows.syncToken(idToken, null);
  world.clock.ahead = 13 * DAY_MS;
  const renewed = await world.identity.refresh(refreshToken);
  await world.flows.syncToken(renewed.idToken, secret);
  world.clock.ahead = 26 * DAY_MS;
  expect(await holder(secret)).not.toBeNull();
  world.clock.ahead = 28 * DAY_MS;
  expect(await holder(secret)).toBeNull();
  await world.identity.cleanUp();
  expect((await world.pool.query('select 1 from session_cookies')).rowCount).toBe(0);
});

test('session cookies end with their session, with a new password, and with the account', async () => {
  const ends: ((accountId: string) => Promise<unknown>)[] = [
    (id) => world.db.transaction((tx) => world.identity.revokeSessions(tx, id)),
    (id) => world.db.transaction((tx) => world.identity.setPassword(tx, id, 'a hash')),
    (id) => world.pool.query('update accounts set disabled = true where id = $1', [id]),
    (id) => world.db.transaction((tx) => world.identity.deleteAccount(tx, id)),
  ];
  for (const end of ends) {
    const { account, idToken } = await person();
    const secret = await world.flows.syncToken(idToken, null);
    expect(await holder(secret)).not.toBeNull();
    world.clock.ahead += 1_000;
    await end(account.id);
    expect(await holder(secret)).toBeNull();
  }
});

test('session cookies are limited to five per session; another account’s cookie in the same browser ends', async () => {
  const [one, other] = [await person(), await person()];
  const secrets: string[] = [];
  for (let made = 0; made < 7; made++) {
    world.clock.ahead += 1_000;
    secrets.push(await world.flows.syncToken(one.idToken, null));
  }
  const alive = await Promise.all(secrets.map(holder));
  expect(alive.map((each) => each !== null)).toEqual([false, false, true, true, true, true, true]);
  const replaced = await world.flows.syncToken(other.idToken, secrets[6]!);
  expect(await holder(secrets[6]!)).toBeNull();
  expect(await holder(replaced)).toMatchObject({ accountId: other.account.id });
});
