import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { API_KEY, startIdentity, type IdentityWorld } from '#test/support/identity.ts';

let world: IdentityWorld;
let serial = 0;

beforeAll(async () => {
  world = await startIdentity();
});
afterAll(() => world.stop());

const PASSWORD = 'correct horse';
const newEmail = () => `person-${++serial}@example.com`;
const signUp = async (email = newEmail()) =>
  (await world.call('v1/accounts:signUp', { email, password: PASSWORD, returnSecureToken: true })).json;

/** The complete error body of the wire. */
const shape = (code: number, message: string) => ({
  error: expect.objectContaining({
    code,
    message,
    errors: [{ message, domain: 'global', reason: expect.any(String) }],
  }),
});

describe('transport', () => {
  test('a call needs the API key', async () => {
    for (const [query, status] of [
      ['', 403],
      ['?key=', 403],
      ['?key=wrong', 400],
    ] as const) {
      const response = await fetch(`${world.url}/identity/v1/accounts:lookup${query}`, { method: 'POST', body: '{}' });
      expect(response.status).toBe(status);
      expect(await response.json()).toMatchObject({ error: { message: expect.stringMatching(/^INVALID_API_KEY : /) } });
    }
  });

  test('the key may be in a header, as other clients of the wire send it', async () => {
    const call = (headers: Record<string, string>, query = '') =>
      fetch(`${world.url}/identity/v1/projects${query}`, { headers }).then(({ status }) => status);
    expect(await call({ 'x-goog-api-key': API_KEY })).toBe(200);
    expect(await call({ 'x-goog-api-key': 'wrong' })).toBe(400);
    expect(await call({ 'x-goog-api-key': API_KEY }, '?key=wrong')).toBe(400);
    const preflight = await fetch(`${world.url}/identity/v1/projects`, {
      method: 'OPTIONS',
      headers: { origin: 'https://store.example', 'access-control-request-method': 'GET' },
    });
    expect(preflight.headers.get('access-control-allow-headers')!.toLowerCase()).toContain('x-goog-api-key');
  });

  test("calls that are not implemented answer 501 and unknown ones 404, in the wire's error format", async () => {
    const { idToken } = await signUp();
    const unbuilt = await world.call('v1/accounts:update', { idToken, deleteAttribute: ['PROVIDER'] });
    expect(unbuilt.status).toBe(501);
    expect(unbuilt.json).toEqual(shape(501, 'NOT_IMPLEMENTED : This server does not offer that yet.'));
    for (const path of [
      'v1/accounts:nothing',
      'v1/accounts',
      'v3/accounts:signUp',
      'v1/__proto__',
      'v1/projects/p/accounts:query',
      '%ff',
      '',
    ]) {
      const { status, json } = await world.call(path, {});
      expect(status, path).toBe(404);
      expect(json).toEqual(shape(404, 'NOT_FOUND : No such call.'));
    }
    expect((await world.call('v1/accounts:signUp')).status).toBe(405);
  });

  test("other origins are refused by CORS; ours may send the SDK's headers", async () => {
    const preflight = (origin: string) =>
      fetch(`${world.url}/identity/v1/accounts:lookup?key=${API_KEY}`, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'x-client-version',
        },
      });
    const ours = await preflight('https://store.example');
    expect(ours.headers.get('access-control-allow-origin')).toBe('https://store.example');
    expect(ours.headers.get('access-control-allow-headers')!.toLowerCase()).toContain('x-firebase-locale');
    expect((await preflight('https://elsewhere.example')).headers.get('access-control-allow-origin')).not.toBe(
      'https://elsewhere.example',
    );
  });

  test('keys may be snake_case, numbers count as text, unknown keys are ignored', async () => {
    const { id_token: token } = (
      await world.call('v1/token', { grant_type: 'refresh_token', refresh_token: (await signUp()).refreshToken })
    ).json;
    const { status, json } = await world.call('v1/accounts:update', {
      id_token: token,
      display_name: 42,
      clientType: 'CLIENT_TYPE_WEB',
      nonsense: {},
    });
    expect(status).toBe(200);
    expect(json.displayName).toBe('42');
  });

  test.each([
    ['not JSON', '{"email":'],
    ['an array', '[]'],
    ['a number', '7'],
    ['null', 'null'],
    ['wrong types', '{"email":{"a":1},"password":[]}'],
    ['a NUL', '{"email":"a@b.c\\u0000","password":"123456789"}'],
    ['half a surrogate pair', '{"email":"a@b.c","password":"\\ud800123456"}'],
    ['too much', JSON.stringify({ email: 'x'.repeat(70_000) })],
  ])("a body that is %s is a 400 in the wire's error format", async (_what, body) => {
    const { status, json } = await world.call('v1/accounts:signUp', body);
    expect(status).toBe(400);
    expect(json.error.message).toMatch(/^INVALID_ARGUMENT : /);
  });

  test('an endless body is cut off', async () => {
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(16_384).fill(0x20)) });
    const outcome = await fetch(`${world.url}/identity/v1/accounts:lookup?key=${API_KEY}`, {
      method: 'POST',
      body: endless,
      duplex: 'half',
    } as RequestInit).then(
      (response) => response.status,
      () => 'cut off',
    );
    expect([400, 'cut off']).toContain(outcome);
  });

  test('a tenant is refused', async () => {
    expect(
      (await world.call('v1/accounts:signUp', { email: newEmail(), password: PASSWORD, tenantId: 't' })).json,
    ).toEqual(shape(400, 'TENANT_ID_MISMATCH'));
    expect((await world.call('v2/passwordPolicy?tenantId=t')).json).toEqual(shape(400, 'TENANT_ID_MISMATCH'));
  });

  test('a server error is plain text, so that the SDK does not sign the user out', async () => {
    const broken = await startIdentity();
    const { idToken, refreshToken } = (
      await broken.call('v1/accounts:signUp', { email: 'a@example.com', password: PASSWORD })
    ).json;
    await broken.pool.query('alter table accounts rename to gone');
    for (const [path, body] of [
      ['v1/accounts:lookup', { idToken }],
      ['v1/token', { grantType: 'refresh_token', refreshToken }],
    ] as const) {
      const answer = await broken.call(path, body);
      expect(answer.status).toBe(503);
      expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    }
    expect(broken.faults).toHaveLength(2);
    await broken.stop();
  });

  test('a full password queue is plain text as well', async () => {
    const full = () => Promise.reject(Object.assign(new Error('full'), { code: 'unavailable' }));
    const busy = await startIdentity({ passwords: { hash: full, matches: full, isOutdated: () => false } });
    const answer = await busy.call('v1/accounts:signInWithPassword', { email: 'a@example.com', password: PASSWORD });
    expect([
      answer.status,
      answer.headers.get('content-type')?.split(';')[0],
      answer.headers.get('retry-after'),
    ]).toEqual([503, 'text/plain', '5']);
    expect(busy.faults).toEqual([]);
    await busy.stop();
  });
});

