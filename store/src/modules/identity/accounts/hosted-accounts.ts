import type { Tx } from '../../../db/database.ts';
import { foldEmail } from '../../../shared/email.ts';
import { AppError } from '../../../shared/errors.ts';
import { uuidv7 } from '../../../shared/ids.ts';
import type { Locale } from '../../../shared/locale.ts';
import * as store from '../store.ts';
import type { HostedPerson } from '../tokens/tokens.ts';
import type { Account } from '../types.ts';

/** True when the token has newer data than the account. `validSince` is the time of the newest mirrored token. */
export function isNews(account: Account, { issuedAt, authTime, ...person }: HostedPerson): boolean {
  if (issuedAt < account.validSince) return false;
  return (
    authTime > account.lastLoginAt ||
    person.email?.toLowerCase() !== (account.email ?? undefined) ||
    person.emailVerified !== account.emailVerified ||
    person.displayName !== account.displayName
  );
}

/**
 * Creates or updates the account of a person from Google's identity service. An address belongs to one account: a
 * verified address moves from the account that had it before; an unverified one is not taken from another account.
 */
export async function mirrorAccount(tx: Tx, person: HostedPerson, locale: Locale): Promise<Account> {
  const known = await store.accountByLocalId(tx, person.localId);
  const holder = person.email === null ? null : await store.accountByEmailKey(tx, foldEmail(person.email));
  // Compared by `localId`: a concurrent request may have created this account since the look-up.
  const isTaken = holder !== null && holder.localId !== person.localId;
  if (isTaken && person.emailVerified)
    await store.updateAccount(tx, holder.id, { email: null, emailKey: null, emailVerified: false });
  const email = isTaken && !person.emailVerified ? null : (person.email?.toLowerCase() ?? null);
  const facts = {
    email,
    emailKey: email === null ? null : foldEmail(email),
    emailVerified: email !== null && person.emailVerified,
    displayName: person.displayName,
    lastLoginAt: person.authTime,
    validSince: person.issuedAt,
  };
  const account = known
    ? await store.updateAccount(tx, known.id, facts)
    : ((await store.insertAccount(tx, {
        ...facts,
        id: uuidv7(),
        localId: person.localId,
        locale,
        createdAt: person.authTime,
      })) ??
      // A concurrent request of the same person has inserted it.
      (await store.accountByLocalId(tx, person.localId)));
  // Race between two people with one address: the next request finds it settled.
  if (!account) throw new AppError('unavailable');
  return account;
}
