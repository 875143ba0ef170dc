import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startIdentity, type IdentityWorld } from '#test/support/identity.ts';

const PASSWORD = 'correct horse';
const LOCKED = 'TOO_MANY_ATTEMPTS_TRY_LATER';
const REFUSED = { error: { code: 400, message: LOCKED } };
let serial = 0;
const newEmail = () => `person-${++serial}@example.com`;
const message = (answer: { error?: { message: string } }) => answer.error?.message;

describe('limits', () => {
  test('sign-ups of one network address', async () => {
    const strict = await startIdentity({ limits: { LIMIT_SIGN_UPS_PER_HOUR: 2 } });
    const attempt = (email: string, address = '192.0.2.1') =>
      strict.call('v1/accounts:signUp', { email, password: PASSWORD }, { 'x-test-address': address });
    expect((await attempt('not an address')).json.error.message).toBe('INVALID_EMAIL');
    expect([(await attempt('a@example.com')).status, (await attempt('b@example.com')).status]).toEqual([200, 200]);
    expect((await attempt('c@example.com')).json).toMatchObject(REFUSED);
    expect((await attempt('c@example.com', '192.0.2.2')).status).toBe(200);
    const { rows } = await strict.pool.query('select key from rate_limits');
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain('192.0.2');
    await strict.stop();
  });

  test('only wrong passwords count, per account, known or not, also when concurrent', async () => {
    const strict = await startIdentity({ limits: { LIMIT_WRONG_PASSWORDS_PER_ACCOUNT: 3 } });
    await strict.call('v1/accounts:signUp', { email: 'a@example.com', password: PASSWORD });
    const attempt = async (email: string, password: string) =>
      (await strict.call('v1/accounts:signInWithPassword', { email, password })).json.error?.message ?? 'in';
    for (let i = 0; i < 6; i++) expect(await attempt('a@example.com', PASSWORD)).toBe('in');
    for (const email of ['A@example.com', 'nobody@example.com']) {
      const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => attempt(email, `wrong ${i}`)));
      expect(answers.filter((each) => each === 'INVALID_LOGIN_CREDENTIALS')).toHaveLength(3);
      expect(answers.filter((each) => each === 'TOO_MANY_ATTEMPTS_TRY_LATER')).toHaveLength(9);
    }
    expect(await attempt('a@example.com', PASSWORD)).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
    await strict.stop();
  });

  test('wrong passwords of one network address, over all accounts', async () => {
    const strict = await startIdentity({ limits: { LIMIT_WRONG_PASSWORDS_PER_ADDRESS: 4 } });
    const attempt = async (i: number, address: string) =>
      (
        await strict.call(
          'v1/accounts:signInWithPassword',
          { email: `a${i}@example.com`, password: 'wrong' },
          { 'x-test-address': address },
        )
      ).json.error.message;
    for (let i = 0; i < 4; i++) expect(await attempt(i, '192.0.2.7')).toBe('INVALID_LOGIN_CREDENTIALS');
    expect(await attempt(5, '192.0.2.7')).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
    expect(await attempt(5, '192.0.2.8')).toBe('INVALID_LOGIN_CREDENTIALS');
    await strict.stop();
  });

  test('verification mails of one account', async () => {
    const strict = await startIdentity({ limits: { LIMIT_VERIFY_MAILS_PER_HOUR: 1 } });
    const { idToken } = (await strict.call('v1/accounts:signUp', { email: 'a@example.com', password: PASSWORD })).json;
    const ask = () => strict.call('v1/accounts:sendOobCode', { requestType: 'VERIFY_EMAIL', idToken });
    expect((await ask()).status).toBe(200);
    expect((await ask()).json).toMatchObject(REFUSED);
    await strict.stop();
  });
});

