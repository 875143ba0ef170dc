import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { solve } from '#test/support/captcha.ts';
import { type IdentityWorld, startIdentity } from '#test/support/identity.ts';
import { startRecaptcha } from '#test/support/recaptcha.ts';
import { createRecaptcha } from '../../adapters/recaptcha.ts';
import type { CaptchaAction } from '../../shared/captcha-actions.ts';

const PASSWORD = 'correct horse';
const MISSING = 'MISSING_RECAPTCHA_TOKEN';
let serial = 0;
const newEmail = () => `person-${++serial}@example.com`;

/** The error code of a call, or `ok`. */
const caller =
  (world: IdentityWorld) =>
  async (path: string, body: object, headers: Record<string, string> = {}) =>
    (await world.call(path, body, headers)).json.error?.message ?? 'ok';

describe('a proof of work', () => {
  let world: IdentityWorld;
  beforeAll(async () => {
    world = await startIdentity({
      limits: { LIMIT_WRONG_PASSWORDS_PER_ACCOUNT: 5, LIMIT_SIGN_UPS_PER_HOUR: 5, LIMIT_LINK_MAILS_PER_EMAIL: 10 },
      captcha: { enabled: true },
    });
  });
  afterAll(() => world.stop());

  const ask = (action: CaptchaAction, email = '', address = '192.0.2.1') =>
    world.flows.askChallenge({ action, email, caller: { address, deviceSecret: null } });
  const cookieOf = async (action: CaptchaAction, email = '', address?: string) =>
    `__Host-cairn_proof=${await solve((await ask(action, email, address))!)}`;

  test('is required after four of five wrong passwords; each guess needs a new one, and the limit still applies', async () => {
    const call = caller(world);
    const email = newEmail();
    const guess = (password: string, cookie?: string) =>
      call('v1/accounts:signInWithPassword', { email, password }, cookie === undefined ? {} : { cookie });
    await call('v1/accounts:signUp', { email, password: PASSWORD }, { 'x-test-address': '192.0.2.50' });
    for (let i = 0; i < 4; i++) {
      expect(await ask('sign-in', email)).toBeNull();
      expect(await guess(`wrong ${i}`)).toBe('INVALID_LOGIN_CREDENTIALS');
    }
    const cookie = await cookieOf('sign-in', email);
    expect(await guess(PASSWORD, cookie)).toBe('ok');
    // The correct password returned its point, and its proof is used up; a guess without a proof uses the last point.
    expect(await guess(PASSWORD, cookie)).toBe(MISSING);
    expect(await guess(PASSWORD, await cookieOf('sign-in', email))).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
  });

  test('is required equally for an address without an account', async () => {
    const call = caller(world);
    const email = newEmail();
    for (let i = 0; i < 4; i++) await call('v1/accounts:signInWithPassword', { email, password: 'wrong' });
    expect(await ask('sign-in', email)).not.toBeNull();
    expect(await call('v1/accounts:signInWithPassword', { email, password: 'wrong' })).toBe(MISSING);
  });

  test('is required for the last sign-ups of a network address, and accepted from the SDK’s verifier as well', async () => {
    const call = caller(world);
    const signUp = (fields: object = {}) =>
      call(
        'v1/accounts:signUp',
        { email: newEmail(), password: PASSWORD, ...fields },
        { 'x-test-address': '192.0.2.60' },
      );
    for (let i = 0; i < 4; i++) expect(await signUp()).toBe('ok');
    const token = await solve((await ask('sign-up', '', '192.0.2.60'))!);
    expect(await signUp({ recaptchaToken: token })).toBe('ok');
    expect(await ask('sign-up', '', '192.0.2.61')).toBeNull();
  });

  test('refusals distinguish a wrong token, another action’s and a used one', async () => {
    const call = caller(world);
    const email = newEmail();
    const send = (fields: object = {}) =>
      call('v1/accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email, ...fields });
    for (let i = 0; i < 8; i++) expect(await send()).toBe('ok');
    const other = await solve((await world.captcha.challenge('sign-up'))!);
    const token = await solve(await world.captcha.challenge('send-link'));
    expect(await send({ recaptchaToken: token })).toBe('ok');
    expect(await send({ recaptchaToken: token })).toBe('CAPTCHA_CHECK_FAILED');
    for (const recaptchaToken of ['nonsense', other]) {
      const fresh = newEmail();
      for (let i = 0; i < 8; i++) await call('v1/accounts:sendOobCode', { requestType: 'EMAIL_SIGNIN', email: fresh });
      expect(await call('v1/accounts:sendOobCode', { requestType: 'EMAIL_SIGNIN', email: fresh, recaptchaToken })).toBe(
        'INVALID_RECAPTCHA_TOKEN',
      );
    }
  });
});

describe('the hosted captcha', () => {
  const VERSION = { recaptchaVersion: 'RECAPTCHA_ENTERPRISE', clientType: 'CLIENT_TYPE_WEB' };
  let recaptcha: Awaited<ReturnType<typeof startRecaptcha>>;
  const worlds: IdentityWorld[] = [];
  beforeAll(async () => {
    recaptcha = await startRecaptcha('shop-project', 'assess-key');
  });
  afterAll(async () => {
    for (const world of worlds) await world.stop();
    await recaptcha.stop();
  });

  async function worldWith(enforcement: 'OFF' | 'AUDIT' | 'ENFORCE', apiUrl = recaptcha.url) {
    const account = { projectId: 'shop-project', siteKey: 'site-key', apiKey: 'assess-key', apiUrl, enforcement };
    const world = await startIdentity({ captcha: { enabled: true }, assessments: createRecaptcha(account) });
    worlds.push(world);
    return world;
  }
  const signUp = (world: IdentityWorld, fields: object = {}) =>
    caller(world)('v1/accounts:signUp', { email: newEmail(), password: PASSWORD, ...fields });

  test('tells other clients its enforcement state, and our own pages that it is off', async () => {
    const world = await worldWith('ENFORCE');
    const path = 'v2/recaptchaConfig?clientType=CLIENT_TYPE_WEB&version=RECAPTCHA_ENTERPRISE';
    const state = (enforcementState: string) => ({
      recaptchaKey: 'projects/shop-project/keys/site-key',
      recaptchaEnforcementState: [
        { provider: 'EMAIL_PASSWORD_PROVIDER', enforcementState },
        { provider: 'PHONE_PROVIDER', enforcementState },
      ],
    });
    expect((await world.call(path)).json).toEqual(state('ENFORCE'));
    expect((await world.call(path, undefined, { 'sec-fetch-site': 'same-origin' })).json).toEqual(state('OFF'));
    expect((await world.call('v1/recaptchaParams')).json).toEqual({
      kind: 'identitytoolkit#GetRecaptchaParamResponse',
      recaptchaSiteKey: 'site-key',
      recaptchaStoken: expect.any(String),
    });
  });

  test('enforced: requires a valid token for the action with a sufficient score, or our proof of work', async () => {
    const world = await worldWith('ENFORCE');
    expect(await signUp(world)).toBe(MISSING);
    const good = recaptcha.issue('good', 'signUpPassword', 0.9);
    expect(await signUp(world, { ...VERSION, captchaResponse: good })).toBe('ok');
    expect(recaptcha.events.at(-1)).toEqual({
      token: 'good',
      siteKey: 'site-key',
      expectedAction: 'signUpPassword',
      userIpAddress: '192.0.2.1',
    });
    expect(await signUp(world, { ...VERSION, captchaResponse: 'unknown' })).toBe('INVALID_RECAPTCHA_TOKEN');
    const robot = recaptcha.issue('robot', 'signUpPassword', 0.4);
    expect(await signUp(world, { ...VERSION, captchaResponse: robot })).toBe('CAPTCHA_CHECK_FAILED');
    const other = recaptcha.issue('other', 'getOobCode', 0.9);
    expect(await signUp(world, { ...VERSION, captchaResponse: other })).toBe('INVALID_RECAPTCHA_ACTION');
    expect(await signUp(world, { captchaResponse: good, recaptchaVersion: 'V3' })).toBe('INVALID_RECAPTCHA_VERSION');
    expect(await signUp(world, { captchaResponse: 'NO_RECAPTCHA' })).toBe(MISSING);
    const challenge = await world.flows.askChallenge({
      action: 'sign-up',
      email: '',
      caller: { address: '192.0.2.1', deviceSecret: null },
    });
    expect(await signUp(world, { recaptchaToken: await solve(challenge!) })).toBe('ok');
  });

  test('audited: a token is assessed but never refused; off: it is ignored', async () => {
    const [audit, off] = [await worldWith('AUDIT'), await worldWith('OFF')];
    const bad = recaptcha.issue('bad', 'signUpPassword', 0.1);
    const before = recaptcha.events.length;
    expect(await signUp(audit, { ...VERSION, captchaResponse: bad })).toBe('ok');
    expect(recaptcha.events).toHaveLength(before + 1);
    expect(await signUp(off, { ...VERSION, captchaResponse: bad })).toBe('ok');
    expect(recaptcha.events).toHaveLength(before + 1);
  });

  test('unreachable: the call fails as unavailable', async () => {
    const world = await worldWith('ENFORCE', new URL('http://127.0.0.1:9'));
    const answer = await world.call('v1/accounts:signUp', {
      ...VERSION,
      email: newEmail(),
      password: PASSWORD,
      captchaResponse: 'any',
    });
    expect([answer.status, answer.json]).toEqual([503, undefined]);
  });
});
