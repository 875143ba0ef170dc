import { AuthErrorCodes } from 'firebase/auth';
import { afterEach, describe, expect, test } from 'vitest';
import { errors } from '../../i18n/en/errors.ts';
import { translator } from '../../i18n/i18n.ts';
import { detailsOf, type ErrorInfo } from '../../shared/error-info.ts';
import { LOCALES } from '../../shared/locale.ts';
import { SPECIFIED_CODES } from '#test/support/wire-codes.ts';
import { authErrorMessage, authErrorWords, providerMissingWords, refusedField } from './auth-error-message.ts';
import { watchRefusals } from './wire-failure.ts';

/** Codes of the SDK's list that cannot occur here, with the reason. */
const IMPOSSIBLE: Record<string, string> = {
  'native apps and their links':
    'app-not-authorized app-not-installed cordova-not-ready invalid-cordova-configuration invalid-app-id invalid-cert-hash dynamic-link-not-activated invalid-dynamic-link-domain missing-android-pkg-name missing-ios-bundle-id',
  'sign-in by redirect and the stock popup resolver are not used':
    'redirect-cancelled-by-user redirect-operation-pending missing-iframe-start auth-domain-config-required cors-unsupported',
  "templates of Google's mails": 'invalid-message-payload invalid-sender',
  'only a mistake in our program':
    'dependent-sdk-initialized-before-auth emulator-config-failed invalid-emulator-scheme invalid-persistence-type unsupported-persistence-type app-deleted already-initialized',
};

const sdkError = (code: string, message = 'Error') =>
  Object.assign(new Error(`Firebase: ${message} (auth/${code}).`), { code: `auth/${code}` });

/** A call to the server as firebase.ts watches it. */
const post = (answer: () => Response) =>
  watchRefusals('shop.example', () => Promise.resolve(answer()))('https://shop.example/v1/a', { method: 'POST' });

// Each POST starts again.
afterEach(() => post(() => Response.json({})));

/** The SDK's error after a refusal of the server. */
async function refused(wireCode: string, sentence: string, info: ErrorInfo): Promise<Error> {
  const body = { error: { code: 400, message: `${wireCode} : ${sentence}`, details: detailsOf(info) } };
  await post(() => Response.json(body, { status: 400 }));
  return sdkError(wireCode.toLowerCase().replaceAll('_', '-'), sentence);
}

describe.each(LOCALES)('in %s', (locale) => {
  const t = translator(locale);
  const unworded = new RegExp(`Firebase|errors\\.|\\{\\{|^${t('errors.fallback.auth')}$`);

  test('every code of the specification has a text of ours', () => {
    for (const code of SPECIFIED_CODES) expect(authErrorMessage(sdkError(code), t), code).not.toMatch(unworded);
  });

  test("every code of the SDK's own list has a text of ours, or a reason why it cannot occur", () => {
    const impossible = new Set(Object.values(IMPOSSIBLE).flatMap((codes) => codes.split(' ')));
    const codes = new Set(Object.values(AuthErrorCodes).map((code) => code.replace('auth/', '')));
    const hasSentence = (code: string) => authErrorMessage(sdkError(code), t) !== t('errors.fallback.auth');
    expect([...codes].filter((code) => !impossible.has(code) && !hasSentence(code))).toEqual([]);
    expect(
      [...impossible].filter((code) => !codes.has(code) || hasSentence(code)),
      'stale',
    ).toEqual([]);
    for (const code of Object.keys(errors.auth))
      expect(authErrorMessage(sdkError(code), t), code).not.toMatch(unworded);
  });

  test("the text for a short password names the policy's minimum", async () => {
    expect(authErrorMessage(sdkError('weak-password'), t)).toContain('6');
    const info: ErrorInfo = { reason: 'PASSWORD_TOO_SHORT', metadata: { minLength: '8' } };
    expect(authErrorMessage(await refused('WEAK_PASSWORD', 'Too short', info), t)).toContain('8');
    // The minimum belongs to that refusal alone.
    expect(authErrorMessage(sdkError('email-already-in-use'), t)).not.toContain('8');
  });

  test("a code without a text shows the fallback text, never the SDK's English sentence", () => {
    const unknown = sdkError('invalid-cert-hash', 'The hash is wrong.');
    expect(authErrorMessage(unknown, t)).toBe(t('errors.fallback.auth'));
    expect(authErrorWords(unknown, 'google')(t)).toBe(t('errors.fallback.google'));
  });

  test('the text for an unconfigured provider names it', () => {
    expect(providerMissingWords('facebook')(t)).toContain('Facebook');
  });
});

test('a code that names a field marks it; a wrong password may as well be a wrong address', async () => {
  expect(refusedField(sdkError('email-already-in-use'))).toBe('email');
  expect(refusedField(sdkError('weak-password'))).toBe('password');
  const common = await refused('PASSWORD_DOES_NOT_MEET_REQUIREMENTS', 'Unfit', { reason: 'PASSWORD_TOO_COMMON' });
  expect(refusedField(common)).toBe('password');
  expect(authErrorMessage(common, translator('en'))).toBe('This password is too easy to guess. Choose another one.');
  for (const code of ['invalid-credential', 'wrong-password', 'user-not-found', 'network-request-failed'])
    expect(refusedField(sdkError(code)), code).toBeUndefined();
});

test('an error without a text gets the fallback texts of the specification', () => {
  const t = translator('en');
  for (const nothing of [undefined, null, {}, new Error(''), 'text'])
    expect(authErrorMessage(nothing, t)).toBe('Failed to authenticate');
  expect(authErrorWords({}, 'google')(t)).toBe('Failed to sign in with Google');
  // A sign-in with a provider has no password.
  expect(authErrorWords(sdkError('invalid-credential'), 'google')(t)).toBe('Failed to sign in with Google');
  expect(authErrorWords({}, 'facebook')(t)).toBe('Failed to sign in with Facebook');
});