describe('sign-up and sign-in', () => {
  test('return account and tokens, with seconds as text', async () => {
    const email = newEmail();
    const tokens = {
      idToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      refreshToken: expect.any(String),
      expiresIn: '3600',
    };
    const created = await world.call(
      'v1/accounts:signUp',
      { email: email.toUpperCase(), password: PASSWORD, returnSecureToken: true },
      { 'x-firebase-locale': 'fr' },
    );
    expect(created.json).toEqual({
      kind: 'identitytoolkit#SignupNewUserResponse',
      localId: expect.any(String),
      email,
      ...tokens,
    });
    expect(created.headers.get('cache-control')).toBe('private, no-store');
    expect(world.mails.at(-1)).toMatchObject({ to: email, locale: 'fr' });
    const signedIn = await world.call('v1/accounts:signInWithPassword', { email, password: PASSWORD });
    expect(signedIn.json).toEqual({
      kind: 'identitytoolkit#VerifyPasswordResponse',
      localId: created.json.localId,
      email,
      registered: true,
      ...tokens,
    });
  });

  test.each([
    ['an empty address', { email: '', password: PASSWORD }, 'INVALID_EMAIL'],
    ['only a password', { password: PASSWORD }, 'MISSING_EMAIL'],
    ['no password', { email: 'a@example.com' }, 'MISSING_PASSWORD'],
    ['a malformed address', { email: 'nonsense', password: PASSWORD }, 'INVALID_EMAIL'],
    [
      'a short password',
      { email: 'a@example.com', password: 'five5' },
      'WEAK_PASSWORD : Password should be at least 6 characters',
    ],
    [
      'a common password',
      { email: 'a@example.com', password: 'password1' },
      'PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Password is too common',
    ],
    ['nothing (anonymous)', { returnSecureToken: true }, 'ADMIN_ONLY_OPERATION'],
    [
      'an id of their own',
      { email: 'a@example.com', password: PASSWORD, localId: 'me' },
      'UNEXPECTED_PARAMETER : User ID',
    ],
  ])('sign-up with %s', async (_what, body, message) => {
    const { status, json } = await world.call('v1/accounts:signUp', body);
    expect(status).toBe(400);
    expect(json).toEqual(shape(400, message));
  });

  test('a failed sign-up has no side effects', async () => {
    const email = newEmail();
    await signUp(email);
    const before = world.mails.length;
    expect((await world.call('v1/accounts:signUp', { email, password: PASSWORD })).json).toEqual(
      shape(400, 'EMAIL_EXISTS'),
    );
    expect(world.mails).toHaveLength(before);
    const { rows } = await world.pool.query(
      'select count(*)::int as n from sessions s join accounts a on a.id = s.account_id where a.email = $1',
      [email],
    );
    expect(rows[0].n).toBe(1);
  });
});

