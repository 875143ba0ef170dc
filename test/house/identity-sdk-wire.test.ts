import { deleteApp, initializeApp, type FirebaseApp } from 'firebase/app';
import {
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  initializeAuth,
  inMemoryPersistence,
  signInWithEmailAndPassword,
  validatePassword,
  type Auth,
} from 'firebase/auth';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { policyAnswer } from '#src/http/identity-toolkit/settings-calls.ts';
import type { IdentityError } from '#src/modules/identity/error.ts';
import { checkNewPassword } from '#src/modules/identity/passwords/rules.ts';
import type { PasswordPolicy } from '#src/modules/password-policy/password-policy.ts';
import { seen } from '../support/refusals.ts';
import { WIRE_CODES } from '../support/wire-codes.ts';

/**
 * What the specification says of the identity provider's responses, with the stock SDK and responses set by the test.
 */

/** The SDK binds `fetch` when it is loaded. */
const network = vi.hoisted(() => {
  const held: { fetch: typeof globalThis.fetch } = { fetch: globalThis.fetch };
  globalThis.fetch = (...call) => held.fetch(...call);
  return held;
});

let app: FirebaseApp;
let auth: Auth;
/** The response to every call except the policy's, and the policy. */
let answer: { status: number; body: object };
let policy: object;
let policyCalls: number;

beforeEach(() => {
  [answer, policy, policyCalls] = [{ status: 200, body: {} }, { schemaVersion: 1 }, 0];
  network.fetch = async (input) => {
    const isPolicy = String(input).includes('/v2/passwordPolicy');
    if (isPolicy) policyCalls += 1;
    return isPolicy ? Response.json(policy) : Response.json(answer.body, { status: answer.status });
  };
  connect();
});
afterEach(async () => {
  await deleteApp(app);
});

function connect(): void {
  app = initializeApp({ apiKey: 'cairn-web', projectId: 'cairn' }, randomUUID());
  auth = initializeAuth(app, { persistence: inMemoryPersistence });
}

/** The SDK's error code for this response. */
async function codeAfter(message: string, call = signInWithEmailAndPassword): Promise<unknown> {
  answer = { status: 400, body: { error: { code: 400, message } } };
  return call(auth, 'me@example.com', 'password of mine').catch(({ code }: { code: unknown }) => code);
}

