import { decodeJwt, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { API_KEY, PROJECT, startIdentity, type IdentityWorld } from '#test/support/identity.ts';

const SECRET = 'a secret of at least 32 characters, surely';
let world: IdentityWorld;
let serial = 0;

beforeAll(async () => {
  world = await startIdentity({
    settings: { customTokens: true, customTokenSecret: SECRET, authorizedDomains: ['store.example', '192.0.2.7'] },
  });
});
afterAll(() => world.stop());
beforeEach(() => {
  world.clock.ahead = 0;
  world.mails.length = 0;
});

const PASSWORD = 'correct horse';
const newEmail = () => `person-${++serial}@example.com`;
const post = async (path: string, body: object, headers?: Record<string, string>) =>
  (await world.call(path, body, headers)).json;
const message = (answer: { error?: { message: string } }) => answer.error?.message;

describe('custom tokens', () => {
  const tokenOf = (claims: object, { secret = SECRET, audience = PROJECT } = {}) =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience(audience)
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(secret));
  const signIn = (token: string) => post('v1/accounts:signInWithCustomToken', { token, returnSecureToken: true });

  test("sign in with a trusted back end's token and its claims, also after a refresh", async () => {
    const uid = `partner-${++serial}`;
    const first = await signIn(await tokenOf({ uid, claims: { tier: 'gold' } }));
    expect(first).toEqual({
      kind: 'identitytoolkit#VerifyCustomTokenResponse',
      isNewUser: true,
      idToken: expect.any(String),
      refreshToken: expect.any(String),
      expiresIn: '3600',
    });
    expect(decodeJwt(first.idToken!)).toMatchObject({
      sub: uid,
      tier: 'gold',
      firebase: { sign_in_provider: 'custom' },
    });
    const next = await post('v1/token', { grantType: 'refresh_token', refreshToken: first.refreshToken });
    expect(decodeJwt(next.id_token!)).toMatchObject({ sub: uid, tier: 'gold' });
    expect(await signIn(await tokenOf({ uid }))).toMatchObject({ isNewUser: false });
  });

  test.each([
    ['none', async () => '', 'MISSING_CUSTOM_TOKEN'],
    ['nonsense', async () => 'x.y.z', 'INVALID_CUSTOM_TOKEN'],
    ['another secret', () => tokenOf({ uid: 'a' }, { secret: 'x'.repeat(40) }), 'INVALID_CUSTOM_TOKEN'],
    ['another project', () => tokenOf({ uid: 'a' }, { audience: 'other' }), 'CREDENTIAL_MISMATCH'],
    ['nobody', () => tokenOf({}), 'MISSING_IDENTIFIER'],
    ['too long an identifier', () => tokenOf({ uid: 'x'.repeat(129) }), 'INVALID_CUSTOM_TOKEN'],
    [
      'a reserved claim',
      () => tokenOf({ uid: 'a', claims: { email_verified: true } }),
      'FORBIDDEN_CLAIM : email_verified',
    ],
    ['too many claims', () => tokenOf({ uid: 'a', claims: { a: 'x'.repeat(1_000) } }), 'CLAIMS_TOO_LARGE'],
    ['claims that are none', () => tokenOf({ uid: 'a', claims: ['b'] }), 'INVALID_CLAIMS'],
  ])('with %s', async (_what, token, code) => {
    expect(message(await signIn(await token()))).toBe(code);
  });

  test('are refused when expired or unsigned, and always when the feature is off', async () => {
    const token = await tokenOf({ uid: 'a' });
    const [, payload] = token.split('.');
    expect(message(await signIn(`${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`))).toBe(
      'INVALID_CUSTOM_TOKEN',
    );
    world.clock.ahead = 3_601_000;
    expect(message(await signIn(token))).toBe('INVALID_CUSTOM_TOKEN');
    const off = await startIdentity();
    expect(message((await off.call('v1/accounts:signInWithCustomToken', { token })).json)).toBe(
      'OPERATION_NOT_ALLOWED',
    );
    await off.stop();
  });
});

describe('createAuthUri', () => {
  const ask = (body: object) => post('v1/accounts:createAuthUri', body);

  test('reveals no sign-in methods', async () => {
    const { email } = await post('v1/accounts:signUp', { email: newEmail(), password: PASSWORD });
    for (const identifier of [email, newEmail()]) {
      expect(await ask({ identifier, continueUri: 'https://store.example/auth' })).toEqual({
        kind: 'identitytoolkit#CreateAuthUriResponse',
        sessionId: expect.any(String),
      });
    }
  });

  test.each([
    [{}, 'MISSING_IDENTIFIER'],
    [{ identifier: 'a@example.com' }, 'MISSING_CONTINUE_URI'],
    [{ identifier: 'nonsense', continueUri: 'https://store.example' }, 'INVALID_IDENTIFIER'],
    [{ identifier: 'a@example.com', continueUri: 'nonsense' }, 'INVALID_CONTINUE_URI'],
  ])('%j', async (body, code) => {
    expect(message(await ask(body))).toBe(code);
  });
});

