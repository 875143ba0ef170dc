import type { Db } from '../../../db/database.ts';
import { hashSecret } from '../../../db/vault.ts';
import { foldEmail } from '../../../shared/email.ts';
import { MAX_LENGTH } from '../../../shared/password-rules.ts';
import type { PasswordPolicies } from '../../password-policy/password-policy.ts';
import { checkedKey, keptForm } from '../accounts/accounts.ts';
import { IdentityError } from '../error.ts';
import * as store from '../store.ts';
import type { Account, Credentials, NewCredentials } from '../types.ts';
import type { Passwords } from './passwords.ts';
import { checkForcedUpgrade, checkNewPassword, type CommonPasswords } from './rules.ts';

type Ports = {
  db: Db;
  passwords: Passwords;
  policies: PasswordPolicies;
  commonPasswords: CommonPasswords;
  enumerationProtection: boolean;
};
type EmailAndPassword = { email: string; password: string };

/** Checks new passwords against the rules, and entered ones against the stored hash. */
export function createPasswordChecks(ports: Ports) {
  return {
    /** The current password policy. */
    passwordPolicy: ports.policies.current,
    /**
     * Checks an address and a password against the rules only. Throws IdentityError MISSING_EMAIL, INVALID_EMAIL,
     * MISSING_PASSWORD, WEAK_PASSWORD or PASSWORD_DOES_NOT_MEET_REQUIREMENTS.
     */
    checkNewCredentials: async ({ email, password }: EmailAndPassword) =>
      checkRules(ports, password, checkedKey(email)),
    /**
     * Makes the checks of `checkNewCredentials`, checks that the address is free, then hashes the password. Also throws
     * IdentityError EMAIL_EXISTS or AppError `unavailable`.
     */
    prepareCredentials: (input: EmailAndPassword) => prepareCredentials(ports, input),
    /**
     * Checks a new password for the account with this address and hashes it. Throws IdentityError MISSING_PASSWORD,
     * WEAK_PASSWORD or PASSWORD_DOES_NOT_MEET_REQUIREMENTS, AppError `unavailable`.
     */
    async preparePassword(password: string, email: string | null): Promise<string> {
      await checkRules(ports, password, email === null ? '' : foldEmail(email));
      return ports.passwords.hash(password);
    },
    /**
     * Validates the form of an address and a password. Throws IdentityError MISSING_EMAIL, INVALID_EMAIL or
     * MISSING_PASSWORD.
     */
    credentialsOf: (input: EmailAndPassword) => credentialsOf(ports, input),
    /**
     * Returns the account if the password is correct. Throws IdentityError INVALID_LOGIN_CREDENTIALS, USER_DISABLED,
     * or, when the policy forces an upgrade, PASSWORD_DOES_NOT_MEET_REQUIREMENTS for a correct but weak password. Takes
     * the same time for unknown accounts. Without enumeration protection: EMAIL_NOT_FOUND or INVALID_PASSWORD.
     */
    checkPassword: (credentials: Credentials) => checkPassword(ports, credentials),
  };
}

async function checkRules(
  { policies, commonPasswords }: Pick<Ports, 'policies' | 'commonPasswords'>,
  password: string,
  emailKey: string,
): Promise<void> {
  if (password === '') throw new IdentityError('MISSING_PASSWORD');
  checkNewPassword(password, { policy: await policies.current(), common: commonPasswords, emailKey });
}

async function prepareCredentials(ports: Ports, { email, password }: EmailAndPassword): Promise<NewCredentials> {
  const emailKey = checkedKey(email);
  await checkRules(ports, password, emailKey);
  if (await store.accountByEmailKey(ports.db, emailKey)) throw new IdentityError('EMAIL_EXISTS');
  return { email: keptForm(email), passwordHash: await ports.passwords.hash(password) };
}

function credentialsOf({ db }: Pick<Ports, 'db'>, { email, password }: EmailAndPassword) {
  const emailKey = checkedKey(email);
  if (password === '') throw new IdentityError('MISSING_PASSWORD');
  const credentials = (known: Credentials['known']): Credentials => ({
    password,
    known: password.length <= MAX_LENGTH ? known : null,
  });
  return {
    /** Reads the stored hash; takes the same time for unknown accounts. */
    find: async () => credentials(await store.credentials(db, emailKey)),
    /** Reads the stored hash; null unless a browser with this secret has signed in to the account before. */
    async findOnDevice(deviceSecret: string): Promise<Credentials | null> {
      const known = await store.credentialsOnDevice(db, emailKey, hashSecret(deviceSecret));
      return known && credentials(known);
    },
  };
}

async function checkPassword(ports: Ports, { password, known }: Credentials): Promise<Account> {
  const { db, passwords, policies, commonPasswords, enumerationProtection } = ports;
  const hash = known?.passwordHash ?? null;
  // The policy is read once a second at most, while the hash is computed.
  const [right, policy] = await Promise.all([passwords.matches(hash, password), policies.current()]);
  if (!right || !known || hash === null) {
    if (enumerationProtection) throw new IdentityError('INVALID_LOGIN_CREDENTIALS');
    throw new IdentityError(known ? 'INVALID_PASSWORD' : 'EMAIL_NOT_FOUND');
  }
  if (known.account.disabled) throw new IdentityError('USER_DISABLED');
  // The plain password is only known here, so an outdated hash is replaced now.
  if (passwords.isOutdated(hash))
    await store.replaceHash(db, known.account.id, { from: hash, to: await passwords.hash(password) });
  const emailKey = known.account.email === null ? '' : foldEmail(known.account.email);
  checkForcedUpgrade(password, { policy, common: commonPasswords, emailKey });
  return known.account;
}
