import type { Db } from '../db/database.ts';
import type { Limits } from '../db/limits.ts';
import type { Account, IdentityModule, TokenSet } from '../modules/identity/identity.ts';
import type { Locale } from '../shared/locale.ts';
import type { VerifyMailQueue } from './verify-email.ts';

export type SignUp = (wish: {
  email: string;
  password: string;
  displayName?: string | null;
  locale: Locale;
  clientAddress: string;
}) => Promise<{ account: Account; tokens: TokenSet }>;

/**
 * A new account, signed in at once: account, session and the mail that verifies the address are one transaction.
 * Throws IdentityFault for what the person can mend, AppError `too-many-requests` or `unavailable`.
 */
export function createSignUp({ db, identity, limits, notifications }: { db: Db; identity: IdentityModule; limits: Limits; notifications: VerifyMailQueue }): SignUp {
  return async ({ email, password, displayName, locale, clientAddress }) => {
    identity.checkNewCredentials({ email, password });
    // Spent before the account is looked for: the limit also slows down whoever asks which addresses exist.
    await limits.consume('sign-ups-per-address', clientAddress);
    // Hashing takes a while and happens before a database connection is held.
    const credentials = await identity.prepareCredentials({ email, password });

    const { account, session, refreshToken } = await db.transaction(async (tx) => {
      const account = await identity.createAccount(tx, { ...credentials, displayName, locale });
      const opened = await identity.openSession(tx, account, 'password');
      await notifications.queueVerifyEmail(tx, { accountId: account.id, to: credentials.email, locale });
      return { account, ...opened };
    });
    return { account, tokens: { ...(await identity.issueIdToken(account, session)), refreshToken } };
  };
}
