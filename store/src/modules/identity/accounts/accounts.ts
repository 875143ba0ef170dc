import type { Db } from '../../../db/database.ts';
import { hashSecret } from '../../../db/vault.ts';
import { foldEmail, isEmail } from '../../../shared/email.ts';
import { uuidv7 } from '../../../shared/ids.ts';
import { MAX_LENGTH } from '../../../shared/password-rules.ts';
import type { PasswordPolicies } from '../../password-policy/password-policy.ts';
import { IdentityError } from '../error.ts';
import { checkForcedUpgrade, checkNewPassword, type CommonPasswords } from '../passwords/rules.ts';
import type { Passwords } from '../passwords/passwords.ts';
import { revokeSessionsOf } from '../sessions/store.ts';
import * as store from '../store.ts';
import type { IdentityModule } from '../identity-module.ts';
import type { Account, Credentials } from '../types.ts';

export type Accounts = Pick<
  IdentityModule,
  | 'checkNewCredentials'
  | 'prepareCredentials'
  | 'preparePassword'
  | 'checkEmail'
  | 'createAccount'
  | 'account'
  | 'lockAccount'
  | 'accountByEmail'
  | 'accountByLocalId'
  | 'accountByLinkedEmail'
  | 'accountByPhone'
  | 'credentialsOf'
  | 'checkPassword'
  | 'updateProfile'
  | 'setPassword'
  | 'markVerified'
  | 'changeEmail'
  | 'setPhoneNumber'
  | 'claimAddress'
  | 'unlink'
  | 'addSecondFactor'
  | 'setPhoneFactors'
  | 'removeSecondFactors'
  | 'deleteAccount'
>;

/** Accounts with their address, password and linked providers. */
export function createAccounts(ports: {
  db: Db;
  passwords: Passwords;
  policies: PasswordPolicies;
  commonPasswords: CommonPasswords;
  enumerationProtection: boolean;
  clock: () => Date;
}): Accounts {
  const { db, passwords, policies, commonPasswords, enumerationProtection, clock } = ports;

  async function checkPasswordRules(password: string, emailKey: string): Promise<void> {
    if (password === '') throw new IdentityError('MISSING_PASSWORD');
    checkNewPassword(password, { policy: await policies.current(), common: commonPasswords, emailKey });
  }

  return {
    async checkNewCredentials({ email, password }) {
      await checkPasswordRules(password, checkedKey(email));
    },

    async prepareCredentials({ email, password }) {
      const emailKey = checkedKey(email);
      await checkPasswordRules(password, emailKey);
      if (await store.accountByEmailKey(db, emailKey)) throw new IdentityError('EMAIL_EXISTS');
      return { email: keptForm(email), passwordHash: await passwords.hash(password) };
    },

    async preparePassword(password, email) {
      await checkPasswordRules(password, email === null ? '' : foldEmail(email));
      return passwords.hash(password);
    },

    checkEmail(email) {
      checkedKey(email);
      return keptForm(email);
    },

    async createAccount(
      tx,
      {
        email,
        emailVerified = false,
        phoneNumber = null,
        passwordHash = null,
        displayName = null,
        photoUrl = null,
        localId = newLocalId(),
        locale,
      },
    ) {
      const now = clock();
      const account = await store.insertAccount(tx, {
        id: uuidv7(),
        localId,
        email,
        emailKey: email === null ? null : foldEmail(email),
        emailVerified,
        phoneNumber,
        displayName,
        photoUrl,
        passwordHash,
        passwordUpdatedAt: passwordHash === null ? null : now,
        locale,
        validSince: now,
        createdAt: now,
        lastLoginAt: now,
      });
      if (!account)
        throw new IdentityError(email === null && phoneNumber !== null ? 'PHONE_NUMBER_EXISTS' : 'EMAIL_EXISTS');
      return account;
    },

    account: (accountId) => store.accountById(db, accountId),
    accountByEmail: (email, tx) => store.accountByEmailKey(tx ?? db, foldEmail(email)),
    accountByLocalId: (localId) => store.accountByLocalId(db, localId),
    accountByLinkedEmail: (email) => store.accountByLinkedEmail(db, foldEmail(email)),
    accountByPhone: (phoneNumber, tx) => store.accountByPhone(tx ?? db, phoneNumber),

    async lockAccount(tx, accountId) {
      const account = found(await store.lockAccount(tx, accountId));
      if (account.disabled) throw new IdentityError('USER_DISABLED');
      return account;
    },

    credentialsOf({ email, password }) {
      const emailKey = checkedKey(email);
      if (password === '') throw new IdentityError('MISSING_PASSWORD');
      const credentials = (found: store.FoundCredentials | null): Credentials => ({
        password,
        known: password.length <= MAX_LENGTH ? found : null,
      });
      return {
        find: async () => credentials(await store.credentials(db, emailKey)),
        async findOnDevice(deviceSecret) {
          const found = await store.credentialsOnDevice(db, emailKey, hashSecret(deviceSecret));
          return found && credentials(found);
        },
      };
    },

    async checkPassword({ password, known }) {
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
    },

    updateProfile: async (accountId, change, tx) => found(await store.updateAccount(tx ?? db, accountId, change)),

    async setPassword(tx, accountId, passwordHash) {
      const now = clock();
      return found(
        await store.updateAccount(tx, accountId, {
          passwordHash,
          passwordUpdatedAt: passwordHash === null ? null : now,
          validSince: now,
        }),
      );
    },

    markVerified: async (tx, accountId, { byCodeAlone } = { byCodeAlone: false }) =>
      found(await store.updateAccount(tx, accountId, { emailVerified: true, verifiedByCodeAlone: byCodeAlone })),

    async changeEmail(tx, accountId, { email, verified, byCodeAlone = false }) {
      // Looked up first, because a failed statement aborts the transaction. The unique index decides a race.
      const holder = await store.accountByEmailKey(tx, foldEmail(email));
      if (holder && holder.id !== accountId) throw new IdentityError('EMAIL_EXISTS');
      try {
        return found(
          await store.updateAccount(tx, accountId, {
            email: keptForm(email),
            emailKey: foldEmail(email),
            emailVerified: verified,
            verifiedByCodeAlone: byCodeAlone,
            validSince: clock(),
          }),
        );
      } catch (error) {
        if (store.isTakenAddress(error)) throw new IdentityError('EMAIL_EXISTS');
        throw error;
      }
    },

    async setPhoneNumber(tx, accountId, phoneNumber) {
      const holder = phoneNumber === null ? null : await store.accountByPhone(tx, phoneNumber);
      if (holder && holder.id !== accountId) throw new IdentityError('PHONE_NUMBER_EXISTS');
      try {
        return found(await store.updateAccount(tx, accountId, { phoneNumber }));
      } catch (error) {
        if (store.isTakenPhone(error)) throw new IdentityError('PHONE_NUMBER_EXISTS');
        throw error;
      }
    },

    async claimAddress(tx, account) {
      if (!isUnclaimed(account)) return { account, dropped: false };
      const now = clock();
      await store.deleteLinks(tx, account.id);
      await store.deleteFactors(tx, account.id);
      await store.deleteDevices(tx, account.id);
      await revokeSessionsOf(tx, account.id, { revokedAt: now });
      const claimed = await store.updateAccount(tx, account.id, {
        emailVerified: true,
        verifiedByCodeAlone: false,
        passwordHash: null,
        passwordUpdatedAt: null,
        phoneNumber: null,
        validSince: now,
      });
      const dropped = account.hasPassword || account.providers.length > 0 || account.phoneNumber !== null;
      return { account: found(claimed), dropped };
    },

    async unlink(tx, accountId, providers, keep) {
      const account = found(await store.lockAccount(tx, accountId));
      const links = account.providers
        .map(({ provider }) => provider)
        .filter((provider) => providers.includes(provider));
      if (links.length > 0) await store.deleteLinks(tx, accountId, links);
      const change = {
        ...(providers.includes('password') && { passwordHash: null, passwordUpdatedAt: null }),
        ...(providers.includes('phone') && { phoneNumber: null }),
      };
      await revokeSessionsOf(tx, accountId, { revokedAt: clock(), except: keep?.exceptSession, providers });
      return found(await store.updateAccount(tx, accountId, change));
    },

    async addSecondFactor(tx, accountId, { kind, displayName, phoneNumber }) {
      const factor = { id: uuidv7(), kind, displayName, phoneNumber, enrolledAt: clock() };
      await store.insertFactor(tx, { ...factor, accountId });
      return { ...factor, wireId: factor.id };
    },
    async setPhoneFactors(tx, accountId, phones) {
      const rows = phones.map(({ id = uuidv7(), wireId, enrolledAt = clock(), ...phone }) => ({
        ...phone,
        id,
        accountId,
        kind: 'phone' as const,
        givenId: wireId === undefined || wireId === id ? null : wireId,
        enrolledAt,
      }));
      await store.replaceFactors(tx, accountId, rows);
      return found(await store.updateAccount(tx, accountId, {}));
    },
    async removeSecondFactors(tx, accountId, ids) {
      await store.deleteFactors(tx, accountId, ids);
      return found(await store.updateAccount(tx, accountId, {}));
    },

    deleteAccount: (tx, accountId) => store.deleteAccount(tx, accountId),
  };
}