describe('devices', () => {
  const PHONE =
    'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Mobile Safari/537.36';
  const cookieOf = (answer: { headers: Headers }) =>
    answer.headers.getSetCookie().find((each) => each.startsWith('__Host-cairn_device='));

  test('a browser gets a cookie at sign-in and is recognised by it; a sign-in from another one is mailed to the owner', async () => {
    const email = newEmail();
    const created = await world.call('v1/accounts:signUp', { email, password: PASSWORD }, { 'user-agent': PHONE });
    const cookie = cookieOf(created)!;
    expect(cookie).toMatch(
      /^__Host-cairn_device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const own = cookie.split(';')[0]!;
    const again = await world.call('v1/accounts:signInWithPassword', { email, password: PASSWORD }, { cookie: own });
    expect(cookieOf(again)!.startsWith(own)).toBe(true);
    expect(world.mails.filter(({ kind }) => kind === 'new-device')).toEqual([]);

    await world.call(
      'v1/accounts:signInWithPassword',
      { email, password: PASSWORD },
      { 'user-agent': PHONE, 'x-firebase-locale': 'fr' },
    );
    expect(world.mails.at(-1)).toMatchObject({
      kind: 'new-device',
      to: email,
      locale: 'en',
      detail: { device: 'Chrome, Android', at: expect.any(String) },
    });
    expect((await world.mailedLink('new-device'))!.searchParams.get('mode')).toBe('resetPassword');
    const account = (await world.identity.accountByEmail(email))!;
    expect((await world.identity.listSessions(account.id)).map(({ device }) => device).sort()).toEqual([
      '',
      'Chrome, Android',
      'Chrome, Android',
    ]);
    expect(JSON.stringify((await world.pool.query('select * from known_devices')).rows)).not.toContain(
      own.split('=')[1],
    );
  });

  test('answers without a sign-in set no cookie', async () => {
    const { idToken } = await post('v1/accounts:signUp', { email: newEmail(), password: PASSWORD });
    for (const answer of [
      await world.call('v1/accounts:lookup', { idToken }),
      await world.call('v1/accounts:signInWithPassword', { email: 'a@example.com', password: 'wrong' }),
      await world.call('v1/projects'),
    ]) {
      expect(cookieOf(answer)).toBeUndefined();
    }
  });
});

describe('the audit log', () => {
  test('has the sign-in method, and one line per window of guesses; it contains neither secrets nor addresses', async () => {
    const strict = await startIdentity({ limits: { LIMIT_WRONG_PASSWORDS_PER_ACCOUNT: 2 } });
    const call = async (path: string, body: object) => (await strict.call(path, body)).json;
    await call('v1/accounts:signUp', { email: 'mine@example.com', password: PASSWORD });
    await call('v1/accounts:signInWithPassword', { email: 'mine@example.com', password: PASSWORD });
    for (let i = 0; i < 5; i++)
      await call('v1/accounts:signInWithPassword', { email: 'mine@example.com', password: 'wrong one' });
    const account = (await strict.identity.accountByEmail('mine@example.com'))!;
    const events = await strict.identity.securityEvents(account.id);
    expect(events.map(({ kind }) => kind)).toEqual(['wrong-password-limit', 'signed-in', 'signed-up']);
    expect(events[1]!.detail).toMatchObject({ provider: 'password' });
    expect(JSON.stringify(events)).not.toMatch(/example\.com|correct horse/);
    await strict.stop();
  });
});

describe('authorized domains', () => {
  test('are returned to the SDK and allowed to call from a browser', async () => {
    expect((await world.call('v1/projects')).json).toEqual({
      projectId: PROJECT,
      authorizedDomains: ['store.example', '192.0.2.7'],
    });
    const allowed = async (origin: string) => {
      const answer = await fetch(`${world.url}/identity/v1/accounts:lookup?key=${API_KEY}`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
      return answer.headers.get('access-control-allow-origin') === origin;
    };
    for (const origin of [
      'https://store.example',
      'https://www.store.example',
      'http://store.example:8080',
      'http://192.0.2.7',
    ])
      expect(await allowed(origin), origin).toBe(true);
    for (const origin of [
      'https://notstore.example',
      'https://store.example.evil.example',
      'http://1.192.0.2.7',
      'null',
      'file://store.example',
    ])
      expect(await allowed(origin), origin).toBe(false);
  });
});

test('a refused password gives programs its reason', async () => {
  const type = 'type.googleapis.com/google.rpc.ErrorInfo';
  for (const [password, info] of [
    ['five5', { reason: 'PASSWORD_TOO_SHORT', metadata: { minLength: '6' } }],
    ['password1', { reason: 'PASSWORD_TOO_COMMON' }],
  ] as const) {
    const json = await post('v1/accounts:signUp', { email: newEmail(), password });
    expect(json).toMatchObject({ error: { details: [{ '@type': type, domain: 'identity', ...info }] } });
  }
});
