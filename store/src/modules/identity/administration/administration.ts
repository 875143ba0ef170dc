import type { Db, Tx } from '../../../db/database.ts';
import { foldEmail } from '../../../shared/email.ts';
import { IdentityError, isIdentityError } from '../error.ts';
import { revokeSessionsOf } from '../sessions/sessions.ts';
import * as store from '../store.ts';
import type { Account, LinkedProvider, NewAccount } from '../types.ts';
import * as adminStore from './store.ts';

export { readCustomAttributes } from '../claims.ts';

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

type Ports = {
  db: Db;
  createAccount: (tx: Tx, input: NewAccount) => Promise<Account>;
  clock: () => Date;
};

export type IdentityAdministration = ReturnType<typeof createIdentityAdministration>;

/**
 * Operations of administrators on accounts, without a session of the account. The flows validate, write the audit log
 * and send notices.
 */
export function createIdentityAdministration(ports: Ports) {
  const { db, clock } = ports;
  return {
    find: ({ emails = [], ...keys }: Keys) => adminStore.accountsBy(db, { ...keys, emailKeys: emails.map(foldEmail) }),
    page: (query: Omit<adminStore.AccountQuery, 'keys'>) => adminStore.pageOfAccounts(db, query),
    /** Accounts whose name contains this part. */
    byName: (part: string, limit: number) => adminStore.accountsByName(db, part, limit),
    count: () => adminStore.countAccounts(db),
    /** The account, including a disabled one, locked until the transaction ends. Throws IdentityError USER_NOT_FOUND. */
    async lock(tx: Tx, localId: string): Promise<Account> {
      const account = await adminStore.lockByLocalId(tx, localId);
      if (!account) throw new IdentityError('USER_NOT_FOUND');
      return account;
    },
    /** Throws IdentityError DUPLICATE_LOCAL_ID, EMAIL_EXISTS or PHONE_NUMBER_EXISTS. */
    create: (tx: Tx, input: NewAccount & { disabled?: boolean }) => create(ports, tx, input),
    /**
     * A new address or password ends all sessions, and so does `validSince`. Throws IdentityError EMAIL_EXISTS or
     * PHONE_NUMBER_EXISTS.
     */
    change: (tx: Tx, account: Account, change: AdministeredChange) => changeAccount(tx, account, change, clock()),
    /** Throws IdentityError FEDERATED_USER_ID_ALREADY_LINKED. */
    async link(tx: Tx, account: Account, link: LinkedProvider): Promise<Account> {
      if (!(await adminStore.setLink(tx, { ...link, accountId: account.id, createdAt: clock() })))
        throw new IdentityError('FEDERATED_USER_ID_ALREADY_LINKED');
      return (await store.accountById(tx, account.id))!;
    },
  };
}

async function create(
  { createAccount }: Ports,
  tx: Tx,
  { disabled = false, ...input }: NewAccount & { disabled?: boolean },
): Promise<Account> {
  const fault = await taken(tx, input);
  if (fault) throw fault;
  let account: Account;
  try {
    account = await createAccount(tx, input);
  } catch (error) {
    // Race: the insert did nothing, and the transaction can still read.
    throw isIdentityError(error) ? ((await taken(tx, input)) ?? error) : error;
  }
  return disabled ? (await store.updateAccount(tx, account.id, { disabled }))! : account;
}

/** The error for a unique value of the new account that another one has. */
async function taken(tx: Tx, { localId, email, phoneNumber }: NewAccount): Promise<IdentityError | null> {
  if (localId !== undefined && (await adminStore.accountsBy(tx, { localIds: [localId] })).length > 0)
    return new IdentityError('DUPLICATE_LOCAL_ID');
  if (email !== null && (await store.accountByEmailKey(tx, foldEmail(email)))) return new IdentityError('EMAIL_EXISTS');
  if (phoneNumber && (await adminStore.accountsBy(tx, { phoneNumbers: [phoneNumber] })).length > 0)
    return new IdentityError('PHONE_NUMBER_EXISTS');
  return null;
}

async function changeAccount(
  tx: Tx,
  account: Account,
  { passwordHash, ...change }: AdministeredChange,
  now: Date,
): Promise<Account> {
  const isMoved = change.email !== undefined && foldEmail(change.email) !== foldEmail(account.email ?? '');
  const endsSessions = isMoved || passwordHash !== undefined || change.validSince !== undefined;
  const row = {
    ...change,
    ...(change.email !== undefined && { emailKey: foldEmail(change.email) }),
    // The verification belonged to the old address.
    ...(isMoved && { emailVerified: change.emailVerified ?? false }),
    // The administrator vouches for the owner.
    ...((isMoved || change.emailVerified !== undefined) && { verifiedByCodeAlone: false }),
    ...(passwordHash !== undefined && { passwordHash, passwordUpdatedAt: passwordHash === null ? null : now }),
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
}