describe("strangers' guesses", () => {
  let strict: IdentityWorld;
  beforeAll(async () => {
    strict = await startIdentity({ limits: { LIMIT_WRONG_PASSWORDS_PER_ACCOUNT: 3 } });
  });
  afterAll(() => strict.stop());

  /** A browser with its own cookie after a sign-in; without an account, a client without cookies. */
  async function browser(email?: string) {
    let cookie: string | undefined;
    if (email !== undefined) {
      const { headers } = await strict.call('v1/accounts:signUp', { email, password: PASSWORD });
      cookie = headers.getSetCookie()[0]!.split(';')[0]!;
    }
    return async (of: string, password: string) => {
      const body = { email: of, password };
      const { json } = await strict.call(
        'v1/accounts:signInWithPassword',
        body,
        cookie === undefined ? {} : { cookie },
      );
      return message(json) ?? 'signed in';
    };
  }
  /** The names of the prepared statements of these calls. */
  /** Statements by name, without those that a process runs at its own pace: points returned, the policy read each second. */
  const namesOf = (calls: unknown[][]) =>
    calls
      .map(([given]) => given as { name?: string; text?: string })
      .filter(({ name, text }) => name !== 'limits_give_back' && !text?.includes('"password_policies"'))
      .map(({ name }) => name ?? 'other');
  const guess = async (by: Awaited<ReturnType<typeof browser>>, email: string, times = 3) => {
    for (let i = 0; i < times; i++) expect(await by(email, `wrong ${i}`)).toBe('INVALID_LOGIN_CREDENTIALS');
  };

  test('lock out neither a browser that signed in before, nor mailed links', async () => {
    const email = newEmail();
    const [owner, program, stranger] = [await browser(email), await browser(), await browser(newEmail())];
    await guess(program, email, 2);
    await guess(stranger, email, 1);
    for (const each of [program, stranger]) expect(await each(email, PASSWORD)).toBe(LOCKED);
    expect(await owner(email, PASSWORD)).toBe('signed in');

    await strict.call('v1/accounts:sendOobCode', { requestType: 'EMAIL_SIGNIN', email });
    const oobCode = (await strict.mailedLink('email-sign-in'))!.searchParams.get('oobCode');
    expect((await strict.call('v1/accounts:signInWithEmailLink', { email, oobCode })).json).toHaveProperty('idToken');
  });

  test('are counted apart from those of a browser that signed in before, which has as many points', async () => {
    const email = newEmail();
    const [owner, program] = [await browser(email), await browser()];
    await guess(owner, email);
    expect(await owner(email, PASSWORD)).toBe(LOCKED);
    await guess(program, email, 2);
    expect(await program(email, PASSWORD)).toBe('signed in');
  });

  test('cause the same queries, whether or not the address has an account', async () => {
    const known = newEmail();
    const [, stranger, program] = [await browser(known), await browser(newEmail()), await browser()];
    const query = vi.spyOn(strict.pool, 'query');
    const askedFor = async (by: typeof stranger, email: string) => {
      query.mockClear();
      await by(email, 'a wrong one');
      const names = namesOf(query.mock.calls);
      // A statement is repeated after points were returned, or after a deadlock.
      return names.filter((name, at) => name !== names[at - 1]);
    };
    onTestFinished(() => query.mockRestore());
    for (const by of [stranger, program])
      for (let i = 0; i < 5; i++) {
        const asked = await askedFor(by, known);
        expect(asked).not.toEqual([]);
        expect(await askedFor(by, `nobody-${serial}@example.com`), `guess ${i}`).toEqual(asked);
      }
  });

  test('a correct password takes three round trips to the database: limits, credentials, session', async () => {
    const known = newEmail();
    const owner = await browser(known);
    const query = vi.spyOn(strict.pool, 'query');
    onTestFinished(() => query.mockRestore());
    expect(await owner(known, PASSWORD)).toBe('signed in');
    expect(namesOf(query.mock.calls)).toEqual([
      'limits_spend',
      'identity_credentials_on_device',
      'identity_open_session',
    ]);
  });

  test('count equally without an account, with and without a cookie', async () => {
    const stranger = await browser(newEmail());
    for (const each of [await browser(), stranger]) {
      const nobody = newEmail();
      await guess(each, nobody);
      expect(await each(nobody, PASSWORD)).toBe(LOCKED);
    }
  });
});
