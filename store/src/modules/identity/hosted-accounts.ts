import type { Tx } from '../../db/database.ts';
import { foldEmail } from '../../shared/email.ts';
import { AppError } from '../../shared/errors.ts';
import { uuidv7 } from '../../shared/ids.ts';
import type { Locale } from '../../shared/locale.ts';
import type { HostedPerson } from './hosted-tokens.ts';
import * as store from './store.ts';
import type { Account } from './types.ts';

/** True when the token says something newer than the account does. `validSince` is the time of the newest token that was mirrored. */
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
 * The account of a person whom Google's identity service knows, made on first use and brought up to date. An address is one
 * account's: a proven one leaves the account that had it before, and one that is not proven is not taken from anybody.
 */
export async function mirrorAccount(tx: Tx, person: HostedPerson, locale: Locale): Promise<Account> {
  const known = await store.accountByLocalId(tx, person.localId);
  const holder = person.email === null ? null : await store.accountByEmailKey(tx, foldEmail(person.email));
  // By `localId`: another request may have made this very account since it was looked for.
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
      // Another request of the same person was faster.
      (await store.accountByLocalId(tx, person.localId)));
  // Two people and one address at the same moment: the next request finds it settled.
  if (!account) throw new AppError('unavailable');
  return account;
}