describe('the password policy', () => {
  const valid = async (options: object, password: string) => {
    policy = { schemaVersion: 1, customStrengthOptions: {}, ...options };
    return validatePassword(auth, password);
  };

  test('has a default minimum length of 6', async () => {
    expect(await valid({}, 'five5')).toMatchObject({ isValid: false, meetsMinPasswordLength: false });
    expect(await valid({}, 'sixsix')).toMatchObject({ isValid: true });
  });

  test('may have another minimum, and a maximum', async () => {
    const bounds = { customStrengthOptions: { minPasswordLength: 8, maxPasswordLength: 10 } };
    expect(await valid(bounds, 'seven77')).toMatchObject({ meetsMinPasswordLength: false });
    expect(await valid(bounds, 'eleven11111')).toMatchObject({ meetsMaxPasswordLength: false });
    expect(await valid(bounds, 'nine99999')).toMatchObject({ isValid: true });
  });

  test.each([
    ['containsLowercaseCharacter', 'UPPER1!', 'containsLowercaseLetter'],
    ['containsUppercaseCharacter', 'lower1!', 'containsUppercaseLetter'],
    ['containsNumericCharacter', 'Letters!', 'containsNumericCharacter'],
    ['containsNonAlphanumericCharacter', 'Letters1', 'containsNonAlphanumericCharacter'],
  ])('may require a kind of character: %s', async (option, without, said) => {
    const options = { customStrengthOptions: { [option]: true }, allowedNonAlphanumericCharacters: ['!', '?'] };
    expect(await valid(options, without)).toMatchObject({ isValid: false, [said]: false });
    expect(await valid(options, 'aB1!aB1!')).toMatchObject({ isValid: true, [said]: true });
  });

  test('lists the characters that count as non-alphanumeric', async () => {
    const options = {
      customStrengthOptions: { containsNonAlphanumericCharacter: true },
      allowedNonAlphanumericCharacters: ['!'],
    };
    expect(await valid(options, 'letters?')).toMatchObject({ containsNonAlphanumericCharacter: false });
    expect(await valid(options, 'letters!')).toMatchObject({ containsNonAlphanumericCharacter: true });
  });

  test('is OFF when its enforcement is unspecified, and carries the flag to force an upgrade', async () => {
    const { passwordPolicy } = await valid({ enforcementState: 'ENFORCEMENT_STATE_UNSPECIFIED' }, 'sixsix');
    expect(passwordPolicy).toMatchObject({ enforcementState: 'OFF', forceUpgradeOnSignin: false });
  });

  test('forces an upgrade at the next sign-in when it is set to', async () => {
    const { passwordPolicy } = await valid({ enforcementState: 'ENFORCE', forceUpgradeOnSignin: true }, 'sixsix');
    expect(passwordPolicy).toMatchObject({ enforcementState: 'ENFORCE', forceUpgradeOnSignin: true });
  });

  test('is accepted in schema version 1 only', async () => {
    await expect(valid({ schemaVersion: 2 }, 'sixsix')).rejects.toMatchObject({
      code: 'auth/unsupported-password-policy-schema-version',
    });
  });

  test('gives the same verdict as the server for any password and policy', async () => {
    const symbols = [...'^$*.[]{}()?"!@#%&/\\,><\':;|_~-+=`'];
    const policies = fc.record({
      enforced: fc.boolean(),
      forceUpgrade: fc.boolean(),
      rules: fc.record({
        minLength: fc.integer({ min: 6, max: 12 }),
        maxLength: fc.integer({ min: 12, max: 20 }),
        lower: fc.boolean(),
        upper: fc.boolean(),
        digit: fc.boolean(),
        symbol: fc.boolean(),
        symbols: fc.shuffledSubarray(symbols).map((chosen) => chosen.join('')),
      }),
    });
    // Non-ASCII letters, surrogate pairs, and lone surrogates.
    const unit = fc.constantFrom(...'aBc4É🙂ß０\ud83dĲ ', ...symbols);
    const password = fc.array(unit, { maxLength: 24 }).map((units) => units.join(''));
    await fc.assert(
      fc.asyncProperty(policies, password, async ({ rules, ...state }, typed) => {
        const { lower, upper, digit, symbol } = { ...rules };
        const kinds = state.enforced
          ? { lower, upper, digit, symbol }
          : { lower: false, upper: false, digit: false, symbol: false };
        const inForce = { ...state, rules: { ...rules, ...kinds } };
        // The SDK caches the policy, so each one needs a new client.
        await deleteApp(app);
        connect();
        const { isValid } = await valid(policyAnswer(inForce), typed);
        expect(isValid).toBe(isTakenByServer(typed, inForce));
      }),
      { numRuns: 2_000 },
    );
  });

  /** Our own rule against common passwords applies beside the policy. */
  function isTakenByServer(typed: string, inForce: PasswordPolicy): boolean {
    try {
      checkNewPassword(typed, { policy: inForce, common: new Set(), emailKey: '' });
      return true;
    } catch (error) {
      return (error as IdentityError).detail === 'Password is too common';
    }
  }

  test('is fetched again after a password that does not meet it', async () => {
    await valid({}, 'sixsix');
    expect(policyCalls).toBe(1);
    const code = await codeAfter('PASSWORD_DOES_NOT_MEET_REQUIREMENTS', createUserWithEmailAndPassword);
    expect(code).toBe('auth/password-does-not-meet-requirements');
    await expect.poll(() => policyCalls).toBe(2);
  });
});

describe('the error codes of the API', () => {
  test.each(WIRE_CODES)('%s is auth/%s, which has a message in both languages', async (server, code) => {
    answer = { status: 400, body: { error: { code: 400, message: server } } };
    const [given, ...sentences] = await seen(signInWithEmailAndPassword(auth, 'me@example.com', 'password of mine'));
    expect(given).toBe(`auth/${code}`);
    const isOurs = (sentence: string) => !/Firebase|errors\.|\{\{/.test(sentence);
    expect(sentences.map(isOurs)).toEqual([true, true]);
    expect(sentences[0]).not.toBe(sentences[1]);
  });
});

describe('the configuration', () => {
  test.each(['', 'with:colon'])('an API key is invalid if missing or containing a colon: "%s"', async (apiKey) => {
    const other = initializeApp({ apiKey, projectId: 'cairn' }, randomUUID());
    expect(() => initializeAuth(other)).toThrow(expect.objectContaining({ code: 'auth/invalid-api-key' }));
    await deleteApp(other);
  });

  test('an emulator URL must start with http or https', () => {
    const emulate = (url: string) => () => connectAuthEmulator(auth, url, { disableWarnings: true });
    for (const url of ['127.0.0.1:9099', 'ftp://127.0.0.1', '//127.0.0.1'])
      expect(emulate(url), url).toThrow(expect.objectContaining({ code: 'auth/invalid-emulator-scheme' }));
    expect(emulate('http://127.0.0.1:9099')).not.toThrow();
  });
});
