import type { TFunction } from 'i18next';
import { errors } from '../../i18n/messages/errors.en.ts';
import { codeOf } from '../../shared/errors.ts';

type KnownCode = keyof typeof errors.auth;
export type Provider = 'google' | 'facebook';

const PROVIDER_NAMES: Record<Provider, string> = { google: 'Google', facebook: 'Facebook' };
const DEFAULT_MINIMUM = '6';

/**
 * What to tell a person about a failed call of the SDK: our sentence for its code, else the SDK's own message, else the
 * fallback text of the specification (section 8).
 */
export function authErrorMessage(error: unknown, t: TFunction, fallback: keyof typeof errors.fallback = 'auth'): string {
  const code = codeOf(error)?.replace(/^auth\//, '') ?? '';
  const message = error instanceof Error ? error.message : '';
  if (Object.hasOwn(errors.auth, code)) {
    // The server's sentence names the minimum of its policy.
    const min = /at least (\d+)/.exec(message)?.[1] ?? DEFAULT_MINIMUM;
    return t(`errors.auth.${code as KnownCode}`, { min });
  }
  return message || t(`errors.fallback.${fallback}`);
}

/** What the Google and Facebook buttons say on a site that has not set that provider up. */
export function providerMissingMessage(provider: Provider, t: TFunction): string {
  return t('errors.provider.notConfigured', { provider: PROVIDER_NAMES[provider] });
}
