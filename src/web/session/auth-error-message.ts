import type { Translator } from '../../i18n/i18n.ts';
import { errors } from '../../i18n/messages/errors.en.ts';
import { codeOf } from '../../shared/errors.ts';
import { PROVIDER_NAMES, type Provider } from './provider-names.ts';
import { lastWireFailure } from './wire-failure.ts';

type KnownCode = keyof typeof errors.auth;
const DEFAULT_MINIMUM = '6';

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
  if (Object.hasOwn(errors.auth, code)) {
    // The server's sentence names the minimum of its policy.
    const min = /at least (\d+)/.exec(message)?.[1] ?? DEFAULT_MINIMUM;
    return t(`errors.auth.${code as KnownCode}`, { min });
  }
  return message || t(`errors.fallback.${fallback}`);
}

/** The same for a sign-in with a password, which may be locked while other ways are open. */
export function signInErrorMessage(error: unknown, t: Translator): string {
  return codeOf(error) === 'auth/too-many-requests' ? t('auth.signIn.locked') : authErrorMessage(error, t);
}

/** The error's code, or what the wire said where the SDK hides it (wire-failure.ts). */
function codeBehind(error: unknown): string | undefined {
  const code = codeOf(error)?.replace(/^auth\//, '');
  const refusal = lastWireFailure();
  if (refusal === undefined || !(error instanceof Error)) return code;
  // A server that answers is reached: it is busy or broken, and no connection mends that.
  if (code === 'network-request-failed') return refusal.status === 429 ? 'too-many-requests' : 'internal-error';
  // After MISSING_RECAPTCHA_TOKEN the SDK wants to load a captcha and fails: without a code, or with this one.
  const isSwapped = code === undefined || code === 'internal-error';
  const hidden = refusal.code?.toLowerCase().replaceAll('_', '-');
  return isSwapped && hidden !== undefined && Object.hasOwn(errors.auth, hidden) ? hidden : code;
}

/** What the Google and Facebook buttons say on a site that has not set that provider up. */
export function providerMissingMessage(provider: Provider, t: Translator): string {
  return t('errors.provider.notConfigured', { provider: PROVIDER_NAMES[provider] });
}
