import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PROJECT, startIdentity, type IdentityWorld } from '#test/support/identity.ts';

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

async function newAccount() {
  const credentials = await world.identity.prepareCredentials({
    email: `someone-${++serial}@example.com`,
    password: PASSWORD,
  });
  return world.db.transaction((tx) => world.identity.createAccount(tx, { ...credentials, locale: 'fr' }));
}

describe('accounts', () => {
  test('an address is the same in any notation', async () => {
    const account = await newAccount();
    await expect(
      world.identity.prepareCredentials({ email: `  ${account.email!.toUpperCase()} `, password: PASSWORD }),
    ).rejects.toMatchObject({ code: 'EMAIL_EXISTS' });
    await expect(
      world.checkPassword({ email: account.email!.toUpperCase(), password: PASSWORD }),
    ).resolves.toMatchObject({ id: account.id });
  });

  test('two concurrent sign-ups with one address: one succeeds', async () => {
    const credentials = await world.identity.prepareCredentials({ email: 'twins@example.com', password: PASSWORD });
    const attempts = await Promise.allSettled(
      [1, 2, 3].map(() =>
        world.db.transaction((tx) => world.identity.createAccount(tx, { ...credentials, locale: 'en' })),
      ),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(attempts.filter((each) => each.status === 'rejected').map((each) => each.reason.code)).toEqual([
      'EMAIL_EXISTS',
      'EMAIL_EXISTS',
    ]);
  });

  test('an unknown address and a wrong password get the same refusal', async () => {
    const account = await newAccount();
    await expect(world.checkPassword({ email: account.email!, password: 'wrong one' })).rejects.toMatchObject({
      code: 'INVALID_LOGIN_CREDENTIALS',
    });
    await expect(world.checkPassword({ email: 'nobody@example.com', password: PASSWORD })).rejects.toMatchObject({
      code: 'INVALID_LOGIN_CREDENTIALS',
    });
  });

  test('USER_DISABLED is reported only after the correct password', async () => {
    const account = await newAccount();
    await world.pool.query('update accounts set disabled = true where id = $1', [account.id]);
    await expect(world.checkPassword({ email: account.email!, password: PASSWORD })).rejects.toMatchObject({
      code: 'USER_DISABLED',
    });
    await expect(world.checkPassword({ email: account.email!, password: 'wrong one' })).rejects.toMatchObject({
      code: 'INVALID_LOGIN_CREDENTIALS',
    });
  });

  test.each([
    ['too short', 'five5', 'WEAK_PASSWORD'],
    ['common', 'PassWord1', 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS'],
    ['longer than the wire allows', 'x'.repeat(4097), 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS'],
    ['the address itself', 'rules@example.com', 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS'],
    ['empty', '', 'MISSING_PASSWORD'],
  ])('a new password may not be %s', async (_what, password, code) => {
    await expect(world.identity.checkNewCredentials({ email: 'rules@example.com', password })).rejects.toMatchObject({
      code,
    });
  });

  test('a new password may have six letters or 4,096, of one kind or of any script', async () => {
    for (const password of ['sixsix', 'only lower case letters', 'ÀÉÎÕÜ🙂', 'x'.repeat(64), 'x'.repeat(4096)]) {
      const check = world.identity.checkNewCredentials({ email: 'rules@example.com', password });
      await expect(check).resolves.toBeUndefined();
    }
  });

  test('a repetition or a sequence counts as common', async () => {
    for (const password of ['aaaaaa', 'ababab', '123456', '654321', 'abcdef', 'Qwerty'])
      await expect(
        world.identity.checkNewCredentials({ email: 'rules@example.com', password }),
        password,
      ).rejects.toMatchObject({ code: 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS', detail: 'Password is too common' });
  });

  test('an account needs a well-formed address', async () => {
    const malformed = [
      '',
      ' ',
      'a',
      'a@',
      '@b.c',
      'a@b@c',
      'a b@c.d',
      'a@b..c',
      'a@-b.c',
      'a\n@b.c',
      'a,b@c.d',
      `${'a'.repeat(65)}@b.c`,
      `a@${'b.'.repeat(130)}c`,
    ];
    for (const email of malformed) {
      await expect(world.identity.checkNewCredentials({ email, password: PASSWORD }), email).rejects.toThrow(/_EMAIL/);
    }
  });
});

describe('ID tokens', () => {
  test('contain the claims that Firebase-style verifiers read, signed with a published key', async () => {
    const account = await newAccount();
    const { idToken, expiresIn } = await world.signIn(account, 'password');
    expect(expiresIn).toBe(3600);
    const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', world.url));
    const { payload, protectedHeader } = await jwtVerify(idToken, keys, {
      algorithms: ['RS256'],
      issuer: 'https://store.example/identity',
      audience: PROJECT,
    });
    expect(protectedHeader).toEqual({ alg: 'RS256', kid: expect.any(String), typ: 'JWT' });
    expect(payload).toEqual({
      iss: 'https://store.example/identity',
      aud: PROJECT,
      sub: account.localId,
      user_id: account.localId,
      iat: expect.any(Number),
      exp: payload.iat! + 3600,
      auth_time: expect.any(Number),
      sid: expect.any(String),
      email: account.email,
      email_verified: false,
      firebase: { identities: { email: [account.email] }, sign_in_provider: 'password' },
    });
    expect(account.localId).toMatch(/^[A-Za-z0-9]{28}$/);
    expect(await (await fetch(`${world.url}/.well-known/jwks.json`)).text()).not.toMatch(/"(d|p|q|dp|dq|qi)":/);
  });

  test('identify the caller; the data comes from the account', async () => {
    const account = await newAccount();
    const { idToken } = await world.signIn(account, 'password');
    await world.pool.query('update accounts set email_verified = true where id = $1', [account.id]);
    expect(await world.identity.verifyIdToken(idToken)).toMatchObject({
      accountId: account.id,
      localId: account.localId,
      email: account.email,
      emailVerified: true,
    });
  });

  test('are refused when forged, foreign, expired, revoked or of a disabled account', async () => {
    const account = await newAccount();
    const { idToken } = await world.signIn(account, 'password');
    const claims = decodeJwt(idToken);
    const [header = '', payload = ''] = idToken.split('.');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    const withKeyOfTheirs = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: decodeProtectedHeader(idToken).kid })
      .sign(new TextEncoder().encode(JSON.stringify(await world.identity.publicKeys())));
    for (const token of ['', 'a.b.c', 'x'.repeat(9000), unsigned, withKeyOfTheirs, `${header}.${payload}.AAAA`]) {
      expect(await world.identity.verifyIdToken(token)).toBeNull();
    }
    world.clock.ahead = 3_601_000;
    expect(await world.identity.verifyIdToken(idToken)).toBeNull();
    await expect(world.identity.accountOfIdToken(idToken)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
    world.clock.ahead = 0;

    await world.pool.query("update accounts set valid_since = now() + interval '5 seconds' where id = $1", [
      account.id,
    ]);
    await expect(world.identity.accountOfIdToken(idToken)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
    await world.pool.query('update accounts set valid_since = created_at, disabled = true where id = $1', [account.id]);
    expect(await world.identity.verifyIdToken(idToken)).toBeNull();
    await world.pool.query('delete from accounts where id = $1', [account.id]);
    await expect(world.identity.accountOfIdToken(idToken)).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
  });

  test('of one process are verified by another, and both share one key', async () => {
    const fresh = await startIdentity();
    try {
      const copies = [fresh.identity, fresh.anotherProcess(), fresh.anotherProcess()];
      const sets = await Promise.all(copies.map((copy) => copy.publicKeys()));
      expect(sets[0]!.keys).toHaveLength(1);
      expect(sets[1]).toEqual(sets[0]);
      expect(sets[2]).toEqual(sets[0]);
      const { rows } = await fresh.pool.query('select private_sealed from signing_keys');
      expect(rows).toHaveLength(1);
      expect(rows[0].private_sealed).not.toContain('"d"');
    } finally {
      await fresh.stop();
    }
  });
});

describe('refresh tokens', () => {
  test('are stored as hashes', async () => {
    const { refreshToken } = await world.signIn(await newAccount(), 'password');
    await world.identity.refresh(refreshToken);
    const { rows } = await world.pool.query('select * from refresh_tokens');
    expect(JSON.stringify(rows)).not.toContain(refreshToken);
  });

  test('rotate; within the grace period a used one returns the same successor, concurrently and sequentially', async () => {
    const { refreshToken } = await world.signIn(await newAccount(), 'password');
    const answers = await Promise.all(Array.from({ length: 8 }, () => world.identity.refresh(refreshToken)));
    const successors = new Set(answers.map((each) => each.refreshToken));
    expect(successors.size).toBe(1);
    expect(successors).not.toContain(refreshToken);
    world.clock.ahead = 59_000;
    expect((await world.identity.refresh(refreshToken)).refreshToken).toBe(answers[0]!.refreshToken);
  });

  test('keep the time of the sign-in', async () => {
    const { idToken, refreshToken } = await world.signIn(await newAccount(), 'password');
    world.clock.ahead = 7_200_000;
    const next = await world.identity.refresh(refreshToken);
    expect(decodeJwt(next.idToken).auth_time).toBe(decodeJwt(idToken).auth_time);
    expect(decodeJwt(next.idToken).iat).toBeGreaterThan(decodeJwt(idToken).iat!);
  });

  test('reused after the grace period end the whole family, and no other', async () => {
    const account = await newAccount();
    const stolen = await world.signIn(account, 'password');
    const other = await world.signIn(account, 'password');
    const next = await world.identity.refresh(stolen.refreshToken);
    world.clock.ahead = 301_000;
    await expect(world.identity.refresh(stolen.refreshToken)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
    await expect(world.identity.refresh(next.refreshToken)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
    await expect(world.identity.refresh(other.refreshToken)).resolves.toMatchObject({ localId: account.localId });
  });

  test('whose answer was lost in a fail-over return the same successor for five minutes, while it is unused', async () => {
    const { refreshToken } = await world.signIn(await newAccount(), 'password');
    const lost = await world.identity.refresh(refreshToken);
    world.clock.ahead = 299_000;
    await world.identity.cleanUp();
    expect((await world.identity.refresh(refreshToken)).refreshToken).toBe(lost.refreshToken);
    await expect(world.identity.refresh(lost.refreshToken)).resolves.toBeDefined();
  });

  test('reused after the grace period end the family at once when the successor was used', async () => {
    const { refreshToken } = await world.signIn(await newAccount(), 'password');
    const next = await world.identity.refresh(refreshToken);
    const last = await world.identity.refresh(next.refreshToken);
    world.clock.ahead = 61_000;
    await expect(world.identity.refresh(refreshToken)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
    await expect(world.identity.refresh(last.refreshToken)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
  });

  test('are refused when unknown or of a disabled account', async () => {
    await expect(world.identity.refresh('no such token')).rejects.toMatchObject({ code: 'INVALID_REFRESH_TOKEN' });
    const account = await newAccount();
    const { refreshToken } = await world.signIn(account, 'password');
    await world.pool.query('update accounts set disabled = true where id = $1', [account.id]);
    await expect(world.identity.refresh(refreshToken)).rejects.toMatchObject({ code: 'USER_DISABLED' });
  });

  test('are not added to a session whose account was deleted meanwhile', async () => {
    const account = await newAccount();
    const { idToken } = await world.signIn(account, 'password');
    const { session } = await world.identity.accountOfIdToken(idToken);
    await world.db.transaction((tx) => world.identity.deleteAccount(tx, account.id));
    await expect(world.identity.renew(account, session)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
  });

  test('survive the clean-up, which deletes successors after the grace period', async () => {
    const { refreshToken } = await world.signIn(await newAccount(), 'password');
    const next = await world.identity.refresh(refreshToken);
    world.clock.ahead = 86_400_000;
    await world.identity.cleanUp();
    expect(
      (await world.pool.query('select 1 from refresh_tokens where successor_sealed is not null')).rows,
    ).toHaveLength(0);
    await expect(world.identity.refresh(next.refreshToken)).resolves.toBeDefined();
  });

  test('end after 400 idle days; those in use stay', async () => {
    const account = await newAccount();
    const [idle, used] = [await world.signIn(account, 'password'), await world.signIn(account, 'password')];
    world.clock.ahead = 390 * 86_400_000;
    const next = await world.identity.refresh(used.refreshToken);
    world.clock.ahead = 401 * 86_400_000;
    await world.identity.cleanUp();
    await expect(world.identity.refresh(idle.refreshToken)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
    await expect(world.identity.refresh(next.refreshToken)).resolves.toBeDefined();
    expect(await world.identity.listSessions(account.id)).toHaveLength(1);
  });

  test('end at the next use after 400 idle days, also before a clean-up', async () => {
    const idle = await world.signIn(await newAccount(), 'password');
    world.clock.ahead = 401 * 86_400_000;
    await expect(world.identity.refresh(idle.refreshToken)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
  });

  test('and ID tokens end a fixed number of days after the sign-in, even with a session in use', async () => {
    const strict = await startIdentity({ settings: { sessionMaxDays: 2 } });
    try {
      const credentials = await strict.identity.prepareCredentials({ email: 'a@example.com', password: PASSWORD });
      const account = await strict.db.transaction((tx) =>
        strict.identity.createAccount(tx, { ...credentials, locale: 'en' }),
      );
      let tokens = await strict.signIn(account, 'password');
      for (const hours of [20, 40, 47.75]) {
        strict.clock.ahead = hours * 3_600_000;
        tokens = { ...tokens, ...(await strict.identity.refresh(tokens.refreshToken)) };
      }
      await expect(strict.identity.accountOfIdToken(tokens.idToken)).resolves.toBeDefined();
      strict.clock.ahead = 48.25 * 3_600_000;
      await expect(strict.identity.accountOfIdToken(tokens.idToken)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
      await expect(strict.identity.refresh(tokens.refreshToken)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
      expect(await strict.identity.listSessions(account.id)).toEqual([]);
    } finally {
      await strict.stop();
    }
  });
});
