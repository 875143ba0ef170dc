import { describe, expect, test } from 'vitest';
import { translator } from '../../i18n/i18n.ts';
import { LOCALES } from '../../shared/locale.ts';
import { authErrorMessage, providerMissingMessage } from './auth-error-message.ts';

/** Section 8 of the specification, and the further codes it names. */
const SPECIFIED =
  'invalid-api-key internal-error argument-error user-not-found user-mismatch tenant-id-mismatch invalid-user-token unauthorized-domain popup-blocked popup-closed-by-user cancelled-popup-request web-storage-unsupported network-request-failed missing-recaptcha-token invalid-app-credential multi-factor-auth-required account-exists-with-different-credential password-does-not-meet-requirements login-blocked operation-not-supported-in-this-environment email-already-in-use wrong-password too-many-requests'.split(
    ' ',
  );

const sdkError = (code: string, message = 'Error') => Object.assign(new Error(`Firebase: ${message} (auth/${code}).`), { code: `auth/${code}` });

describe.each(LOCALES)('in %s', (locale) => {
  const t = translator(locale);

  test('every code of the specification has a sentence of ours', () => {
    for (const code of SPECIFIED) expect(authErrorMessage(sdkError(code), t), code).not.toMatch(/Firebase|errors\.|\{\{/);
  });

  test('too short a password is told with the minimum of the policy', () => {
    expect(authErrorMessage(sdkError('weak-password', 'Password should be at least 8 characters'), t)).toContain('8');
    expect(authErrorMessage(sdkError('weak-password'), t)).toContain('6');
  });

  test('a code without a sentence shows the message of the SDK', () => {
    expect(authErrorMessage(sdkError('quota-exceeded', 'The quota is used up.'), t)).toBe('Firebase: The quota is used up. (auth/quota-exceeded).');
  });

  test('a provider that is not set up is named', () => {
    expect(providerMissingMessage('facebook', t)).toContain('Facebook');
  });
});

test('a failure without words gets the fallback texts of the specification', () => {
  const t = translator('en');
  for (const nothing of [undefined, null, {}, new Error(''), 'text']) expect(authErrorMessage(nothing, t)).toBe('Failed to authenticate');
  expect(authErrorMessage({}, t, 'google')).toBe('Failed to sign in with Google');
  expect(authErrorMessage({}, t, 'facebook')).toBe('Failed to sign in with Facebook');
});
