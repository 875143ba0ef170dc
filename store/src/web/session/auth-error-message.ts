import type { Translator } from '../../i18n/i18n.ts';
import { errors } from '../../i18n/en/errors.ts';
import { codeOf } from '../../shared/errors.ts';
import { PROVIDER_NAMES, type Provider } from './provider-names.ts';
import { lastWireFailure } from './wire-failure.ts';

type KnownCode = keyof typeof errors.auth;
const DEFAULT_MINIMUM = '6';

/** Codes that mean the same to a person as another one. */
const SAME: Partial<Record<KnownCode, string>> = {
  'argument-error':
    'claims-too-large forbidden-claim invalid-claims invalid-credential-or-provider-id invalid-grant-type invalid-request-uri missing-grant-type missing-request-uri unexpected-parameter',
  'invalid-api-key': 'project-disabled',
  'invalid-multi-factor-session': 'invalid-custom-token missing-credential missing-multi-factor-session',
  'invalid-verification-id': 'missing-verification-id',
  'missing-email': 'missing-identifier',
  'missing-verification-code': 'missing-code',
  'missing-recaptcha-token':
    'captcha-check-failed invalid-recaptcha-action invalid-recaptcha-token invalid-recaptcha-version missing-app-credential missing-client-type missing-recaptcha-version recaptcha-not-enabled',
  'multi-factor-info-not-found': 'missing-multi-factor-info',
  'tenant-id-mismatch': 'unsupported-tenant-operation',
  'user-token-expired': 'missing-id-token missing-refresh-token',
};
const SENTENCE_OF = new Map(
  Object.entries(SAME).flatMap(([known, codes]) => codes.split(' ').map((code) => [code, known as KnownCode])),
);

/** The sentence of a code; undefined when there is none. */
function sentenceOf(code: string): KnownCode | undefined {
  return Object.hasOwn(errors.auth, code) ? (code as KnownCode) : SENTENCE_OF.get(code);
}

/** The code that means "wrong email or password" for a form, and only "the provider's word is not good" for a provider. */
const REFUSED = 'invalid-credential';

/**
 * What to tell a person about a failed call of the SDK: our sentence for its code, else the SDK's own message, else the
 * fallback text of the specification (section 8). Without a code it is not the SDK that speaks, and the words are the
 * browser's: the fallback, too.
 */
export function authErrorMessage(
  error: unknown,
  t: Translator,
  fallback: keyof typeof errors.fallback = 'auth',
): string {
  const code = codeBehind(error);
  if (code === undefined || (code === REFUSED && fallback !== 'auth')) return t(`errors.fallback.${fallback}`);
  const message = error instanceof Error ? error.message : '';
  const sentence = sentenceOf(code);
  if (sentence !== undefined) {
    // The server's sentence names the minimum of its policy.
    const min = /at least (\d+)/.exec(message)?.[1] ?? DEFAULT_MINIMUM;
    return t(`errors.auth.${sentence}`, { min });
  }
  return message || t(`errors.fallback.${fallback}`);
}

/** The same for a sign-in with a password, which may be locked while other ways are open, or need another password. */
export function signInErrorMessage(error: unknown, t: Translator): string {
  if (isWeakPassword(error)) return t('auth.signIn.weak');
  return codeOf(error) === 'auth/too-many-requests' ? t('auth.signIn.locked') : authErrorMessage(error, t);
}

/** Whether a password was refused by the policy; at a sign-in: a right one. */
export function isWeakPassword(error: unknown): boolean {
  return codeOf(error) === 'auth/password-does-not-meet-requirements';
}

/** The error's code, or what the wire said where the SDK hides it (wire-failure.ts). */
function codeBehind(error: unknown): string | undefined {
  const code = codeOf(error)?.replace(/^auth\//, '');
  if (isWeakPassword(error) && error instanceof Error && error.message.includes('too common'))
    return 'password-too-common';
  const refusal = lastWireFailure();
  if (refusal === undefined || !(error instanceof Error)) return code;
  // A server that answers is reached: it is busy or broken, and no connection mends that.
  if (code === 'network-request-failed') return refusal.status === 429 ? 'too-many-requests' : 'internal-error';
  // After MISSING_RECAPTCHA_TOKEN the SDK wants to load a captcha and fails: without a code, or with this one.
  const isSwapped = code === undefined || code === 'internal-error';
  const hidden = refusal.code?.toLowerCase().replaceAll('_', '-');
  return isSwapped && hidden !== undefined && sentenceOf(hidden) ? hidden : code;
}

/** What the Google and Facebook buttons say on a site that has not set that provider up. */
export function providerMissingMessage(provider: Provider, t: Translator): string {
  return t('errors.provider.notConfigured', { provider: PROVIDER_NAMES[provider] });
}
