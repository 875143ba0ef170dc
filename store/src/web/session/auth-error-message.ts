import type { Translator } from '../../i18n/i18n.ts';
import { errors } from '../../i18n/en/errors.ts';
import type { ErrorInfo } from '../../shared/error-info.ts';
import { codeOf } from '../../shared/errors.ts';
import { PROVIDER_NAMES, type Provider } from './provider-names.ts';
import { lastWireFailure } from './wire-failure.ts';

type KnownCode = keyof typeof errors.auth;
const DEFAULT_MINIMUM = '6';

/** Codes that share the text of another one. */
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

/** The text's key of a code; undefined when there is none. */
function sentenceOf(code: string): KnownCode | undefined {
  return Object.hasOwn(errors.auth, code) ? (code as KnownCode) : SENTENCE_OF.get(code);
}

/** For a form this code means "wrong email or password"; for a provider only that its proof is invalid. */
const REFUSED = 'invalid-credential';

/** A text in the language of the moment: an error on the page changes with the language. */
export type Words = (t: Translator) => string;

/**
 * The text of a failed SDK call: ours for its code, otherwise the fallback text of the specification (section 8). The
 * SDK's own sentence is English and for programmers, so it is never shown.
 */
export function authErrorWords(error: unknown, fallback: keyof typeof errors.fallback = 'auth'): Words {
  const code = codeBehind(error);
  const sentence = code === undefined || (code === REFUSED && fallback !== 'auth') ? undefined : sentenceOf(code);
  if (sentence === undefined) return (t) => t(`errors.fallback.${fallback}`);
  const min = infoBehind(error)?.metadata?.minLength ?? DEFAULT_MINIMUM;
  return (t) => t(`errors.auth.${sentence}`, { min });
}

/** The field of a sign-in or sign-up form that a code is about. A wrong password may as well be a wrong address. */
const FIELD_OF: Partial<Record<string, 'email' | 'password'>> = {
  'email-already-in-use': 'email',
  'invalid-email': 'email',
  'missing-email': 'email',
  'missing-password': 'password',
  'password-does-not-meet-requirements': 'password',
  'password-too-common': 'password',
  'weak-password': 'password',
};

/** The field that a failed SDK call refused; undefined when its code does not say. */
export const refusedField = (error: unknown) => FIELD_OF[codeBehind(error) ?? ''];

/** The text of a failed SDK call in a language. */
export function authErrorMessage(error: unknown, t: Translator): string {
  return authErrorWords(error)(t);
}

/** The text of a failed sign-in with a password, which may be locked while other methods work, or require a new password. */
export function signInErrorWords(error: unknown): Words {
  if (isWeakPassword(error)) return (t) => t('auth.signIn.weak');
  return codeOf(error) === 'auth/too-many-requests' ? (t) => t('auth.signIn.locked') : authErrorWords(error);
}

/** True when the policy refused a password; at a sign-in: a correct one. */
export function isWeakPassword(error: unknown): boolean {
  return codeOf(error) === 'auth/password-does-not-meet-requirements';
}

/** The error's code, or the wire's code where the SDK hides it (wire-failure.ts). */
function codeBehind(error: unknown): string | undefined {
  const code = codeOf(error)?.replace(/^auth\//, '');
  if (infoBehind(error)?.reason === 'PASSWORD_TOO_COMMON') return 'password-too-common';
  const refusal = lastWireFailure();
  if (refusal === undefined || !(error instanceof Error)) return code;
  // The server answered: it is busy or broken, and a better connection would not help.
  if (code === 'network-request-failed') return refusal.status === 429 ? 'too-many-requests' : 'internal-error';
  // After MISSING_RECAPTCHA_TOKEN the SDK tries to load a captcha and fails: without a code, or with this one.
  const isSwapped = code === undefined || code === 'internal-error';
  const hidden = refusal.code === undefined ? undefined : kebab(refusal.code);
  return isSwapped && hidden !== undefined && sentenceOf(hidden) ? hidden : code;
}

/** The reason that the server gave for this error beside its code; undefined when it gave none. */
function infoBehind(error: unknown): ErrorInfo | undefined {
  const refusal = lastWireFailure();
  return refusal?.code !== undefined && codeOf(error) === `auth/${kebab(refusal.code)}` ? refusal.info : undefined;
}

/** The SDK's spelling of a code of the wire. */
const kebab = (code: string) => code.toLowerCase().replaceAll('_', '-');

/** The text of the Google and Facebook buttons when that provider is not configured. */
export function providerMissingWords(provider: Provider): Words {
  return (t) => t('errors.provider.notConfigured', { provider: PROVIDER_NAMES[provider] });
}
