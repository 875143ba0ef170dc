import type { auth } from '../../i18n/en/auth.ts';
import { codeOf } from '../../shared/errors.ts';
import type { Words } from './auth-error-message.ts';

type Known = keyof typeof auth.passkey.errors;

const WORDS: Record<string, Known> = {
  'passkey-dismissed': 'dismissed',
  'passkey-exists': 'exists',
  'passkey-failed': 'failed',
  'passkey-refused': 'refused',
  'passkey-expired': 'expired',
  'passkey-unknown': 'unknown',
  'too-many-passkeys': 'tooMany',
  'auth/invalid-custom-token': 'expired',
};

/** The text of a failed ceremony; undefined for an error that is unrelated to passkeys. */
export function passkeyErrorWords(error: unknown): Words | undefined {
  const known = WORDS[codeOf(error) ?? ''];
  return known && ((t) => t(`auth.passkey.errors.${known}`));
}
