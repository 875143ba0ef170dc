import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { foldPassword, isPredictable } from '../../shared/predictable-password.ts';
import { IdentityFault } from './fault.ts';
import type { PasswordPolicy } from './types.ts';

/** Longest password the wire knows; every length up to it is taken (ASVS 6.2.9 asks for at least 64). */
export const MAX_PASSWORD_LENGTH = 4096;

const LIST_FOLDER = new URL('../../../data/passwords/', import.meta.url);

/**
 * The bundled list of common passwords (data/passwords: text, one a line, gzipped or not), folded for comparison.
 * Throws when the list is missing: a store without it would silently take `password1`.
 */
export function loadCommonPasswords(folder: URL = LIST_FOLDER): ReadonlySet<string> {
  const common = new Set<string>();
  for (const name of readdirSync(folder).filter((each) => /\.txt(\.gz)?$/.test(each))) {
    const bytes = readFileSync(new URL(name, folder));
    const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
    for (const line of text.split('\n')) {
      const password = line.trim();
      if (password !== '') common.add(foldPassword(password));
    }
  }
  if (common.size === 0) throw new Error('data/passwords holds no list of common passwords');
  return common;
}

/** Throws IdentityFault WEAK_PASSWORD (too short) or PASSWORD_DOES_NOT_MEET_REQUIREMENTS (too long, common, a repeat or a sequence, or the e-mail address itself). No composition rules (ASVS 6.2.5). */
export function checkNewPassword(
  password: string,
  rules: { policy: PasswordPolicy; common: ReadonlySet<string>; emailKey: string },
): void {
  const length = [...password].length;
  if (length < rules.policy.minLength) {
    throw new IdentityFault('WEAK_PASSWORD', `Password should be at least ${rules.policy.minLength} characters`);
  }
  if (length > rules.policy.maxLength) {
    throw new IdentityFault(
      'PASSWORD_DOES_NOT_MEET_REQUIREMENTS',
      `Password may have at most ${rules.policy.maxLength} characters`,
    );
  }
  const folded = foldPassword(password);
  if (rules.common.has(folded) || isPredictable(password) || folded === rules.emailKey) {
    throw new IdentityFault('PASSWORD_DOES_NOT_MEET_REQUIREMENTS', 'Password is too common');
  }
}
