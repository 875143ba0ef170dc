import type { Tx } from '../../../db/database.ts';
import { foldEmail } from '../../../shared/email.ts';
import { uuidv7 } from '../../../shared/ids.ts';
import { IdentityError } from '../error.ts';
import { revokeSessionsOf } from '../sessions/sessions.ts';
import * as store from '../store.ts';
import type { Account, NewPhoneFactor, SecondFactor } from '../types.ts';
import { found, isUnclaimed, keptForm } from './accounts.ts';

type NewAddress = { email: string; verified: boolean; byCodeAlone?: boolean };

/** Changes how an account signs in: its address, password, phone number and linked providers. */
export function createWaysIn({ clock }: { clock: () => Date }) {
  return {
    /**
     * Sets or replaces the password (a hash of `preparePassword`), or removes it (null), and moves `validSince`. The
     * caller ends the sessions.
     */
    async setPassword(tx: Tx, accountId: string, passwordHash: string | null): Promise<Account> {
      const validSince = clock();
      const passwordUpdatedAt = passwordHash === null ? null : validSince;
      return found(await store.updateAccount(tx, accountId, { passwordHash, passwordUpdatedAt, validSince }));
    },
    /**
     * Marks the address as verified. `byCodeAlone`: by the code of a mail, without a session of the account or another
     * proof that the person who has the address also has the ways to sign in.
     */
    markVerified: async (tx: Tx, accountId: string, { byCodeAlone } = { byCodeAlone: false }): Promise<Account> =>
      found(await store.updateAccount(tx, accountId, { emailVerified: true, verifiedByCodeAlone: byCodeAlone })),
    /** Changes the address and moves `validSince`. Throws IdentityError EMAIL_EXISTS. */
    changeEmail: (tx: Tx, accountId: string, change: NewAddress) => changeEmail(tx, accountId, change, clock()),
    setPhoneNumber,
    /**
     * Called when a person has proved an address. Unless the account's owner has proved it before, its password, linked
     * providers, phone number, second factors and sessions may belong to a stranger who signed up with that address, so
     * they end (see `isUnclaimed`). The address becomes verified. `dropped`: true when the account had a password, a
     * linked provider or a phone number.
     */
    claimAddress: (tx: Tx, account: Account) => claimAddress(tx, account, clock()),
    /**
     * Removes ways to sign in: `password`, `phone` or linked providers; others are ignored. Sessions opened that way
     * end, except `exceptSession`.
     */
    unlink: (tx: Tx, accountId: string, providers: readonly string[], keep?: { exceptSession: string }) =>
      unlink(tx, accountId, { providers, except: keep?.exceptSession, revokedAt: clock() }),
  };
}

/** Changes the second factors of an account; modules/second-factors proves them. */
export function createAccountFactors({ clock }: { clock: () => Date }) {
  return {
    /** Adds a second factor to the account, which the caller has locked and checked. */
    async addSecondFactor(
      tx: Tx,
      accountId: string,
      { kind, displayName, phoneNumber }: Pick<SecondFactor, 'kind' | 'displayName' | 'phoneNumber'>,
    ): Promise<SecondFactor> {
      const factor = { id: uuidv7(), kind, displayName, phoneNumber, enrolledAt: clock() };
      await store.insertFactor(tx, { ...factor, accountId });
      return { ...factor, wireId: factor.id };
    },
    /** Replaces all second factors of the account, which the caller has locked and checked, by these phones. */
    async setPhoneFactors(tx: Tx, accountId: string, phones: readonly NewPhoneFactor[]): Promise<Account> {
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
    /** Removes some second factors, or all of them. */
    async removeSecondFactors(tx: Tx, accountId: string, ids?: readonly string[]): Promise<Account> {
      await store.deleteFactors(tx, accountId, ids);
      return found(await store.updateAccount(tx, accountId, {}));
    },
  };
}

async function changeEmail(
  tx: Tx,
  accountId: string,
  { email, verified, byCodeAlone = false }: NewAddress,
  validSince: Date,
): Promise<Account> {
  const emailKey = foldEmail(email);
  // Looked up first, because a failed statement aborts the transaction. The unique index decides a race.
  const holder = await store.accountByEmailKey(tx, emailKey);
  if (holder && holder.id !== accountId) throw new IdentityError('EMAIL_EXISTS');
  try {
    const change = { email: keptForm(email), emailKey, emailVerified: verified, verifiedByCodeAlone: byCodeAlone };
    return found(await store.updateAccount(tx, accountId, { ...change, validSince }));
  } catch (error) {
    if (store.isTakenAddress(error)) throw new IdentityError('EMAIL_EXISTS');
    throw error;
  }
}

/** Sets the verified number (E.164) of an account, or removes it. Throws IdentityError PHONE_NUMBER_EXISTS. */
async function setPhoneNumber(tx: Tx, accountId: string, phoneNumber: string | null): Promise<Account> {
  const holder = phoneNumber === null ? null : await store.accountByPhone(tx, phoneNumber);
  if (holder && holder.id !== accountId) throw new IdentityError('PHONE_NUMBER_EXISTS');
  try {
    return found(await store.updateAccount(tx, accountId, { phoneNumber }));
  } catch (error) {
    if (store.isTakenPhone(error)) throw new IdentityError('PHONE_NUMBER_EXISTS');
    throw error;
  }
}

async function claimAddress(tx: Tx, account: Account, now: Date): Promise<{ account: Account; dropped: boolean }> {
  if (!isUnclaimed(account)) return { account, dropped: false };
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
}

async function unlink(
  tx: Tx,
  accountId: string,
  { providers, except, revokedAt }: { providers: readonly string[]; except: string | undefined; revokedAt: Date },
): Promise<Account> {
  const account = found(await store.lockAccount(tx, accountId));
  const links = account.providers.map(({ provider }) => provider).filter((provider) => providers.includes(provider));
  if (links.length > 0) await store.deleteLinks(tx, accountId, links);
  await revokeSessionsOf(tx, accountId, { revokedAt, except, providers });
  return found(
    await store.updateAccount(tx, accountId, {
      ...(providers.includes('password') && { passwordHash: null, passwordUpdatedAt: null }),
      ...(providers.includes('phone') && { phoneNumber: null }),
    }),
  );
}
