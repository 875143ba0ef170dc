import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { lazy } from '../../../shared/lazy.ts';
import { foldPassword, isPredictable } from '../../../shared/predictable-password.ts';
import { type PasswordRule, type PasswordRules, unmetRules } from '../../../shared/password-rules.ts';
import type { PasswordPolicy } from '../../password-policy/password-policy.ts';
import { IdentityError } from '../error.ts';

const LIST_FOLDER = new URL('../../../../data/passwords/', import.meta.url);

/** Common passwords in their folded spelling. */
export type CommonPasswords = Pick<ReadonlySet<string>, 'has'>;

/**
 * The bundled list of common passwords (data/passwords: text, one a line, optionally gzipped), read on first use.
 * Throws when the list is missing: without it the store would silently accept `password1`.
 */
export function loadCommonPasswords(folder: URL = LIST_FOLDER): CommonPasswords {
  const files = readdirSync(folder)
    .filter((name) => /\.txt(\.gz)?$/.test(name))
    .map((name) => new URL(name, folder));
  if (files.length === 0) throw new Error('data/passwords has no list of common passwords');
  const common = lazy(() => new Set(files.flatMap(readPasswords).map(foldPassword)));
  return { has: (folded) => common().has(folded) };
}

function readPasswords(file: URL): string[] {
  const bytes = readFileSync(file);
  const text = (file.pathname.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  const passwords = text.split('\n').map((line) => line.trim());
  return passwords.filter((password) => password !== '');
}

/** The inputs of a password check. */
type Checks = { policy: PasswordPolicy; common: CommonPasswords; emailKey: string };

/**
 * Throws IdentityError PASSWORD_DOES_NOT_MEET_REQUIREMENTS for a password that violates the policy, is common, a
 * repetition, a sequence or the e-mail address. Throws WEAK_PASSWORD for one that is too short under a policy that is
 * not enforced, as the hosted service does.
 */
export function checkNewPassword(password: string, { policy, common, emailKey }: Checks): void {
  const unmet = unmetRules(password, policy.rules);
  if (unmet.includes('minLength') && !policy.enforced)
    throw new IdentityError('WEAK_PASSWORD', `Password should be at least ${policy.rules.minLength} characters`, {
      reason: 'PASSWORD_TOO_SHORT',
      metadata: { minLength: String(policy.rules.minLength) },
    });
  if (unmet.length > 0)
    throw new IdentityError(
      'PASSWORD_DOES_NOT_MEET_REQUIREMENTS',
      `Missing password requirements: [${unmet.map((rule) => REQUIREMENTS[rule](policy.rules)).join(', ')}]`,
    );
  const folded = foldPassword(password);
  if (common.has(folded) || isPredictable(password) || folded === emailKey)
    throw new IdentityError('PASSWORD_DOES_NOT_MEET_REQUIREMENTS', 'Password is too common', {
      reason: 'PASSWORD_TOO_COMMON',
    });
}

/** Makes the checks of `checkNewPassword` on a correct password at a sign-in, while the policy forces weak ones to be replaced. */
export function checkForcedUpgrade(password: string, checks: Checks): void {
  if (checks.policy.enforced && checks.policy.forceUpgrade) checkNewPassword(password, checks);
}

/** The hosted service's messages. */
const REQUIREMENTS: Record<PasswordRule, (rules: PasswordRules) => string> = {
  minLength: ({ minLength }) => `Password must contain at least ${minLength} characters`,
  maxLength: ({ maxLength }) => `Password may contain at most ${maxLength} characters`,
  lower: () => 'Password must contain a lower case character',
  upper: () => 'Password must contain an upper case character',
  digit: () => 'Password must contain a numeric character',
  symbol: () => 'Password must contain a non-alphanumeric character',
};