/**
 * True when the ways to sign in may be a stranger's: the person who has the address has never proved to have them, too. A
 * second factor keeps an address that was verified by a code alone from being claimed, because a mailbox must not replace
 * a second factor; its sign-ins ask for the factor.
 */
export const isUnclaimed = (account: Account): boolean =>
  !account.emailVerified || (account.verifiedByCodeAlone && account.secondFactors.length === 0);

/** The address, if the person who has it is known to be the account's owner; null otherwise. */
export const provedAddress = (account: Account): string | null =>
  account.emailVerified && !account.verifiedByCodeAlone ? account.email : null;

/** The numbers (E.164) with which the account signs in or proves a second factor. */
export const numbersOf = ({ phoneNumber, secondFactors }: Account): string[] =>
  [phoneNumber, ...secondFactors.map((factor) => factor.phoneNumber)].filter((number) => number !== null);

/** True when this is the account's address, in any notation. A mailed code is void after a change of address. */
export function hasAddress(account: Account, email: string): boolean {
  return account.email !== null && foldEmail(account.email) === foldEmail(email);
}

function found(account: Account | null): Account {
  if (!account) throw new IdentityError('USER_NOT_FOUND');
  return account;
}

/** The folded address. Throws IdentityError MISSING_EMAIL or INVALID_EMAIL. */
function checkedKey(email: string): string {
  if (email === '') throw new IdentityError('MISSING_EMAIL');
  if (!isEmail(email)) throw new IdentityError('INVALID_EMAIL');
  return foldEmail(email);
}

/** Lower case, as the hosted service stores and returns it. */
function keptForm(email: string): string {
  return email.trim().toLowerCase();
}

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/**
 * 28 letters and digits, as at the hosted service. 6 random bits select one of 62 characters; larger values are drawn
 * again.
 */
function newLocalId(): string {
  let id = '';
  while (id.length < 28) {
    for (const byte of crypto.getRandomValues(new Uint8Array(28))) {
      const letter = ALPHANUMERIC[byte & 63];
      if (letter !== undefined && id.length < 28) id += letter;
    }
  }
  return id;
}
