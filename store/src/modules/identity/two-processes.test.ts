import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NO_PROOF } from '#test/support/captcha.ts';
import { startIdentity, type IdentityWorld } from '#test/support/identity.ts';

/** Two instances of the module and the flows on one database: a process holds no state that matters. */
let world: IdentityWorld;
let two: ReturnType<IdentityWorld['anotherProcessWithFlows']>;

beforeAll(async () => {
  world = await startIdentity({ limits: { LIMIT_WRONG_PASSWORDS_PER_ACCOUNT: 4, LIMIT_CODE_TRIES_PER_ADDRESS: 4 } });
  two = world.anotherProcessWithFlows();
});
afterAll(() => world.stop());
beforeEach(() => {
  world.clock.ahead = 0;
});

const PASSWORD = 'correct horse';
let serial = 0;
const caller = { address: '192.0.2.1', device: '', deviceSecret: null, isReturning: false };
const signUp = () =>
  world.flows.signUp({
    email: `person-${++serial}@example.com`,
    password: PASSWORD,
    locale: 'en',
    caller,
    proof: NO_PROOF,
  });

test('wrong passwords are counted together', async () => {
  const { account } = await signUp();
  const guesses = Array.from({ length: 6 }, (_, i) =>
    (i % 2 ? two : world).flows.signIn({
      email: account.email!,
      password: 'wrong one',
      caller: { ...caller, address: `192.0.2.${i}` },
      proof: NO_PROOF,
    }),
  );
  const codes = (await Promise.allSettled(guesses)).map((each) =>
    each.status === 'rejected' ? each.reason.code : 'in',
  );
  expect(codes.filter((code) => code === 'INVALID_LOGIN_CREDENTIALS')).toHaveLength(4);
  expect(codes.filter((code) => code === 'too-many-requests')).toHaveLength(2);
  for (const { flows } of [world, two])
    await expect(
      flows.signIn({ email: account.email!, password: PASSWORD, caller, proof: NO_PROOF }),
    ).rejects.toMatchObject({
      code: 'too-many-requests',
    });
});

test('wrong codes are counted together', async () => {
  const tries = Array.from({ length: 6 }, (_, i) =>
    (i % 2 ? two : world).flows.applyCode({ code: 'nonsense', address: '198.51.100.1' }),
  );
  const codes = (await Promise.allSettled(tries))
    .map((each) => (each.status === 'rejected' ? each.reason.code : 'in'))
    .sort();
  expect(codes).toEqual([...Array<string>(4).fill('INVALID_OOB_CODE'), ...Array<string>(2).fill('too-many-requests')]);
});

test('a refresh token rotates once across both', async () => {
  const { tokens } = await signUp();
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, i) => (i % 2 ? two : world).identity.refresh(tokens.refreshToken)),
  );
  expect(new Set(answers.map(({ refreshToken }) => refreshToken)).size).toBe(1);
  world.clock.ahead = 301_000;
  await expect(two.identity.refresh(tokens.refreshToken)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
  await expect(world.identity.refresh(answers[0]!.refreshToken)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
});

test('a revocation by one takes effect at once in the other', async () => {
  const { account, tokens } = await signUp();
  expect(await two.identity.verifyIdToken(tokens.idToken)).not.toBeNull();
  await world.flows.signOutEverywhere({ accountId: account.id });
  expect(await two.identity.verifyIdToken(tokens.idToken)).toBeNull();
  await expect(two.identity.refresh(tokens.refreshToken)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
});

test('a code from one works once in the other', async () => {
  const { account } = await signUp();
  const { code } = await world.identity.createCode('PASSWORD_RESET', {
    accountId: account.id,
    email: account.email!,
    locale: 'en',
  });
  const outcomes = await Promise.allSettled(
    [world, two].map(({ flows }, i) =>
      flows.resetPassword({ code, newPassword: `password of ${i}`, address: '203.0.113.1' }),
    ),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('keys made by one are known to the other', async () => {
  const third = world.anotherProcess();
  const { tokens } = await signUp();
  expect(await third.verifyIdToken(tokens.idToken)).not.toBeNull();
  expect(await third.publicKeys()).toEqual(await two.identity.publicKeys());
});
