import type { Db, Tx } from '../../../db/database.ts';
import { foldEmail } from '../../../shared/email.ts';
import * as adminStore from './store.ts';
import { checkedClaims } from '../tokens/custom-tokens.ts';
import { IdentityError } from '../error.ts';
import { revokeSessionsOf } from '../sessions/store.ts';
import * as store from '../store.ts';
import type { Account, LinkedProvider, NewAccount } from '../types.ts';

/**
 * An administrator's changes of an account; null clears a field, a missing field stays. `passwordHash` comes from
 * `preparePassword`.
 */
export type AdministeredChange = {
  email?: string;
  emailVerified?: boolean;
  phoneNumber?: string | null;
  displayName?: string | null;
  photoUrl?: string | null;
  passwordHash?: string | null;
  disabled?: boolean;
  customAttributes?: Record<string, unknown> | null;
  validSince?: Date;
};

type Keys = Omit<adminStore.AccountKeys, 'emailKeys'> & { emails?: readonly string[] };

/**
 * Operations of administrators on accounts, without a session of the account. The flows validate, write the audit log
 * and send notices.
 */
export type IdentityAdministration = {
  find(keys: Keys): Promise<Account[]>;
  page(query: Omit<adminStore.AccountQuery, 'keys'>): Promise<Account[]>;
  count(): Promise<number>;
  /** The account, including a disabled one, locked until the transaction ends. Throws IdentityError USER_NOT_FOUND. */
  lock(tx: Tx, localId: string): Promise<Account>;
  /** Throws IdentityError DUPLICATE_LOCAL_ID, EMAIL_EXISTS or PHONE_NUMBER_EXISTS. */
  create(tx: Tx, input: NewAccount & { disabled?: boolean }): Promise<Account>;
  /**
   * A new address or password ends all sessions, and so does `validSince`. Throws IdentityError EMAIL_EXISTS or
   * PHONE_NUMBER_EXISTS.
   */
  change(tx: Tx, account: Account, change: AdministeredChange): Promise<Account>;
  /** Throws IdentityError FEDERATED_USER_ID_ALREADY_LINKED. */
  link(tx: Tx, account: Account, link: LinkedProvider): Promise<Account>;
};

export function createIdentityAdministration(ports: {
  db: Db;
  createAccount: (tx: Tx, input: NewAccount) => Promise<Account>;
  clock: () => Date;
}): IdentityAdministration {
  const { db, createAccount, clock } = ports;

  /** The error for a unique value of the new account that another one has. */
  async function taken(tx: Tx, { localId, email, phoneNumber }: NewAccount): Promise<IdentityError | null> {
    if (localId !== undefined && (await adminStore.accountsBy(tx, { localIds: [localId] })).length > 0)
      return new IdentityError('DUPLICATE_LOCAL_ID');
    if (email !== null && (await store.accountByEmailKey(tx, foldEmail(email))))
      return new IdentityError('EMAIL_EXISTS');
    if (phoneNumber && (await adminStore.accountsBy(tx, { phoneNumbers: [phoneNumber] })).length > 0)
      return new IdentityError('PHONE_NUMBER_EXISTS');
    return null;
  }

  return {
    find: ({ emails = [], ...keys }) => adminStore.accountsBy(db, { ...keys, emailKeys: emails.map(foldEmail) }),
    page: (query) => adminStore.pageOfAccounts(db, query),
    count: () => adminStore.countAccounts(db),

    async lock(tx, localId) {
      const account = await adminStore.lockByLocalId(tx, localId);
      if (!account) throw new IdentityError('USER_NOT_FOUND');
      return account;
    },

    async create(tx, { disabled = false, ...input }) {
      const fault = await taken(tx, input);
      if (fault) throw fault;
      let account: Account;
      try {
        account = await createAccount(tx, input);
      } catch (error) {
        // Race: the insert did nothing, and the transaction can still read.
        throw (error as { name?: unknown }).name === 'IdentityError' ? ((await taken(tx, input)) ?? error) : error;
      }
      return disabled ? (await store.updateAccount(tx, account.id, { disabled }))! : account;
    },

    async change(tx, account, { passwordHash, ...change }) {
      const now = clock();
      const isMoved = change.email !== undefined && foldEmail(change.email) !== foldEmail(account.email ?? '');
      const endsSessions = isMoved || passwordHash !== undefined || change.validSince !== undefined;
      const row = {
        ...change,
        ...(change.email !== undefined && { emailKey: foldEmail(change.email) }),
        // The verification belonged to the old address.
        ...(isMoved && { emailVerified: change.emailVerified ?? false }),
        // The administrator vouches for the owner.
        ...((isMoved || change.emailVerified !== undefined) && { verifiedByCodeAlone: false }),
        ...(passwordHash !== undefined && {
          passwordHash,
          passwordUpdatedAt: passwordHash === null ? null : now,
        }),
        ...(endsSessions && { validSince: now }),
      };
      if (endsSessions) await revokeSessionsOf(tx, account.id, { revokedAt: now });
      try {
        const changed = await store.updateAccount(tx, account.id, row);
        if (!changed) throw new IdentityError('USER_NOT_FOUND');
        return changed;
      } catch (error) {
        if (store.isTakenAddress(error)) throw new IdentityError('EMAIL_EXISTS');
        if (store.isTakenPhone(error)) throw new IdentityError('PHONE_NUMBER_EXISTS');
        throw error;
      }
    },

    async link(tx, account, link) {
      if (!(await adminStore.setLink(tx, { ...link, accountId: account.id, createdAt: clock() })))
        throw new IdentityError('FEDERATED_USER_ID_ALREADY_LINKED');
      return (await store.accountById(tx, account.id))!;
    },
  };
}

/**
 * Custom claims as the wire sends them: a JSON object as text of at most 1,000 bytes. Throws IdentityError
 * INVALID_CLAIMS, CLAIMS_TOO_LARGE or FORBIDDEN_CLAIM.
 */
export function readCustomAttributes(text: string): Record<string, unknown> | null {
  if (Buffer.byteLength(text) > 1_000) throw new IdentityError('CLAIMS_TOO_LARGE');
  let claims: unknown;
  try {
    claims = JSON.parse(text === '' ? '{}' : text);
  } catch {
    throw new IdentityError('INVALID_CLAIMS');
  }
  const checked = checkedClaims(claims);
  return checked && Object.keys(checked).length > 0 ? checked : null;
}
