import type { Translator } from '../../i18n/i18n.ts';
import type { auth } from '../../i18n/en/auth.ts';
import { codeOf } from '../../shared/errors.ts';

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
export function passkeyMessage(error: unknown, t: Translator): string | undefined {
  const known = WORDS[codeOf(error) ?? ''];
  return known && t(`auth.passkey.errors.${known}`);
}
