import type { Db, Queryable, Tx } from '../../../db/database.ts';
import { foldEmail, isEmail } from '../../../shared/email.ts';
import { uuidv7 } from '../../../shared/ids.ts';
import { IdentityError } from '../error.ts';
import * as store from '../store.ts';
import type { Account, NewAccount, ProfileChange } from '../types.ts';

export type Accounts = ReturnType<typeof createAccounts>;

/** Reads, creates and deletes accounts. Their ways to sign in are in ways-in.ts. */
export function createAccounts({ db, clock }: { db: Db; clock: () => Date }) {
  return {
    account: (accountId: string) => store.accountById(db, accountId),
    accountByEmail: (email: string, tx: Queryable = db) => store.accountByEmailKey(tx, foldEmail(email)),
    accountByLocalId: (localId: string) => store.accountByLocalId(db, localId),
    /** The account that linked a provider with this address, whatever its own address is. */
    accountByLinkedEmail: (email: string) => store.accountByLinkedEmail(db, foldEmail(email)),
    /** The account that signs in with this number (E.164). */
    accountByPhone: (phoneNumber: string, tx: Queryable = db) => store.accountByPhone(tx, phoneNumber),
    /** The account, locked until the transaction ends. Throws IdentityError USER_NOT_FOUND or USER_DISABLED. */
    async lockAccount(tx: Tx, accountId: string): Promise<Account> {
      const account = found(await store.lockAccount(tx, accountId));
      if (account.disabled) throw new IdentityError('USER_DISABLED');
      return account;
    },

    /** Normalises an address (trimmed, lower case). Throws IdentityError MISSING_EMAIL or INVALID_EMAIL. */
    checkEmail(email: string): string {
      checkedKey(email);
      return keptForm(email);
    },
    /**
     * Inserts the account. Throws IdentityError EMAIL_EXISTS when the address is taken, PHONE_NUMBER_EXISTS when an
     * account without an address has a taken number; also in a race.
     */
    createAccount: (tx: Tx, input: NewAccount) => createAccount(tx, input, clock()),
    updateProfile: async (accountId: string, change: ProfileChange, tx: Queryable = db): Promise<Account> =>
      found(await store.updateAccount(tx, accountId, change)),
    /** Deletes the account with its dependent rows; the audit log stays. */
    deleteAccount: store.deleteAccount,
    /**
     * Forgets known browsers: the next sign-in of each is mailed to the owner, and its wrong passwords count as a
     * stranger's.
     */
    forgetDevices: store.deleteDevices,
  };
}

async function createAccount(tx: Tx, input: NewAccount, now: Date): Promise<Account> {
  const { email, phoneNumber = null, passwordHash = null, localId = newLocalId() } = input;
  const { emailVerified = false, displayName = null, photoUrl = null, locale } = input;
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

/** Throws IdentityError USER_NOT_FOUND. */
export function found(account: Account | null): Account {
  if (!account) throw new IdentityError('USER_NOT_FOUND');
  return account;
}

/** The folded address. Throws IdentityError MISSING_EMAIL or INVALID_EMAIL. */
export function checkedKey(email: string): string {
  if (email === '') throw new IdentityError('MISSING_EMAIL');
  if (!isEmail(email)) throw new IdentityError('INVALID_EMAIL');
  return foldEmail(email);
}

/** Lower case, as the hosted service stores and returns it. */
export function keptForm(email: string): string {
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
