import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startIdentity, type IdentityWorld } from '#test/support/identity.ts';
import type { CodeKind } from '../types.ts';

let world: IdentityWorld;
let serial = 0;

beforeAll(async () => {
  world = await startIdentity();
});
afterAll(() => world.stop());
beforeEach(() => {
  world.clock.ahead = 0;
});

const HOUR = 3_600_000;

async function newAccount() {
  const email = `someone-${++serial}@example.com`;
  return world.db.transaction((tx) => world.identity.createAccount(tx, { email, locale: 'fr' }));
}

async function newCode(kind: CodeKind = 'PASSWORD_RESET', more: { unhurried?: boolean; continueUrl?: string } = {}) {
  const account = await newAccount();
  return {
    account,
    ...(await world.identity.createCode(kind, { accountId: account.id, email: account.email!, locale: 'fr', ...more })),
  };
}

const take = (code: string, kind: CodeKind = 'PASSWORD_RESET') =>
  world.db.transaction((tx) => world.identity.takeCode(tx, code, kind));

describe('codes of mailed links', () => {
  test.each([
    ['VERIFY_EMAIL', 'verifyEmail', 72 * 60],
    ['PASSWORD_RESET', 'resetPassword', 60],
    ['EMAIL_SIGNIN', 'signIn', 60],
    ['VERIFY_AND_CHANGE_EMAIL', 'verifyAndChangeEmail', 60],
    ['RECOVER_EMAIL', 'recoverEmail', 30 * 24 * 60],
  ] as const)('%s comes in a link that the SDK can read, and expires', async (kind, mode, minutes) => {
    const made = await newCode(kind, { continueUrl: 'https://store.example/plans?a=b&c=d' });
    const url = new URL(made.link);
    expect(url.origin + url.pathname).toBe('https://store.example/auth/action');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      mode,
      oobCode: made.code,
      apiKey: 'test-key',
      lang: 'fr',
      continueUrl: 'https://store.example/plans?a=b&c=d',
    });
    expect(made.minutes).toBe(minutes);
    world.clock.ahead = minutes * 60_000 - 5_000;
    await expect(world.identity.inspectCode(made.code)).resolves.toMatchObject({ kind, email: made.account.email });
    world.clock.ahead = minutes * 60_000 + 1;
    await expect(world.identity.inspectCode(made.code)).rejects.toMatchObject({ code: 'EXPIRED_OOB_CODE' });
    await expect(take(made.code, kind)).rejects.toMatchObject({ code: 'EXPIRED_OOB_CODE' });
  });

  test('are stored as hashes and work once, also under concurrent requests', async () => {
    const { code } = await newCode();
    expect(JSON.stringify((await world.pool.query('select * from action_codes')).rows)).not.toContain(code);
    await world.identity.inspectCode(code);
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => take(code)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(world.identity.inspectCode(code)).rejects.toMatchObject({ code: 'INVALID_OOB_CODE' });
  });

  test('work for their kind only; unknown ones never work', async () => {
    const { code } = await newCode('VERIFY_EMAIL');
    await expect(take(code, 'PASSWORD_RESET')).rejects.toMatchObject({ code: 'INVALID_OOB_CODE' });
    await expect(take(code, 'VERIFY_EMAIL')).resolves.toMatchObject({ kind: 'VERIFY_EMAIL' });
    for (const nonsense of ['', 'nonsense', 'x'.repeat(5_000)])
      await expect(world.identity.inspectCode(nonsense)).rejects.toMatchObject({ code: 'INVALID_OOB_CODE' });
  });

  test('that open an account end with a password change; the one that restores it stays', async () => {
    const { account, code } = await newCode('PASSWORD_RESET');
    const rest = await Promise.all(
      (['EMAIL_SIGNIN', 'VERIFY_AND_CHANGE_EMAIL', 'RECOVER_EMAIL', 'VERIFY_EMAIL'] as const).map((kind) =>
        world.identity.createCode(kind, { accountId: account.id, email: account.email!, locale: 'en' }),
      ),
    );
    world.clock.ahead = 1_000;
    await world.db.transaction((tx) => world.identity.setPassword(tx, account.id, null));
    const works = async (each: string) =>
      (await Promise.allSettled([world.identity.inspectCode(each)]))[0].status === 'fulfilled';
    expect(await Promise.all([code, ...rest.map((each) => each.code)].map(works))).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
  });

  test('in a mail that is read late live as long as a confirmation', async () => {
    const { code } = await newCode('PASSWORD_RESET', { unhurried: true });
    world.clock.ahead = 71 * HOUR;
    await expect(world.identity.inspectCode(code)).resolves.toMatchObject({ kind: 'PASSWORD_RESET' });
  });

  test('are deleted with their account', async () => {
    const { account, code } = await newCode();
    await world.db.transaction((tx) => world.identity.deleteAccount(tx, account.id));
    await expect(world.identity.inspectCode(code)).rejects.toMatchObject({ code: 'INVALID_OOB_CODE' });
  });
});