describe('account', () => {
  test('the look-up has the format that the SDK needs', async () => {
    const { idToken, localId, email } = await signUp();
    const { json } = await world.call('v1/accounts:lookup', { idToken });
    expect(json).toEqual({
      kind: 'identitytoolkit#GetAccountInfoResponse',
      users: [
        {
          localId,
          email,
          emailVerified: false,
          passwordHash: 'UkVEQUNURUQ=',
          passwordUpdatedAt: expect.any(Number),
          providerUserInfo: [{ providerId: 'password', rawId: email, federatedId: email, email }],
          validSince: expect.stringMatching(/^\d{10}$/),
          disabled: false,
          createdAt: expect.stringMatching(/^\d{13}$/),
          lastLoginAt: expect.stringMatching(/^\d{13}$/),
        },
      ],
    });
    expect((await world.call('v1/accounts:lookup', {})).json).toEqual(shape(400, 'MISSING_ID_TOKEN'));
    expect((await world.call('v1/accounts:lookup', { idToken: 'x.y.z' })).json).toEqual(shape(400, 'INVALID_ID_TOKEN'));
  });

  test('name and photo are set, kept and cleared', async () => {
    const { idToken } = await signUp();
    const update = async (change: object) => (await world.call('v1/accounts:update', { idToken, ...change })).json;
    expect(await update({ displayName: 'Ana', photoUrl: 'https://img.example/a.png' })).toMatchObject({
      displayName: 'Ana',
      photoUrl: 'https://img.example/a.png',
    });
    expect(await update({ displayName: 'Bea' })).toMatchObject({
      displayName: 'Bea',
      photoUrl: 'https://img.example/a.png',
    });
    expect(await update({ displayName: null })).not.toHaveProperty('displayName');
    expect(await update({ photoUrl: 'photos/a.png' })).toMatchObject({ photoUrl: 'photos/a.png' });
    expect(await update({ deleteAttribute: ['PHOTO_URL'] })).not.toHaveProperty('photoUrl');
    for (const photoUrl of ['javascript:alert(1)', 'ftp://a/b', `https://a/${'x'.repeat(2100)}`]) {
      expect((await update({ photoUrl })).error.message).toBe('INVALID_ARGUMENT : Invalid value for photoUrl.');
    }
    expect((await update({ displayName: 'x'.repeat(257) })).error.message).toBe(
      'INVALID_ARGUMENT : Invalid value for displayName.',
    );
    expect((await update({ deleteAttribute: ['PASSWORD'] })).error.code).toBe(501);
    // Numbers of the protocol: DISPLAY_NAME, PASSWORD.
    expect(await update({ deleteAttribute: [0, 2] })).not.toHaveProperty('displayName');
    expect((await update({ deleteAttribute: [5] })).error.code).toBe(501);
    expect((await world.call('v1/accounts:update', { displayName: 'Ana' })).json).toEqual(
      shape(400, 'INVALID_ID_TOKEN'),
    );
  });

  test('the mailed code verifies the address; another mail can be asked for', async () => {
    const { idToken, email } = await signUp();
    const before = world.mails.length;
    const ask = (body: object) => world.call('v1/accounts:sendOobCode', body, { 'accept-language': 'fr-CA' });
    expect((await ask({ requestType: 'VERIFY_EMAIL', idToken })).json).toEqual({
      kind: 'identitytoolkit#GetOobConfirmationCodeResponse',
      email,
    });
    expect(world.mails.slice(before)).toEqual([
      { kind: 'verify-email', accountId: expect.any(String), to: email, locale: 'fr', detail: {} },
    ]);
    const code = (await world.mailedLink('verify-email'))!.searchParams.get('oobCode');
    expect((await world.call('v1/accounts:update', { oobCode: code })).json).toMatchObject({
      email,
      emailVerified: true,
    });
    expect((await world.call('v1/accounts:update', { oobCode: code })).json).toEqual(shape(400, 'INVALID_OOB_CODE'));
    expect((await ask({ requestType: 'VERIFY_EMAIL', idToken })).status).toBe(200);
    expect(world.mails).toHaveLength(before + 1);

    expect((await ask({})).json).toEqual(shape(400, 'MISSING_REQ_TYPE'));
    expect((await ask({ requestType: 'NONSENSE' })).json).toEqual(shape(400, 'INVALID_REQ_TYPE'));
    expect((await ask({ requestType: 'VERIFY_EMAIL' })).json).toEqual(shape(400, 'MISSING_ID_TOKEN'));
  });

  test('the token endpoint uses forms and snake_case', async () => {
    const { refreshToken, localId } = await signUp();
    const post = (body: Record<string, string>) =>
      world.call('v1/token', new URLSearchParams(body).toString(), {
        'content-type': 'application/x-www-form-urlencoded',
      });
    const { json } = await post({ grant_type: 'refresh_token', refresh_token: refreshToken! });
    expect(json).toEqual({
      access_token: json.id_token,
      id_token: expect.any(String),
      expires_in: '3600',
      token_type: 'Bearer',
      refresh_token: expect.any(String),
      user_id: localId,
      project_id: 'test-project',
    });
    expect((await post({})).json).toEqual(shape(400, 'MISSING_GRANT_TYPE'));
    expect((await post({ grant_type: 'password' })).json).toEqual(shape(400, 'INVALID_GRANT_TYPE'));
    expect((await post({ grant_type: 'refresh_token' })).json).toEqual(shape(400, 'MISSING_REFRESH_TOKEN'));
    expect((await post({ grant_type: 'refresh_token', refresh_token: 'nonsense' })).json).toEqual(
      shape(400, 'INVALID_REFRESH_TOKEN'),
    );
  });
});

