import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startIdentity, type IdentityWorld } from '#test/support/identity.ts';

let world: IdentityWorld;
let serial = 0;

beforeAll(async () => {
  world = await startIdentity();
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
const signUp = (email = newEmail()) => post('v1/accounts:signUp', { email, password: PASSWORD });
const signIn = (email: string, password = PASSWORD) => post('v1/accounts:signInWithPassword', { email, password });
const lookup = async (idToken: string) =>
  (await world.call('v1/accounts:lookup', { idToken })).json as unknown as {
    users: Record<string, unknown>[];
    error?: { message: string };
  };
const codeIn = async (kind: Parameters<IdentityWorld['mailedLink']>[0]) =>
  (await world.mailedLink(kind))!.searchParams.get('oobCode')!;
const message = (answer: { error: { message: string } }) => answer.error.message;

async function verified() {
  const account = await signUp();
  await post('v1/accounts:update', { oobCode: await codeIn('verify-email') });
  world.mails.length = 0;
  return account;
}

describe('sendOobCode', () => {
  const ask = (body: object) => post('v1/accounts:sendOobCode', body, { 'x-firebase-locale': 'fr' });
  const KIND = 'identitytoolkit#GetOobConfirmationCodeResponse';

  test.each([
    ['no type', {}, 'MISSING_REQ_TYPE'],
    ['an unknown type', { requestType: 'NONSENSE' }, 'INVALID_REQ_TYPE'],
    ['a reset without address', { requestType: 'PASSWORD_RESET' }, 'MISSING_EMAIL'],
    ['a reset of nonsense', { requestType: 'PASSWORD_RESET', email: 'nonsense' }, 'INVALID_EMAIL'],
    ['a sign-in without address', { requestType: 'EMAIL_SIGNIN' }, 'MISSING_EMAIL'],
    ['a confirmation without token', { requestType: 'VERIFY_EMAIL' }, 'MISSING_ID_TOKEN'],
    [
      'a change without token',
      { requestType: 'VERIFY_AND_CHANGE_EMAIL', newEmail: 'a@example.com' },
      'MISSING_ID_TOKEN',
    ],
    [
      'a relative continue URL',
      { requestType: 'EMAIL_SIGNIN', email: 'a@example.com', continueUrl: '/plans' },
      'INVALID_CONTINUE_URI : The continue URL must be absolute, with http or https.',
    ],
    [
      'a continue URL of another kind',
      { requestType: 'EMAIL_SIGNIN', email: 'a@example.com', continueUrl: 'javascript:alert(1)' },
      'INVALID_CONTINUE_URI : The continue URL must be absolute, with http or https.',
    ],
    [
      'a continue URL elsewhere',
      { requestType: 'EMAIL_SIGNIN', email: 'a@example.com', continueUrl: 'https://store.example.evil.example/' },
      'UNAUTHORIZED_DOMAIN : Domain not allowlisted by project',
    ],
    [
      'a continue URL at another port of our host',
      { requestType: 'EMAIL_SIGNIN', email: 'a@example.com', continueUrl: 'https://store.example:8443/' },
      'UNAUTHORIZED_DOMAIN : Domain not allowlisted by project',
    ],
    [
      'a continue URL with a name before our host',
      { requestType: 'EMAIL_SIGNIN', email: 'a@example.com', continueUrl: 'https://bank.example@store.example/' },
      'UNAUTHORIZED_DOMAIN : Domain not allowlisted by project',
    ],
  ])('%s', async (_what, body, expected) => {
    expect(message(await ask(body))).toBe(expected);
    expect(world.mails).toEqual([]);
  });

  test('resets and sign-in links get the same answer for known and unknown addresses; only the mail differs', async () => {
    const { email } = await verified();
    for (const [requestType, kind] of [
      ['PASSWORD_RESET', 'password-reset'],
      ['EMAIL_SIGNIN', 'email-sign-in'],
    ] as const) {
      const unknown = newEmail();
      expect(await ask({ requestType, email: unknown })).toEqual({ kind: KIND, email: unknown });
      expect(world.mails.at(-1)).toEqual({ kind, accountId: null, to: unknown, locale: 'fr', detail: {} });
      if (kind === 'password-reset') expect(await world.mailedLink(kind)).toBeNull();
      expect(
        await ask({ requestType, email: email!.toUpperCase(), continueUrl: 'https://store.example/plans' }),
      ).toEqual({ kind: KIND, email });
      const link = (await world.mailedLink(kind))!;
      expect(Object.fromEntries(link.searchParams)).toMatchObject({
        lang: 'fr',
        apiKey: 'test-key',
        continueUrl: 'https://store.example/plans',
      });
    }
  });

  test('continue URLs may be below an authorised domain', async () => {
    for (const continueUrl of ['https://store.example', 'http://store.example/x?y=z', 'https://www.store.example/']) {
      expect(await ask({ requestType: 'EMAIL_SIGNIN', email: 'a@example.com', continueUrl })).toHaveProperty('email');
    }
  });

  test('without enumeration protection, the old codes', async () => {
    const open = await startIdentity({ settings: { enumerationProtection: false } });
    const call = async (path: string, body: object) => (await open.call(path, body)).json;
    const mine = await call('v1/accounts:signUp', { email: 'mine@example.com', password: PASSWORD });
    await call('v1/accounts:signUp', { email: 'other@example.com', password: PASSWORD });
    expect(
      message(await call('v1/accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email: 'nobody@example.com' })),
    ).toBe('EMAIL_NOT_FOUND');
    expect(
      message(
        await call('v1/accounts:sendOobCode', {
          requestType: 'VERIFY_AND_CHANGE_EMAIL',
          idToken: mine.idToken,
          newEmail: 'other@example.com',
        }),
      ),
    ).toBe('EMAIL_EXISTS');
    expect(
      message(await call('v1/accounts:signInWithPassword', { email: 'nobody@example.com', password: PASSWORD })),
    ).toBe('EMAIL_NOT_FOUND');
    expect(
      message(await call('v1/accounts:signInWithPassword', { email: 'mine@example.com', password: 'wrong one' })),
    ).toBe('INVALID_PASSWORD');
    expect(
      await call('v1/accounts:createAuthUri', { identifier: 'mine@example.com', continueUri: 'https://store.example' }),
    ).toMatchObject({ registered: true, signinMethods: ['password'], allProviders: ['password'] });
    expect(
      await call('v1/accounts:createAuthUri', {
        identifier: 'nobody@example.com',
        continueUri: 'https://store.example',
      }),
    ).toMatchObject({ registered: false, signinMethods: [] });
    await open.stop();
  });

  test('mails are limited per recipient and per network address, with error codes that the SDK understands', async () => {
    const strict = await startIdentity({ limits: { LIMIT_LINK_MAILS_PER_EMAIL: 2, LIMIT_LINK_MAILS_PER_ADDRESS: 3 } });
    const from = async (requestType: string, email: string, address = '192.0.2.1') =>
      (await strict.call('v1/accounts:sendOobCode', { requestType, email }, { 'x-test-address': address })).json;
    for (let i = 0; i < 2; i++) expect(await from('PASSWORD_RESET', 'a@example.com')).toHaveProperty('email');
    expect(message(await from('PASSWORD_RESET', 'A@example.com', '192.0.2.2'))).toBe('RESET_PASSWORD_EXCEED_LIMIT');
    expect(message(await from('EMAIL_SIGNIN', 'a@example.com'))).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
    expect(await from('EMAIL_SIGNIN', 'b@example.com')).toHaveProperty('email');
    expect(message(await from('EMAIL_SIGNIN', 'c@example.com'))).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
    expect(await from('EMAIL_SIGNIN', 'c@example.com', '192.0.2.3')).toHaveProperty('email');
    await strict.stop();
  });
});

describe('resetPassword', () => {
  const reset = (oobCode: string, newPassword?: string) => post('v1/accounts:resetPassword', { oobCode, newPassword });

  test('inspects a code, refuses a weak password without using it up, sets a strong one, and ends every session', async () => {
    const { email, idToken, refreshToken } = await signUp();
    await post('v1/accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email });
    const code = await codeIn('password-reset');
    const answer = { kind: 'identitytoolkit#ResetPasswordResponse', requestType: 'PASSWORD_RESET', email };
    expect(await reset(code)).toEqual(answer);
    expect(message(await reset(code, 'five5'))).toMatch(/^WEAK_PASSWORD : /);
    expect(message(await reset(code, 'password1'))).toMatch(/^PASSWORD_DOES_NOT_MEET_REQUIREMENTS : /);
    expect(await reset(code, 'a new password')).toEqual(answer);
    expect(message(await reset(code))).toBe('INVALID_OOB_CODE');
    expect(message(await reset(code, 'another one'))).toBe('INVALID_OOB_CODE');

    expect(message(await signIn(email!))).toBe('INVALID_LOGIN_CREDENTIALS');
    expect((await lookup(idToken!)).error?.message).toBe('TOKEN_EXPIRED');
    expect(message(await post('v1/token', { grantType: 'refresh_token', refreshToken }))).toBe('TOKEN_EXPIRED');
    const again = await signIn(email!, 'a new password');
    expect((await lookup(again.idToken!)).users[0]).toMatchObject({ emailVerified: true });
    expect(world.mails.map(({ kind, to }) => [kind, to])).toContainEqual(['password-changed', email]);
    expect((await world.mailedLink('password-changed'))!.searchParams.get('mode')).toBe('resetPassword');
  });

  test('two concurrent resets: one password wins, and every other link to one is void', async () => {
    const { email } = await signUp();
    const codes: string[] = [];
    for (let i = 0; i < 2; i++) {
      await post('v1/accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email });
      codes.push(await codeIn('password-reset'));
    }
    const answers = await Promise.all([reset(codes[0]!, 'password number 1'), reset(codes[0]!, 'password number 2')]);
    expect(answers.filter((each) => each.error === undefined)).toHaveLength(1);
    expect(message(await reset(codes[1]!, 'password number 3'))).toBe('INVALID_OOB_CODE');
  });

  test('codes that are missing, unknown or too old', async () => {
    expect(message(await post('v1/accounts:resetPassword', {}))).toBe('MISSING_OOB_CODE');
    expect(message(await reset('nonsense', PASSWORD))).toBe('INVALID_OOB_CODE');
    const { email } = await signUp();
    await post('v1/accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email });
    const code = await codeIn('password-reset');
    world.clock.ahead = 3_600_001;
    expect(message(await reset(code))).toBe('EXPIRED_OOB_CODE');
    expect(message(await reset(code, PASSWORD))).toBe('EXPIRED_OOB_CODE');
  });

  test('wrong codes count against their network address, correct ones do not', async () => {
    const strict = await startIdentity({ limits: { LIMIT_CODE_TRIES_PER_ADDRESS: 3 } });
    const attempt = async (oobCode: string, path = 'v1/accounts:resetPassword') =>
      (await strict.call(path, { oobCode, email: 'a@example.com' })).json;
    await strict.call('v1/accounts:sendOobCode', { requestType: 'EMAIL_SIGNIN', email: 'a@example.com' });
    const good = (await strict.mailedLink('email-sign-in'))!.searchParams.get('oobCode')!;
    for (let i = 0; i < 5; i++)
      expect(await attempt(good)).toEqual({
        kind: 'identitytoolkit#ResetPasswordResponse',
        requestType: 'EMAIL_SIGNIN',
      });
    for (const path of ['v1/accounts:resetPassword', 'v1/accounts:update', 'v1/accounts:signInWithEmailLink'])
      expect(message(await attempt('nonsense', path))).toBe('INVALID_OOB_CODE');
    for (const path of ['v1/accounts:resetPassword', 'v1/accounts:update', 'v1/accounts:signInWithEmailLink'])
      expect(message(await attempt(good, path))).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
    await strict.stop();
  });
});

describe('codes about an address', () => {
  test('a new address replaces the old one once it is verified; the old one gets a mail that can restore it', async () => {
    const { email: old, idToken, localId } = await verified();
    const newer = newEmail();
    expect(
      await post('v1/accounts:sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: newer }),
    ).toMatchObject({ email: old, newEmail: newer });
    const code = await codeIn('change-email');
    expect(await post('v1/accounts:resetPassword', { oobCode: code })).toMatchObject({
      requestType: 'VERIFY_AND_CHANGE_EMAIL',
      email: old,
      newEmail: newer,
    });
    expect(await post('v1/accounts:update', { oobCode: code })).toMatchObject({
      localId,
      email: newer,
      emailVerified: true,
    });
    expect((await lookup(idToken!)).error?.message).toBe('TOKEN_EXPIRED');
    expect(message(await post('v1/accounts:update', { oobCode: code }))).toBe('INVALID_OOB_CODE');

    const thief = await signIn(newer);
    expect(world.mails.find(({ kind }) => kind === 'email-changed')).toMatchObject({
      to: old,
      detail: { newEmail: newer },
    });
    const back = await codeIn('email-changed');
    expect(await post('v1/accounts:resetPassword', { oobCode: back })).toMatchObject({
      requestType: 'RECOVER_EMAIL',
      email: old,
      newEmail: newer,
    });
    // A new password in the meantime does not void the link that restores the address.
    world.clock.ahead = 2_000;
    expect(await post('v1/accounts:update', { idToken: thief.idToken, password: 'the thief’s own' })).toHaveProperty(
      'idToken',
    );
    expect(await post('v1/accounts:update', { oobCode: back })).toMatchObject({
      localId,
      email: old,
      emailVerified: true,
    });
    expect((await lookup(thief.idToken!)).error?.message).toBe('TOKEN_EXPIRED');
    // The attacker's passwords stop working; only the mailbox can sign in.
    for (const password of [PASSWORD, 'the thief’s own'])
      expect(message(await signIn(old!, password))).toBe('INVALID_LOGIN_CREDENTIALS');
    await post('v1/accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email: old });
    expect(
      await post('v1/accounts:resetPassword', { oobCode: await codeIn('password-reset'), newPassword: 'mine again' }),
    ).toHaveProperty('email');
    expect(await signIn(old!, 'mine again')).toMatchObject({ localId });
    const kinds = (await world.identity.securityEvents((await world.identity.accountByEmail(old!))!.id)).map(
      ({ kind }) => kind,
    );
    expect(kinds).toEqual(
      expect.arrayContaining([
        'email-changed',
        'email-recovered',
        'password-changed',
        'signed-in',
        'signed-up',
        'email-verified',
      ]),
    );
  });

  test('a taken address is not revealed and never mailed; one taken meanwhile is refused', async () => {
    const [mine, other] = [await verified(), await signUp()];
    expect(
      await post('v1/accounts:sendOobCode', {
        requestType: 'VERIFY_AND_CHANGE_EMAIL',
        idToken: mine.idToken,
        newEmail: other.email,
      }),
    ).toMatchObject({ newEmail: other.email });
    expect(await world.mailedLink('change-email')).toBeNull();
    const wanted = newEmail();
    await post('v1/accounts:sendOobCode', {
      requestType: 'VERIFY_AND_CHANGE_EMAIL',
      idToken: mine.idToken,
      newEmail: wanted,
    });
    const code = await codeIn('change-email');
    await signUp(wanted);
    expect(message(await post('v1/accounts:update', { oobCode: code }))).toBe('EMAIL_EXISTS');
    expect(
      message(await post('v1/accounts:sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken: mine.idToken })),
    ).toBe('MISSING_NEW_EMAIL');
  });

  test('an old address that was never verified may be a stranger’s: it gets no link that restores it', async () => {
    const { email, idToken } = await signUp();
    await post('v1/accounts:sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: newEmail() });
    await post('v1/accounts:update', { oobCode: await codeIn('change-email') });
    expect(
      world.mails.filter(({ kind, to }) => kind === 'email-changed' || (to === email && kind !== 'verify-email')),
    ).toEqual([]);
  });

  test('a change needs a recent sign-in', async () => {
    const { idToken } = await verified();
    world.clock.ahead = 301_000;
    expect(
      message(
        await post('v1/accounts:sendOobCode', {
          requestType: 'VERIFY_AND_CHANGE_EMAIL',
          idToken,
          newEmail: newEmail(),
        }),
      ),
    ).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
  });

  test('codes for a password or a sign-in change no account by themselves', async () => {
    const { email } = await signUp();
    await post('v1/accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email });
    const code = await codeIn('password-reset');
    expect(message(await post('v1/accounts:update', { oobCode: code }))).toBe('INVALID_OOB_CODE');
    expect(await post('v1/accounts:resetPassword', { oobCode: code })).toHaveProperty('email');
  });
});
