import { afterAll, beforeAll, expect, test } from 'vitest';
import { startIdentity, type IdentityWorld } from '#test/support/identity.ts';
import { type Account, needsSecondFactor, type ProvedFactor, type SignInProvider } from './identity.ts';

let world: IdentityWorld;
/** Each as it was read before the other request, which enrolled a factor of the second one. */
let read: { without: Account; withFactor: Account };
let now: typeof read;

beforeAll(async () => {
  world = await startIdentity();
  const { identity, db } = world;
  const newAccount = () => db.transaction((tx) => identity.createAccount(tx, { email: null, locale: 'en' }));
  read = { without: await newAccount(), withFactor: await newAccount() };
  const factor = { kind: 'totp' as const, displayName: null, phoneNumber: null };
  await db.transaction((tx) => identity.addSecondFactor(tx, read.withFactor.id, factor));
  now = { without: read.without, withFactor: (await identity.account(read.withFactor.id))! };
});
afterAll(() => world.stop());

const PROVIDERS: SignInProvider[] = [
  'password',
  'emailLink',
  'google.com',
  'facebook.com',
  'phone',
  'anonymous',
  'custom',
];
const PROVED: ProvedFactor = { kind: 'totp', id: '0199a000-0000-7000-8000-000000000000' };
const SIGN_INS = PROVIDERS.flatMap((provider) => [
  { provider, secondFactor: null },
  { provider, secondFactor: PROVED },
]);

test.each(SIGN_INS)('the statement that opens a session has the rule of the code: $provider', async (signIn) => {
  for (const which of ['without', 'withFactor'] as const) {
    const request = { ...signIn, signIn: { isNew: false, deviceSecret: null } };
    const opened = await world.identity.openSession(world.db, read[which], request).then(
      () => true,
      (error: { code: string }) => (error.code === 'INVALID_LOGIN_CREDENTIALS' ? false : error.code),
    );
    expect(opened, which).toBe(!needsSecondFactor(now[which], signIn));
  }
});

test('a session that continues another one needs no factor of its own', async () => {
  const opened = await world.identity.openSession(world.db, read.withFactor, { provider: 'password' });
  expect(opened.session.secondFactor).toBeNull();
});