describe('an ID token that our key signed', () => {
  const read = async (change: object) => {
    const { idToken } = await signUp();
    return world.call('v1/accounts:lookup', { idToken: await world.resign(idToken!, change) });
  };
  const now = () => Math.floor(Date.now() / 1000);

  test('is refused when it was issued in the future, except for a small clock difference', async () => {
    for (const claim of ['iat', 'auth_time']) {
      expect((await read({ [claim]: now() + 3 })).status, claim).toBe(200);
      const future = await read({ [claim]: now() + 60 });
      expect([future.status, future.json], claim).toEqual([400, shape(400, 'INVALID_ID_TOKEN')]);
    }
  });

  test.each([
    ['a session that is no UUID', { sid: 'not-a-uuid' }],
    ['a session that is no text', { sid: 7 }],
    ['a NUL in its account', { sub: 'a\0b' }],
    ['a sign-in time that is none', { auth_time: 'yesterday' }],
  ])('with %s is invalid, not a server error', async (_what, change) => {
    const { status, json } = await read(change);
    expect([status, json]).toEqual([400, shape(400, 'INVALID_ID_TOKEN')]);
  });
});

test('the configuration calls satisfy the SDK', async () => {
  expect((await world.call('v1/projects')).json).toEqual({
    projectId: 'test-project',
    authorizedDomains: ['store.example'],
  });
  expect((await world.call('v2/passwordPolicy')).json).toMatchObject({
    schemaVersion: 1,
    enforcementState: 'OFF',
    customStrengthOptions: { minPasswordLength: 6, maxPasswordLength: 4096 },
  });
  const { json } = await world.call('v2/recaptchaConfig?clientType=CLIENT_TYPE_WEB&version=RECAPTCHA_ENTERPRISE');
  expect(json.recaptchaEnforcementState).toEqual([
    { provider: 'EMAIL_PASSWORD_PROVIDER', enforcementState: 'OFF' },
    { provider: 'PHONE_PROVIDER', enforcementState: 'OFF' },
  ]);
});
