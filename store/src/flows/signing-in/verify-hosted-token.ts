import type { Db } from '../../db/database.ts';
import type { Account, HostedPerson, IdentityModule } from '../../modules/identity/identity.ts';
import type { Orders } from '../../modules/orders/orders.ts';
import type { Locale } from '../../shared/locale.ts';

type Ports = {
  db: Db;
  hosted: {
    /** Null for an invalid token. Throws AppError `unavailable`. */
    read(token: string): Promise<HostedPerson | null>;
    isNews: (account: Account, person: HostedPerson) => boolean;
    mirror: (
      tx: Parameters<Parameters<Db['transaction']>[0]>[0],
      person: HostedPerson,
      locale: Locale,
    ) => Promise<Account>;
  };
  identity: Pick<IdentityModule, 'accountByLocalId'>;
  orders: Pick<Orders, 'addProven'>;
};

/**
 * The account of a Bearer token of Google's identity service. On first use the account is mirrored, because orders
 * reference it. Guest orders of the address join only for a sign-in with Google, which verifies the address; a password
 * does not.
 */
export function createVerifyHostedToken({ db, hosted, identity, orders }: Ports): IdentityModule['verifyIdToken'] {
  return async (token, locale = 'en') => {
    const person = await hosted.read(token);
    if (!person) return null;
    const known = await identity.accountByLocalId(person.localId);
    const account = known && !hosted.isNews(known, person) ? known : await bringUpToDate(person, known, locale);
    if (account.disabled) return null;
    return {
      accountId: account.id,
      localId: account.localId,
      email: account.email,
      emailVerified: account.emailVerified,
      authTime: person.authTime,
      sessionStartedAt: person.authTime,
      // Google manages the sessions.
      sessionId: '',
      lacksFactor: false,
    };
  };

  function bringUpToDate(person: HostedPerson, known: Account | null, locale: Locale): Promise<Account> {
    return db.transaction(async (tx) => {
      const account = await hosted.mirror(tx, person, locale);
      const isNewSignIn = known === null || person.authTime > known.lastLoginAt;
      if (isNewSignIn && person.provider === 'google.com' && account.emailVerified && account.email !== null)
        await orders.addProven(tx, { accountId: account.id, email: account.email, since: person.authTime });
      return account;
    });
  }
}
