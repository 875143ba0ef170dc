import { randomBytes } from 'node:crypto';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createVault } from '../../../db/vault.ts';
import { PROJECT, startIdentity, type IdentityWorld } from '#test/support/identity.ts';
import { createSigningKeys } from './signing-keys.ts';

let world: IdentityWorld;

beforeAll(async () => {
  world = await startIdentity({ settings: { keyRotationDays: 7, refreshGraceSeconds: 60 } });
});
afterAll(() => world.stop());
beforeEach(() => {
  world.clock.ahead = 0;
});

const MINUTE = 60_000;
const DAY = 86_400_000;
const kidOf = (token: string) => decodeProtectedHeader(token).kid;

describe('signing keys', () => {
  test('rotate with overlap, consistently across processes, and every token stays valid until it expires', async () => {
    const [one, two] = [world.identity, world.anotherProcess()];
    const account = await world.db.transaction((tx) =>
      one.createAccount(tx, { email: 'keys@example.com', locale: 'en' }),
    );
    const published = async (from = one) =>
      ((await from.publicKeys()).keys as { kid: string }[]).map(({ kid }) => kid).sort();
    const before = await world.signIn(account, 'password');
    const [oldKid] = await published();
    expect(kidOf(before.idToken)).toBe(oldKid);

    // Rotation is due: both processes look at the same moment, and one successor is made and published ahead of its
    // use.
    world.clock.ahead = 7 * DAY + MINUTE;
    const [setOne, setTwo] = await Promise.all([published(one), published(two)]);
    expect(setOne).toHaveLength(2);
    expect(setTwo).toEqual(setOne);
    const during = await two.refresh(before.refreshToken);
    expect(kidOf(during.idToken)).toBe(oldKid);

    world.clock.ahead += 12 * MINUTE;
    const [byOne, byTwo] = await Promise.all([
      one.refresh(during.refreshToken),
      world.signIn((await one.account(account.id))!, 'password', two),
    ]);
    expect(kidOf(byOne.idToken)).not.toBe(oldKid);
    expect(kidOf(byTwo.idToken)).toBe(kidOf(byOne.idToken));
    for (const process of [one, two])
      for (const { idToken } of [during, byOne, byTwo]) expect(await process.verifyIdToken(idToken)).not.toBeNull();
    const keys = createLocalJWKSet((await two.publicKeys()) as unknown as JSONWebKeySet);
    const check = { audience: PROJECT, currentDate: new Date(Date.now() + world.clock.ahead) };
    for (const { idToken } of [during, byOne]) await expect(jwtVerify(idToken, keys, check)).resolves.toBeDefined();

    // The last ID token of the old key has expired. A session cookie may last two weeks; after that the clean-up
    // deletes the key.
    world.clock.ahead += 72 * MINUTE;
    expect(await published(two)).toEqual([kidOf(byOne.idToken)]);
    await one.cleanUp();
    expect((await two.cookieKeys()).keys.map(({ kid }) => kid)).toEqual([kidOf(byOne.idToken), oldKid]);
    world.clock.ahead += 14 * DAY;
    await one.cleanUp();
    expect((await world.pool.query('select kid from signing_keys')).rows).toEqual([{ kid: kidOf(byOne.idToken) }]);
  });

  test('a database that fails two reloads at once fails their callers, and nothing else', async () => {
    let isAway = false;
    const db = new Proxy(world.db, {
      get(real, name) {
        if (isAway) throw new Error('the database is away');
        return Reflect.get(real, name) as unknown;
      },
    });
    const vault = createVault([{ id: 'a', key: randomBytes(32) }]);
    let ahead = 0;
    await world.pool.query('delete from signing_keys');
    const keys = createSigningKeys({ db, vault, rotationDays: 7, clock: () => new Date(Date.now() + ahead) });
    await keys.current();
    isAway = true;
    ahead += 2 * MINUTE;
    // An error that no caller gets would end the process; vitest reports it.
    const failed = await Promise.allSettled([keys.current(), keys.current()]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isAway = false;
    expect(await keys.current()).toHaveProperty('kid');
  });
});
