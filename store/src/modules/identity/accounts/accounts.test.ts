import { hash } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startIdentity, type IdentityWorld } from '#test/support/identity.ts';
import { accounts, providerLinks } from '../schema.ts';

let world: IdentityWorld;
let serial = 0;

beforeAll(async () => {
  world = await startIdentity();
});
afterAll(() => world.stop());
beforeEach(() => {
  world.clock.ahead = 0;
});

const PASSWORD = 'correct horse';
const newEmail = () => `person-${++serial}@example.com`;

async function newAccount(more: { emailVerified?: boolean } = {}) {
  const credentials = await world.identity.prepareCredentials({ email: newEmail(), password: PASSWORD });
  return world.db.transaction((tx) => world.identity.createAccount(tx, { ...credentials, ...more, locale: 'en' }));
}

const link = (accountId: string, rawId: string) =>
  world.db.insert(providerLinks).values({
    accountId,
    provider: 'google.com',
    rawId,
    email: 'g@example.com',
    displayName: 'G',
    createdAt: new Date(),
  });

describe('passwords', () => {
  test('are rehashed at sign-in when the parameters have changed', async () => {
    const account = await newAccount();
    const weak = await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    await world.db.update(accounts).set({ passwordHash: weak }).where(eq(accounts.id, account.id));
    const stored = async () =>
      (await world.pool.query('select password_hash from accounts where id = $1', [account.id])).rows[0]
        .password_hash as string;
    await expect(world.checkPassword({ email: account.email!, password: 'wrong one' })).rejects.toMatchObject({
      code: 'INVALID_LOGIN_CREDENTIALS',
    });
    expect(await stored()).toBe(weak);
    await world.checkPassword({ email: account.email!, password: PASSWORD });
    const strong = await stored();
    expect(strong).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await world.checkPassword({ email: account.email!, password: PASSWORD });
    expect(await stored()).toBe(strong);
  });

  test('changed during a sign-in with the old one: the sign-in is refused', async () => {
    const account = await newAccount();
    const proved = await world.checkPassword({ email: account.email!, password: PASSWORD });
    world.clock.ahead = 10;
    await world.db.transaction((tx) => world.identity.setPassword(tx, account.id, null));
    await expect(world.signIn(proved, 'password')).rejects.toMatchObject({ code: 'INVALID_LOGIN_CREDENTIALS' });
  });
});

describe('addresses', () => {
  test('two accounts that take one address concurrently: one succeeds', async () => {
    const rivals = await Promise.all([newAccount(), newAccount(), newAccount()]);
    const email = newEmail();
    const outcomes = await Promise.allSettled(
      rivals.map(({ id }) =>
        world.db.transaction((tx) => world.identity.changeEmail(tx, id, { email, verified: true })),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const each of outcomes)
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'EMAIL_EXISTS' });
  });

  test('verified by their owner after a stranger’s sign-up belong to the owner alone', async () => {
    const account = await newAccount();
    const { refreshToken, idToken } = await world.signIn(account, 'password');
    await link(account.id, 'stranger');
    const before = (await world.identity.account(account.id))!;
    expect(before.providers).toEqual([
      { provider: 'google.com', rawId: 'stranger', email: 'g@example.com', displayName: 'G' },
    ]);
    const { account: claimed, dropped } = await world.db.transaction((tx) => world.identity.claimAddress(tx, before));
    expect([dropped, claimed.emailVerified, claimed.hasPassword, claimed.providers]).toEqual([true, true, false, []]);
    expect(await world.identity.verifyIdToken(idToken)).toBeNull();
    await expect(world.identity.refresh(refreshToken)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
    expect((await world.db.transaction((tx) => world.identity.claimAddress(tx, claimed))).dropped).toBe(false);
  });
});

describe('sessions', () => {
  test('are listed, and end all at once or except one, immediately for both kinds of token', async () => {
    const account = await newAccount();
    const [one, two, three] = await Promise.all(Array.from({ length: 3 }, () => world.signIn(account, 'password')));
    const { sessionId } = (await world.identity.verifyIdToken(two!.idToken))!;
    expect((await world.identity.listSessions(account.id)).map(({ provider }) => provider)).toEqual([
      'password',
      'password',
      'password',
    ]);
    expect(
      await world.db.transaction((tx) => world.identity.revokeSessions(tx, account.id, { except: sessionId })),
    ).toBe(2);
    expect((await world.identity.listSessions(account.id)).map(({ id }) => id)).toEqual([sessionId]);
    for (const { idToken, refreshToken } of [one!, three!]) {
      await expect(world.identity.accountOfIdToken(idToken)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
      await expect(world.identity.refresh(refreshToken)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
    }
    expect(await world.identity.verifyIdToken(two!.idToken)).toMatchObject({ sessionId });
  });

  test("opened through a provider end when it is unlinked, except the caller's", async () => {
    const account = await newAccount();
    await link(account.id, 'mine');
    const [kept, gone, other] = await Promise.all([
      world.signIn(account, 'google.com'),
      world.signIn(account, 'google.com'),
      world.signIn(account, 'password'),
    ]);
    const { sessionId } = (await world.identity.verifyIdToken(kept.idToken))!;
    const after = await world.db.transaction((tx) =>
      world.identity.unlink(tx, account.id, ['google.com', 'nonsense.com'], { exceptSession: sessionId }),
    );
    expect([after.providers, after.hasPassword]).toEqual([[], true]);
    const open = await Promise.all([kept, gone, other].map(({ idToken }) => world.identity.verifyIdToken(idToken)));
    expect(open.map((each) => each !== null)).toEqual([true, false, true]);
  });

  test('a reused refresh token writes an audit line', async () => {
    const account = await newAccount();
    const { refreshToken } = await world.signIn(account, 'password');
    await world.identity.refresh(refreshToken);
    world.clock.ahead = 301_000;
    await expect(world.identity.refresh(refreshToken)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
    expect(await world.identity.securityEvents(account.id)).toMatchObject([{ kind: 'refresh-token-reused' }]);
  });

  test('count as recent for five minutes', async () => {
    const who = { account: await newAccount(), session: null, authTime: new Date() };
    world.clock.ahead = 299_000;
    expect(() => world.identity.requireRecentLogin(who)).not.toThrow();
    world.clock.ahead = 301_000;
    expect(() => world.identity.requireRecentLogin(who)).toThrow(
      expect.objectContaining({ code: 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN' }),
    );
  });
});

test('second factors that are added within one millisecond keep their order', async () => {
  const { id } = await newAccount({ emailVerified: true });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  const numbers = [9, 3, 7, 1, 5].map((digit) => `+1555555012${digit}`);
  await world.db.transaction(async (tx) => {
    for (const phoneNumber of numbers)
      await world.identity.addSecondFactor(tx, id, { kind: 'phone', displayName: null, phoneNumber });
  });
  const { secondFactors } = (await world.identity.account(id))!;
  expect(secondFactors.map(({ phoneNumber }) => phoneNumber)).toEqual(numbers);
});
